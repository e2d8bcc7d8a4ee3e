"""One process at a time uses the data folder."""

import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.system.data_dir import DataDirInUseError, lock_data_folder, lock_folder, memory_folder


@pytest.mark.slow
def test_locked_folder_is_refused_by_name_until_closed(tmp_path: Path) -> None:
    lock = lock_folder(tmp_path / "table")
    with pytest.raises(DataDirInUseError, match="table"):
        lock_folder(tmp_path / "table")
    lock.close()
    lock_folder(tmp_path / "table").close()


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


def test_data_folder_alone_becomes_private(tmp_path: Path, umask: None) -> None:
    for name in ("table", "home"):
        (tmp_path / name).mkdir(0o755)
    (tmp_path / "table" / "log.db").touch()  # an older version left it readable
    for name in ("table", "home", "to come"):
        lock_data_folder(tmp_path / name)
    (tmp_path / "table" / "log.db-wal").touch()
    lock_folder(tmp_path / "to come").close()
    modes = {path.name: path.stat().st_mode & 0o777 for path in (*tmp_path.iterdir(), tmp_path / "table/log.db-wal")}
    assert modes == {"table": 0o700, "home": 0o755, "to come": 0o700, "log.db-wal": 0o600}
