"""An idle table leaves its disk alone: what it writes is counted in bytes, and an SD card lasts for years."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.messaging import Outbox
from companion.schema import Ack
from tests.bench import idle
from tests.bench.evening import ECHOED

pytestmark = [pytest.mark.slow, pytest.mark.broker]
SETTLE, WATCHED = 2.0, 6.0  # s
READINGS, OUTBOX_MOST = 50, 16_000  # bytes of each; pages of 4 KiB make 20,000
HARDLY_ANYTHING = 30_000  # bytes. A file that a process rewrites every other second makes 60,000


@pytest.fixture
def on_disk(tmp_path: Path) -> Path:
    """A folder whose writes the kernel counts, which it does not in memory."""
    before = idle.bytes_written(os.getpid())
    (tmp_path / "probe").write_bytes(bytes(8192))
    if idle.bytes_written(os.getpid()) == before:
        pytest.skip("The folder of temporary files is in memory: set TMPDIR to one on a disk.")
    return tmp_path


def test_idle_table_writes_hardly_anything(on_disk: Path) -> None:
    *each, together = idle.idle_use(on_disk, SETTLE, WATCHED)
    assert {one.name.rpartition(".")[2] for one in each} == {"table", "broker", "bridge"}, "no camera: no process of it"
    assert next(one.wrote for one in each if one.name.endswith("broker")) == 0
    assert together.wrote < HARDLY_ANYTHING


def test_idle_bench_measures_a_game_with_backups(on_disk: Path) -> None:
    *_, together = idle.evening_use(on_disk, 2)
    assert 20_000 < together.wrote < idle.MOST_EVENING
    assert len(list((on_disk / "table" / "backups").glob("*.zip"))) >= 1


def test_outbox_writes_little_per_reading(on_disk: Path) -> None:
    outbox = Outbox(on_disk / "outbox.db")
    before = idle.bytes_written(os.getpid())
    for _ in range(READINGS):
        kept = outbox.put(ECHOED)
        outbox.acknowledge(Ack(kept.epoch, kept.seq))
    outbox.close()
    assert 0 < idle.bytes_written(os.getpid()) - before < READINGS * OUTBOX_MOST
