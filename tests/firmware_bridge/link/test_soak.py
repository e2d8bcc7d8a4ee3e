"""Two thousand events over a line that flips one byte in two hundred, with every fault of a table."""

from __future__ import annotations

import random

import pytest

from tests.firmware_bridge.link.table import Table

EVENTS = 2000
NOISE = 0.005  # of all bytes, both ways
ALL = [str(count) for count in range(EVENTS)]


def flooding(seed: int = 1) -> Table:
    table = Table(NOISE, seed)
    table.board.flood = EVENTS
    return table


def until(table: Table, events: int) -> None:
    table.run_until(lambda: len(table.disk) >= events)


@pytest.mark.slow
def test_events_survive_a_noisy_line() -> None:
    table = flooding()
    until(table, EVENTS)
    assert table.values == ALL
    assert table.driver.bad_frames > 20
    assert table.driver.resends > 20
    assert table.driver.lost == 0


def test_events_survive_all_faults_together() -> None:
    table = flooding(7)
    chance = random.Random(7)
    table.kill_at = lambda _: chance.random() < 0.002
    while len(table.disk) < EVENTS:
        table.run(0.5)
        match chance.randrange(4):
            case 0:
                table.board.reset()
            case 1:
                table.unplug()
                table.run(0.2)
                table.plug()
            case 2:
                table.kill()
    assert table.values == ALL
