"""A file is written whole and durably, or not at all; and all lasting files are written that way."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest

from companion.system.atomic_write import PART_SUFFIX, sweep, write_atomically

ROOT = Path(__file__).resolve().parents[2]
WRITES = re.compile(r"\.write_(text|bytes)\(")
NOT_LASTING = {
    "companion/system/atomic_write.py": "into a device or a pipe",
    "tests/tools/asyncapi": "development",
    "tests/bench": "a measurement",
    "companion/cli.py": "development",
    "companion/messaging/broker/certificates.py": "input of openssl for one certificate",
    "companion/messaging/broker/embedded.py": "for one start",
    "companion/ops/health/machine.py": "a probe, removed at once",
    "companion/messaging/rpc.py": "handed over and removed within seconds",
    "companion/i18n": "development",
    "firmware_bridge/firmware": "development",
    "firmware_bridge/flash": "written to a board",
    "firmware_bridge/link": "development",
    "vision/commands": "output of a command, which can run again",
    "vision/stream/picture_folder.py": "for one start",
    "vision/service/pictures/page_images.py": "shown once",
    "vision/service/health/checkup.py": "shown once",
    "vision/enrolment/corrections.py": "for one start",
    "vision/enrolment/page_images.py": "shown once",
    "vision/enrolment/shots.py": "a folder that is synced and then renamed",
    "vision/training": "development",
}
"""Writers of files that need not survive a power cut, with the reason."""


def test_write_leaves_only_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "told.json"
    write_atomically(path, "one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert [one.name for one in path.parent.iterdir()] == ["told.json"]
    path.with_name(f"told.json.12{PART_SUFFIX}").touch()  # as a power cut leaves it
    assert sweep(tmp_path) == 1 and path.exists()


def test_write_makes_and_keeps_private_files(tmp_path: Path) -> None:
    write_atomically(tmp_path / "secret", "s", private=True)
    write_atomically(tmp_path / "told", "one")
    (tmp_path / "told").chmod(0o600)
    write_atomically(tmp_path / "told", "two")
    assert [path.stat().st_mode & 0o077 for path in tmp_path.iterdir()] == [0, 0]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can write for somebody else")
def test_write_as_root_keeps_the_owner_of_the_folder(tmp_path: Path) -> None:
    os.chown(tmp_path, 1234, 1234)
    write_atomically(tmp_path / "a" / "b" / "told", "one")
    assert {path.stat().st_uid for path in tmp_path.rglob("*")} == {1234}


def test_write_that_fails_keeps_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_atomically(tmp_path / "told", "one")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(tmp_path / "told", "two")
    assert (tmp_path / "told").read_text() == "one"
    assert [one.name for one in tmp_path.iterdir()] == ["told"]


def test_write_syncs_file_then_name_then_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda handle: done.append(Path(f"/proc/self/fd/{handle}").readlink().name))
    replace = Path.replace

    def named(self: Path, to: Path) -> Path:
        done.append("named")
        return replace(self, to)

    monkeypatch.setattr(Path, "replace", named)
    write_atomically(tmp_path / "told", "one")
    assert [name.partition(".")[0] for name in done] == ["told", "named", tmp_path.name]


def test_write_accepts_shares_without_folder_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync = os.fsync

    def of_a_share(handle: int) -> None:
        if Path(f"/proc/self/fd/{handle}").is_dir():
            raise OSError(errno.EINVAL, "Invalid argument")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", of_a_share)
    write_atomically(tmp_path / "told", "one")
    assert (tmp_path / "told").read_text() == "one"


def test_lasting_files_are_written_atomically() -> None:
    paths = (path for package in ("companion", "vision", "firmware_bridge") for path in (ROOT / package).rglob("*.py"))
    names = [path.relative_to(ROOT).as_posix() for path in paths if WRITES.search(path.read_text(encoding="utf-8"))]
    assert [name for name in names if not name.startswith(tuple(NOT_LASTING))] == [], (
        "use companion.system.atomic_write.write_atomically, or say in NOT_LASTING why the file may be lost"
    )


def test_write_never_replaces_a_folder_or_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe instead of /dev/null, which a failing test would remove from this machine."""
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path, Path("")):  # noqa: PTH201  as an empty argument of a command
        with pytest.raises(IsADirectoryError):
            write_atomically(path, "one")
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(tmp_path / "pipe", "told")
    assert os.read(reader, 10) == b"told" and (tmp_path / "pipe").is_fifo()
    os.close(reader)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]
