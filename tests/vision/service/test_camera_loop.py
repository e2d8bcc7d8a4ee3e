"""Activity over the tray, published on change, and a fresh look at the same arrangement."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from companion.schema import Expectation, LookAgainRequest, TrayActivity, codec, topics
from tests.vision.drawn import Film
from tests.vision.service.test_camera_service import POST, THROW, TWO, Desk, gone

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def heard(desk: Desk, film: Film) -> list[str]:
    said: list[str] = []
    desk.rules.subscribe(POST.topic("live"), lambda m: said.append(codec.decode(TrayActivity, m.payload).tray))
    desk.play(film)
    return said


def test_camera_loop_reports_motion_then_reading_then_rest(desk: Desk) -> None:
    assert [what for what, _ in groupby(heard(desk, THROW))][-3:] == ["moving", "reading", "still"]


def test_camera_loop_reports_a_resting_hand(desk: Desk) -> None:
    film = Film().still().throw(TWO).still().rest_hand(1.0).still()
    said = heard(desk, film)
    assert "hand" in said
    assert said[-1] == "still"


def test_camera_loop_lost_camera_ends_waiting(desk: Desk) -> None:
    said: list[str] = []
    desk.rules.subscribe(POST.topic("live"), lambda m: said.append(codec.decode(TrayActivity, m.payload).tray))
    for frame in list(THROW.frames())[:8]:
        desk.service.loop.step(frame)
    assert said[-1] == "moving"
    desk.service.loop.follow(gone, threading.Event())
    assert said[-1] == "still"


def test_camera_loop_publishes_changes_only(desk: Desk) -> None:
    said = heard(desk, THROW)
    assert all(one != other for one, other in pairwise(said))


def test_camera_loop_look_again_repeats_the_reading(desk: Desk) -> None:
    whole = list(replace(THROW, scenes=list(THROW.scenes)).still(4).frames())
    asked_at, wished_at = len(whole) - 36, len(whole) - 20
    for place, frame in enumerate(whole):
        if place == asked_at:
            desk.rules.publish(topics.expect("t1"), codec.encode(Expectation("p42")), retain=True)
        if place == wished_at:
            assert len(desk.heard) == 1, "nothing new lies there"
            desk.rules.publish(topics.look("t1", POST.reader), codec.encode(LookAgainRequest("w1")))
        desk.service.loop.step(frame)
    first, again = desk.heard[0], desk.heard[-1]  # the first is resent meanwhile without an acknowledgement
    assert [seen.value for seen in first.objects] == [seen.value for seen in again.objects]
    assert (again.seq, again.expect) == (2, "p42")


def test_a_wish_at_an_empty_tray_tells_nothing(desk: Desk) -> None:
    desk.play(Film().still())
    desk.rules.publish(topics.look("t1", POST.reader), codec.encode(LookAgainRequest("w1")))
    desk.play(Film().still(2))
    assert desk.heard == []
