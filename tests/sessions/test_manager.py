"""The session manager on a real database: exactly once, and identical after a kill."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count
from random import Random

import pytest

from companion import games
from companion.engine import GameSetup
from companion.errors import DamagedDatabaseError, NotOwnerError, StaleError, StoreError
from companion.schema import HOUSE, Answer, Meaning, Reading, SeenObject
from companion.sessions import (
    AnswerGiven,
    GameTable,
    LogEntry,
    LogRow,
    RuleError,
    SessionManager,
    SqlEventLog,
    TableBegan,
    TagBook,
    UnknownTableError,
    to_row,
)
from tests.chaos.games.lanterns import GAME as LANTERNS
from tests.chaos.games.lanterns import State as Turn
from tests.fakes import TOY
from tests.listeners import OnChange, OnCorrection
from tests.sessions.conftest import Opened
from tests.sessions.hands import COINS, tap, threw

Store = Callable[[], SqlEventLog]


@pytest.fixture
def store(database: Opened, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Opens the same database again and again, as restarts do, each time a second later."""
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    seconds = count(1)

    def again() -> SqlEventLog:
        now = float(next(seconds))
        return database(lambda: now)

    return again


def hall_of(log: SqlEventLog) -> SessionManager:
    return SessionManager(log, Random(7), tags=TagBook({"62E3": Meaning("token", "skull")}))


def opened(store: Store) -> SessionManager:
    hall = hall_of(store())
    assert hall.open("toy") == "t1"
    return hall


@pytest.fixture
def hall(store: Store) -> SessionManager:
    """Ann is to roll three coins."""
    hall = opened(store)
    tap(hall, "coins")
    return hall


def doubtful(hall: SessionManager, *faces: str | None) -> Reading:
    """Coins with a picture; None = not sure."""
    coins = tuple(
        SeenObject("coin", face, 0.99 if face else 0.3, (), (9.0 * k, 0.0, 9.0, 9.0)) for k, face in enumerate(faces)
    )
    reading = replace(threw(hall, 1, *coins), picture="p1.jpg")
    assert hall.readings.handle(reading) == "committed"
    return reading


def learned(hall: SessionManager) -> list[tuple[tuple[str | None, ...], tuple[str, ...]]]:
    """Collect corrections: the faces as read, and the true ones."""
    told: list[tuple[tuple[str | None, ...], tuple[str, ...]]] = []
    hall.add_listener(OnCorrection(lambda fix: told.append((tuple(seen.value for seen in fix.objects), fix.values))))
    return told


def test_settled_doubt_corrects_the_reader(hall: SessionManager) -> None:
    told, start = learned(hall), hall.snapshot("t1").moments[-1].entry.seq
    doubtful(hall, "heads", None, "tails")
    prompt = hall.snapshot("t1").open[0]
    hall.decisions.settle("t1", "r1", Answer("a", prompt.id, ("heads", "tails", "tails"), prompt.seat))
    assert told == [(("heads", None, "tails"), ("heads", "tails", "tails"))]
    hall.history.undo("t1", start)
    assert told[1:] == [((), ())]


def test_amended_face_corrects_the_reader(hall: SessionManager) -> None:
    told = learned(hall)
    doubtful(hall, "heads", "heads", "tails")
    seq = next(
        m.entry.seq
        for m in hall.snapshot("t1").moments
        if getattr(m.entry.what, "answer", None) and m.entry.what.answer.reading
    )
    hall.history.amend("t1", seq, ("heads", "heads", "heads"))
    assert told == [(("tails",), ("heads",))]


def test_reading_with_a_known_id_is_a_duplicate(hall: SessionManager, store: Store) -> None:
    """It must not be left unanswered: with enough of them at the broker no other reading would come through."""
    reading = threw(hall, 1, *COINS)
    again = [replace(reading, seq=reading.seq + 7), replace(reading, seq=2**31 - 1)]
    assert [hall.readings.handle(one) for one in (reading, *again)] == ["committed", "duplicate", "duplicate"]
    assert hall_of(store()).readings.handle(reading) == "duplicate", "after a restart too"


def test_the_open_prompt_survives_a_kill_and_is_answered_once(hall: SessionManager, store: Store) -> None:
    reading = threw(hall, 1, *COINS)
    again = hall_of(store())  # nothing was closed or saved in between
    assert again.snapshot("t1").open == hall.snapshot("t1").open
    assert again.readings.handle(reading) == "committed" and again.snapshot("t1").open[0].kind == "count"


def test_a_doubt_is_settled_by_one_tap(hall: SessionManager, store: Store) -> None:
    hall.readings.handle(threw(hall, 1, *COINS[:2], SeenObject("coin", "tails", 0.5)))
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None and doubt.open == (2,)
    assert hall_of(store()).snapshot("t1").doubt == doubt, "it survives a kill"
    hall.decisions.settle("t1", "r1", Answer("tap", doubt.prompts[0].id, ("heads", "heads", "tails"), "1"))
    assert hall.snapshot("t1").doubt is None and hall.snapshot("t1").open[0].kind == "count"


@pytest.mark.parametrize("is_dismissed", [True, False])
def test_doubt_ends_when_dismissed_or_answered_by_hand(hall: SessionManager, is_dismissed: bool) -> None:
    hall.readings.handle(threw(hall, 1, *COINS[:2]))
    if is_dismissed:
        hall.decisions.dismiss("t1", "r1")
    else:
        tap(hall, "heads", "heads", "heads")
    picture = hall.snapshot("t1")
    assert picture.doubt is None and picture.open[0].kind == ("roll" if is_dismissed else "count")


