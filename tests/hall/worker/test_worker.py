"""A few real processes: no reading is lost or counts twice when a worker fails."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.messaging.broker.embedded import free_port
from tests.hall.evening import check
from tests.hall.stage import STARTER, Stage, WorkerProcess
from tests.messaging.heard import wait_for
from tests.postgres import HASTY

pytestmark = [pytest.mark.postgres, pytest.mark.broker, pytest.mark.slow]

LAMPS, EVERY, SECONDS = 6, 0.7, 4.0
GAMES = ("pips", "mansions", "pips", "nemesis")
HANGS = 2.5  # s


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    stage = Stage(LAMPS, 2, GAMES, *HASTY)
    try:
        yield stage
    finally:
        stage.stop()


def played(stage: Stage, seed: int, then: Callable[[], object], seconds: float = SECONDS) -> Any:
    """Let a crowd play during a fault, and check that its readings count once."""
    stage.wait_ready()
    crowd = stage.crowd(seconds, EVERY, seed)
    happening = threading.Timer(seconds / 3, then)
    happening.start()
    said = crowd.said()
    happening.join()
    numbers = check(stage, said)
    assert numbers["answered"] >= LAMPS * seconds / EVERY / 4, "half of the tables throw at each prompt"
    assert said["counts"]["tapped"]
    return said


def test_killed_worker_loses_no_reading(stage: Stage) -> None:
    played(stage, 1, stage.workers[0].kill)


def test_stopped_worker_loses_no_reading(stage: Stage) -> None:
    played(stage, 2, stage.workers[1].stop)


def test_hanging_worker_leaves_its_readings_to_another(stage: Stage) -> None:
    def hang() -> None:
        hanging = stage.workers[0].process
        hanging.send_signal(signal.SIGSTOP)
        time.sleep(HANGS)
        hanging.send_signal(signal.SIGCONT)

    said = played(stage, 3, hang)
    assert any(one["sent"] > 1 for one in said["laid"])


def test_later_worker_serves_tables(stage: Stage) -> None:
    one, later = stage.workers[0], free_port("127.0.0.1")
    made: list[WorkerProcess] = []
    played(stage, 4, lambda: made.append(WorkerProcess(one.config, later, stage.folder / "worker-later.log")), 5.0)
    try:
        wait_for(made[0].is_ready)
        for worker in stage.workers:
            worker.stop()
        crowd = stage.crowd(2.0, EVERY, 5)
        assert check(stage, crowd.said())["answered"] >= LAMPS / 2
    finally:
        made[0].stop()


def test_restarted_database_loses_no_reading(stage: Stage) -> None:
    def restart() -> None:
        stage.postgres.kill()
        STARTER.submit(stage.postgres.start).result()

    played(stage, 6, restart, 6.0)
