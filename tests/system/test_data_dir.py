"""One process at a time uses the data folder."""

import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.system.data_dir import DataDirInUseError, lock_data_folder, lock_folder, memory_folder


def test_locked_folder_is_refused_by_name(tmp_path: Path) -> None:
    lock = lock_folder(tmp_path / "table")
    with pytest.raises(DataDirInUseError, match="table"):
        lock_folder(tmp_path / "table")
    lock.close()


def test_closed_lock_frees_the_folder(tmp_path: Path) -> None:
    lock_folder(tmp_path).close()
    lock_folder(tmp_path).close()


def test_lock_waits_for_a_short_query(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock_folder(tmp_path).close()
    with (tmp_path / "lock").open("rb") as asking:  # as `is_locked` does for a moment
        fcntl.flock(asking, fcntl.LOCK_EX)
        monkeypatch.setattr(time, "sleep", lambda _seconds: fcntl.flock(asking, fcntl.LOCK_UN))
        lock_folder(tmp_path).close()


def test_memory_folder_is_distinct_per_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "there is none"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    found = {memory_folder(Path(data)) for data in ("/var/lib/lamplight", "/home/ann/table")}
    assert found == {tmp_path / "lamplight-var-lib-lamplight", tmp_path / "lamplight-home-ann-table"}
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert memory_folder(Path("/var/lib/lamplight")) is None


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_data_folder_becomes_private(tmp_path: Path, umask: None) -> None:
    data = tmp_path / "table"
    data.mkdir(0o755)
    (data / "log.db").touch()  # an older version left it readable
    lock_data_folder(data)
    (data / "log.db-wal").touch()
    assert data.stat().st_mode & 0o777 == 0o700
    assert (data / "log.db-wal").stat().st_mode & 0o777 == 0o600


def test_other_folder_keeps_its_permissions(tmp_path: Path, umask: None) -> None:
    (tmp_path / "home").mkdir(0o755)
    lock_data_folder(tmp_path / "home")
    lock_data_folder(tmp_path / "to come")
    assert (tmp_path / "home").stat().st_mode & 0o777 == 0o755
    assert lock_folder(tmp_path / "to come").close() is None
    assert (tmp_path / "to come").stat().st_mode & 0o777 == 0o700
