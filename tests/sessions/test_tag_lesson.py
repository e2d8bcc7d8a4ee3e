"""The lesson in tags, with a fake clock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.schema import Reading, SeenObject
from companion.sessions.store import SharedStates
from companion.sessions.tag_lesson import SHOWN, TagLesson, is_reported
from tests.new_log import new_log


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lesson(tmp_path: Path, clock: Clock) -> Iterator[TagLesson]:
    log = new_log(tmp_path)
    yield TagLesson(SharedStates(log.database), clock)
    log.close()


def laid(number: int, *objects: SeenObject, source: str = "bridge/bag") -> Reading:
    return Reading(
        f"r{number}", "lamp", source, "e", number, objects=objects or (SeenObject("tag", f"T{number}", 1.0),)
    )


def test_sights_are_counted_and_the_newest_comes_first(lesson: TagLesson) -> None:
    lesson.keep_alive("a")
    lesson.record_reading(laid(1))
    lesson.record_reading(laid(2, SeenObject("press", "b1", 1.0)))
    assert [(sight.number, sight.kind, sight.id) for sight in lesson.sightings] == [
        (2, "press", "b1"),
        (1, "tag", "T1"),
    ]


def test_the_same_reading_is_one_sight(lesson: TagLesson) -> None:
    lesson.record_reading(laid(1))
    lesson.record_reading(laid(1))
    assert len(lesson.sightings) == 1


def test_a_new_lesson_begins_empty_and_its_numbers_go_on(lesson: TagLesson) -> None:
    lesson.keep_alive("a")
    lesson.record_reading(laid(1))
    lesson.remove_page("a")
    lesson.keep_alive("b")
    assert lesson.sightings == ()
    lesson.record_reading(laid(2))
    assert lesson.sightings[0].number == 2


def test_no_more_sights_are_kept_than_a_page_shows(lesson: TagLesson) -> None:
    for number in range(1, SHOWN + 10):
        lesson.record_reading(laid(number))
    assert len(lesson.sightings) == SHOWN and lesson.sightings[0].number == SHOWN + 9


def test_lesson_takes_readings_of_serial_readers_only() -> None:
    assert is_reported(laid(1)) and is_reported(laid(1, SeenObject("press", "b1", 1.0)))
    assert not is_reported(laid(1, SeenObject("d6", "4", 1.0)))
    assert not is_reported(laid(1, source="vision/cam0"))
    assert not is_reported(Reading("r", "lamp", "bridge/bag", "e", 1))
