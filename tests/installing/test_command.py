"""The command `lamplight`: the user that it runs as, its settings, and its work as root."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from companion.settings import FILE
from tests.installing.units import DEPLOY, LAMPLIGHT, environment, replaced, settings, write_programs

PRINTS = 'echo "{who} $*"\necho "config=$LAMPLIGHT_CONFIG home=$HOME venv=${{LAMPLIGHT_VENV-none}} called=$LAMPLIGHT_COMMAND"'
HOME, CACHE = "/var/lib/lamplight", "/var/cache/lamplight-install"
COMMAND = "/usr/local/bin/lamplight"
UNIT_START = "the unit's start"
AS_ROOT = {
    UNIT_START: tuple(settings(LAMPLIGHT)["ExecStartPre"][0].lstrip("+-").split()),
    **{f"lamplight {word}": (COMMAND, word) for word in ("install", "update", "hotspot")},
}
"""All commands that start one of our programs as root."""
TABLE = """#!/usr/bin/env python3
import os, pathlib, sys
if "--check" in sys.argv:
    sys.exit(not os.environ.get("READY"))
print("home", os.environ["HOME"], flush=True)
os.system("umask")
print("leaves uncompiled:", os.environ.get("PYTHONDONTWRITEBYTECODE"))
for kept in filter(None, [os.environ.get("PIP_CACHE_DIR")]):
    pathlib.Path(kept).mkdir(exist_ok=True)
sys.exit(os.environ.get("ENDS"))
"""
SYSTEMD_RUN = """[ -z "${NO_BUS-}" ] || exit 1
echo "apart: $*"
while [ "$1" != -- ]; do shift; done
shift
exec env -u NOTIFY_SOCKET HOME=/ "$@\""""
"""A transient unit, without the environment of the service."""
Typed = Callable[..., str]
Installed = Callable[..., str]


@pytest.fixture
def typed(tmp_path: Path) -> Typed:
    """Run the command as a user, and return what the program prints that it starts in the end."""

    def call(*words: str, name: str = "lamplight", number: int = 999) -> str:
        programs = {f"bin/{who}": PRINTS.format(who=who) for who in ("sudo", "setpriv", "python3")}
        command = (DEPLOY / "lamplight").read_text(encoding="utf-8")
        programs |= {
            "bin/id": f'[ "$1" = -un ] && echo {name} || echo {number}',
            "program/table": PRINTS.format(who="table"),
            "lamplight": command.replace("/opt/lamplight", str(tmp_path / "program")),
        }
        write_programs(tmp_path, programs)
        told = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "LAMPLIGHT_VENV": "/elsewhere"}
        line = ["sh", str(tmp_path / "lamplight"), *words]
        return subprocess.run(line, env=told, capture_output=True, text=True, check=True).stdout

    return call


def test_command_runs_with_settings_and_home(typed: Typed) -> None:
    place = "config=/etc/lamplight/table.toml home=/var/lib/lamplight venv=none called=lamplight"
    assert typed("doctor", "--json") == f"table doctor --json\n{place}\n"
    for words in (("demo",), ("pair", "--demo")):
        assert FILE == "LAMPLIGHT_CONFIG" and "config= " in typed(*words), "a demo has its own data"


def test_command_changes_to_the_service_user(typed: Typed) -> None:
    who, *words = typed("backup", "list", name="root", number=0).splitlines()[0].split()
    assert who == "setpriv" and words[-2:] == ["backup", "list"]
    assert words[:5] == ["--reuid", "lamplight", "--regid", "lamplight", "--init-groups"]
    said = typed("pair", name="pi", number=1000)
    assert said.startswith("sudo -- ") and said.splitlines()[0].endswith("/lamplight pair")


def test_command_changes_the_system_as_root(typed: Typed) -> None:
    for word in ("install", "update"):
        assert typed(word, name="root", number=0).startswith(f"table {word}")
    who, script, *words = typed("hotspot", "show", name="root", number=0).splitlines()[0].split()
    assert (who, words) == ("python3", ["show"]) and script.endswith("/deploy/network/hotspot.py")


