"""Real processes are killed at random: each reading counts once, none is lost, and all clients show the right state.
A small part of the proof.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.evening import Evening
from tests.chaos.world import World

pytestmark = [pytest.mark.broker, pytest.mark.slow, pytest.mark.timeout(110)]

ROLLS, KILLS = 8, 4
SLOW = 10.0  # s. The test machine is busy, and the proof is stricter


def test_killed_processes_lose_no_roll_and_no_display(tmp_path: Path) -> None:
    world = World(tmp_path / "world", seed=4)
    try:
        world.nth = (1, 5)
        evening = Evening(world)
        evening.play(ROLLS, KILLS)
        world.nth = None
        for name in ("rules", "reader"):
            world.kill(name)  # and its fuse
        world.settle()
        assert evening.faults() == []
        assert world.slowest < SLOW
        assert world.kills.total() >= KILLS and len(world.struck()) >= 2
    finally:
        world.close()
