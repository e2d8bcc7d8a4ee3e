"""The data folder is one process's alone."""

from pathlib import Path

import pytest

from companion.folders import InUse, lock_folder


def test_a_folder_that_another_uses_is_refused_by_name(tmp_path: Path) -> None:
    lock = lock_folder(tmp_path / "table")
    with pytest.raises(InUse, match="table"):
        lock_folder(tmp_path / "table")
    lock.close()


def test_a_folder_is_free_again_once_its_lock_is_closed(tmp_path: Path) -> None:
    lock_folder(tmp_path).close()
    lock_folder(tmp_path).close()