@pytest.mark.parametrize("words", [("pair", "--help"), ("update", "-h"), ("--version",), ()], ids=" ".join)
def test_command_shows_help_to_any_user(typed: Typed, words: tuple[str, ...]) -> None:
    assert typed(*words, name="pi", number=1000).splitlines()[0] == " ".join(("table", *words)) + " " * (not words)


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    """Run a command with the unit's environment, and with code in the service's home that leaves the file `ran`."""
    left = f"home/.local/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages/left.pth"
    places = {
        COMMAND: f"{tmp_path}/bin/lamplight",
        "/opt/lamplight": f"{tmp_path}/program",
        HOME: f"{tmp_path}/home",
        CACHE: f"{tmp_path}/cache",
    }
    programs = {
        "program/table": TABLE,
        "program/deploy/network/hotspot.py": TABLE,
        "bin/lamplight": replaced((DEPLOY / "lamplight").read_text(encoding="utf-8"), places),
        "bin/systemd-notify": "echo $*",
        "bin/systemd-run": SYSTEMD_RUN,
        "bin/id": '[ "$1" = -un ] && echo $NAME || echo $NUMBER',
    }
    write_programs(tmp_path, programs)
    (tmp_path / left).parent.mkdir(parents=True)
    (tmp_path / left).write_text(f"import pathlib; pathlib.Path('{tmp_path}/ran').touch()\n")
    (tmp_path / "bin/python3").symlink_to(sys._base_executable)  # type: ignore[attr-defined]  # reads packages of the home

    def start(words: tuple[str, ...], name: str = "root", number: int = 0, **more: str) -> str:
        who = {"PATH": f"{tmp_path}/bin:/usr/bin:/bin", "NAME": name, "NUMBER": f"{number}"}
        told = {key: replaced(value, places) for key, value in {**environment(LAMPLIGHT), **who, **more}.items()}
        command = [replaced(word, places) for word in words]
        umask = 0o077  # as in the unit
        done = subprocess.run(command, env=told, umask=umask, capture_output=True, text=True, check="ENDS" not in more)
        return done.stdout

    return start


@pytest.mark.slow
@pytest.mark.parametrize("command", AS_ROOT)
def test_root_command_runs_no_code_of_the_service(installed: Installed, tmp_path: Path, command: str) -> None:
    said = installed(AS_ROOT[command])
    assert said.startswith("home /root\n") and not (tmp_path / "ran").exists()
    assert "\n0022\n" in said, "the service can read what root installs"
    if command in {UNIT_START, "lamplight install"}:
        assert "leaves uncompiled: None" in said, "the service cannot compile it later"
    installed((COMMAND, "doctor"), "lamplight", 999)
    assert (tmp_path / "ran").exists(), "the code runs as the service, or this test shows nothing"


@pytest.mark.slow
def test_unit_start_keeps_downloads_until_complete(installed: Installed, tmp_path: Path) -> None:
    installed(AS_ROOT[UNIT_START], ENDS="no network")
    assert (tmp_path / "cache").is_dir()
    installed(AS_ROOT[UNIT_START])
    assert not (tmp_path / "cache").exists()


@pytest.mark.slow
def test_unit_start_installs_in_another_unit(installed: Installed) -> None:
    """The unit of the service reaches no package registry, and a start may not take long."""
    assert settings(LAMPLIGHT)["NotifyAccess"] == ["exec"] and "any" in settings(LAMPLIGHT)["IPAddressDeny"]
    said = installed(AS_ROOT[UNIT_START], NOTIFY_SOCKET="/run/systemd/notify")
    assert said.startswith("EXTEND_TIMEOUT_USEC=3600000000\napart: --quiet --collect --wait")
    assert said.count("apart: ") == 1 and "\nhome /root\n" in said
    said = installed(AS_ROOT["lamplight install"])
    assert "EXTEND" not in said and "apart" not in said


@pytest.mark.slow
@pytest.mark.parametrize("more", [{"READY": "1"}, {"NO_BUS": "1"}], ids=" ".join)
def test_unit_start_may_install_in_its_own_unit(installed: Installed, more: Mapping[str, str]) -> None:
    said = installed(AS_ROOT[UNIT_START], NOTIFY_SOCKET="/run/systemd/notify", **more)
    assert "apart" not in said and said.count("\nhome /root\n") == 1


def test_unit_start_needs_no_file_that_updates_move() -> None:
    assert AS_ROOT[UNIT_START][0] == COMMAND
    assert f"\ncommand={COMMAND}\n" in (DEPLOY / "install.sh").read_text(encoding="utf-8")
    places = set(re.findall(r"\$program(/[\w.]+)", (DEPLOY / "lamplight").read_text(encoding="utf-8")))
    assert places == {"/table", "/deploy"}, "the second is the hotspot's"
