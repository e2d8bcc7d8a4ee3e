"""The bench of the bridge: a button of a simulated board arrives, and processor time is counted."""

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.bench import bridge


@pytest.mark.firmware
@pytest.mark.broker
def test_bridge_bench_measures_a_press(tmp_path: Path) -> None:
    with ExitStack() as stack:
        board, rules, process = bridge.at_work(stack, tmp_path)
        assert all(sample > 0 for sample in bridge.presses(board, rules, 2))
        assert process.poll() is None


def test_bridge_bench_measures_a_terminal() -> None:
    assert all(sample > 0 for sample in bridge.terminal(3))


def test_bridge_bench_counts_processor_time() -> None:
    before = bridge.used(os.getpid())
    sum(range(100_000))
    assert bridge.used(os.getpid()) >= before > 0
    ours, same = bridge.shares(os.getpid(), os.getpid(), 1, 0.01)
    assert len(ours) == len(same) == 1
