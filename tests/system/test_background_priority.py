"""What a start needs is done in the time that others leave over, and what comes of it is what would have come of it."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time

import pytest

from companion.system.background_priority import aside

SET_SCHEDULER = {"x86_64": 144, "aarch64": 119}.get(platform.machine(), 0)
SHUT_IN = f"""
import ctypes, struct
kernel = ctypes.CDLL(None, use_errno=True)
steps = ((0x20, 0, 0, 0), (0x15, 0, 1, {SET_SCHEDULER}), (0x06, 0, 0, 0x50001), (0x06, 0, 0, 0x7FFF0000))
code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
program = ctypes.create_string_buffer(struct.pack("HL", len(steps), ctypes.addressof(code)))
assert kernel.prctl(38, 1, 0, 0, 0) == 0 and kernel.prctl(22, 2, program, 0, 0) == 0, ctypes.get_errno()
from companion.system.background_priority import aside
print(aside(lambda: 7))
"""
"""A program that may not ask to be served last, as in a unit with `SystemCallFilter=~@resources`: it is told EPERM."""


def test_what_it_returns_is_returned_and_what_it_raises_raised() -> None:
    assert aside(lambda: 7) == 7
    with pytest.raises(ValueError, match="a mistake"):
        aside(lambda: int("a mistake"))


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux counts each thread by itself.")
def test_its_thread_alone_steps_back() -> None:
    before = os.sched_getscheduler(0)
    assert aside(lambda: os.sched_getscheduler(0)) == os.SCHED_IDLE
    assert os.sched_getscheduler(0) == before != os.SCHED_IDLE


AND_FORWARD = """
import os
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux counts each thread by itself.")
def test_after_a_while_it_steps_forward_again() -> None:
    """A machine that never rests would keep a worker away for ever, and it may be what is missing there."""
    tried = subprocess.run([sys.executable, "-c", AND_FORWARD], stderr=subprocess.DEVNULL, check=False)
    if tried.returncode:
        pytest.skip("Who steps back here stays behind: the limit that `ulimit -e` shows is 0.")

    def comes_forward() -> bool:
        assert os.sched_getscheduler(0) == os.SCHED_IDLE
        return any(is_forward() for _ in range(2000))

    def is_forward() -> bool:
        time.sleep(0.005)
        return os.sched_getscheduler(0) == os.SCHED_OTHER

    assert aside(comes_forward, patience=0.05)


@pytest.mark.skipif(
    sys.platform != "linux" or not SET_SCHEDULER, reason="What a program may ask is numbered otherwise here."
)
def test_where_it_may_not_step_back_it_is_done_all_the_same() -> None:
    done = subprocess.run([sys.executable, "-c", SHUT_IN], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("7\n", "")
