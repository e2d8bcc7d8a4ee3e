"""An imported table does not change own readings, doubts, tags, seats and lights."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.archive.file import READINGS
from companion.presentation.pages.fairness_ledgers import ledger_of_house
from companion.schema import Answer, Meaning, Reading, RollPrompt, SeenObject
from companion.sessions import (
    AmbiguousReading,
    AnswerGiven,
    Device,
    DeviceRepository,
    Devices,
    ReadingCorrection,
    ReceivedReading,
    TableSession,
)
from companion.sessions.readings import CorrectionPublisher
from tests.archive.forger import Lines, members_of, retouched
from tests.archive.houses import Place, given, kept, short
from tests.listeners import OnCorrection

OURS = Reading("r1", "lamp", "vision/cam0", "e", 1, objects=(SeenObject("d6", None, 0.4),))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    place = Place(tmp_path)
    place.lay(short("nemesis"))
    yield place
    place.log.close()


def with_readings(*ids: str) -> bytes:
    line = {"at": 1.0, "settled": False, "of": ""}
    same = {"table": "lamp", "source": "vision/cam0", "epoch": "e", "seq": 1, "objects": []}

    def add(lines: Lines) -> None:
        lines += [line | {"reading": same | {"id": name}} for name in ids]

    return retouched(kept("arkham"), add, READINGS)


def resting_on(lines: Lines) -> None:
    for line in lines:
        if line["kind"] == "answer":
            line["data"]["answer"]["reading"] = f"r{line['seq']}"


@pytest.mark.slow
def test_own_reading_with_an_imported_id_is_accepted(place: Place) -> None:
    place.desk.bring("x", with_readings("r1"))
    assert not place.log.inbox.has(OURS)
    assert place.log.inbox.contiguous("vision/cam0", "e") is None
    assert place.hall.readings.handle(OURS) == "committed"
    assert place.log.inbox.find("r1", "t1") == OURS
    assert place.log.inbox.find("r1", "t2") != OURS


@pytest.mark.slow
def test_imported_decision_does_not_settle_own_readings(place: Place) -> None:
    place.log.append("t1", [], ReceivedReading(OURS, settled=False))
    place.desk.bring("x", with_readings("r1"))
    place.log.inbox.settle("r1", "t2")
    assert [one.settled for table in ("t1", "t2") for one in place.log.inbox.of(table, 9)] == [False, True]


@pytest.mark.slow
def test_imported_undo_does_not_forget_own_tags(place: Place) -> None:
    record = retouched(kept("arkham"), resting_on)
    brought = place.desk.bring("x", record).table
    newest = [m.entry for m in place.hall.snapshot(brought).moments][-1]
    rests_on = max(e.seq for e in given(short("arkham")) if e.seq <= newest.seq)
    place.hall.tags.assign("04AB", Meaning("token", "skull"), f"r{rests_on}")
    for again in range(2):
        place.hall.history.undo(brought, rests_on - 1)
        assert "04AB" in place.tags.now
        if not again:
            place.hall.history.redo(brought, place.hall.snapshot(brought).way_back.seq)  # type: ignore[union-attr]
            place.start()


@pytest.mark.slow
def test_imported_amendment_does_not_teach_own_tags(place: Place) -> None:
    brought = place.desk.bring("x", retouched(kept("arkham"), resting_on)).table
    moments = place.hall.snapshot(brought).moments
    seq, was = next((m.entry.seq, m.entry.what) for m in moments if isinstance(m.entry.what, AnswerGiven))
    place.hall.tags.assign("04AB", Meaning("token", "skull"), f"r{seq}")
    place.hall.history.amend(brought, seq, was.answer.values)
    assert place.tags.now["04AB"] == Meaning("token", "skull")


@pytest.mark.parametrize("foreign", [False, True])
def test_imported_doubt_does_not_train_own_readers(place: Place, foreign: bool) -> None:
    fixes: list[ReadingCorrection] = []
    place.hall.add_listener(OnCorrection(fixes.append))
    learned = CorrectionPublisher(place.hall._shelf, place.tags)
    reading = Reading("r7", "lamp", "vision/cam0", "e", 7, objects=(SeenObject("d6"),), picture="r7.jpg")
    prompt = RollPrompt("1", "Ann: a die", of=("d6",), id="p1.0")
    seated = TableSession("t1", short("nemesis"))
    seated.foreign = frozenset({"r7"} if foreign else ())
    learned.publish_settled_doubt(
        seated, AmbiguousReading(reading, (prompt,), reading.objects, "what is it?"), Answer("a", "p1.0", ("3",))
    )
    for deed in seated.afterwards:  # as it is committed
        deed()
    assert bool(fixes) is not foreign


def test_imported_table_has_no_device(place: Place) -> None:
    devices = Devices(DeviceRepository(place.log.database), lambda: 0.0)
    _, key = devices.accept(devices.invite("t2", "1"))
    assert place.desk.bring("x", kept("arkham")).table == "t2"
    assert devices.claimed("t2") == frozenset()
    assert devices.find([key]) == ()


@pytest.mark.slow
def test_same_file_is_imported_once(place: Place) -> None:
    first, second = (place.desk.bring("x", kept("arkham")) for _ in range(2))
    assert (first.table, first.here) == ("t2", False)
    assert (second.table, second.here) == ("t2", True)
    assert place.hall.ids() == ("t1", "t2")
    assert place.hall.lit == "t1"
    place.hall.history.undo("t2", 1)
    assert place.desk.bring("x", kept("arkham")).table == "t3"  # of an earlier state


def test_imported_dice_are_not_in_the_ledger(place: Place) -> None:
    for restart in (False, True):
        if restart:
            place.start()
        else:
            place.desk.bring("x", kept("arkham"))
        ledger = ledger_of_house(place.hall, (), {})
        assert [evening.id for evening in ledger.evenings] == ["t1"]


@pytest.mark.slow
def test_sources_and_saved_moments_are_imported(place: Place, tmp_path: Path) -> None:
    place.hall.readings.choose_source("t1", ("1", "2"), "hand")
    place.hall.readings.choose_source("t1", ("1",), "virtual", "nemesis_noise")
    place.hall.history.save("t1", "vor dem Sturm «ÄÖ»")
    place.hall.history.save("t1", "Ann's own", "1")
    content, other = place.desk.keep("t1")[1], Place(tmp_path / "other")
    other.desk.bring("x", content)
    for name in ("sources", "saved"):
        assert getattr(other.hall.snapshot("t1"), name) == getattr(place.hall.snapshot("t1"), name)
    other.start()
    assert other.sent("t1") == place.sent("t1")
    other.log.close()


@pytest.mark.slow
def test_export_holds_no_key_and_no_path(place: Place) -> None:
    DeviceRepository(place.log.database).admit("zqhash-of-a-key", Device("zqid", "1", "t1", "zqname", 0.0, 0.0, 1.0))
    place.tags.assign("zqtag", Meaning("token", "skull"))
    place.desk.bring("x", kept("arkham"))
    record = b"".join(members_of(place.desk.keep("t1")[1]).values())
    assert b"zq" not in record
    assert str(place.folder).encode() not in record
    assert b"arkham" not in record


def test_export_of_an_unreadable_table_succeeds(place: Place) -> None:
    broken = json.dumps({"zq": 1})
    with place.log.database.begin() as connection:
        connection.exec_driver_sql("update entries set data = ? where kind = 'event'", (broken,))
    place.start()
    assert list(place.hall.broken) == ["t1"]
    assert b"zq" in b"".join(members_of(place.desk.keep("t1")[1]).values())
