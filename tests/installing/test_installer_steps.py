"""Steps of the installer in a folder: copying one version, going on after a kill anywhere, and removal."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.installing.units import DEPLOY, write_programs

SCRIPT = """
set -eu
program=$1/opt/lamplight source_folder=${SOURCE-$1/opt/lamplight} here=$source_folder/deploy units=$1/units rules=$1/rules users=$1/users
downloads=$1/cache/lamplight-install settings=$1/etc/lamplight unfinished=$1/run/lamplight-install data=$1/lib/lamplight
command=$1/lamplight announced=$1/announced user=${OWNER-root} with=kiosk data_wish=keep is_changed=no
for part in words packages program services removal; do . "$2/$part.sh"; done
is_systemd_running() { true; }
[ ! -e "$unfinished" ] || is_changed=yes
eval "$3"
"""
LOGS = 'echo "${0##*/} $*" >>$LOG\n'
PROGRAMS = {
    **dict.fromkeys(("systemd-sysusers", "udevadm", "dpkg", "setpriv", "loginctl"), LOGS),
    # a template itself can be neither stopped nor started
    "systemctl": LOGS + 'case "$1 $2" in "stop "*@.service) exit 1 ;; esac; [ "$*" != "stop ${STUCK-}" ]',
    "apt-get": LOGS + "exit ${APT:-0}",
    "dpkg-query": LOGS + "grep -q $3 $HAVE && printf installed",
    "userdel": LOGS + '[ $(grep -c "userdel $1" $LOG) -gt "${BUSY-0}" ]',
    "getent": "printf 'root:x:0\\nlamplight:x:990\\nlamplight-kiosk:x:991\\nlamplighter:x:992\\n'",
    "mountpoint": "exit 1",
    "sleep": "",
}
Steps = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def steps(tmp_path: Path) -> Steps:
    """Run some steps of the installer with programs that only log their calls."""
    write_programs(tmp_path / "bin", PROGRAMS)
    parts = shutil.copytree(DEPLOY / "installing", tmp_path / "installing")
    (tmp_path / "control").touch()  # as if udev ran
    services = (parts / "services.sh").read_text(encoding="utf-8")
    (parts / "services.sh").write_text(services.replace("/run/udev/control", f"{tmp_path}/control"), encoding="utf-8")
    (tmp_path / "have").write_text("python3 python3-venv libgl1 libglib2.0-0 openssl avahi-daemon")
    for name in ("run", "cache"):
        (tmp_path / name).mkdir()
    told = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "LOG": f"{tmp_path}/log", "HAVE": f"{tmp_path}/have"}

    def call(step: str, **more: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "log").write_text("")
        words = ("sh", "-c", SCRIPT, "sh", str(tmp_path), str(parts), step)
        return subprocess.run(words, env={**told, **more}, capture_output=True, text=True, check=False)

    return call


def write(folder: Path, *names: str, text: str = "") -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


# copying ----------------------------------------------------------------------------------------------------------------

Copy = Callable[[], "subprocess.CompletedProcess[str]"]


@pytest.fixture
def copy(steps: Steps, tmp_path: Path) -> Copy:
    """Copy a version of two files. Its command prints its arguments, and the version that is installed."""
    asked = f'echo "asked: $* of $(cat {tmp_path}/opt/lamplight/table)"\nexit ${{SETTLED:-0}}'
    write_programs(tmp_path, {"source/deploy/lamplight": asked})
    write(tmp_path, "source/table", text="one")
    step = 'is_changed=no; pause_service() { echo paused; }; copy_program; echo "changed: $is_changed"'
    return lambda: steps(step, SOURCE=f"{tmp_path}/source", SETTLED=os.environ.get("SETTLED", "0"))


@pytest.fixture
def program(copy: Copy, tmp_path: Path) -> Path:
    """The installed program after an update."""
    assert "changed: yes" in copy().stdout
    write(tmp_path / "opt/lamplight/.update", "sums.json", "last.json", "lock", "engine/part", text="{}")
    return tmp_path / "opt" / "lamplight"


@pytest.fixture
def newer(program: Path, tmp_path: Path) -> Path:
    """The same, before another version is copied."""
    write(tmp_path, "source/table", text="two")
    return program


def test_copy_of_same_version_keeps_the_way_back(program: Path, copy: Copy) -> None:
    write(program, ".git/HEAD")
    assert copy().stdout == "changed: no\n"
    assert (program / ".update" / "last.json").exists()
    assert not (program / ".git").exists(), "a history of other files"


@pytest.mark.slow
def test_copy_of_other_version_deletes_the_way_back(newer: Path, copy: Copy) -> None:
    assert "changed: yes" in copy().stdout
    assert (newer / "table").read_text() == "two" and not (newer / ".update").exists()
    assert copy().stdout == "changed: no\n"


@pytest.mark.slow
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


# killed -----------------------------------------------------------------------------------------------------------------

Calls = Callable[[str], list[str]]


@pytest.fixture
def calls(steps: Steps, tmp_path: Path) -> Calls:
    """Run a step for an installed program with a kiosk, and return the programs that it called."""
    deploy = tmp_path / "opt/lamplight/deploy"
    write(deploy, "systemd/lamplight.service", text="[Service]\n")
    write(deploy, "systemd/lamplight-kiosk.sysusers", text="u somebody -\n")
    write(deploy, "systemd/lamplight-kiosk.service", text="# Packages: cage\n")
    write(deploy, "60-lamplight-readers.rules", "table.toml", text="# none\n")

    def called(step: str) -> list[str]:
        steps(step)
        return (tmp_path / "log").read_text().splitlines()

    return called


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


@pytest.mark.slow
@pytest.mark.parametrize("what", KILLED)
def test_killed_installer_is_completed_by_the_next(calls: Calls, tmp_path: Path, what: str) -> None:
    killed, again, done = KILLED[what]
    done = done.format(tmp_path)
    assert done not in calls(killed) or what == "packages are unpacked"
    assert done in calls(again)


def test_installer_restarts_a_changed_service_once(calls: Calls) -> None:
    assert "systemctl restart lamplight" in calls("write_services; start_services")
    assert "systemctl restart lamplight" not in calls("write_services; start_services")


def test_installer_leaves_a_broker_that_was_installed(calls: Calls, tmp_path: Path) -> None:
    (tmp_path / "have").write_text((tmp_path / "have").read_text() + " mosquitto")
    assert not any("mosquitto.service" in line for line in calls("install_packages"))


def test_installer_writes_private_settings_whole(calls: Calls, tmp_path: Path) -> None:
    file = tmp_path / "etc" / "lamplight" / "table.toml"
    calls("chmod() { kill -9 $$; }; write_settings")
    assert not file.exists()
    calls("write_settings")
    assert file.stat().st_mode & 0o777 == 0o640, "the password of a broker may be in it"


def test_installer_syncs_before_its_last_line() -> None:
    lines = (DEPLOY / "install.sh").read_text(encoding="utf-8").splitlines()
    assert lines[-2].startswith("sync") and lines[-1] == "say_where"


# removal ----------------------------------------------------------------------------------------------------------------

FOREIGN = {"cache/another/page", "lib/lamplighter/hers"}
OURS = (
    *(f"units/{name}.service" for name in ("lamplight", "lamplight-hall-worker@", "lamplight-kiosk")),
    *("opt/lamplight/table", "etc/lamplight/table.toml", "lib/lamplight/table/log.db"),
    *("cache/lamplight-install/wheel", "cache/lamplight-kiosk/page", "lib/lamplight-kiosk/profile"),
    "units/lamplight.service.d/override.conf",
)
Remove = Callable[..., tuple[str, list[str]]]


@pytest.fixture
def remove(steps: Steps, tmp_path: Path) -> Remove:
    """Remove everything. Return what was printed, and the calls of programs. `BUSY`: how often userdel fails first."""
    write(tmp_path, *OURS, *FOREIGN)

    def call(wish: str = "delete", **more: str) -> tuple[str, list[str]]:
        done = steps(f"data_wish={wish}; uninstall", OWNER="lamplight", **more)
        assert done.returncode == 0, done.stderr
        return done.stdout, (tmp_path / "log").read_text().splitlines()

    return call


def left(folder: Path) -> set[str]:
    tools = {"bin", "installing", "log", "have", "control"}
    files = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {str(path) for path in files if path.parts[0] not in tools}


def test_removal_leaves_only_foreign_files(remove: Remove, tmp_path: Path) -> None:
    said, called = remove()
    assert left(tmp_path) == FOREIGN
    assert "systemctl stop lamplight-hall-worker@*.service" in called and "does not stop" not in said


def test_removal_keeps_data_and_settings_on_request(remove: Remove, tmp_path: Path) -> None:
    remove("keep")
    data = {"etc/lamplight/table.toml", "lib/lamplight/table/log.db", "lib/lamplight-kiosk/profile"}
    assert left(tmp_path) == {*FOREIGN, *data, "units/lamplight.service.d/override.conf"}


def test_removal_goes_on_past_a_stuck_service(remove: Remove, tmp_path: Path) -> None:
    said, _ = remove(STUCK="lamplight-kiosk.service")
    assert "lamplight-kiosk.service does not stop" in said and not (tmp_path / "opt" / "lamplight").exists()


@pytest.mark.slow
def test_removal_waits_for_a_busy_user(remove: Remove, tmp_path: Path) -> None:
    said, called = remove(BUSY="3")
    assert called.count("userdel lamplight-kiosk") == 4 and "userdel" not in said
    assert called.index("loginctl terminate-user lamplight-kiosk") < called.index("userdel lamplight-kiosk")
    assert not any("lamplighter" in line for line in called)
    said, _ = remove(BUSY="99")
    assert "sudo userdel lamplight-kiosk" in said and left(tmp_path) == FOREIGN
