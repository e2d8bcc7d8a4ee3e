"""When a trayful is taken."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import Die, Scene, draw
from vision.enrolment.lesson import GONE, GONE_S, OPEN_S, WAITS, KitLesson
from vision.image.frame import Frame

EMPTY, LAID = draw(Scene()), draw(Scene((Die(300, 180),)))


class Class:
    """A lesson with a clock that the test turns."""

    def __init__(self) -> None:
        self.now = 50.0
        self.lesson = KitLesson(lambda: self.now)

    def show(self, image: np.ndarray, seconds: float = 1.0) -> None:
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            self.lesson.add_frame(Frame(image, self.now, 0), None)


@pytest.fixture
def room() -> Class:
    room = Class()
    room.lesson.keep_open("mine")
    return room


def test_lesson_keeps_its_empty_message_until_motion(room: Class) -> None:
    room.show(EMPTY)
    room.lesson.capture("")
    room.lesson.wait_for_change("", "Nothing lies there.")
    assert room.lesson.capture("") == "Nothing lies there."
    room.show(LAID)
    assert isinstance(room.lesson.capture(""), tuple)


def test_lesson_reports_a_silent_camera(room: Class) -> None:
    room.now += GONE_S + 0.1
    room.lesson.keep_open("mine")
    assert room.lesson.capture("") == GONE
    room.show(LAID)
    assert isinstance(room.lesson.capture(""), tuple)
    room.now += GONE_S + 0.1
    assert room.lesson.capture("") == GONE, "what lay there once is not taken for what lies there now"


def test_lesson_ends_by_itself_and_belongs_to_one_kit(room: Class) -> None:
    assert not room.lesson.keep_open("other")
    room.lesson.close("other")
    assert room.lesson.is_open
    room.now += OPEN_S + 1
    assert not room.lesson.is_open
    assert room.lesson.keep_open("other") and room.lesson.kit == "other"


def test_lesson_waits_for_a_camera_and_for_rest(room: Class) -> None:
    assert room.lesson.capture("") == WAITS
    room.show(LAID, 0.2)
    assert str(room.lesson.capture("")) == "Something moves on the tray."
    room.lesson.close("mine")
    assert not room.lesson.is_open
