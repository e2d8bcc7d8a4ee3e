"""Photographs from pages, and buttons: each answers for its own seat, once, and a refusal is explained."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from companion.engine import Play, Rule, choose, roll
from companion.schema import TABLE, WALL, Answer, Meaning, Option, Reading, Refused, SeenObject
from companion.sessions import SessionHost, SessionManager, TagBook, question_of
from tests.fakes import COIN, TOY, G, Scored
from tests.sessions.conftest import Again
from tests.sessions.hands import asked

DIE = ("1", "2", "3")
SURE = SeenObject("d6", "3", 0.99)
UNSURE = SeenObject("d6", "3", 0.6, (("2", 0.3),))
HEADS = SeenObject("coin", "heads", 0.99)
BUTTON = "0102030405"


def play(g: Play) -> Rule[None]:  # type: ignore[type-arg]
    """A coin of the first seat and a die of the second; then each has a choice."""
    yield from g.ask(roll("1", "Ann: a coin", COIN, 1, of=("coin",)), roll("2", "Ben: a die", DIE, 1, of=("d6",)))
    yield from g.ask(choose("1", "Ann: on?", ("stay",)), choose("2", "Ben: on?", ("leave",)))


class Hall:
    def __init__(self, again: Again) -> None:
        self.again, self.seq = again, 0
        self.hall = again(tags=TagBook({BUTTON: Meaning("deed", "leave")}))
        self.hall.open("toy")

    def send(self, sender: str, *objects: SeenObject, table: str = "t1", source: str = "vision/cam0") -> str:
        self.seq += 1
        expect = f"{table}.{question_of(self.hall.snapshot(table).open)}"
        name, zone = f"r{self.seq}", "bag" if source == "bridge/bag" else "tray"
        return self.hall.readings.handle(
            Reading(name, "lamp", source, "e", self.seq, expect, zone, objects, sender=sender)
        )

    def given(self, table: str = "t1") -> list[tuple[str, str]]:
        """By whom, and from whose device."""
        entries = self.hall.history.entries(table)[1]
        answers = [entry.what.answer for entry in entries if hasattr(entry.what, "answer")]
        return [(answer.by, answer.sender) for answer in answers]


@pytest.fixture
def hall(again: Again) -> Hall:
    again.play(replace(TOY, play=play))
    return Hall(again)


@pytest.mark.parametrize("sender", ["1", WALL, "3"])
@pytest.mark.parametrize("thing", [SURE, UNSURE], ids=["sure", "unsure"])
def test_no_other_device_answers_for_a_seat(hall: Hall, sender: str, thing: SeenObject) -> None:
    before = hall.hall.snapshot("t1")
    assert hall.send(sender, thing) == "committed", "its reader need not send it again"
    after = hall.hall.snapshot("t1")
    assert (after.moments, after.doubt, after.rest) == (before.moments, None, None)
    assert after.notice is not None and "answers nothing" in str(after.notice.text)
    assert hall.again().snapshot("t1").rest is None, "nor after a restart"


@pytest.mark.parametrize("sender", ["", "2", TABLE], ids=["the camera", "its own", "the tablet"])
def test_sender_may_answer_for_its_seat(hall: Hall, sender: str) -> None:
    hall.send(sender, SURE)
    assert hall.given() == [("2", sender)]


def test_unsure_reading_asks_the_sending_seat(hall: Hall) -> None:
    hall.send("2", UNSURE)
    doubt = hall.hall.snapshot("t1").doubt
    assert doubt is not None and [prompt.seat for prompt in doubt.prompts] == ["2"]
    hall.hall.decisions.settle("t1", "r1", Answer("a", doubt.prompts[0].id, ("2",), "2"))
    assert hall.given() == [("2", "2")]


@pytest.mark.parametrize("thing", [HEADS, replace(HEADS, conf=0.5), SURE, SeenObject("d4", "1", 0.9)], ids=str)
def test_a_doubt_of_another_seat_stays_as_it_is(hall: Hall, thing: SeenObject) -> None:
    hall.send("", UNSURE)
    doubt = hall.hall.snapshot("t1").doubt
    hall.send("1", thing)
    assert hall.hall.snapshot("t1").doubt == doubt
    assert hall.given() == ([("1", "1")] if thing is HEADS else [])


def test_sender_cannot_dispute_the_draw_of_another_seat(hall: Hall) -> None:
    hall.send("", SURE, source="bridge/cup")
    hall.send("1", replace(SURE, value="2"))
    assert hall.hall.snapshot("t1").both == () and hall.given() == [("2", "")]


def test_deed_tag_acts_for_the_sending_seat(hall: Hall) -> None:
    hall.send("", HEADS, SURE)
    hall.send("", HEADS)
    hall.send("", SURE)
    count = len(hall.given())
    for sender, more in (("1", 0), (WALL, 0), ("2", 1)):
        hall.send(sender, SeenObject("tag", BUTTON, 1.0), source="bridge/bag")
        assert len(hall.given()) == count + more, sender


def test_reading_of_a_phone_is_no_test_throw_or_lesson(hall: Hall) -> None:
    hall.hall.test_throws.keep_alive("page")
    hall.hall.tags.lesson.keep_alive("page")
    hall.send("2", SURE)
    hall.send("1", SeenObject("tag", "0A0B0C0D0E", 1.0), source="bridge/bag")
    assert (hall.hall.test_throws.graded_throws.throws, hall.hall.tags.lesson.sightings) == ((), ())
    assert hall.given() == [("2", "2")]
    hall.send(WALL, SURE)
    assert len(hall.hall.test_throws.graded_throws.throws) == 1


@pytest.mark.parametrize(
    ("sender", "thing", "lit"),
    [("1", HEADS, "t1"), ("1", SURE, "t1"), ("2", UNSURE, "t1"), (TABLE, UNSURE, "t1"), (TABLE, HEADS, "t2")],
    ids=["a phone's", "that answers nothing", "a phone's doubt", "the tablet's doubt", "the tablet's"],
)
def test_answering_photograph_of_the_tablet_lights_its_table(
    hall: Hall, sender: str, thing: SeenObject, lit: str
) -> None:
    hall.hall.open("toy")
    hall.hall.light("t1")
    hall.send(sender, thing, table="t2")
    assert (hall.hall.lit, len(hall.given("t2"))) == (lit, int(thing is HEADS))


def test_reading_of_a_phone_needs_a_table(hall: Hall) -> None:
    said = Reading("r1", "lamp", "vision/cam0", "e", 1, "", "tray", (SURE,), sender="2")
    assert hall.hall.readings.handle(said) == "unknown"


GOLD = "6C743031:b1"


def press_or_tap(g: G) -> Rule[None]:
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
    again.play(replace(TOY, play=press_or_tap))
    return again(tags=TagBook({GOLD: Meaning("deed", "go")}), host=Phones(claimed))


@pytest.fixture
def desk(again: Again) -> SessionManager:
    desk = pressing(again)
    desk.open("toy")
    return desk


def press(desk: SessionManager, seq: int) -> Reading:
    reading = Reading(f"r{seq}", "lamp", "bridge/desk", "e", seq, asked(desk), "bag", (SeenObject("press", GOLD, 1.0),))
    desk.readings.handle(reading)
    return reading


def asks(desk: SessionManager) -> str:
    return desk.snapshot("t1").open[0].title


def notice(desk: SessionManager) -> str:
    told = desk.snapshot("t1").notice
    return told.text if told else ""


def test_a_press_is_a_tap_and_counts_once(desk: SessionManager, again: Again) -> None:
    reading = press(desk, 1)
    assert asks(desk) == "Ann: what?"
    assert [desk.readings.handle(reading), pressing(again).readings.handle(reading)] == ["duplicate", "duplicate"]
    given = [m.entry.what for m in desk.snapshot("t1").moments if hasattr(m.entry.what, "answer")]
    assert [(one.answer.reading, one.answer.source) for one in given] == [("", "bridge/desk")]


def test_press_leaves_the_tray(desk: SessionManager, again: Again) -> None:
    lying = Reading("c1", "lamp", "vision/cam0", "e", 1, "t1.p1", "tray", (SeenObject("d6", "4", 0.98),))
    desk.readings.handle(lying)
    before = desk.snapshot("t1").rest
    press(desk, 1)
    after, again = desk.snapshot("t1").rest, pressing(again).snapshot("t1").rest
    assert after == before and again is not None and again.reading.id == "c1"


def test_the_first_press_is_forgotten_with_a_restart(desk: SessionManager, again: Again) -> None:
    press(desk, 1)
    press(desk, 2)
    restarted = pressing(again)
    press(restarted, 3)
    assert asks(restarted) == "Ann: what?"


def test_refused_press_shows_the_reason(desk: SessionManager) -> None:
    for seq in (1, 2, 3, 4):
        press(desk, seq)
    assert (asks(desk), notice(desk)) == ("Ann: sure?", "The rule itself refuses.")


def test_a_seat_with_a_phone_answers_for_itself(desk: SessionManager, again: Again) -> None:
    claimed = pressing(again, "1")
    press(claimed, 1)
    assert asks(claimed) == "Ann: begin?" and notice(claimed)
