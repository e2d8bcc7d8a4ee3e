"""What an update leaves to the installer, and says."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.updating.installed_version import UpdateArguments
from companion.updating.program_folder import ProgramFolder
from companion.updating.system_files import PACKAGES, outdated_files
from companion.updating.updater import Updater
from tests.updating.toy import Toy, git

UNIT = "etc/systemd/system/lamplight.service"
COMMAND = "usr/local/bin/lamplight"


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.fixture
def place(tmp_path: Path) -> ProgramFolder:
    """A program whose unit and command are in the system as it has them."""
    root = tmp_path / "program"
    unit = f"ExecStart={root}/table serve\n"
    write(root, {"deploy/systemd/lamplight.service": unit, "deploy/lamplight": "exec", str(PACKAGES): "git"})
    write(tmp_path / "system", {UNIT: unit, COMMAND: "exec"})
    return ProgramFolder(root)


def said(place: ProgramFolder) -> list[str]:
    system = place.root.parent / "system"
    return [one.removeprefix(f"{system}/") for one in outdated_files(place, place.root.parent / "before", system)]


def test_where_all_is_as_the_version_has_it_nothing_is_said(place: ProgramFolder) -> None:
    write(place.root.parent / "before", {str(PACKAGES): "git"})
    assert said(place) == []


def test_what_the_version_has_otherwise_is_named(place: ProgramFolder) -> None:
    write(place.root.parent / "before", {str(PACKAGES): "git mosquitto"})
    write(place.root, {"deploy/lamplight": "exec anew", "deploy/systemd/lamplight-wall.service": "new"})
    assert said(place) == ["etc/systemd/system/lamplight-wall.service", COMMAND, "the packages of the system"]
    assert len(outdated_files(place, None, place.root.parent / "system")) == 2


def test_a_file_of_the_system_that_is_no_text_of_ours_is_another_one(place: ProgramFolder) -> None:
    """The update is done by then: it must not end in a fault over somebody's umlaut."""
    (place.root.parent / "system" / COMMAND).write_bytes(b"# \xfcber\nexec")
    assert said(place) == [COMMAND]


def test_a_clone_beside_an_installed_program_minds_its_own_files(place: ProgramFolder) -> None:
    write(place.root.parent / "system", {UNIT: "ExecStart=/opt/lamplight/table serve\n"})
    write(place.root, {"deploy/lamplight": "exec anew"})
    assert said(place) == []


@pytest.mark.slow
def test_an_update_says_it_and_so_does_the_way_back(toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in toy.environment().items():
        monkeypatch.setenv(name, value)
    with_a_command(toy, "exec one")
    assert toy.update().code == 0
    write(tmp_path / "system", {UNIT: f"ExecStart={toy.root}/table serve", COMMAND: "exec one"})
    with_a_command(toy, "exec two")
    lines: list[str] = []
    updater = Updater(ProgramFolder(toy.root), lines.append, system=tmp_path / "system")
    wanted = f"{tmp_path}/system/{COMMAND}. Put them there: sudo {toy.root}/deploy/install.sh"
    updater.update(UpdateArguments(unreleased=True), lambda _question: True)
    assert wanted in lines[-1]
    write(tmp_path / "system", {COMMAND: "exec two"})
    updater.back(UpdateArguments(), lambda _question: True)
    assert wanted in lines[-2]


def with_a_command(toy: Toy, text: str) -> None:
    """A version upstream that has another one."""
    write(toy.upstream, {"deploy/lamplight": text})
    git(toy.upstream, "add", "-A")
    git(toy.upstream, "commit", "-qm", text)
