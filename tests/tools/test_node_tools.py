"""The tools that look at the page's scripts are those of the lock, whole or not at all."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.tools import node_tools


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A lock, and an npm that installs one program."""
    (tmp_path / "package-lock.json").write_text("{}")
    npm = tmp_path / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text(
        '#!/bin/sh\necho >> calls; mkdir -p node_modules/.bin; touch node_modules/.bin/tsc; exit "${NPM_ENDS:-0}"\n'
    )
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(npm.parent), prepend=":")
    return tmp_path


def test_node_tools_are_installed_once_per_lock(folder: Path) -> None:
    assert node_tools.find("tsc", folder) is None
    node_tools.fetch(folder)
    node_tools.fetch(folder)
    assert node_tools.find("tsc", folder) == str(folder / "node_modules" / ".bin" / "tsc")
    assert (folder / "calls").read_text() == "\n"
    (folder / "package-lock.json").write_text('{"packages": {}}')
    assert node_tools.find("tsc", folder) is None
    node_tools.fetch(folder)
    assert node_tools.find("tsc", folder) is not None


def test_node_tools_ignore_a_failed_installation(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NPM_ENDS", "1")
    with pytest.raises(subprocess.CalledProcessError):
        node_tools.fetch(folder)
    assert node_tools.find("tsc", folder) is None
