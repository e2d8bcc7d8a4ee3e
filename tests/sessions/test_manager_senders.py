"""A photograph from a page is read for the seat of its device; other seats are not asked about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine import Play, Rule, choose, roll
from companion.schema import TABLE, WALL, Answer, Meaning, Reading, SeenObject
from companion.sessions import TagBook, question_of
from tests.fakes import COIN, TOY
from tests.sessions.conftest import Again

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
