"""The command `lamplight`: who it runs as, with which settings."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from companion.settings import FILE
from tests.installing.units import DEPLOY, LAMPLIGHT, environment, settings

TELLS = '#!/bin/sh\necho "{who} $*"\necho "config=$LAMPLIGHT_CONFIG home=$HOME venv=${{LAMPLIGHT_VENV-none}} called=$LAMPLIGHT_COMMAND"\n'
Typed = Callable[..., str]
Installed = Callable[..., tuple[str, bool]]


@pytest.fixture
def typed(tmp_path: Path) -> Typed:
    """What is told by whoever is started in the end; `name` and `number` are those of who types."""

    def call(*words: str, name: str, number: int) -> str:
        users = f'#!/bin/sh\n[ "$1" = -un ] && echo {name} || echo {number}\n'
        started = {
            tmp_path / "bin" / "id": users,
            tmp_path / "bin" / "sudo": TELLS.format(who="sudo"),
            tmp_path / "bin" / "setpriv": TELLS.format(who="setpriv"),
            tmp_path / "bin" / "python3": TELLS.format(who="python3"),
            tmp_path / "program" / "table": TELLS.format(who="table"),
        }
        for path, text in started.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            path.chmod(0o755)
        command = (
            (DEPLOY / "lamplight").read_text(encoding="utf-8").replace("/opt/lamplight", str(tmp_path / "program"))
        )
        (tmp_path / "lamplight").write_text(command, encoding="utf-8")
        told = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "LAMPLIGHT_VENV": "/elsewhere"}
        done = subprocess.run(
            ("sh", tmp_path / "lamplight", *words), env=told, capture_output=True, text=True, check=True
        )
        return done.stdout

    return call


def test_the_service_s_own_user_runs_the_program_with_settings_and_home(typed: Typed) -> None:
    said = typed("doctor", "--json", name="lamplight", number=999)
    assert (
        said
        == "table doctor --json\nconfig=/etc/lamplight/table.toml home=/var/lib/lamplight venv=none called=lamplight\n"
    )


def test_root_becomes_that_user_first(typed: Typed) -> None:
    who, *words = typed("backup", "list", name="root", number=0).splitlines()[0].split()
    assert who == "setpriv" and words[-2:] == ["backup", "list"]
    assert words[:5] == ["--reuid", "lamplight", "--regid", "lamplight", "--init-groups"]


def test_anybody_else_asks_to_be_root(typed: Typed) -> None:
    assert typed("pair", name="pi", number=1000).splitlines()[0].endswith("/lamplight pair")
    assert typed("pair", name="pi", number=1000).startswith("sudo -- ")


@pytest.mark.parametrize("words", [("pair", "--help"), ("update", "-h"), ("--version",), ()], ids=" ".join)
def test_anybody_may_read_the_help(typed: Typed, words: tuple[str, ...]) -> None:
    assert typed(*words, name="pi", number=1000).splitlines()[0] == " ".join(("table", *words)) + " " * (not words)


def test_sentences_name_the_command_that_is_installed(typed: Typed) -> None:
    assert typed("pair", name="lamplight", number=999).endswith(" called=lamplight\n")


def test_what_changes_the_system_is_done_as_root(typed: Typed) -> None:
    for word in ("install", "update"):
        assert typed(word, name="root", number=0).startswith(f"table {word}")
    who, script, *words = typed("hotspot", "show", name="root", number=0).splitlines()[0].split()
    assert (who, words) == ("python3", ["show"]) and script.endswith("/deploy/network/hotspot.py")


@pytest.mark.parametrize("words", [("demo",), ("pair", "--demo")], ids=" ".join)
def test_a_demo_is_not_played_in_the_house_s_own_data(typed: Typed, words: tuple[str, ...]) -> None:
    assert FILE == "LAMPLIGHT_CONFIG"
    assert "config= " in typed(*words, name="lamplight", number=999)


HOME, CACHE = "/var/lib/lamplight", "/var/cache/lamplight-install"
COMMAND = "/usr/local/bin/lamplight"
AS_ROOT = {
    "the unit's start": tuple(settings(LAMPLIGHT)["ExecStartPre"][0].lstrip("+-").split()),
    **{f"lamplight {word}": (COMMAND, word) for word in ("install", "update", "hotspot")},
}
"""Every command of root's at which a program of ours is started, on whosever behalf."""


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    """Start a command, with the service's environment, where the service has left code for whoever has its home; what that code did."""
    left = tmp_path / f"home/.local/lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages/left.pth"
    table = """#!/usr/bin/env python3
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
    files = {
        left: f"import pathlib; pathlib.Path('{tmp_path}/ran').touch()\n",
        tmp_path / "program/table": table,
        tmp_path / "program/deploy/network/hotspot.py": table,
        tmp_path / "bin/lamplight": (DEPLOY / "lamplight").read_text(encoding="utf-8"),
        tmp_path / "bin/systemd-notify": "#!/bin/sh\necho $*\n",
        # a unit of its own: what the service's has in its environment does not come along
        tmp_path
        / "bin/systemd-run": '#!/bin/sh\n[ -z "${NO_BUS-}" ] || exit 1\necho "apart: $*"\nwhile [ "$1" != -- ]; do shift; done\nshift\n'
        'exec env -u NOTIFY_SOCKET HOME=/ "$@"\n',
        tmp_path / "bin/id": '#!/bin/sh\n[ "$1" = -un ] && echo $NAME || echo $NUMBER\n',
    }
    places = {
        COMMAND: f"{tmp_path}/bin/lamplight",
        "/opt/lamplight": f"{tmp_path}/program",
        HOME: f"{tmp_path}/home",
        CACHE: f"{tmp_path}/cache",
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(moved(text, places), encoding="utf-8")
        path.chmod(0o755)
    (tmp_path / "bin/python3").symlink_to(sys._base_executable)  # type: ignore[attr-defined]  # that of an environment knows no home

    def start(words: tuple[str, ...], name: str, number: int, **more: str) -> tuple[str, bool]:
        told = {
            **environment(LAMPLIGHT),
            "PATH": f"{tmp_path}/bin:/usr/bin:/bin",
            "NAME": name,
            "NUMBER": f"{number}",
            **more,
        }
        done = subprocess.run(
            [moved(word, places) for word in words],
            env={key: moved(value, places) for key, value in told.items()},
            umask=0o077,  # the unit's
            capture_output=True,
            text=True,
            check="ENDS" not in more,
        )
        return done.stdout, (tmp_path / "ran").exists()

    return start


def moved(text: str, places: Mapping[str, str]) -> str:
    for before, after in places.items():
        text = text.replace(before, after)
    return text


def test_what_the_service_left_in_its_home_runs_as_the_service(installed: Installed) -> None:
    """Or the next test would see nothing."""
    assert installed((COMMAND, "doctor"), "lamplight", 999)[1]


@pytest.mark.parametrize("command", AS_ROOT)
def test_what_the_service_left_in_its_home_is_never_run_by_root(installed: Installed, command: str) -> None:
    said, has_run = installed(AS_ROOT[command], "root", 0)
    assert said.startswith("home /root\n")
    assert not has_run


@pytest.mark.parametrize("command", AS_ROOT)
def test_what_root_installs_can_be_read_by_the_service(installed: Installed, command: str) -> None:
    """The unit's mask is for the files of the house."""
    assert "\n0022\n" in installed(AS_ROOT[command], "root", 0)[0]


