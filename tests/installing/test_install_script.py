"""The installer as a program: its shell, its help, and what it refuses with which sentence. What it does to a system: `./table prove install`."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.installing.units import DEPLOY

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
"""All that changes a system fails: a test must not install anything here, whatever the installer tries."""


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_shellcheck_has_nothing_to_say(script: Path) -> None:
    if not shutil.which("shellcheck"):
        pytest.skip("shellcheck is not here: apt-get install shellcheck")
    done = subprocess.run(
        ("shellcheck", "-x", str(script)), cwd=DEPLOY.parent, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("script", [INSTALL, DEPLOY / "lamplight"], ids=lambda script: script.name)
def test_it_can_be_started(script: Path) -> None:
    assert os.access(script, os.X_OK)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """The installer on a machine that is made up: `programs` are there instead of this one's; `part`: the unit of an optional one."""

    def call(*words: str, release: str = DEBIAN, part: str = "", **programs: str) -> subprocess.CompletedProcess[str]:
        bin_ = tmp_path / "bin"
        bin_.mkdir()
        for name, said in {**HARMLESS, **programs}.items():
            (bin_ / name).write_text(f"#!/bin/sh\n{said}\n", encoding="utf-8")
            (bin_ / name).chmod(0o755)
        copy = shutil.copytree(DEPLOY, tmp_path / "deploy")
        if part:
            (copy / "systemd" / "lamplight-toaster.service").write_text(part, encoding="utf-8")
        release_file = tmp_path / "os-release"
        release_file.write_text(release, encoding="utf-8")
        checks = copy / "installing" / "checks.sh"
        checks.write_text(
            checks.read_text(encoding="utf-8").replace("/etc/os-release", str(release_file)), encoding="utf-8"
        )
        script = copy / "install.sh"
        told = script.read_text(encoding="utf-8").replace("=/var/cache/", f"={tmp_path}/")
        told = told.replace("program=/opt/lamplight\n", f"program={tmp_path}/lamplight\n")  # this machine may have one
        script.write_text(told, encoding="utf-8")
        overlay = copy / "installing" / "read_only.sh"
        overlay.write_text(overlay.read_text(encoding="utf-8").replace("/media/", f"{tmp_path}/"), encoding="utf-8")
        return subprocess.run(
            (str(copy / "install.sh"), *words),
            env={"PATH": f"{bin_}:{os.environ['PATH']}"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    return call


def test_help_names_every_option_and_every_place_and_needs_no_root(run: Run) -> None:
    said = run("--help", id="echo 1000")
    assert said.returncode == 0
    for word in (
        "--with",
        "--read-only-root",
        "--uninstall",
        "--keep-data",
        "--delete-data",
        "/etc/lamplight/table.toml",
    ):
        assert word in said.stdout


REFUSALS = {
    "not root": ({"id": "echo 1000"}, (), "has to be done as root: sudo "),
    "another system": (
        {"release": 'ID=fedora\nPRETTY_NAME="Fedora 43"'},
        (),
        "Fedora 43 is neither Raspberry Pi OS nor",
    ),
    "no system": ({"release": ""}, (), "This system is neither"),
    "an old one": ({"release": 'ID=debian\nVERSION_ID="11"\nPRETTY_NAME="Debian 11"'}, (), "Debian 11 is too old"),
    "an old Raspbian": ({"release": 'ID=raspbian\nVERSION_ID="9"\nPRETTY_NAME="Raspbian 9"'}, (), "too old"),
    "32 bits": ({"dpkg": "echo armhf"}, (), "a system of 32 bits (armhf). Write the 64-bit Raspberry Pi OS"),
    "a full disk": ({"df": "echo; echo a b c 204800 d e"}, (), "only 200 MB free at /opt, and 1500 are needed"),
    "an unknown option": ({}, ("--now",), "There is no option --now"),
    "an unknown part": ({}, ("--with", "toaster"), "There is no part toaster to turn on"),
    "--with without a name": ({}, ("--with",), "--with needs a name"),
    "data without uninstall": ({}, ("--delete-data",), "belong to --uninstall"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_what_does_not_go_is_said_with_its_remedy(run: Run, case: str) -> None:
    machine, words, sentence = REFUSALS[case]
    said = run(*words, **machine)
    assert said.returncode == 1
    assert sentence in said.stderr


@pytest.mark.parametrize("version", ['VERSION_ID="12"', 'VERSION_ID="13"', 'VERSION_ID="14"', ""])
def test_a_system_that_is_new_enough_comes_further(run: Run, version: str) -> None:
    """As far as its disk, which is full."""
    said = run(release=f"ID=debian\n{version}\n", df="echo; echo a b c 204800 d e")
    assert "200 MB free" in said.stderr


def test_an_old_python_that_comes_first_in_the_path_is_told(run: Run) -> None:
    said = run(python3=OLD_PYTHON)
    assert said.returncode == 1
    assert "Python 3.11 or newer is needed, and python3 here is 3.9.2" in said.stderr


OLD_PYTHON = 'case "$2" in *platform*) echo 3.9.2 ;; *) exit 1 ;; esac'


def test_packages_that_cannot_be_fetched_are_told_and_nothing_is_begun(run: Run) -> None:
    said = run(
        **{"dpkg-query": "exit 1", "df": "echo; echo a b c 9999999 d e", "apt-get": "exit 100", "systemctl": ":"}
    )
    assert said.returncode == 1
    assert "Is this machine in a network? Then run this again" in said.stderr
    assert "made the user" not in said.stdout


def test_a_part_that_is_asked_for_brings_its_packages(run: Run) -> None:
    asked = 'case "$*" in *install*) echo "$*" >&2; exit 100 ;; esac'
    part = "# Makes toast.\n# Packages: toaster bread\n[Service]\n"
    said = run("--with", "toaster", part=part, **{"dpkg-query": "exit 1", "apt-get": asked, "systemctl": ":"})
    assert "mosquitto" in said.stderr
    assert "toaster bread" in said.stderr


@pytest.mark.parametrize("words", [(), ("--read-only-root",), ("--uninstall", "--delete-data")], ids=" ".join)
def test_nothing_is_begun_where_the_next_start_would_undo_it(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    """Of all that is taken away the evenings alone would really be gone."""
    (tmp_path / "root-ro").mkdir()
    touched = dict.fromkeys(("systemctl", "rm", "find", "apt-get"), f"touch {tmp_path}/touched; exit 1")
    said = run(*words, **touched)
    assert said.returncode == 1 and "would be undone by the next start" in said.stderr
    assert not (tmp_path / "touched").exists()
