"""Real processes are killed at random: each reading counts once, none is lost, and all clients show the right state.
A small part of the proof.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.chaos.evening import FULL, READ_ONLY, Evening, harms
from tests.chaos.world import World

pytestmark = [pytest.mark.broker, pytest.mark.slow, pytest.mark.timeout(110)]

ROLLS = 12
SLOW = 10.0  # s. The test machine is busy, and the proof is stricter


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """Shared, because starting takes longer than playing."""
    world = World(tmp_path_factory.mktemp("chaos") / "world", seed=4, whole=False)
    yield Evening(world)
    world.close()


def test_killed_processes_lose_no_roll_and_no_display(evening: Evening) -> None:
    world, parts = evening.world, evening.world.parts
    parts.nth = (1, 5)
    evening.play(ROLLS, harms(world, ROLLS // 2, 1, ROLLS))
    parts.nth = None
    for name in ("rules", "eye"):
        parts.kill(name)  # and its fuse
    world.quiet()
    assert evening.wrongs() == []
    assert world.slowest < SLOW
    assert sum(parts.kills.values()) >= ROLLS // 2 and len(parts.struck) >= 3


def test_full_disk_is_reported_and_play_resumes(evening: Evening) -> None:
    evening.play(1)
    truth, table = evening.world.truth, evening.world.table
    before = truth.log(table)
    assert "The disk is full. Free some space" in evening.disk(FULL)
    assert "Look whether it is full, broken or pulled out" in evening.disk(READ_ONLY)
    assert truth.log(table) == before, "nothing is half done"
    evening.play(2)
    assert evening.wrongs() == []
