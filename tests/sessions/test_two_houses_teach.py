"""Two processes serve one physical table: a lesson or a test throw of one is the other's, and what is taught is lost by neither."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from companion import games
from companion.errors import StoreError
from companion.schema import Answer, Meaning, Reading, SeenObject
from companion.sessions import SessionManager, SqlEventLog, TagBook
from companion.sessions.readings.graded_throws import IN_TRIAL
from companion.sessions.readings.tag_lesson import IN_LESSON
from companion.sessions.shared_pages import SILENCE
from tests.fakes import TOY
from tests.sessions.hands import asked

Store = Callable[..., SqlEventLog]
Two: TypeAlias = tuple[SessionManager, SessionManager]
SKULL, STAR = Meaning("token", "skull"), Meaning("token", "star")
HEADS = SeenObject("coin", "heads", 0.99)
EACH = 12


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opened(
    database: Store, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], SessionManager]:
    """One more process at the table."""
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    return lambda: SessionManager(database(clock), Random(7), tags=TagBook({"A": SKULL}, tmp_path / "tags.json"))


@pytest.fixture
def halls(opened: Callable[[], SessionManager]) -> Two:
    return opened(), opened()


@pytest.fixture
def playing(opened: Callable[[], SessionManager]) -> Two:
    """A game is on, and something is to be drawn."""
    first = opened()
    first.open("toy")
    prompt = first.snapshot("t1").open[0]
    first.answer("t1", Answer("w1", prompt.id, ("bag",), prompt.seat))
    return first, opened()


def laid(seq: int, tag: str = "A", expect: str = "") -> Reading:
    return Reading(f"r{seq}", "lamp", "bridge/bag", "e", seq, expect, "bag", (SeenObject("tag", tag, 1.0),))


def thrown(seq: int, *objects: SeenObject, expect: str = "") -> Reading:
    return Reading(
        f"v{seq}", "lamp", "vision/cam0", "e", seq, expect, "tray", objects or (HEADS,), picture=f"{seq}.jpg"
    )


def notice(hall: SessionManager) -> str:
    said = hall.snapshot("t1").notice
    return said.text if said is not None else ""


def stored_notice(hall: SessionManager) -> str:
    """As any process reads it."""
    return ((hall._log.state_beside("t1") or {})["notice"] or {"text": ""})["text"]


def test_lesson_sees_tags_of_both_processes(halls: Two) -> None:
    one, other = halls
    assert one.tags.lesson.keep_alive("page") and other.readings.handle(laid(1)) == "unknown"
    assert other.refresh_shared() and not other.refresh_shared()
    assert [other.readings.handle(laid(seq)) for seq in (2, 2)] == ["committed", "committed"]
    assert one.refresh_shared()
    assert [(sight.number, sight.id) for sight in one.tags.lesson.sightings] == [(1, "A")]
    assert one.readings.handle(laid(2)) == "committed", "the same reading, at the other"
    one.readings.handle(laid(3, "B"))
    other.refresh_shared()
    assert [(sight.number, sight.id) for sight in other.tags.lesson.sightings] == [(2, "B"), (1, "A")]
    one.tags.end_lesson("page")
    other.refresh_shared()
    assert not other.tags.lesson.is_on and other.readings.handle(laid(4)) == "unknown"


def test_lesson_stops_games_in_both_processes(playing: Two) -> None:
    one, other = playing
    one.tags.lesson.keep_alive("page")
    other.refresh_shared()
    bag = other.snapshot("t1").state.bag
    assert other.readings.handle(laid(1, expect=asked(other))) == "committed"
    assert other.snapshot("t1").state.bag == bag and notice(other) == IN_LESSON
    one.refresh_shared()
    assert [sight.id for sight in one.tags.lesson.sightings] == ["A"] and notice(one) == ""
    one.tags.end_lesson("page")
    assert notice(one) == stored_notice(other) == "", "the other's notice is removed"
    other.set_notice("t1", "info", "hello")
    other.refresh_shared()
    assert other.tags.lesson.tables_with_notice == ()
    assert other.readings.handle(laid(2, expect=asked(other))) == "committed"
    assert other.snapshot("t1").state.bag != bag


def test_graded_throw_is_shared_by_two_processes(halls: Two) -> None:
    one, other = halls
    one.test_throws.keep_alive("page")
    assert other.readings.handle(thrown(1)) == "unknown"
    assert other.refresh_shared() and other.readings.handle(thrown(2, HEADS, HEADS)) == "committed"
    assert one.readings.handle(thrown(2, HEADS, HEADS)) == "duplicate"
    assert one.readings.handle(thrown(3)) == "committed" and one.refresh_shared() is False
    other.refresh_shared()
    for hall in halls:
        assert [(one.number, one.reading.id) for one in hall.test_throws.graded_throws.throws] == [(2, "v3"), (1, "v2")]
    one.test_throws.remove_page("page")
    other.refresh_shared()
    assert other.readings.handle(thrown(4)) == "unknown"


def test_a_throw_that_comes_to_both_at_once_is_one(halls: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = halls
    one.test_throws.keep_alive("page")
    other.refresh_shared()
    assert one.readings.handle(thrown(1)) == "committed"
    monkeypatch.setattr(other._log.inbox, "has", Seldom(other._log.inbox.has))
    assert other.readings.handle(thrown(1)) == "duplicate"
    other.refresh_shared()
    assert len(other.test_throws.graded_throws.throws) == 1


class Seldom:
    """Says at the first look that a reading is not known: it comes just then."""

    def __init__(self, known: Callable[[Reading], bool]) -> None:
        self._known, self._asked = known, 0

    def __call__(self, reading: Reading) -> bool:
        self._asked += 1
        return self._asked > 1 and self._known(reading)


def test_notice_of_graded_throws_is_removed_by_the_other(playing: Two, clock: Clock) -> None:
    one, other = playing
    one.test_throws.keep_alive("page")
    other.refresh_shared()
    one.set_notice("t1", "info", "hello")
    before = other.snapshot("t1").open
    assert other.readings.handle(thrown(1, expect=asked(other))) == "committed"
    assert other.snapshot("t1").open == before and notice(other) == IN_TRIAL
    clock.now += SILENCE
    assert notice(one) == "hello"
    one.test_throws.track_motion("moving")
    assert stored_notice(one) == "" and one.test_throws.graded_throws.tables_with_notice == ()
    one.set_notice("t1", "info", "hello")
    other.test_throws.track_motion("moving")
    assert stored_notice(other) == "hello", "what is said there by now stays"
    assert other.refresh_shared() is False and other.test_throws.graded_throws.tables_with_notice == ()


@pytest.mark.parametrize("what", ["lesson", "throws"])
def test_failing_store_leaves_lesson_and_throws_consistent(playing: Two, what: str) -> None:
    one, other = playing
    fails = Failing(one)
    with suppress(StoreError):
        one.tags.lesson.keep_alive("page") if what == "lesson" else one.test_throws.keep_alive("page")
    assert not one.tags.lesson.is_on and not one.test_throws.graded_throws.is_on
    bag = one.snapshot("t1").state.bag
    assert one.readings.handle(laid(1, expect=asked(one))) == "committed", "no lesson is on: nothing of it is stored"
    assert one.snapshot("t1").state.bag != bag
    fails.mend()
    one.tags.lesson.keep_alive("page") if what == "lesson" else one.test_throws.keep_alive("page")
    shown = laid(2, expect=asked(one)) if what == "lesson" else thrown(2, expect=asked(one))
    fails = Failing(one)
    with pytest.raises(StoreError):
        one.readings.handle(shown)
    assert one.tags.lesson.sightings == () and one.test_throws.graded_throws.throws == ()
    fails.mend()
    assert one.readings.handle(shown) == "committed"
    other.refresh_shared()
    assert len(other.tags.lesson.sightings) + len(other.test_throws.graded_throws.throws) == 1
    assert one.readings.handle(shown) == "duplicate"


class Failing:
    """Make the store of shared state fail."""

    def __init__(self, hall: SessionManager) -> None:
        self._states = hall._shared
        self._states.__dict__["write"] = self._fail

    @staticmethod
    def _fail(*_: Any) -> None:
        raise StoreError("The disk is full.")

    def mend(self) -> None:
        del self._states.__dict__["write"]
