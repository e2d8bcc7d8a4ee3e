"""The installer copies the program once, in one version, also after an update."""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.installing.units import DEPLOY, write_programs

SCRIPT = """
set -eu
here=$1/source/deploy source_folder=$1/source program=$1/program is_changed=no unfinished=$1/unfinished
. "$2/words.sh"
. "$2/program.sh"
pause_service() { echo paused; }
copy_program
echo "changed: $is_changed"
"""
Copy = Callable[[], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A version of two files, and its copy. Its command prints its arguments, and the version that is installed."""
    asked = f'echo "asked: $* of $(cat {tmp_path}/program/table)"\nexit ${{SETTLED:-0}}'
    write_programs(tmp_path, {"source/deploy/lamplight": asked})
    (tmp_path / "source" / "table").write_text("one")
    words = ("sh", "-c", SCRIPT, "sh", str(tmp_path), str(DEPLOY / "installing"))
    return lambda: subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.fixture
def program(copy: Copy, tmp_path: Path) -> Path:
    """The installed program after an update."""
    assert "changed: yes" in copy().stdout
    kept = tmp_path / "program" / ".update"
    (kept / "engine").mkdir(parents=True)
    for name in ("sums.json", "last.json", "lock"):
        (kept / name).write_text("{}")
    return kept.parent


@pytest.fixture
def newer(program: Path, tmp_path: Path) -> Path:
    """The same, before another version is copied."""
    (tmp_path / "source" / "table").write_text("two")
    return program


def test_copy_of_same_version_keeps_the_way_back(program: Path, copy: Copy) -> None:
    (program / ".git").mkdir()
    (program / ".git" / "HEAD").touch()
    assert copy().stdout == "changed: no\n"
    assert (program / ".update" / "last.json").exists()
    assert not (program / ".git").exists(), "a history of other files"


def test_copy_of_other_version_deletes_the_way_back(newer: Path, copy: Copy) -> None:
    assert "changed: yes" in copy().stdout
    assert (newer / "table").read_text() == "two" and not (newer / ".update").exists()
    assert copy().stdout == "changed: no\n"


def test_copy_undoes_an_interrupted_update_first(newer: Path, copy: Copy) -> None:
    """The first command afterwards would undo it, over the copied files."""
    (newer / ".update" / "journal.json").write_text("{}")
    assert copy().stdout.splitlines()[:2] == ["paused", "asked: update --after-cut of one"]
    assert (newer / "table").read_text() == "two" and not (newer / ".update").exists()


def test_copy_refuses_when_an_update_cannot_be_undone(newer: Path, copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    with (newer / ".update" / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = copy()
    assert done.returncode == 1 and "is under way" in done.stderr
    (newer / ".update" / "journal.json").write_text("{}")
    monkeypatch.setenv("SETTLED", "1")
    done = copy()
    assert done.returncode == 1 and f"sudo rm -r {newer}/.update" in done.stderr
    assert (newer / "table").read_text() == "one"
