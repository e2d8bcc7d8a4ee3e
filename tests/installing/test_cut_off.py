"""A run of the installer that is killed anywhere: what it had put in its place is followed up by the next one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.installing.units import DEPLOY

STEPS = """
set -eu
here=$1/program/deploy program=$1/program units=$1/units rules=$1/rules users=$1/users downloads=$1/downloads
settings=$1/settings unfinished=$1/unfinished user=root source_folder=$1/program with=${WITH-} is_changed=no
for part in words packages program services removal; do . "$2/$part.sh"; done
is_systemd_running() { true; }
[ ! -e "$unfinished" ] || is_changed=yes
eval "$3"
"""
STUBS = {
    name: f'#!/bin/sh\necho "{name} $*" >>$LOG\n{ends}\n'
    for name, ends in {
        "systemctl": "",
        "systemd-sysusers": "",
        "udevadm": "",
        "apt-get": "exit ${APT:-0}",
        "dpkg": "",
        "dpkg-query": "grep -q $3 $HAVE && printf installed",
        "setpriv": "",
    }.items()
}
Steps = Callable[..., list[str]]


@pytest.fixture
def steps(tmp_path: Path) -> Steps:
    """Do some steps of the installer; which programs were called for it, with which words."""
    for name, text in STUBS.items():
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    folder = tmp_path / "program" / "deploy"
    (folder / "systemd").mkdir(parents=True)
    (folder / "systemd" / "lamplight.service").write_text("[Service]\n")
    (folder / "systemd" / "lamplight-kiosk.sysusers").write_text("u somebody -\n")
    (folder / "60-lamplight-readers.rules").write_text("# none\n")
    (folder / "table.toml").write_text("# none\n")
    parts = shutil.copytree(DEPLOY / "installing", tmp_path / "installing")
    (tmp_path / "control").touch()  # as if udev ran here
    services = (parts / "services.sh").read_text(encoding="utf-8")
    (parts / "services.sh").write_text(services.replace("/run/udev/control", f"{tmp_path}/control"), encoding="utf-8")
    (tmp_path / "have").write_text("python3 python3-venv libgl1 libglib2.0-0 openssl avahi-daemon")
    told = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "LOG": f"{tmp_path}/log", "HAVE": f"{tmp_path}/have"}

    def call(step: str, **more: str) -> list[str]:
        (tmp_path / "log").write_text("")
        words = ("sh", "-c", STEPS, "sh", str(tmp_path), str(parts), step)
        subprocess.run(words, env={**told, **more}, capture_output=True, check=False)
        return (tmp_path / "log").read_text().splitlines()

    return call


KILLED: Mapping[str, tuple[str, str, str]] = {
    "units are read": ("put() { install -D -m $3 $1 $2; kill -9 $$; }; write_services", "write_services", "systemctl daemon-reload"),
    "rules are read": ("udevadm() { kill -9 $$; }; write_services", "write_services", "udevadm control --reload"),
    "users are made": ("systemd-sysusers() { kill -9 $$; }; write_users", "write_users", "systemd-sysusers {}/users/lamplight-kiosk.conf"),
    "a service begins anew": ("systemctl() { kill -9 $$; }; write_services", "start lamplight", "systemctl restart lamplight"),
    "a broker is unmasked": ("get() { echo mosquitto >>$HAVE; kill -9 $$; }; install_packages", "install_packages", "systemctl --quiet unmask mosquitto.service"),
    "and turned off": ("get() { echo mosquitto >>$HAVE; kill -9 $$; }; install_packages", "install_packages", "systemctl --quiet disable mosquitto.service"),
    "unmasked when all of it goes": ("get() { kill -9 $$; }; install_packages", "data_wish=keep; uninstall", "systemctl --quiet unmask mosquitto.service"),
    "packages are unpacked": ("get() { kill -9 $$; }; install_packages", "install_packages", "dpkg --configure -a"),
}  # fmt: skip


@pytest.mark.parametrize("what", KILLED)
def test_it_is_done_by_the_run_after_one_that_was_killed_before_it(steps: Steps, tmp_path: Path, what: str) -> None:
    killed, again, done = KILLED[what]
    done = done.format(tmp_path)
    assert done not in steps(killed, WITH="kiosk") or what == "packages are unpacked"
    assert done in steps(again, WITH="kiosk")


def test_that_a_broker_was_masked_is_known_after_the_downloads_went(steps: Steps, tmp_path: Path) -> None:
    """The machine starts in between, and the service's start, which needs them no more, takes them away."""
    steps("get() { echo mosquitto >>$HAVE; kill -9 $$; }; install_packages")
    shutil.rmtree(tmp_path / "downloads", ignore_errors=True)
    assert "systemctl --quiet unmask mosquitto.service" in steps("install_packages")


def test_a_service_that_begun_anew_is_let_be_by_the_next_run(steps: Steps) -> None:
    assert "systemctl restart lamplight" in steps("write_services; start_services")
    assert "systemctl restart lamplight" not in steps("write_services; start_services")


def test_a_broker_that_its_owner_masked_is_left_as_it_is(steps: Steps, tmp_path: Path) -> None:
    (tmp_path / "have").write_text((tmp_path / "have").read_text() + " mosquitto")
    assert not any("mosquitto.service" in line for line in steps("install_packages"))


def test_settings_are_there_whole_and_shut_or_not_at_all(steps: Steps, tmp_path: Path) -> None:
    """A broker's password may be written into them."""
    steps("chmod() { kill -9 $$; }; write_settings")
    assert not (tmp_path / "settings" / "table.toml").exists()
    steps("write_settings")
    assert (tmp_path / "settings" / "table.toml").stat().st_mode & 0o777 == 0o640


def test_all_is_on_the_disk_before_it_is_said_that_all_is_there() -> None:
    """A power cut just afterwards would leave empty files: their names are written before what is in them."""
    lines = (DEPLOY / "install.sh").read_text(encoding="utf-8").splitlines()
    assert lines[-2].startswith("sync") and lines[-1] == "say_where"
