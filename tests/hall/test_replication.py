"""Replication of a table at its own machine: nothing is missing after any network fault."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Engine

from companion.hall.database.event_repository import begin_event, change_count, load_standing
from companion.hall.database.row_security import log_of_table
from companion.hall.database.schema import HERE, THERE
from companion.hall.database.table_registry import add_tables, list_tables
from companion.hall.replication import ChecksumError, ReplicationError, apply_sync, create_key
from companion.hall.settings import HallSettings
from companion.hall.staff_service import HallStaff
from companion.hall_link import SharedEventClient, SyncRequest, SyncResponse
from companion.hall_link.log_sync import HallSyncClient, HallUnreachableError
from companion.hall_link.reporting_application import StaffCall
from companion.schema import Answer, EventCount, Reading, from_json, to_json
from companion.sessions import (
    DeviceRepository,
    Devices,
    LogRow,
    ReceivedReading,
    ReplicationMark,
    ReplicationSource,
    SessionManager,
    ShippedTable,
    SqlEventLog,
)
from tests.hall.conftest import ROW
from tests.new_log import new_log

pytestmark = pytest.mark.postgres

LAMP = "lamp-7"


class There:
    """A table at its own machine, with a connection that may lose requests or responses."""

    is_cut = loses_answers = False

    def __init__(self, folder: Path, hall: Engine) -> None:
        self.log, self.far = new_log(folder), hall
        self.hall, self.copy = SessionManager(self.log, Random(1)), log_of_table(hall, LAMP)
        self.key = create_key(hall, LAMP)
        self.sent: list[SyncRequest] = []
        self.under_way: Callable[[], None] = lambda: None  # called once before the next response
        self.begin()

    def begin(self, **more: Any) -> None:
        """Begin as after a restart."""
        self.follower = HallSyncClient(self.log.database, self.send, **more)

    def send(self, message: bytes) -> bytes:
        if self.is_cut:
            raise HallUnreachableError("There is no network.")
        self.sent.append(from_json(SyncRequest, json.loads(message)))
        kept = self.apply(self.sent[-1])
        if self.loses_answers:
            raise HallUnreachableError("It broke off.")
        meanwhile, self.under_way = self.under_way, lambda: None
        meanwhile()
        return json.dumps(to_json(kept)).encode()

    def apply(self, told: SyncRequest) -> SyncResponse:
        return apply_sync(self.far, LAMP, self.key, told)

    def play(self, answers: int = 1) -> None:
        if not self.hall.ids():
            self.hall.open("mansions")
        for number in range(answers):
            prompt = next(p for p in self.hall.snapshot("t1").open if p.at != "menu" and p.options)
            value = next(option.id for option in prompt.options if option.refused is None)
            name = f"a{prompt.id}-{number}-{len(self.rows)}"
            self.hall.answer("t1", Answer(name, prompt.id, (value,) * prompt.least, prompt.seat))

    @property
    def rows(self) -> list[LogRow]:
        return list(self.log.read("t1"))

    @property
    def copied(self) -> list[LogRow]:
        return list(self.copy.read("t1"))

    @property
    def part(self) -> ShippedTable:
        """Return the part of a first request."""
        (part,) = ReplicationSource(self.log.database).shipment({}, {}).parts
        return part

    def tell(self) -> None:
        while self.follower.send_update():
            pass

    def tell_in_vain(self) -> None:
        with pytest.raises(HallUnreachableError):
            self.tell()


@pytest.fixture
def there(tmp_path: Path, hall: Engine) -> There:
    return There(tmp_path, hall)


def test_replication_copies_the_log_and_sends_only_news(there: There) -> None:
    there.play(3)
    there.tell()
    before = len(there.rows)
    assert there.copied == there.rows and before > 3
    assert [board.game for board in there.copy.open_tables()] == [board.game for board in there.log.open_tables()]
    there.play()
    there.tell()
    assert [len(part.lines) for part in there.sent[-1].parts] == [len(there.rows) - before]
    there.hall.history.undo("t1", 1)
    there.tell()
    assert there.copied == there.rows, "what is taken back at the table is so in the copy"
    there.begin()
    there.play()
    there.tell()
    assert there.copied == there.rows, "a machine that was started again knows from the hall where it was"


@pytest.mark.parametrize("trouble", ["is_cut", "loses_answers"])
def test_replication_survives_lost_requests_and_responses(there: There, trouble: str) -> None:
    there.play()
    there.tell()
    setattr(there, trouble, True)
    for _ in range(3):
        there.play(2)
        there.tell_in_vain()
    setattr(there, trouble, False)
    there.play()
    there.tell()
    assert there.copied == there.rows


def with_a_past(there: There, tables: int) -> None:
    for number in range(tables):
        there.log.open(f"t{number}", "arkham", [ROW])


def lit(log: SqlEventLog) -> list[str]:
    return [board.table for board in log.open_tables() if board.lit]


@pytest.mark.parametrize("most", [500, 3])
def test_replication_deletes_tables_of_earlier_people(there: There, hall: Engine, tmp_path: Path, most: int) -> None:
    with_a_past(there, 9)
    there.copy.open("t99", "nemesis")  # opened before replication. All rows of such a table are deleted
    there.copy.append("t99", (), ReceivedReading(Reading("r1", LAMP, "vision/cam0", "e", 1)))
    there.tell()
    new = There(tmp_path / "new", hall)
    new.begin(most=most)
    new.play(3)
    new.tell()
    assert [board.table for board in new.copy.open_tables()] == ["t1"] == lit(new.copy)
    assert new.copied == new.rows and new.copy.inbox.find("r1", "t99") is None


def test_replication_replaces_another_history(there: There, hall: Engine, tmp_path: Path) -> None:
    """After a restored backup other entries follow."""
    there.play(6)
    there.tell()
    other = There(tmp_path / "restored", hall)
    other.play(2)
    other.hall.history.undo("t1", 1)
    other.play(4)
    other.tell()
    assert other.copied == other.rows


def test_replication_refuses_wrong_keys(there: There, hall: Engine) -> None:
    there.play()
    old, new = there.key, create_key(hall, LAMP)
    for key in ("", "guessed", old):
        there.key = key
        with pytest.raises(ReplicationError, match=r"\./table hall invite"):
            there.tell()
    with pytest.raises(ReplicationError):
        apply_sync(hall, "lamp-8", new, SyncRequest())
    assert not there.copied


def test_replication_refuses_tables_that_the_hall_plays(hall: Engine) -> None:
    add_tables(hall, ["lamp-1", "lamp-2", "lamp-3"], HERE)
    log_of_table(hall, "lamp-1").open("t1", "arkham", [ROW])
    Devices(DeviceRepository(log_of_table(hall, "lamp-2").database), time.time).claim()  # before any game
    for lamp in ("lamp-1", "lamp-2"):
        with pytest.raises(ReplicationError, match=f"plays {lamp} itself"):
            create_key(hall, lamp)
    key = create_key(hall, "lamp-3")  # which was only created
    assert [plays for _, plays in list_tables(hall)] == [HERE, HERE, THERE]
    apply_sync(hall, "lamp-3", key, SyncRequest())


def test_replication_refuses_damaged_entries_as_a_whole(there: There) -> None:
    there.play(3)
    first, second, *others = there.part.lines
    for lines in ((first, replace(second, by="somebody"), *others), (first, *others)):
        with pytest.raises(ChecksumError, match="of t1"):
            there.apply(SyncRequest((replace(there.part, lines=lines),)))
        assert not there.copied and not there.copy.open_tables()


def test_replication_leaves_out_entries_after_a_gap(there: There) -> None:
    """Otherwise there would be a gap. The response has the mark to begin at."""
    there.play(3)
    later = replace(there.part, after=ReplicationMark(2, "another"), lines=there.part.lines[2:])
    assert there.apply(SyncRequest((later,))).marks == {"t1": ReplicationMark()} and not there.copied


def test_shared_count_is_right_after_an_offline_night(there: There, hall: Engine) -> None:
    number, sharing = begin_event(hall, "The Kraken", 500), SharedEventClient(lambda: None, lambda _event, count: count)
    there.begin(sharing=sharing)
    there.tell()
    there.is_cut = True
    for version in range(1, 6):
        sharing.count(number, 2 * version, version)
    change_count(hall, "lamp-1", number, EventCount(30, 1))
    there.tell_in_vain()
    shown = sharing.now()
    assert shown is not None and (shown.own, shown.total) == (10, 10), "of the others it knows nothing yet"
    there.is_cut = False
    for _ in range(2):  # repetitions count once
        there.tell()
    found, shown = load_standing(hall), sharing.now()
    assert found is not None and found.event.total == 40
    assert shown is not None and (shown.own, shown.total) == (10, 40)


class Caller:
    """A table that calls the staff."""

    def __init__(self, there: There) -> None:
        self.staff, self.tell = HallStaff(there.far, HallSettings()), there.tell
        self.now = 100.0
        self.calling = calling = StaffCall(lambda: None, lambda: self.now)
        there.begin(report=lambda: {"help": calling.since}, helped=calling.answer)
        self.call()
        self.tell()

    def call(self) -> None:
        self.now += 1
        self.calling.call(on=False)
        self.calling.call(on=True)

    @property
    def calls(self) -> bool:
        state = self.staff.page("").tables[0].state
        assert state == ("help" if self.calling.since else "free")
        return state == "help"


@pytest.fixture
def caller(there: There) -> Caller:
    """A table that has called, and the staff has answered."""
    caller = Caller(there)
    assert caller.calls
    caller.staff.helped(LAMP)
    return caller


def test_answered_call_ends_and_may_be_repeated(caller: Caller, there: There) -> None:
    there.loses_answers = True
    there.tell_in_vain()
    there.loses_answers = False
    for _ in range(2):
        caller.tell()
    assert not caller.calls
    caller.call()
    caller.tell()
    assert caller.calls


@pytest.mark.parametrize("during", [False, True])
def test_call_after_an_answer_or_during_the_response_stays(caller: Caller, there: There, during: bool) -> None:
    if during:
        there.under_way = caller.call
    else:
        caller.call()
    for _ in range(2):
        caller.tell()
    assert caller.calls
