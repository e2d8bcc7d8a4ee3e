"""Everything confirmed survives a power cut at any moment, whole. The long run: `./table prove powerloss`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from tests.powerloss.cutting import losses
from tests.powerloss.disk import Disk
from tests.powerloss.journal import MARKS, Op, record

pytestmark = pytest.mark.powerloss
SOUND = ("play", "outbox", "kept", "failing")
FAULTY = ("play-normal", "play-off", "kept-unsynced", "kept-unnamed", "kept-overwritten")
CUTS = 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for the folders of the workloads."""
    return tmp_path_factory.mktemp("powerloss") / "disk"


@pytest.fixture(scope="module")
def journals(folder: Path) -> Mapping[str, tuple[Op, ...]]:
    return record(folder, *SOUND, *FAULTY)


@pytest.mark.parametrize("workload", SOUND)
def test_journal_records_every_written_byte(
    journals: Mapping[str, tuple[Op, ...]], folder: Path, workload: str
) -> None:
    """Writes that the recording disk misses would survive every power cut."""
    disk, here = Disk(), folder / workload
    for op in journals[workload]:
        disk.follow(op)
    there = {path.relative_to(here).as_posix(): path for path in here.rglob("*") if path.is_file()}
    known = {name: path.read_bytes() for name, path in there.items() if name != MARKS and not name.endswith("-shm")}
    assert disk.seen() == known


@pytest.mark.parametrize("workload", SOUND)
def test_acknowledged_data_survives_a_power_cut(
    journals: Mapping[str, tuple[Op, ...]], tmp_path: Path, workload: str
) -> None:
    assert list(losses(workload, journals[workload], tmp_path, 1, CUTS)) == []


@pytest.mark.parametrize("workload", FAULTY)
def test_missing_sync_is_found(journals: Mapping[str, tuple[Op, ...]], tmp_path: Path, workload: str) -> None:
    """Otherwise the test above could not fail."""
    assert any(losses(workload, journals[workload], tmp_path, 1, 4 * CUTS))


@pytest.mark.parametrize("error", ["ENOSPC", "EROFS", "EIO"])
def test_failing_disk_changes_nothing_until_it_works(journals: Mapping[str, tuple[Op, ...]], error: str) -> None:
    """The workload checks it: a refused command changes nothing, and succeeds later."""
    told = [words for op in journals["failing"] if op.what == "!" for words in op.data.decode().splitlines()]
    assert f"went on {error}" in told


def laid(tmp_path: Path, *ops: Op) -> list[dict[str, bytes]]:
    """All possible states after these changes and a power cut."""
    tmp_path.mkdir()
    disk, chance = Disk(), Random(1)
    for op in ops:
        disk.follow(op)
    for number in range(2 * CUTS):
        disk.cut(tmp_path / str(number), chance)
    folders = sorted(path for path in tmp_path.iterdir())
    return [{path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders]


MADE = (Op("C", "a", 1), Op("W", "a", 1, 0, b"x" * 1024))


def test_cut_keeps_only_synced_data_and_names(tmp_path: Path) -> None:
    whole = b"x" * 1024
    left = laid(tmp_path / "unsynced", *MADE)
    assert {} in left and {"a": whole} in left
    assert any("a" in one and one["a"] not in {b"", whole, bytes(1024)} for one in left), "none is torn"
    left = laid(tmp_path / "content", *MADE, Op("S", "a", 1))
    assert {} in left and all(one in ({}, {"a": whole}) for one in left)
    left = laid(tmp_path / "name", *MADE, Op("S", "a", 1), Op("R", "a", to="b"), Op("S", "", 9))
    assert left == [{"b": whole}] * 2 * CUTS
