"""The course, the signal, the alarm."""

from __future__ import annotations

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect
from companion.games.nemesis.rules.effects import cannot
from companion.games.nemesis.state import Course
from tests.games.nemesis.doing import done
from tests.games.nemesis.ship import ANN, BEN, page, with_character


def charted():
    return page(course=Course({"A": "Mars", "B": "Home"}))


def test_the_key_to_the_course_is_for_whoever_reads_it():
    run = done(charted(), "look_course")
    assert run.state.course.seen == (ANN,)
    assert "Mars" in repr(GAME.view(run.state, ANN))
    assert "Mars" not in repr(GAME.view(run.state, BEN))


def test_with_the_box_the_key_is_read_by_hand():
    assert "course card" in str(done(page(), "look_course").open[0].title)


def test_the_course_is_set_to_a_letter_before_everybodys_eyes():
    run = done(charted(), "set_course", answers=("B",))
    assert run.state.course.set == "B"


def test_with_the_box_there_are_four_letters():
    assert [option.id for option in done(page(), "set_course").open[0].options] == ["A", "B", "C", "D"]


def test_the_signal_is_sent_once():
    assert done(page(), "send_signal").state.characters[ANN].signal
    assert cannot(with_character(page(), ANN, signal=True), ANN, (Effect("send_signal"),)).code == "SIGNAL_SENT"


def test_the_alarm_runs_and_is_stopped():
    run = done(page(), "self_destruct")
    assert run.state.self_destruct == run.state.ship.self_destruct
    assert cannot(run.state, ANN, (Effect("self_destruct"),)).code == "ALARM_RUNS"
    assert done(run.state, "stop_self_destruct").state.self_destruct is None


def test_no_alarm_can_be_stopped_that_does_not_run():
    assert cannot(page(), ANN, (Effect("stop_self_destruct"),)).code == "NO_ALARM"
