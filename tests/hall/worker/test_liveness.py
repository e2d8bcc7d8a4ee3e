"""Whether a worker lives, by its roll."""

from __future__ import annotations

from threading import Event
from unittest.mock import Mock

import pytest

from companion.hall.worker.assignment_follower import AssignmentFollower
from companion.hall.worker.liveness import HEALTHY, TELLS, WorkerLiveness
from companion.hall.worker.worker_threads import WorkerThreads
from companion.ops.health.metrics import Metrics
from companion.system.monitored_thread import MonitoredThread


class Time:
    def __init__(self) -> None:
        self.now = 100.0
        self.said: list[str] = []
        self.metrics = Metrics()
        self.liveness = WorkerLiveness(self.metrics, lambda: self.now, self.said.append)


def test_a_worker_whose_roll_stands_still_is_no_regular_one() -> None:
    time = Time()
    time.now += HEALTHY + 0.1
    assert not time.liveness.is_regular
    time.liveness.note_renewal(0.01)
    assert time.liveness.is_regular and time.liveness.age == 0


def test_a_roll_that_fails_counts_for_nothing() -> None:
    time = Time()
    time.liveness.note_failure()
    time.now += HEALTHY + 1
    assert time.liveness.is_failing and not time.liveness.is_regular
    time.liveness.note_renewal(0.01)
    assert not time.liveness.is_failing


def test_how_long_rolls_take_is_kept() -> None:
    time = Time()
    time.liveness.note_renewal(0.003)
    assert b'lamplight_hall_roll_seconds_bucket{le="0.004"} 1.0' in time.metrics.text()


def test_systemd_is_told_now_and_then() -> None:
    time = Time()
    for _ in range(50):
        time.liveness.feed_watchdog(())
        time.now += TELLS / 25
    assert time.said == ["WATCHDOG=1"] * 2


class Hung(MonitoredThread):
    """Lives, and its turn does not end."""

    is_well = False  # type: ignore[assignment]


def test_a_worker_with_a_thread_that_hangs_is_fed_no_more_and_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    time = Time()
    for _ in range(3):
        time.liveness.feed_watchdog([Hung(print, "follow")])
        time.now += 1
    assert time.said == []
    assert [record.message for record in caplog.records] == [
        "the thread follow hangs, and systemd is told nothing more"
    ]
    time.liveness.feed_watchdog(())
    assert time.said == ["WATCHDOG=1"]


@pytest.mark.parametrize("stopping", [False, True])
def test_the_roll_asks_after_the_threads_beside_it_until_the_worker_stops(
    stopping: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, ended = Time(), Event()
    threads = WorkerThreads()
    threads.stopping = ended
    threads._threads = [Hung(print, "follow")]  # type: ignore[list-item]
    follower = AssignmentFollower(Mock(), Mock(), time.liveness, threads, Mock(), Mock())
    told = list[str]()
    monkeypatch.setattr("companion.hall.worker.liveness.logger.error", lambda words, name: told.append(name))
    if stopping:
        ended.set()
    follower.renew()
    assert (told, time.said) == ([] if stopping else ["follow"], [])


def test_where_the_database_does_not_answer_all_may_hang() -> None:
    time = Time()
    time.now += HEALTHY + 1
    time.liveness.feed_watchdog([Hung(print, "follow")])
    assert time.said == ["WATCHDOG=1"]


def test_systemd_hears_where_the_pages_are_and_that_it_ends() -> None:
    time = Time()
    time.liveness.begin(8090)
    time.liveness.end()
    assert time.said == ["READY=1\nSTATUS=Its pages are at port 8090.", "STOPPING=1"]
