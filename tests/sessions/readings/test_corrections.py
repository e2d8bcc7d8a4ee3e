"""Corrections of readings, and the objects they are about."""

from __future__ import annotations

from dataclasses import replace

from companion.schema import Reading, SeenObject
from companion.sessions import AmbiguousReading, ReadingCorrection
from companion.sessions.readings.corrections import correction_of, corrections_of_amendment

SKULL = SeenObject("token", "skull", 0.9, (), (0.0, 0.0, 9.0, 9.0))
OPEN = SeenObject("token", None, 0.4, (), (50.0, 0.0, 9.0, 9.0))
READING = Reading("r1", "lamp", "vision/cam0", "e", 1, objects=(SKULL, OPEN), picture="r1.jpg")
DOUBT = AmbiguousReading(READING, (), (SKULL, OPEN), "One is not sure.")


def test_a_settled_doubt_says_what_each_thing_is() -> None:
    assert correction_of(DOUBT, ("skull", "-1")) == ReadingCorrection("r1.jpg", (SKULL, OPEN), ("skull", "-1"))


def test_correction_is_unknown_where_sure_values_moved() -> None:
    assert correction_of(DOUBT, ("-1", "skull")) is None
    assert correction_of(DOUBT, ("skull", "-1", "0")) is None


def test_a_reading_without_a_picture_teaches_nothing() -> None:
    assert correction_of(replace(DOUBT, reading=replace(READING, picture="")), ("skull", "-1")) is None
    assert corrections_of_amendment(replace(READING, picture=""), (SKULL,), ("skull",), ("0",)) is None


def test_an_amendment_of_one_value_names_the_thing() -> None:
    assert corrections_of_amendment(READING, (SKULL, OPEN), ("skull", "-1"), ("0", "-1")) == ReadingCorrection(
        "r1.jpg", (SKULL,), ("0",)
    )


def test_correction_is_unknown_among_equal_objects() -> None:
    assert corrections_of_amendment(READING, (SKULL, SKULL), ("skull", "skull"), ("skull", "0")) is None


def test_an_answer_that_was_none_teaches_nothing() -> None:
    assert corrections_of_amendment(READING, (SKULL,), ("skull",), ()) is None
