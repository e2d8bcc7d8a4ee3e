"""Test throws: graded on a page, heard by no table, learned from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.schema import Reading, ReadingRemark, Refused, SeenObject
from companion.sessions import COUNTED, Grade, ReadingCorrection, SessionManager, SqlEventLog
from companion.sessions.readings.graded_throws import IN_TRIAL, LONGEST, GradedThrows
from companion.sessions.shared_pages import SILENCE
from companion.sessions.store import SharedStates
from tests.fakes import TOY
from tests.listeners import OnCorrection
from tests.new_log import new_log
from tests.sessions.hands import asked, tap

HEADS, DOUBT = SeenObject("coin", "heads", 0.99), SeenObject("coin", None, 0.5, (("tails", 0.5), ("heads", 0.4)))


def reading(seq: int, *objects: SeenObject, expect: str = "", source: str = "vision/cam0") -> Reading:
    return Reading(f"r{seq}", "lamp", source, "e", seq, expect, "tray", objects or (HEADS,), picture=f"{seq}.jpg")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqlEventLog]:
    log = new_log(tmp_path)
    yield log
    log.close()


@pytest.fixture
def hall(log: SqlEventLog, monkeypatch: pytest.MonkeyPatch) -> SessionManager:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    return SessionManager(log, Random(3))


@pytest.fixture
def trial(hall: SessionManager) -> GradedThrows:
    hall.test_throws.graded_throws.keep_alive("page")
    return hall.test_throws.graded_throws


def test_graded_throws_need_a_page_and_no_game(hall: SessionManager, trial: GradedThrows) -> None:
    assert hall.readings.handle(reading(1)) == "committed"
    assert [one.grade for one in trial.throws] == ["very_good"]
    assert hall.test_throws.record_verdict(1, [None], 1).grade == "care", "one was not seen"
    trial.remove_page("page")
    assert hall.readings.handle(reading(2)) == "unknown" and len(trial.throws) == 1


@pytest.mark.parametrize(
    ("way", "seen", "source"),
    [("cards", SeenObject("card", "AS", 0.99), "vision/cam0"), ("coins", SeenObject("tag", "04A1", 1.0), "bridge/bag")],
)
def test_secret_and_tag_readings_are_no_test_throws(
    hall: SessionManager, trial: GradedThrows, way: str, seen: SeenObject, source: str
) -> None:
    hall.open("toy")
    tap(hall, way)
    hall.readings.handle(reading(1, seen, expect=asked(hall), source=source))
    assert trial.throws == ()


def test_graded_throw_does_not_answer_a_game(hall: SessionManager, trial: GradedThrows) -> None:
    hall.open("toy")
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
    hall: SessionManager, log: SqlEventLog, trial: GradedThrows
) -> None:
    hall.open("toy")
    tap(hall, "coins")
    throw = reading(1, HEADS, HEADS, HEADS, expect=asked(hall))
    hall.readings.handle(throw)
    assert hall.readings.handle(throw) == "duplicate" and len(trial.throws) == 1
    again = SessionManager(log, Random(3))
    assert again.readings.handle(throw) == "duplicate"
    assert again.snapshot("t1").rest is None and again.snapshot("t1").heard == ()


def test_table_shows_a_notice_during_graded_throws(hall: SessionManager) -> None:
    hall.open("toy")
    for page in ("a", "b"):
        hall.test_throws.keep_alive(page)
    notice = hall.snapshot("t1").notice
    assert notice is not None and notice.text == IN_TRIAL
    hall.test_throws.remove_page("a")
    assert hall.snapshot("t1").notice == notice, "another page shows them still"
    hall.test_throws.remove_page("b")
    assert hall.snapshot("t1").notice is None


def test_a_page_that_fell_silent_is_noticed_when_something_moves(hall: SessionManager) -> None:
    now = 0.0
    hall.test_throws.graded_throws._clock = lambda: now
    hall.open("toy")
    hall.test_throws.keep_alive("a")
    now = SILENCE
    hall.test_throws.track_motion("moving")
    assert hall.snapshot("t1").notice is None


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
    for seq in range(2, 2 + COUNTED):
        hall.readings.handle(reading(seq))
        hall.test_throws.record_verdict(seq, [None], 0)
    grades.append(trial.grade)
    trial.clear()
    assert [*grades, trial.grade] == ["", "care", "very_good", ""], "nobody has looked; then mended; then begun anew"


def test_camera_remarks_are_stored_with_their_throw(hall: SessionManager, trial: GradedThrows) -> None:
    remark = ReadingRemark("leans", "It leans.", (1.0, 2.0, 3.0, 4.0))
    hall.readings.handle(reading(1))
    hall.readings.handle(reading(2))
    trial.add_remarks("1.jpg", [remark])
    assert [one.remarks for one in trial.throws] == [(), (remark,)]


def test_a_reading_is_timed_from_the_end_of_the_motion(log: SqlEventLog) -> None:
    now = 0.0
    trial = GradedThrows(SharedStates(log.database), lambda: 0.0, lambda: now)
    for at, tray in ((1.0, "moving"), (2.0, "hand"), (3.0, "reading"), (3.6, "still")):
        now = at
        trial.track_motion(tray)
    now = 4.2
    trial.record_throw(reading(1))
    trial.track_motion("moving")
    trial.record_throw(reading(2))
    trial.track_motion("still")
    now += LONGEST
    trial.record_throw(reading(3))
    assert [one.took for one in trial.throws] == [0.0, 0.0, 1.2], "a photograph, or what moves still, was not timed"
