"""Tags at the table: taught by the answer to a doubt, taught on a page, and shown to a lesson alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.schema import Answer, Meaning, Reading, SeenObject
from companion.sessions import AnswerGiven, SessionManager, SqlEventLog, TagBook
from companion.sessions.readings.tag_service import IN_LESSON
from tests.fakes import TOY
from tests.listeners import OnChange
from tests.new_log import new_log
from tests.sessions.hands import asked, tap

SKULL, STAR = Meaning("token", "skull"), Meaning("token", "star")
Opened = Callable[[], SessionManager]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """Opens the same hall again and again, as restarts do."""
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    logs: list[SqlEventLog] = []

    def again() -> SessionManager:
        logs.append(new_log(tmp_path, lambda: float(len(logs))))
        return SessionManager(logs[-1], Random(7), tags=TagBook({"A": SKULL}, tmp_path / "tags.json"))

    yield again
    for log in logs:
        log.close()


@pytest.fixture
def hall(opened: Opened) -> SessionManager:
    """A token of the bag is to be drawn."""
    hall = opened()
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


def test_the_answer_to_the_doubt_teaches_the_tag(hall: SessionManager, opened: Opened) -> None:
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
    again = opened()
    assert again.tags.book.now["X"] == SKULL, "after a restart too"
    again.history.undo("t1", start)
    assert "X" not in again.tags.book.now


def test_listener_of_an_undo_finds_the_tag_retracted(hall: SessionManager) -> None:
    start = start_of(hall)
    hall.readings.handle(laid(hall, "X"))
    say(hall, "star")
    known: list[bool] = []
    hall.add_listener(OnChange(lambda _table: known.append("X" in hall.tags.book.now)))
    hall.history.undo("t1", start)
    assert known == [False]


def test_listener_of_an_amendment_finds_the_tag_corrected(hall: SessionManager) -> None:
    hall.readings.handle(laid(hall, "X"))
    say(hall, "star")
    answered = [m.entry for m in hall.snapshot("t1").moments if isinstance(m.entry.what, AnswerGiven)]
    seq = next(entry.seq for entry in answered if entry.what.answer.reading)
    known: list[Meaning] = []
    hall.add_listener(OnChange(lambda _table: known.append(hall.tags.book.now["X"])))
    hall.history.amend("t1", seq, ("skull",))
    assert known == [SKULL]


def test_tag_taught_on_a_page_survives_an_undo(hall: SessionManager) -> None:
    start = start_of(hall)
    hall.tags.assign("X", STAR)
    hall.readings.handle(laid(hall, "X"))
    hall.history.undo("t1", start)
    assert hall.tags.book.now["X"] == STAR


def test_tag_taught_on_a_page_settles_its_doubt(hall: SessionManager) -> None:
    hall.readings.handle(laid(hall, "X"))
    assert hall.tags.assign("X", STAR) is None
    picture = hall.snapshot("t1")
    assert picture.doubt is None and picture.state.bag == ("skull", "skull", "-1")
    assert picture.rest is not None and picture.rest.taken


def test_tag_is_corrected_while_its_doubt_is_open(hall: SessionManager) -> None:
    hall.tags.assign("X", Meaning("token", "elder_thing"))
    hall.readings.handle(laid(hall, "X"))
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None and "Elder thing is not in the bag" in str(doubt.why)
    hall.tags.assign("X", STAR)
    assert hall.snapshot("t1").doubt is None and "star" not in hall.snapshot("t1").state.bag


def test_tag_on_the_tray_is_translated_when_taught(hall: SessionManager) -> None:
    hall.readings.handle(laid(hall, "X", expect="t1.p999"))
    told: list[str] = []
    hall.add_listener(OnChange(told.append))
    hall.tags.assign("X", STAR)
    rest = hall.snapshot("t1").rest
    assert rest is not None and [(seen.kind, seen.value) for seen in rest.reading.objects] == [("token", "star")]
    assert told == ["t1"]


def test_a_lesson_about_another_tag_leaves_the_doubt(hall: SessionManager) -> None:
    hall.readings.handle(laid(hall, "X"))
    hall.tags.assign("Y", STAR)
    doubt = hall.snapshot("t1").doubt
    assert doubt is not None and doubt.open == (0,)


def test_a_forgotten_tag_is_asked_about_again(hall: SessionManager) -> None:
    hall.tags.assign("X", STAR)
    assert hall.tags.unassign("X") is None
    hall.readings.handle(laid(hall, "X"))
    assert hall.snapshot("t1").doubt is not None


def test_tag_during_a_lesson_answers_no_game(hall: SessionManager) -> None:
    hall.tags.lesson.keep_alive("page")
    assert hall.readings.handle(laid(hall, "A")) == "committed"
    picture = hall.snapshot("t1")
    assert len(picture.state.bag) == 4 and picture.doubt is None
    assert picture.notice is not None and picture.notice.text == IN_LESSON
    assert [(sight.source, sight.id) for sight in hall.tags.lesson.sightings] == [("bridge/bag", "A")]


def test_tag_of_a_lesson_is_a_duplicate_later(hall: SessionManager, opened: Opened) -> None:
    hall.tags.lesson.keep_alive("page")
    reading = laid(hall, "A")
    hall.readings.handle(reading)
    assert opened().readings.handle(reading) == "duplicate"


def test_after_the_lesson_a_tag_draws_again(hall: SessionManager) -> None:
    hall.tags.lesson.keep_alive("page")
    hall.readings.handle(laid(hall, "A"))
    hall.tags.end_lesson("page")
    assert hall.snapshot("t1").notice is None and not hall.tags.lesson.is_on
    hall.readings.handle(laid(hall, "A", 2))
    assert hall.snapshot("t1").state.bag == ("skull", "-1", "star")


def test_the_camera_goes_on_during_a_lesson(hall: SessionManager) -> None:
    hall.tags.lesson.keep_alive("page")
    question = asked(hall)
    hall.readings.handle(
        Reading("c", "lamp", "vision/cam0", "v", 1, question, "tray", (SeenObject("token", "star", 0.99),))
    )
    assert hall.snapshot("t1").state.bag == ("skull", "skull", "-1")


def test_lesson_is_not_shown_private_objects(opened: Opened) -> None:
    hall = opened()
    hall.open("toy")
    tap(hall, "cards")
    hall.tags.lesson.keep_alive("page")
    hall.readings.handle(laid(hall, "A"))
    assert hall.tags.lesson.sightings == ()


def test_a_lesson_needs_no_open_game(opened: Opened) -> None:
    hall = opened()
    hall.tags.lesson.keep_alive("page")
    heard: list[str] = []
    hall.add_listener(OnChange(heard.append))
    assert hall.readings.handle(laid(hall, "A", expect="")) == "committed"
    assert [sight.id for sight in hall.tags.lesson.sightings] == ["A"] and heard


def test_tag_from_a_hand_teaches_nothing(opened: Opened) -> None:
    hall = opened()
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
