"""Test throws and corrections: graded on a page, heard by no table, learned from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.schema import UNKNOWN, Reading, ReadingRemark, Refused, SeenObject
from companion.sessions import (
    MOST_GRADED,
    AmbiguousReading,
    Grade,
    Read,
    ReadingCorrection,
    SessionManager,
    ThrowScore,
    grade_of,
    grade_of_all,
    read_as,
    tally,
)
from companion.sessions.readings.corrections import correction_of, corrections_of_amendment
from companion.sessions.readings.graded_throws import IN_TRIAL, LONGEST_MEASURED, GradedThrows
from companion.sessions.shared_pages import SharedStates
from tests.listeners import OnCorrection
from tests.sessions.conftest import Again
from tests.sessions.hands import asked, tap

HEADS, DOUBT = SeenObject("coin", "heads", 0.99), SeenObject("coin", None, 0.5, (("tails", 0.5), ("heads", 0.4)))


def reading(seq: int, *objects: SeenObject, expect: str = "", source: str = "vision/cam0") -> Reading:
    return Reading(f"r{seq}", "lamp", source, "e", seq, expect, "tray", objects or (HEADS,), picture=f"{seq}.jpg")


@pytest.fixture
def trial(hall: SessionManager) -> GradedThrows:
    hall.test_throws.graded_throws.keep_alive("page")
    return hall.test_throws.graded_throws


@pytest.mark.parametrize(
    ("way", "seen", "source"),
    [("cards", SeenObject("card", "AS", 0.99), "vision/cam0"), ("coins", SeenObject("tag", "04A1", 1.0), "bridge/bag")],
)
def test_secret_and_tag_readings_are_no_test_throws(
    hall: SessionManager, trial: GradedThrows, way: str, seen: SeenObject, source: str
) -> None:
    tap(hall, way)
    hall.readings.handle(reading(1, seen, expect=asked(hall), source=source))
    assert trial.throws == ()


def test_graded_throw_does_not_answer_a_game(hall: SessionManager, trial: GradedThrows) -> None:
    tap(hall, "coins")
    before, question = hall.snapshot("t1").open, asked(hall)
    three = (HEADS, HEADS, HEADS)
    assert hall.readings.handle(reading(1, *three, expect=question)) == "committed"
    picture = hall.snapshot("t1")
    assert picture.open == before and picture.rest is None and picture.doubt is None
    assert picture.notice is not None and picture.notice.text == IN_TRIAL
    hall.test_throws.remove_page("page")
    assert hall.snapshot("t1").notice is None
    hall.readings.handle(reading(2, *three, expect=question))
    assert hall.snapshot("t1").open != before


def test_repeated_graded_throw_answers_no_game_after_restart(
    hall: SessionManager, again: Again, trial: GradedThrows
) -> None:
    tap(hall, "coins")
    throw = reading(1, HEADS, HEADS, HEADS, expect=asked(hall))
    hall.readings.handle(throw)
    assert hall.readings.handle(throw) == "duplicate" and len(trial.throws) == 1
    restarted = again()
    assert restarted.readings.handle(throw) == "duplicate"
    assert restarted.snapshot("t1").rest is None and restarted.snapshot("t1").heard == ()


def test_graded_throw_corrects_wrong_and_doubtful_objects(hall: SessionManager, trial: GradedThrows) -> None:
    fixed: list[ReadingCorrection] = []
    hall.add_listener(OnCorrection(fixed.append))
    hall.readings.handle(reading(1, HEADS, DOUBT, HEADS))
    throw = hall.test_throws.record_verdict(1, ["heads", None, "tails"], 0)
    assert fixed == [ReadingCorrection("1.jpg", (DOUBT, HEADS), ("tails", "tails"))]
    assert throw.read == ("sure", "doubtful", "wrong") and throw.grade == "care"
    hall.test_throws.record_verdict(1, [None, None, None], 0)
    assert fixed[-1] == ReadingCorrection("1.jpg", (DOUBT,), ("tails",)), "what was said by mistake is unlearned"


def test_a_word_about_other_things_is_refused(hall: SessionManager, trial: GradedThrows) -> None:
    hall.readings.handle(reading(1, HEADS, HEADS))
    words = (1, ["heads"], 0), (7, ["heads", "heads"], 0), (1, ["heads", "h" * 65], 0), (1, [None, None], -1)
    for number, said, missed in (*words, (1, [None, None], 100)):
        with pytest.raises(Refused):
            hall.test_throws.record_verdict(number, said, missed)
    assert not trial.throws[0].is_looked_over


def test_grade_covers_the_newest_confirmed_throws(hall: SessionManager, trial: GradedThrows) -> None:
    hall.readings.handle(reading(1))
    grades: list[Grade] = [trial.grade]
    hall.test_throws.record_verdict(1, ["tails"], 0)
    grades.append(trial.grade)
    for seq in range(2, 2 + MOST_GRADED):
        hall.readings.handle(reading(seq))
        hall.test_throws.record_verdict(seq, [None], 0)
    grades.append(trial.grade)
    trial.clear()
    assert [*grades, trial.grade] == ["", "care", "very_good", ""], "nobody has looked; then mended; then begun anew"


def test_a_reading_is_timed_from_the_end_of_the_motion(hall: SessionManager, again: Again) -> None:
    now = 0.0
    trial = GradedThrows(SharedStates(again.log.database), lambda: 0.0, lambda: now)
    for at, tray in ((1.0, "moving"), (2.0, "hand"), (3.0, "reading"), (3.6, "still")):
        now = at
        trial.track_motion(tray)
    now = 4.2
    trial.record_throw(reading(1))
    trial.track_motion("moving")
    trial.record_throw(reading(2))
    trial.track_motion("still")
    now += LONGEST_MEASURED
    trial.record_throw(reading(3))
    assert [one.took for one in trial.throws] == [0.0, 0.0, 1.2], "a photograph, or what moves still, was not timed"


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
    "all surely": (tally(["sure"] * 5, seconds=0.8), "very_good"),
    "one asked": (ThrowScore(sure=4, doubtful=1), "good"),
    "late": (tally(["sure"] * 5, seconds=4.0), "good"),
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


SKULL = SeenObject("token", "skull", 0.9, (), (0.0, 0.0, 9.0, 9.0))
OPEN = SeenObject("token", None, 0.4, (), (50.0, 0.0, 9.0, 9.0))
READING = Reading("r1", "lamp", "vision/cam0", "e", 1, objects=(SKULL, OPEN), picture="r1.jpg")
ASKED = AmbiguousReading(READING, (), (SKULL, OPEN), "One is not sure.")


def test_settled_doubt_corrects_only_what_is_clear() -> None:
    assert correction_of(ASKED, ("skull", "-1")) == ReadingCorrection("r1.jpg", (SKULL, OPEN), ("skull", "-1"))
    for values in (("-1", "skull"), ("skull", "-1", "0")):
        assert correction_of(ASKED, values) is None, "sure values moved"
    assert correction_of(replace(ASKED, reading=replace(READING, picture="")), ("skull", "-1")) is None


def test_amendment_corrects_only_what_is_clear() -> None:
    fixed = corrections_of_amendment(READING, (SKULL, OPEN), ("skull", "-1"), ("0", "-1"))
    assert fixed == ReadingCorrection("r1.jpg", (SKULL,), ("0",))
    assert corrections_of_amendment(replace(READING, picture=""), (SKULL,), ("skull",), ("0",)) is None
    assert corrections_of_amendment(READING, (SKULL, SKULL), ("skull", "skull"), ("skull", "0")) is None
    assert corrections_of_amendment(READING, (SKULL,), ("skull",), ()) is None


def test_table_shows_a_notice_during_graded_throws(hall: SessionManager) -> None:
    for page in ("a", "b"):
        hall.test_throws.keep_alive(page)
    notice = hall.snapshot("t1").notice
    assert notice is not None and notice.text == IN_TRIAL
    hall.test_throws.remove_page("a")
    assert hall.snapshot("t1").notice == notice, "another page shows them still"
    hall.test_throws.remove_page("b")
    assert hall.snapshot("t1").notice is None


def test_camera_remarks_are_stored_with_their_throw(hall: SessionManager, trial: GradedThrows) -> None:
    remark = ReadingRemark("leans", "It leans.", (1.0, 2.0, 3.0, 4.0))
    hall.readings.handle(reading(1))
    hall.readings.handle(reading(2))
    trial.add_remarks("1.jpg", [remark])
    assert [one.remarks for one in trial.throws] == [(), (remark,)]
