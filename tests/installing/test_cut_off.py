"""The installer is killed anywhere: the next run finishes its work."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.installing.units import DEPLOY, write_programs

STEPS = """
set -eu
here=$1/program/deploy program=$1/program units=$1/units rules=$1/rules users=$1/users downloads=$1/downloads
settings=$1/settings unfinished=$1/unfinished user=root source_folder=$1/program with=${WITH-} is_changed=no
for part in words packages program services removal; do . "$2/$part.sh"; done
is_systemd_running() { true; }
[ ! -e "$unfinished" ] || is_changed=yes
eval "$3"
"""
PROGRAMS = {
    **dict.fromkeys(("systemctl", "systemd-sysusers", "udevadm", "dpkg", "setpriv"), ""),
    "apt-get": "exit ${APT:-0}",
    "dpkg-query": "grep -q $3 $HAVE && printf installed",
}
Steps = Callable[..., list[str]]


@pytest.fixture
def steps(tmp_path: Path) -> Steps:
    """Run some steps of the installer, and return the programs that it called, with their arguments."""
    logged = {f"bin/{name}": f'echo "{name} $*" >>$LOG\n{ends}' for name, ends in PROGRAMS.items()}
    write_programs(tmp_path, logged)
    folder = tmp_path / "program" / "deploy"
    (folder / "systemd").mkdir(parents=True)
    (folder / "systemd" / "lamplight.service").write_text("[Service]\n")
    (folder / "systemd" / "lamplight-kiosk.sysusers").write_text("u somebody -\n")
    (folder / "60-lamplight-readers.rules").write_text("# none\n")
    (folder / "table.toml").write_text("# none\n")
    parts = shutil.copytree(DEPLOY / "installing", tmp_path / "installing")
    (tmp_path / "control").touch()  # as if udev ran
    services = (parts / "services.sh").read_text(encoding="utf-8")
    (parts / "services.sh").write_text(services.replace("/run/udev/control", f"{tmp_path}/control"), encoding="utf-8")
    (tmp_path / "have").write_text("python3 python3-venv libgl1 libglib2.0-0 openssl avahi-daemon")
    told = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "LOG": f"{tmp_path}/log", "HAVE": f"{tmp_path}/have"}

    def call(step: str) -> list[str]:
        (tmp_path / "log").write_text("")
        words = ("sh", "-c", STEPS, "sh", str(tmp_path), str(parts), step)
        subprocess.run(words, env={**told, "WITH": "kiosk"}, capture_output=True, check=False)
        return (tmp_path / "log").read_text().splitlines()

    (tmp_path / "program" / "deploy" / "systemd" / "lamplight-kiosk.service").write_text("# Packages: cage\n")
    return call


UNMASK = "systemctl --quiet unmask mosquitto.service"
BROKER = "get() { echo mosquitto >>$HAVE; kill -9 $$; }; install_packages"
KILLED: Mapping[str, tuple[str, str, str]] = {
    "units are read": ("put() { install -D -m $3 $1 $2; kill -9 $$; }; write_services", "write_services", "systemctl daemon-reload"),
    "rules are read": ("udevadm() { kill -9 $$; }; write_services", "write_services", "udevadm control --reload"),
    "users are made": ("systemd-sysusers() { kill -9 $$; }; write_users", "write_users", "systemd-sysusers {}/users/lamplight-kiosk.conf"),
    "a service restarts": ("systemctl() { kill -9 $$; }; write_services", "start lamplight", "systemctl restart lamplight"),
    "a broker is unmasked": (BROKER, "install_packages", UNMASK),
    "a broker is disabled": (BROKER, "install_packages", "systemctl --quiet disable mosquitto.service"),
    "unmasked without downloads": (BROKER, "rm -rf $downloads; install_packages", UNMASK),
    "unmasked by removal": ("get() { kill -9 $$; }; install_packages", "data_wish=keep; uninstall", UNMASK),
    "packages are unpacked": ("get() { kill -9 $$; }; install_packages", "install_packages", "dpkg --configure -a"),
}  # fmt: skip


@pytest.mark.parametrize("what", KILLED)
def test_killed_installer_is_completed_by_the_next(steps: Steps, tmp_path: Path, what: str) -> None:
    killed, again, done = KILLED[what]
    done = done.format(tmp_path)
    assert done not in steps(killed) or what == "packages are unpacked"
    assert done in steps(again)


def test_installer_restarts_a_changed_service_once(steps: Steps) -> None:
    assert "systemctl restart lamplight" in steps("write_services; start_services")
    assert "systemctl restart lamplight" not in steps("write_services; start_services")


def test_installer_leaves_a_broker_that_was_installed(steps: Steps, tmp_path: Path) -> None:
    (tmp_path / "have").write_text((tmp_path / "have").read_text() + " mosquitto")
    assert not any("mosquitto.service" in line for line in steps("install_packages"))


def test_installer_writes_private_settings_whole(steps: Steps, tmp_path: Path) -> None:
    file = tmp_path / "settings" / "table.toml"
    steps("chmod() { kill -9 $$; }; write_settings")
    assert not file.exists()
    steps("write_settings")
    assert file.stat().st_mode & 0o777 == 0o640, "the password of a broker may be in it"


def test_installer_syncs_before_its_last_line() -> None:
    lines = (DEPLOY / "install.sh").read_text(encoding="utf-8").splitlines()
    assert lines[-2].startswith("sync") and lines[-1] == "say_where"
