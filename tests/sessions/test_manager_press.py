"""Buttons at a session manager: a press counts once, leaves the tray, and explains a refusal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.engine import Rule, choose
from companion.schema import Meaning, Option, Reading, Refused, SeenObject
from companion.sessions import SessionHost, SessionManager, SqlEventLog, TagBook, question_of
from tests.fakes import TOY, G, Scored
from tests.new_log import new_log

GOLD = "6C743031:b1"
Opened = Callable[..., SessionManager]


def play(g: G) -> Rule[None]:
    """One thing to do, then what ends the turn, then what the rule itself refuses."""
    yield from g.one(choose("1", "Ann: begin?", [Option("go", "Begin")]))
    g.emit(Scored(1))
    yield from g.one(choose("1", "Ann: what?", ["run", "rest", Option("hold", "End the phase")]))
    g.emit(Scored(1))
    yield from g.one(choose("1", "Ann: sure?", [Option("go", "Yes"), "no"]))
    raise Refused("NO", "The rule itself refuses.")


class Phones(SessionHost):
    def __init__(self, seats: Collection[str]) -> None:
        self._seats = frozenset(seats)

    def claimed_seats(self, table: str) -> frozenset[str]:  # noqa: ARG002
        return self._seats


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=play))
    logs: list[SqlEventLog] = []

    def again(*claimed: str) -> SessionManager:
        logs.append(new_log(tmp_path, lambda: float(len(logs))))
        tags = TagBook({GOLD: Meaning("deed", "go")})
        return SessionManager(logs[-1], Random(7), tags=tags, host=Phones(claimed))

    yield again
    for log in logs:
        log.close()


@pytest.fixture
def hall(opened: Opened) -> SessionManager:
    hall = opened()
    hall.open("toy")
    return hall


def press(hall: SessionManager, seq: int, expect: str = "", button: str = GOLD) -> Reading:
    question = expect or f"t1.{question_of(hall.snapshot('t1').open)}"
    reading = Reading(f"r{seq}", "lamp", "bridge/desk", "e", seq, question, "bag", (SeenObject("press", button, 1.0),))
    hall.readings.handle(reading)
    return reading


def asks(hall: SessionManager) -> str:
    return hall.snapshot("t1").open[0].title


def notice(hall: SessionManager) -> str:
    told = hall.snapshot("t1").notice
    return told.text if told else ""


def test_a_press_is_a_tap_and_counts_once(hall: SessionManager, opened: Opened) -> None:
    reading = press(hall, 1)
    assert asks(hall) == "Ann: what?"
    assert [hall.readings.handle(reading), opened().readings.handle(reading)] == ["duplicate", "duplicate"]
    given = [m.entry.what for m in hall.snapshot("t1").moments if hasattr(m.entry.what, "answer")]
    assert [(one.answer.reading, one.answer.source) for one in given] == [("", "bridge/desk")]


def test_press_leaves_the_tray(hall: SessionManager, opened: Opened) -> None:
    lying = Reading("c1", "lamp", "vision/cam0", "e", 1, "t1.p1", "tray", (SeenObject("d6", "4", 0.98),))
    hall.readings.handle(lying)
    before = hall.snapshot("t1").rest
    press(hall, 1)
    after, again = hall.snapshot("t1").rest, opened().snapshot("t1").rest
    assert after == before and again is not None and again.reading.id == "c1"


def test_press_of_a_long_press_option_is_repeated(hall: SessionManager) -> None:
    press(hall, 1)
    press(hall, 2)
    assert (str(asks(hall)), str(notice(hall))) == ("Ann: what?", "Press it again: End the phase.")
    press(hall, 3)
    assert asks(hall) == "Ann: sure?"


def test_the_first_press_is_forgotten_with_a_restart(hall: SessionManager, opened: Opened) -> None:
    press(hall, 1)
    press(hall, 2)
    again = opened()
    press(again, 3)
    assert asks(again) == "Ann: what?"


def test_late_press_shows_a_notice(hall: SessionManager) -> None:
    first = f"t1.{question_of(hall.snapshot('t1').open)}"
    press(hall, 1)
    press(hall, 2, expect=first)
    assert (str(asks(hall)), str(notice(hall))) == (
        "Ann: what?",
        "The button was pressed before this was asked: press it again.",
    )


def test_refused_press_shows_the_reason(hall: SessionManager) -> None:
    for seq in (1, 2, 3, 4):
        press(hall, seq)
    assert (asks(hall), notice(hall)) == ("Ann: sure?", "The rule itself refuses.")


def test_untaught_button_is_named(hall: SessionManager) -> None:
    press(hall, 1, button="6C743031:b2")
    assert str(notice(hall)) == "The button 6C743031:b2 is not taught yet: say on the page of readers what it does."


def test_a_seat_with_a_phone_answers_for_itself(hall: SessionManager, opened: Opened) -> None:
    claimed = opened("1")
    press(claimed, 1)
    assert asks(claimed) == "Ann: begin?" and notice(claimed)
