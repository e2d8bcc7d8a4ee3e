"""What the proof of the installer sees with: a disk before and after, and where pip gets its packages."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.installing import registry, tree


def test_what_came_went_and_changed_is_seen(tmp_path: Path) -> None:
    for name in ("same", "gone", "written", "opened"):
        (tmp_path / name).write_text("one")
    before = tree.look(tmp_path)
    (tmp_path / "gone").unlink()
    (tmp_path / "written").write_text("two")
    os.utime(tmp_path / "written", ns=(0, before["written"].changed_ns + 1))
    (tmp_path / "opened").chmod(0o600)
    (tmp_path / "new").symlink_to("same")
    after = tree.look(tmp_path)
    assert tree.differing(before, after) == ["gone", "new", "opened", "written"]
    assert tree.come(before, after) == ["new"]


def test_a_folder_that_something_was_in_for_a_moment_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    before = tree.look(tmp_path)
    (tmp_path / "folder" / "moment").touch()
    (tmp_path / "folder" / "moment").unlink()
    assert tree.differing(before, tree.look(tmp_path)) == []


def test_what_a_running_system_writes_is_not_looked_at(tmp_path: Path) -> None:
    (tmp_path / "var" / "log").mkdir(parents=True)
    (tmp_path / "var" / "log" / "syslog").touch()
    (tmp_path / "data").mkdir()
    assert set(tree.look(tmp_path, ("data",))) == {"var"}


def test_an_index_on_this_machine_is_shown_with_the_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "index" / "simple").mkdir(parents=True)
    (tmp_path / "wheels").mkdir()
    settings = {
        "PIP_EXTRA_INDEX_URL": f"file://{tmp_path}/index/simple https://example.org/etc",
        "PIP_FIND_LINKS": f"{tmp_path}/wheels",
        "PIP_CERT": f"{tmp_path}/nowhere.pem",
        "PIP_INDEX_URL": "https://example.org/etc",
        "PIP_DEFAULT_TIMEOUT": "60",
    }
    assert registry.folders(settings) == (tmp_path / "index", tmp_path / "wheels")


@pytest.mark.slow
def test_settings_of_files_are_told_as_those_of_the_environment() -> None:
    assert registry.variable("global.extra-index-url") == "PIP_EXTRA_INDEX_URL"
    assert all(name.startswith("PIP_") for name in registry.environment())
