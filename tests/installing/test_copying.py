"""How the program comes to its place: once, whatever an update has kept beside it, and of one version."""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.installing.units import DEPLOY

COPIES = """
set -eu
here=$1/source/deploy source_folder=$1/source program=$1/program is_changed=no unfinished=$1/unfinished
. "$2/words.sh"
. "$2/program.sh"
pause_service() { echo paused; }
copy_program
echo "changed: $is_changed"
"""
Copies = Callable[[], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A version of two files, and a command that says what it was asked for, and what the program was then."""
    folder = tmp_path / "source"
    (folder / "deploy").mkdir(parents=True)
    (folder / "table").write_text("one")
    command = folder / "deploy" / "lamplight"
    command.write_text(f'#!/bin/sh\necho "asked: $* of $(cat {tmp_path}/program/table)"\nexit ${{SETTLED:-0}}\n')
    command.chmod(0o755)
    return folder


@pytest.fixture
def copies(source: Path, tmp_path: Path) -> Copies:
    def call() -> subprocess.CompletedProcess[str]:
        words = ("sh", "-c", COPIES, "sh", str(tmp_path), str(DEPLOY / "installing"))
        return subprocess.run(words, capture_output=True, text=True, check=False)

    return call


@pytest.fixture
def program(copies: Copies, tmp_path: Path) -> Path:
    """It was copied, and updated since."""
    assert "changed: yes" in copies().stdout
    kept = tmp_path / "program" / ".update"
    (kept / "engine").mkdir(parents=True)
    for name in ("sums.json", "last.json", "lock"):
        (kept / name).write_text("{}")
    return kept.parent


def test_a_program_that_is_there_is_not_copied_again_though_it_was_updated(program: Path, copies: Copies) -> None:
    assert copies().stdout == "changed: no\n"
    assert (program / ".update" / "last.json").exists(), "the way back is left"


def test_what_an_update_kept_goes_with_the_files_that_it_speaks_of(program: Path, copies: Copies, source: Path) -> None:
    (source / "table").write_text("two")
    assert "changed: yes" in copies().stdout
    assert (program / "table").read_text() == "two"
    assert not (program / ".update").exists()
    assert copies().stdout == "changed: no\n"


def test_an_update_that_was_cut_off_is_put_back_before_anything_is_copied(
    program: Path, copies: Copies, source: Path
) -> None:
    """Else the first command afterwards would put it back, over what was copied."""
    (program / ".update" / "journal.json").write_text("{}")
    (source / "table").write_text("two")
    assert copies().stdout.splitlines()[:2] == ["paused", "asked: update --after-cut of one"]
    assert (program / "table").read_text() == "two"
    assert not (program / ".update").exists()


def test_one_that_cannot_be_put_back_is_told_and_nothing_is_copied(
    program: Path, copies: Copies, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (program / ".update" / "journal.json").write_text("{}")
    (source / "table").write_text("two")
    monkeypatch.setenv("SETTLED", "1")
    done = copies()
    assert done.returncode == 1 and f"sudo rm -r {program}/.update" in done.stderr
    assert (program / "table").read_text() == "one"


def test_an_update_that_is_under_way_is_left_alone(program: Path, copies: Copies, source: Path) -> None:
    (source / "table").write_text("two")
    with (program / ".update" / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = copies()
    assert done.returncode == 1 and "is under way" in done.stderr
    assert (program / "table").read_text() == "one"


def test_a_history_of_other_files_goes(program: Path, copies: Copies) -> None:
    (program / ".git").mkdir()
    (program / ".git" / "HEAD").touch()
    copies()
    assert not (program / ".git").exists()