def test_rule_error_shows_a_notice(store: Store) -> None:
    hall = opened(store)
    with pytest.raises(RuleError):
        tap(hall, "stumble")
    notice = hall.snapshot("t1").notice
    assert notice is not None and notice.tone == "stumbled"
    tap(hall, "coins")
    assert hall.snapshot("t1").notice is None


def test_table_with_failed_opening_does_not_exist(store: Store) -> None:
    log = store()
    twice = [to_row(entry) for entry in GameTable.begin(TOY, TOY.sample).log] * 2
    with pytest.raises(StaleError):
        log.open("t1", "toy", twice)
    assert not log.open_tables() and hall_of(store()).ids() == ()


def test_a_table_that_is_not_there_is_named(store: Store) -> None:
    with pytest.raises(UnknownTableError, match="'t9'"):
        opened(store).snapshot("t9")


def test_contiguous_counts_up_to_the_first_gap(store: Store) -> None:
    hall, log = opened(store), store()
    assert log.inbox.contiguous("vision/cam0", "e") is None
    for seq in (1, 2, 4):
        hall.readings.handle(threw(hall, seq))
    assert log.inbox.contiguous("vision/cam0", "e") == 2


def test_a_table_that_cannot_be_loaded_leaves_the_others_open(store: Store) -> None:
    hall = opened(store)
    log = store()
    log.open("t2", "toy", [LogRow(1, "event", "NobodyKnows", {}, "", rest=True)])
    again = hall_of(store())
    assert again.ids() == hall.ids() and "NobodyKnows" in str(again.broken["t2"])
    with pytest.raises(UnknownTableError, match="t2 cannot be opened"):
        again.snapshot("t2")
    assert again.open("toy") == "t3"


def failing(log: SqlEventLog, error: StoreError, monkeypatch: pytest.MonkeyPatch) -> SqlEventLog:
    """It reads no table."""

    def read(_table: str) -> None:
        raise error

    monkeypatch.setattr(log, "looking", read)
    return log


def test_a_table_in_a_damaged_file_stays_shut(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(store)
    again = hall_of(failing(store(), DamagedDatabaseError("The database is damaged."), monkeypatch))
    assert (again.ids(), again.broken) == ((), {"t1": "The database is damaged."})


def test_a_store_that_fails_for_the_moment_shuts_no_table(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(store)
    with pytest.raises(StoreError, match="The disk is full"):
        hall_of(failing(store(), StoreError("The disk is full."), monkeypatch))


def test_log_of_other_rules_closes_its_table_only(store: Store) -> None:
    hall = opened(store)
    log, began = store(), to_row(LogEntry(1, TableBegan("toy", GameSetup(("1", "2"))), rest=True))
    log.open("t2", "toy", [began, LogRow(2, "event", "Drawn", {"token": "a face of before"}, "", rest=True)])
    again = hall_of(store())
    assert again.ids() == hall.ids()
    assert "its log does not fit" in str(again.broken["t2"])


def test_reading_after_transfer_raises_not_owner(store: Store) -> None:
    """Acknowledged as unknown, it would be lost: the new owner gets it when it is sent again."""
    hall = opened(store)
    reading = threw(hall, 1, *COINS)
    hall.close()
    with pytest.raises(NotOwnerError):
        hall.readings.handle(reading)
    with pytest.raises(NotOwnerError):
        hall.snapshot("t1")
    assert hall_of(store()).readings.handle(reading) == "committed"


def test_waiting_tap_after_transfer_raises_not_owner(store: Store) -> None:
    hall = opened(store)
    told: list[str] = []
    hall.add_listener(OnChange(told.append))
    prompt = hall.snapshot("t1").open[0]
    tapped = Answer("late", prompt.id, ("heads", "heads", "tails"), prompt.seat)
    with ThreadPoolExecutor(1) as pool:
        with hall._shelf.get("t1").lock:
            waiting = pool.submit(hall.answer, "t1", tapped)
            hall.close()
        with pytest.raises(NotOwnerError):
            waiting.result(10)
    assert not told


def test_forged_id_does_not_stop_a_house_draw(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(LANTERNS, setup=lambda _setup: Turn(turn=7)))
    hall = hall_of(store())
    hall.open("lanterns")
    tap(hall, "left", id="house-p2.0")  # the id of the next house draw
    given = [moment.entry.what for moment in hall.snapshot("t1").moments]
    told = [(one.answer.by, one.answer.id) for one in given if isinstance(one, AnswerGiven)]
    assert told[0][1] == "house-p2.0" and told[1] == (HOUSE, "house-p2.0'")


@pytest.mark.parametrize(
    ("about", "told", "left"), [("lesson", (), False), ("lesson", ("t1",), False), ("trial", (), True), ("trial", ("t1",), True)]
)  # fmt: skip
def test_notice_is_taken_back_by_what_it_is_about(store: Store, about: str, told: tuple[str, ...], left: bool) -> None:
    hall, changed = opened(store), list[str]()
    with hall._shelf.change("t1") as seated:
        hall._shelf.writer.set_notice(seated, "info", "A lesson is on.", "lesson")
    hall.add_listener(OnChange(changed.append))
    hall._shelf.take_notice_back(about, told)
    assert (hall.snapshot("t1").notice is not None, changed) == (left, [] if left else ["t1"])


def test_repeated_open_request_returns_the_table(store: Store) -> None:
    assert hall_of(store()).open("toy", request_id="w1") == "t1"
    again = hall_of(store())  # the caller got no response, and repeats the request
    assert again.open("toy", request_id="w1") == "t1"
    assert (again.open("toy", request_id="w2"), again.ids()) == ("t2", ("t1", "t2"))


def test_a_reading_for_another_table_is_unknown(store: Store) -> None:
    hall = opened(store)
    other = Reading("x", "other", "vision/cam0", "e1", 1, "", "tray", COINS)
    assert hall.readings.handle(other) == "unknown"
