"""Buttons at a session manager: a press counts once, leaves the tray, and explains a refusal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from companion.engine import Rule, choose
from companion.schema import Meaning, Option, Reading, Refused, SeenObject
from companion.sessions import SessionHost, SessionManager, TagBook
from tests.fakes import TOY, G, Scored
from tests.sessions.conftest import Again
from tests.sessions.hands import asked

GOLD = "6C743031:b1"


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


def pressing(again: Again, *claimed: str) -> SessionManager:
    again.play(replace(TOY, play=play))
    return again(tags=TagBook({GOLD: Meaning("deed", "go")}), host=Phones(claimed))


@pytest.fixture
def hall(again: Again) -> SessionManager:
    hall = pressing(again)
    hall.open("toy")
    return hall


def press(hall: SessionManager, seq: int) -> Reading:
    reading = Reading(f"r{seq}", "lamp", "bridge/desk", "e", seq, asked(hall), "bag", (SeenObject("press", GOLD, 1.0),))
    hall.readings.handle(reading)
    return reading


def asks(hall: SessionManager) -> str:
    return hall.snapshot("t1").open[0].title


def notice(hall: SessionManager) -> str:
    told = hall.snapshot("t1").notice
    return told.text if told else ""


def test_a_press_is_a_tap_and_counts_once(hall: SessionManager, again: Again) -> None:
    reading = press(hall, 1)
    assert asks(hall) == "Ann: what?"
    assert [hall.readings.handle(reading), pressing(again).readings.handle(reading)] == ["duplicate", "duplicate"]
    given = [m.entry.what for m in hall.snapshot("t1").moments if hasattr(m.entry.what, "answer")]
    assert [(one.answer.reading, one.answer.source) for one in given] == [("", "bridge/desk")]


def test_press_leaves_the_tray(hall: SessionManager, again: Again) -> None:
    lying = Reading("c1", "lamp", "vision/cam0", "e", 1, "t1.p1", "tray", (SeenObject("d6", "4", 0.98),))
    hall.readings.handle(lying)
    before = hall.snapshot("t1").rest
    press(hall, 1)
    after, again = hall.snapshot("t1").rest, pressing(again).snapshot("t1").rest
    assert after == before and again is not None and again.reading.id == "c1"


def test_the_first_press_is_forgotten_with_a_restart(hall: SessionManager, again: Again) -> None:
    press(hall, 1)
    press(hall, 2)
    restarted = pressing(again)
    press(restarted, 3)
    assert asks(restarted) == "Ann: what?"


def test_refused_press_shows_the_reason(hall: SessionManager) -> None:
    for seq in (1, 2, 3, 4):
        press(hall, seq)
    assert (asks(hall), notice(hall)) == ("Ann: sure?", "The rule itself refuses.")


def test_a_seat_with_a_phone_answers_for_itself(hall: SessionManager, again: Again) -> None:
    claimed = pressing(again, "1")
    press(claimed, 1)
    assert asks(claimed) == "Ann: begin?" and notice(claimed)
