"""The parts of the updater: the journal, the packages, other programs, the unit, and files of the system."""

from __future__ import annotations

import os
import pwd
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from companion.updating import preparation, systemd_unit
from companion.updating.external_program import run_program
from companion.updating.installed_version import UpdateArguments
from companion.updating.program_folder import (
    Journal,
    ProgramFolder,
    UpdateError,
    read_journal,
    remove_journal,
    write_journal,
)
from companion.updating.systemd_unit import PACKAGES, outdated_files
from companion.updating.updater import Updater
from tests.updating.toy import ROOT, Toy, git

UNIT = "etc/systemd/system/lamplight.service"
COMMAND = "usr/local/bin/lamplight"
SYSTEMCTL = """#!/bin/sh
[ "$1" = is-active ] && echo {state} && exit {code}
[ "$2" = --property=ActiveState ] && echo {state} && exit
echo "{{ path={root}/table ; argv[]={root}/table serve ; }}"
"""


def test_journal_is_written_after_all_earlier_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, begun = ProgramFolder(tmp_path), Journal("switching", "one", "two", (), (), "old-1", "new")
    place.kept.mkdir()
    synced: list[str] = []

    def sync() -> None:
        there = read_journal(place.journal)
        synced.append(there.phase if there else "")

    monkeypatch.setattr(os, "sync", sync)
    write_journal(place.journal, begun)
    write_journal(place.journal, replace(begun, phase="trial"))
    remove_journal(place)
    assert synced == ["", "switching", "trial"]
    assert read_journal(place.journal) is None


def test_compile_runs_nothing_of_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = ProgramFolder(tmp_path / "program")
    (place.new / "companion").mkdir(parents=True)
    (place.new / "companion" / "part.py").touch()
    (tmp_path / "compileall.py").write_text("raise SystemExit('planted')")
    monkeypatch.chdir(tmp_path)
    preparation.compile_version(place, Path(sys.executable))
    assert list(place.new.rglob("*.pyc"))


def test_tidy_removes_unfinished_environments_of_updates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, kept = ProgramFolder(tmp_path), {".venv", ".venv-v3", ".venv-mine", ".venv-mine.new"}
    for name in kept:
        (tmp_path / name).mkdir()

    def cut(*_: object, environment: Mapping[str, str], **__: object) -> None:
        for ending in (".new", ".old"):
            Path(environment["LAMPLIGHT_VENV"] + ending).mkdir()
        raise UpdateError("cut off")

    monkeypatch.setattr(preparation, "run_program", cut)
    monkeypatch.setattr(preparation, "present_version", lambda _: ("v1", ""))
    for name in ("v2", "v3"):
        with pytest.raises(UpdateError, match="cut off"):
            preparation.install_packages(place, name, UpdateArguments(), lambda _: None)
    preparation.tidy(place, (".venv-v3",))
    assert {path.name for path in tmp_path.glob(".venv*")} == kept


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes another user")
def test_program_of_root_runs_as_owner_of_folder(tmp_path: Path) -> None:
    owner = pwd.getpwnam("nobody")
    os.chown(tmp_path, owner.pw_uid, owner.pw_gid)
    command = ("sh", "-c", "id -u; echo $HOME")
    printed = run_program(command, "It does not work.", owner=tmp_path / "not" / "there", cwd=Path("/"))
    assert printed.split() == [str(owner.pw_uid), owner.pw_dir]


def test_program_of_other_users_keeps_their_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("HOME", "/somewhere")
    assert run_program(("sh", "-c", "echo $HOME"), "It does not work.", owner=tmp_path) == "/somewhere\n"


@pytest.mark.parametrize("state", ["active", "activating", "deactivating", "reloading", "inactive", "failed"])
def test_unit_runs_unless_at_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    script = tmp_path / "systemctl"
    script.write_text(SYSTEMCTL.format(state=state, code=0 if state == "active" else 3, root=tmp_path))
    script.chmod(0o755)
    is_at_rest = state in {"inactive", "failed"}
    assert systemd_unit.running_unit(ProgramFolder(tmp_path)) == ("" if is_at_rest else "lamplight.service")
    assert systemd_unit.running_unit(ProgramFolder(tmp_path / "other")) == ""
    script.unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert systemd_unit.running_unit(ProgramFolder(tmp_path)) == "", "without systemd"


