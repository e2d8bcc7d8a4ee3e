"""The installer as a program: its shell, its help and its refusals. `./table prove install` installs on real systems."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.installing.units import DEPLOY, write_programs

INSTALL = DEPLOY / "install.sh"
SCRIPTS = sorted([INSTALL, DEPLOY / "lamplight", *(DEPLOY / "installing").glob("*.sh")])
Run = Callable[..., "subprocess.CompletedProcess[str]"]
DEBIAN = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\nVERSION_ID="12"\n'
HARMLESS = {
    "id": "echo 0",
    "dpkg": "echo arm64",
    "dpkg-query": "printf installed",
    "df": "echo; echo a b c 9999999 d e",
    "getent": "exit 2",
    **dict.fromkeys(("apt-get", "systemctl", "useradd", "usermod", "setpriv", "mv", "chown"), "exit 1"),
}
"""Every program that changes a system fails: the tests must not install anything here."""
FULL = {"df": "echo; echo a b c 204800 d e"}
OLD_PYTHON = 'case "$2" in *platform*) echo 3.9.2 ;; *) exit 1 ;; esac'
NO_PACKAGES = {"dpkg-query": "exit 1", "apt-get": "exit 100", "systemctl": ":"}


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_script_passes_shellcheck(script: Path) -> None:
    assert script.parent.name == "installing" or os.access(script, os.X_OK)
    if not shutil.which("shellcheck"):
        pytest.skip("shellcheck is not here: apt-get install shellcheck")
    command = ("shellcheck", "-x", str(script))
    done = subprocess.run(command, cwd=DEPLOY.parent, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the installer with these programs. `part`: the unit of an optional part."""

    def edit(path: Path, before: str, after: str) -> None:
        path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")

    def call(*words: str, release: str = DEBIAN, part: str = "", **programs: str) -> subprocess.CompletedProcess[str]:
        write_programs(tmp_path / "bin", {**HARMLESS, **programs})
        copy = shutil.copytree(DEPLOY, tmp_path / "deploy")
        if part:
            (copy / "systemd" / "lamplight-toaster.service").write_text(part, encoding="utf-8")
        (tmp_path / "os-release").write_text(release, encoding="utf-8")
        edit(copy / "installing" / "checks.sh", "/etc/os-release", f"{tmp_path}/os-release")
        edit(copy / "installing" / "read_only.sh", "/media/", f"{tmp_path}/")
        edit(copy / "install.sh", "=/var/cache/", f"={tmp_path}/")
        edit(copy / "install.sh", "program=/opt/lamplight\n", f"program={tmp_path}/lamplight\n")
        told = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
        command, nothing = (str(copy / "install.sh"), *words), subprocess.DEVNULL
        return subprocess.run(command, env=told, stdin=nothing, capture_output=True, text=True, check=False)

    return call


def test_help_names_options_without_root(run: Run) -> None:
    said = run("--help", id="echo 1000")
    assert said.returncode == 0
    for word in ("--with", "--read-only-root", "--uninstall", "--keep-data", "--delete-data", "/etc/lamplight/"):
        assert word in said.stdout


REFUSALS = {
    "not root": ({"id": "echo 1000"}, (), "has to be done as root: sudo "),
    "another system": ({"release": 'ID=fedora\nPRETTY_NAME="Fedora 43"'}, (), "Fedora 43 is neither Raspberry Pi OS"),
    "no system": ({"release": ""}, (), "This system is neither"),
    "an old one": ({"release": 'ID=debian\nVERSION_ID="11"\nPRETTY_NAME="Debian 11"'}, (), "Debian 11 is too old"),
    "an old Raspbian": ({"release": 'ID=raspbian\nVERSION_ID="9"\nPRETTY_NAME="Raspbian 9"'}, (), "too old"),
    "32 bits": ({"dpkg": "echo armhf"}, (), "a system of 32 bits (armhf). Write the 64-bit Raspberry Pi OS"),
    "a full disk": (FULL, (), "only 200 MB free at /opt, and 1500 are needed"),
    **{
        f"new enough {one}": ({**FULL, "release": f"ID=debian\nVERSION_ID={one}\n"}, (), "200 MB free")
        for one in ("13", "14")
    },
    "an unnumbered system": ({**FULL, "release": "ID=debian\n"}, (), "200 MB free"),
    "an old Python": ({"python3": OLD_PYTHON}, (), "Python 3.11 or newer is needed, and python3 here is 3.9.2"),
    "an unknown option": ({}, ("--now",), "There is no option --now"),
    "an unknown part": ({}, ("--with", "toaster"), "There is no part toaster to turn on"),
    "--with without a name": ({}, ("--with",), "--with needs a name"),
    "data without uninstall": ({}, ("--delete-data",), "belong to --uninstall"),
    "no network": (NO_PACKAGES, (), "Is this machine in a network? Then run this again"),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", REFUSALS)
def test_installer_refuses_with_a_remedy(run: Run, case: str) -> None:
    machine, words, sentence = REFUSALS[case]
    said = run(*words, **machine)
    assert said.returncode == 1 and sentence in said.stderr
    assert "made the user" not in said.stdout


@pytest.mark.slow
def test_installer_fetches_packages_of_a_part(run: Run) -> None:
    asked = 'case "$*" in *install*) echo "$*" >&2; exit 100 ;; esac'
    part = "# Makes toast.\n# Packages: toaster bread\n[Service]\n"
    said = run("--with", "toaster", part=part, **{**NO_PACKAGES, "apt-get": asked})
    assert "mosquitto" in said.stderr and "toaster bread" in said.stderr


@pytest.mark.parametrize("words", [(), ("--read-only-root",), ("--uninstall", "--delete-data")], ids=" ".join)
def test_installer_changes_nothing_under_an_overlay(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    """The next start would undo all changes but those of the data."""
    (tmp_path / "root-ro").mkdir()
    touched = dict.fromkeys(("systemctl", "rm", "find", "apt-get"), f"touch {tmp_path}/touched; exit 1")
    said = run(*words, **touched)
    assert said.returncode == 1 and "would be undone by the next start" in said.stderr
    assert not (tmp_path / "touched").exists()
