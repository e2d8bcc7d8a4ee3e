"""Real processes die at any moment: each thing counts once, none is lost, and everybody is shown what is so. A small part of the proof."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.evening import FULL, READ_ONLY, Evening, harms
from tests.chaos.world import RIGHT, World

pytestmark = [pytest.mark.broker, pytest.mark.slow, pytest.mark.timeout(110)]


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path / "world", seed=4, whole=False)
    yield world
    world.close()


def test_whatever_is_killed_each_roll_counts_once_and_everybody_sees_it(world: World) -> None:
    evening = Evening(world)
    world.nth = (1, 4)
    evening.play(20, harms(world, 10, 2, 20))
    assert evening.wrongs() == []
    assert world.slowest < RIGHT
    assert sum(world.kills.values()) >= 10 and len(world.struck) >= 5


def test_of_a_full_disk_a_person_is_told_and_play_goes_on_when_there_is_room(world: World) -> None:
    evening = Evening(world)
    evening.play(1)
    before = world.truth.log(world.table)
    assert "The disk is full. Free some space" in evening.disk(FULL)
    assert "Look whether it is full, broken or pulled out" in evening.disk(READ_ONLY)
    assert world.truth.log(world.table) == before, "nothing is half done"
    evening.play(2)
    assert evening.wrongs() == []
