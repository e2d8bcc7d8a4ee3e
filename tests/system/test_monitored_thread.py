"""Whether the work of a thread ends."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from companion.system.monitored_thread import ActivityTimer, MonitoredThread


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hanging() -> Iterator[MonitoredThread]:
    """A thread whose work does not end before the test; ten seconds are allowed."""
    begun, may_end = threading.Event(), threading.Event()

    def wait() -> None:
        with thread.busy.timed():
            begun.set()
            may_end.wait(60)

    thread = MonitoredThread(wait, "store", 10.0)
    thread.busy = ActivityTimer(Clock())
    thread.start()
    begun.wait(60)
    yield thread
    may_end.set()
    thread.join(60)


def test_timer_counts_from_the_start_of_the_outer_task() -> None:
    clock = Clock()
    busy = ActivityTimer(clock)
    clock.now += 50
    assert busy.seconds == 0, "idle"
    with busy.timed():
        clock.now += 5
        with busy.timed():
            clock.now += 2
            assert busy.seconds == 7
        assert busy.seconds == 7
    assert busy.seconds == 0
    with pytest.raises(OSError, match="full"), busy.timed():
        raise OSError("full")
    clock.now += 1
    assert busy.seconds == 0, "it failed"


def test_thread_with_a_long_turn_hangs(hanging: MonitoredThread) -> None:
    clock = hanging.busy._clock
    assert isinstance(clock, Clock)
    clock.now += 10
    assert hanging.is_well
    clock.now += 1
    assert not hanging.is_well


def test_thread_without_limit_never_hangs() -> None:
    may_end = threading.Event()
    thread = MonitoredThread(lambda: may_end.wait(60), "keeper of camera")
    assert not thread.is_well, "not started"
    thread.start()
    assert thread.is_well
    may_end.set()
    thread.join(60)
    assert not thread.is_well