@pytest.mark.parametrize("command", ["the unit's start", "lamplight install"])
def test_what_root_installs_is_compiled_where_the_service_may_not_do_it(installed: Installed, command: str) -> None:
    """By a pip without wheel, as Debian 12's, what comes as sources is compiled only then."""
    assert "leaves uncompiled: None" in installed(AS_ROOT[command], "root", 0)[0]


def test_what_was_downloaded_is_kept_where_root_alone_writes_until_all_is_there(
    installed: Installed, tmp_path: Path
) -> None:
    """A start that was killed goes on by it."""
    installed(AS_ROOT["the unit's start"], "root", 0, ENDS="no network")
    assert (tmp_path / "cache").is_dir()
    installed(AS_ROOT["the unit's start"], "root", 0)
    assert not (tmp_path / "cache").exists()


def test_a_start_that_installs_anew_may_take_longer_than_one_that_hangs(installed: Installed) -> None:
    assert settings(LAMPLIGHT)["NotifyAccess"] == ["exec"], "the commands before the house are heard as well"
    said, _ = installed(AS_ROOT["the unit's start"], "root", 0, NOTIFY_SOCKET="/run/systemd/notify")
    assert said.startswith("EXTEND_TIMEOUT_USEC=3600000000\napart: ")
    assert "\nhome /root\n" in said
    assert "EXTEND" not in installed(AS_ROOT["lamplight install"], "root", 0)[0]


def test_packages_are_fetched_outside_of_the_unit_that_reaches_no_registry(installed: Installed) -> None:
    assert "any" in settings(LAMPLIGHT)["IPAddressDeny"]
    said, _ = installed(AS_ROOT["the unit's start"], "root", 0, NOTIFY_SOCKET="/run/systemd/notify")
    assert said.count("apart: --quiet --collect --wait") == 1
    assert "apart" not in installed(AS_ROOT["lamplight install"], "root", 0)[0]


@pytest.mark.parametrize("more", [{"READY": "1"}, {"NO_BUS": "1"}], ids=" ".join)
def test_no_unit_of_its_own_is_started_where_nothing_is_missing_or_nothing_can_start_one(
    installed: Installed, more: Mapping[str, str]
) -> None:
    said, _ = installed(AS_ROOT["the unit's start"], "root", 0, NOTIFY_SOCKET="/run/systemd/notify", **more)
    assert "apart" not in said
    assert said.count("\nhome /root\n") == 1, "it is done here"


def test_the_start_that_mends_an_update_needs_nothing_that_the_update_moves() -> None:
    """Of the program's folder everything but `table` may be away then."""
    assert AS_ROOT["the unit's start"][0] == COMMAND
    assert f"\ncommand={COMMAND}\n" in (DEPLOY / "install.sh").read_text(encoding="utf-8")
    places = set(re.findall(r"\$program(/[\w.]+)", (DEPLOY / "lamplight").read_text(encoding="utf-8")))
    assert places == {"/table", "/deploy"}, "the second is the hotspot's"
