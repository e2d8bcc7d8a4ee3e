"""What a start needs is done in the time that others leave over, and what comes of it is what would have come of it."""

from __future__ import annotations

import os
import sys

import pytest

from companion.aside import aside


def test_what_it_returns_is_returned_and_what_it_raises_raised() -> None:
    assert aside(lambda: 7) == 7
    with pytest.raises(ValueError, match="a mistake"):
        aside(lambda: int("a mistake"))


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux counts each thread by itself.")
def test_its_thread_alone_steps_back() -> None:
    before = os.sched_getscheduler(0)
    assert aside(lambda: os.sched_getscheduler(0)) == os.SCHED_IDLE
    assert os.sched_getscheduler(0) == before != os.SCHED_IDLE
