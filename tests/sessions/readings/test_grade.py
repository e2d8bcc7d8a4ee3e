"""Verdicts on objects of a test throw, and its grade."""

from __future__ import annotations

import pytest

from companion.schema import UNKNOWN, SeenObject
from companion.sessions import Grade, Read, ThrowScore, grade_of, grade_of_all, read_as, tally

FIVE = SeenObject("d6", "5", 0.99)
THINGS: dict[str, tuple[SeenObject, str | None, Read]] = {
    "read, and nobody said otherwise": (FIVE, None, "sure"),
    "read, and confirmed": (FIVE, "5", "sure"),
    "read as something else": (FIVE, "6", "wrong"),
    "none of the things was read as one": (FIVE, "", "wrong"),
    "the reader asked": (SeenObject("d6", None, 0.5, (("5", 0.5),)), None, "doubtful"),
    "it asked, and was told": (SeenObject("d6", None, 0.5, (("5", 0.5),)), "6", "doubtful"),
    "of no set": (SeenObject(UNKNOWN, None, 0.8), None, "unread"),
    "of no set, and none of the things": (SeenObject(UNKNOWN, None, 0.8), "", "other"),
    "it leans": (SeenObject("d6", None, 0.5, cocked=True), None, "leans"),
    "it lies over the rim": (SeenObject("d6", None, 0.5, partial=True), None, "hidden"),
}


@pytest.mark.parametrize("how", THINGS)
def test_verdict_on_an_object(how: str) -> None:
    seen, said, read = THINGS[how]
    assert read_as(seen, said) == read


THROWS: dict[str, tuple[ThrowScore, Grade]] = {
    "all surely": (tally(["sure"] * 5, took=0.8), "very_good"),
    "one asked": (ThrowScore(sure=4, doubtful=1), "good"),
    "late": (tally(["sure"] * 5, took=4.0), "good"),
    "one wrong": (ThrowScore(sure=4, wrong=1), "care"),
    "one of no set": (ThrowScore(sure=4, unread=1), "care"),
    "one not seen at all": (tally(["sure"] * 4, missed=1), "care"),
    "most asked": (tally(["sure", "doubtful", "doubtful"]), "care"),
    "what lies badly counts for nothing": (tally(["sure", "leans", "hidden", "other"]), "very_good"),
    "nothing that counts": (tally(["leans"]), ""),
}


@pytest.mark.parametrize("how", THROWS)
def test_the_mark_of_a_throw(how: str) -> None:
    one, grade = THROWS[how]
    assert grade_of(one) == grade


SEVERAL: dict[str, tuple[list[ThrowScore], Grade]] = {
    "none": ([], ""),
    "all surely": ([ThrowScore(sure=5)] * 3, "very_good"),
    "one asked among thirty": ([ThrowScore(sure=29, doubtful=1)], "very_good"),
    "one asked among five": ([ThrowScore(sure=4, doubtful=1)], "good"),
    "a single slip among thirty": ([ThrowScore(sure=14), ThrowScore(sure=15, wrong=1)], "good"),
    "a single slip among five": ([ThrowScore(sure=4, wrong=1)], "care"),
    "two wrong among forty": ([ThrowScore(sure=19, wrong=1)] * 2, "care"),
    "one of them late": ([ThrowScore(sure=5, took=1), ThrowScore(sure=5, took=4)], "good"),
}


@pytest.mark.parametrize("how", SEVERAL)
def test_the_mark_over_several_throws(how: str) -> None:
    throws, grade = SEVERAL[how]
    assert grade_of_all(throws) == grade