@pytest.mark.parametrize(
    ("was", "now", "wanted"),
    [
        (["psycopg-3.2.1", "bleak-1.0"], [], {"psycopg", "bleak"}),
        (["psycopg-3.2.1", "my_own-1.0"], ["numpy-2.0"], {"psycopg"}),
        (["psycopg-3.2.1"], ["psycopg-3.2.3"], set()),
    ],
)
def test_extra_packages_of_the_old_environment_are_missed(
    tmp_path: Path, was: list[str], now: list[str], wanted: set[str]
) -> None:
    for folder, packages in (("was", was), ("now", now)):
        for name in packages:
            (tmp_path / folder / "lib" / "python3.11" / "site-packages" / f"{name}.dist-info").mkdir(parents=True)
    found = preparation.missing_extras(ROOT, tmp_path / "was", tmp_path / "now")
    assert {preparation.name_of(one) for one in found} == wanted


def test_extra_package_that_fails_stops_the_update(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to("/bin/false")
    with pytest.raises(UpdateError, match=r'^"psycopg>=3" is in the environment of now.* nothing was changed'):
        preparation.install_extras(("psycopg>=3",), tmp_path, {})


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@pytest.fixture
def place(tmp_path: Path) -> ProgramFolder:
    """A program whose unit and command are installed in the system."""
    root = tmp_path / "program"
    unit = f"ExecStart={root}/table serve\n"
    write(root, {"deploy/systemd/lamplight.service": unit, "deploy/lamplight": "exec", str(PACKAGES): "git"})
    write(tmp_path / "system", {UNIT: unit, COMMAND: "exec"})
    write(tmp_path / "before", {str(PACKAGES): "git"})
    return ProgramFolder(root)


def outdated(place: ProgramFolder) -> list[str]:
    system = place.root.parent / "system"
    return [one.removeprefix(f"{system}/") for one in outdated_files(place, place.root.parent / "before", system)]


def test_outdated_system_files_are_named(place: ProgramFolder) -> None:
    assert outdated(place) == []
    (place.root.parent / "system" / COMMAND).write_bytes(b"# \xfcber\nexec")
    assert outdated(place) == [COMMAND], "also one that is not UTF-8"
    write(place.root.parent / "before", {str(PACKAGES): "git mosquitto"})
    write(place.root, {"deploy/systemd/lamplight-wall.service": "new"})
    assert outdated(place) == ["etc/systemd/system/lamplight-wall.service", COMMAND, "the packages of the system"]
    assert len(outdated_files(place, None, place.root.parent / "system")) == 2
    write(place.root.parent / "system", {UNIT: "ExecStart=/opt/lamplight/table serve\n"})
    assert outdated(place) == [], "another program is installed"


@pytest.mark.slow
def test_update_and_back_name_outdated_system_files(toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in toy.environment().items():
        monkeypatch.setenv(name, value)
    release_command(toy, "exec one")
    toy.must_update()
    write(tmp_path / "system", {UNIT: f"ExecStart={toy.root}/table serve", COMMAND: "exec one"})
    release_command(toy, "exec two")
    lines: list[str] = []
    updater = Updater(ProgramFolder(toy.root), lines.append, system=tmp_path / "system")
    wanted = f"{tmp_path}/system/{COMMAND}. Put them there: sudo {toy.root}/deploy/install.sh"
    updater.update(UpdateArguments(unreleased=True), lambda _question: True)
    assert wanted in lines[-1]
    write(tmp_path / "system", {COMMAND: "exec two"})
    updater.back(UpdateArguments(), lambda _question: True)
    assert wanted in lines[-2]


def release_command(toy: Toy, text: str) -> None:
    write(toy.upstream, {"deploy/lamplight": text})
    git(toy.upstream, "add", "-A")
    git(toy.upstream, "commit", "-qm", text)
