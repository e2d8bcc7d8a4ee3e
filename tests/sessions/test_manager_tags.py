"""Tags at the table: taught by the answer to a doubt, taught on a page, and shown to a lesson alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.schema import Answer, Meaning, Reading, SeenObject
from companion.sessions import AnswerGiven, SessionManager, TagBook
from companion.sessions.readings.tag_lesson import MOST_SIGHTINGS, TagLesson, is_reported
from tests.listeners import OnChange
from tests.sessions.conftest import Again
from tests.sessions.hands import asked, tap

SKULL, STAR = Meaning("token", "skull"), Meaning("token", "star")


def teaching(again: Again) -> SessionManager:
    return again(tags=TagBook({"A": SKULL}, again.folder / "tags.json"))


@pytest.fixture
def hall(again: Again) -> SessionManager:
    """A token of the bag is to be drawn."""
    hall = teaching(again)
    hall.open("toy")
    tap(hall, "bag")
    return hall


def laid(hall: SessionManager, tag: str, seq: int = 1, zone: str = "bag", expect: str | None = None) -> Reading:
    question = asked(hall) if expect is None else expect
    return Reading(f"r{seq}", "lamp", "bridge/bag", "e1", seq, question, zone, (SeenObject("tag", tag, 1.0),))


def say(hall: SessionManager, value: str, reading: str = "r1") -> None:
    prompt = hall.snapshot("t1").open[0]
    hall.decisions.settle("t1", reading, Answer(reading, prompt.id, (value,), prompt.seat))


def start_of(hall: SessionManager) -> int:
    """Before the token was drawn."""
    return hall.snapshot("t1").moments[-1].entry.seq


def test_the_answer_to_the_doubt_teaches_the_tag(hall: SessionManager, again: Again) -> None:
    start = start_of(hall)
    hall.readings.handle(laid(hall, "X"))
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None and str(doubt.why) == (
        "The tag X is not taught yet: which token is it? It will be known from now on."
    )
    say(hall, "skull")
    assert hall.tags.book.now["X"] == SKULL
    tap(hall, "bag")
    hall.readings.handle(laid(hall, "X", 2))
    assert hall.snapshot("t1").state.bag == ("-1", "star"), "it draws without a tap"
    restarted = teaching(again)
    assert restarted.tags.book.now["X"] == SKULL, "after a restart too"
    restarted.history.undo("t1", start)
    assert "X" not in restarted.tags.book.now


def test_listener_of_an_amendment_finds_the_tag_corrected(hall: SessionManager) -> None:
    hall.readings.handle(laid(hall, "X"))
    say(hall, "star")
    answered = [m.entry for m in hall.snapshot("t1").moments if isinstance(m.entry.what, AnswerGiven)]
    seq = next(entry.seq for entry in answered if entry.what.answer.reading)
    known: list[Meaning] = []
    hall.add_listener(OnChange(lambda _table: known.append(hall.tags.book.now["X"])))
    hall.history.amend("t1", seq, ("skull",))
    assert known == [SKULL]


def test_tag_taught_on_a_page_settles_its_doubt(hall: SessionManager) -> None:
    hall.readings.handle(laid(hall, "X"))
    assert hall.tags.assign("X", STAR) is None
    picture = hall.snapshot("t1")
    assert picture.doubt is None and picture.state.bag == ("skull", "skull", "-1")
    assert picture.rest is not None and picture.rest.taken


def test_tag_on_the_tray_is_translated_when_taught(hall: SessionManager) -> None:
    hall.readings.handle(laid(hall, "X", expect="t1.p999"))
    told: list[str] = []
    hall.add_listener(OnChange(told.append))
    hall.tags.assign("X", STAR)
    rest = hall.snapshot("t1").rest
    assert rest is not None and [(seen.kind, seen.value) for seen in rest.reading.objects] == [("token", "star")]
    assert told == ["t1"]


def test_tag_of_a_lesson_is_a_duplicate_later(hall: SessionManager, again: Again) -> None:
    hall.tags.lesson.keep_alive("page")
    reading = laid(hall, "A")
    hall.readings.handle(reading)
    assert teaching(again).readings.handle(reading) == "duplicate"


def test_lesson_is_not_shown_private_objects(again: Again) -> None:
    hall = teaching(again)
    hall.open("toy")
    tap(hall, "cards")
    hall.tags.lesson.keep_alive("page")
    hall.readings.handle(laid(hall, "A"))
    assert hall.tags.lesson.sightings == ()


def test_tag_from_a_hand_teaches_nothing(again: Again) -> None:
    hall = teaching(again)
    hall.open("toy")
    tap(hall, "cards")
    hall.readings.handle(laid(hall, "X", zone=hall.snapshot("t1").open[0].zone))
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None and str(doubt.why) == "The tag X is not taught yet: which card is it?"
    say(hall, "2S")
    assert "X" not in hall.tags.book.now, "the book is for all to read"


def test_failing_tag_book_keeps_the_answer(hall: SessionManager, tmp_path: Path) -> None:
    hall.readings.handle(laid(hall, "X"))
    (tmp_path / "tags.json").mkdir()
    say(hall, "star")
    picture = hall.snapshot("t1")
    assert "star" not in picture.state.bag
    assert picture.notice is not None and "could not be kept" in str(picture.notice.text)


@pytest.fixture
def lesson(hall: SessionManager) -> TagLesson:
    return hall.tags.lesson


def reported(number: int, *objects: SeenObject, source: str = "bridge/bag") -> Reading:
    return Reading(
        f"r{number}", "lamp", source, "e", number, objects=objects or (SeenObject("tag", f"T{number}", 1.0),)
    )


def test_a_new_lesson_begins_empty_and_its_numbers_go_on(lesson: TagLesson) -> None:
    lesson.keep_alive("a")
    lesson.record_reading(reported(1))
    lesson.remove_page("a")
    lesson.keep_alive("b")
    assert lesson.sightings == ()
    lesson.record_reading(reported(2))
    assert lesson.sightings[0].number == 2


def test_no_more_sights_are_kept_than_a_page_shows(lesson: TagLesson) -> None:
    for number in range(1, MOST_SIGHTINGS + 10):
        lesson.record_reading(reported(number))
    assert len(lesson.sightings) == MOST_SIGHTINGS and lesson.sightings[0].number == MOST_SIGHTINGS + 9


def test_lesson_takes_readings_of_serial_readers_only() -> None:
    assert is_reported(reported(1)) and is_reported(reported(1, SeenObject("press", "b1", 1.0)))
    assert not is_reported(reported(1, SeenObject("d6", "4", 1.0)))
    assert not is_reported(reported(1, source="vision/cam0"))
    assert not is_reported(Reading("r", "lamp", "bridge/bag", "e", 1))
