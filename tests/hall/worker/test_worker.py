"""A small hall of real processes: who dies loses nobody's throw."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.hall.evening import Deaths, check, killed
from tests.hall.grown import grown
from tests.hall.stage import Stage
from tests.postgres import HASTY

pytestmark = [pytest.mark.postgres, pytest.mark.broker, pytest.mark.slow]

LAMPS, EVERY, SECONDS = 8, 1.0, 8.0
GAMES = ("pips", "mansions", "pips", "nemesis")


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    stage = Stage(LAMPS, 2, GAMES, *HASTY, begin=grown)
    try:
        yield stage
    finally:
        stage.stop()


def test_a_worker_dies_and_no_throw_is_lost_or_counts_twice(stage: Stage) -> None:
    stage.be_shared()
    crowd, deaths = stage.crowd(SECONDS, EVERY), Deaths()
    dying = threading.Timer(SECONDS / 3, lambda: killed(stage, stage.workers[0], deaths))
    dying.start()
    said = crowd.said()
    dying.join()
    numbers = check(stage, said)
    assert numbers["answered"] >= LAMPS * SECONDS / EVERY / 3, "half of the tables throw at each prompt"
    assert deaths.take_overs and said["counts"]["tapped"]


def test_a_worker_that_is_stopped_hands_its_tables_over(stage: Stage) -> None:
    stage.be_shared()
    crowd = stage.crowd(SECONDS, EVERY, seed=2)
    stopping = threading.Timer(SECONDS / 3, stage.workers[1].stop)
    stopping.start()
    said = crowd.said()
    stopping.join()
    check(stage, said)
    assert list(stage.served().values()) == [LAMPS]
