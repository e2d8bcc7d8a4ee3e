"""Taking it away, on machines where something does not go at once."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.installing.units import DEPLOY

GOES = """
set -eu
program=$1/opt/lamplight units=$1/units rules=$1/rules users=$1/users downloads=$1/cache/lamplight-install
settings=$1/etc/lamplight unfinished=$1/run/lamplight-install data=$1/lib/lamplight command=$1/lamplight announced=$1/announced
user=lamplight data_wish=$3
for part in words packages services removal; do . "$2/$part.sh"; done
is_systemd_running() { true; }
uninstall
"""
STUBS = {
    # of a template nobody can stop or start the template itself
    "systemctl": 'echo "systemctl $*" >>$LOG; case "$1 $2" in "stop "*@.service) exit 1 ;; esac; [ "$*" != "stop $STUCK" ]',
    "loginctl": 'echo "loginctl $*" >>$LOG',
    "userdel": 'echo "userdel $1" >>$LOG; [ $(grep -c "userdel $1" $LOG) -gt "$BUSY" ]',
    "getent": "printf 'root:x:0\\nlamplight:x:990\\nlamplight-kiosk:x:991\\nlamplighter:x:992\\n'",
    "mountpoint": "exit 1",
    "sleep": "",
}
Goes = Callable[..., tuple[subprocess.CompletedProcess[str], list[str]]]


@pytest.fixture
def goes(tmp_path: Path) -> Goes:
    """Take it away from a machine that has all of it; what was said, and which programs were called. `busy`: so often userdel refuses."""
    for name, does in STUBS.items():
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)
    names = ("lamplight", "lamplight-hall-worker@", "lamplight-kiosk")
    files = (
        *(f"units/{name}.service" for name in names),
        *("opt/lamplight/table", "etc/lamplight/table.toml", "lib/lamplight/table/log.db"),
        *("cache/lamplight-install/wheel", "cache/lamplight-kiosk/page", "lib/lamplight-kiosk/profile"),
        *("units/lamplight.service.d/override.conf", "cache/another/page", "lib/lamplighter/hers"),
    )
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()

    def call(
        wish: str = "delete", *, busy: int = 0, stuck: str = ""
    ) -> tuple[subprocess.CompletedProcess[str], list[str]]:
        told = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "LOG": f"{tmp_path}/log"}
        done = subprocess.run(
            ("sh", "-c", GOES, "sh", str(tmp_path), str(DEPLOY / "installing"), wish),
            env={**told, "BUSY": f"{busy}", "STUCK": stuck},
            capture_output=True,
            text=True,
            check=False,
        )
        return done, (tmp_path / "log").read_text().splitlines()

    return call


def left(folder: Path) -> list[str]:
    """The files that are still there."""
    ours = {folder / "bin", folder / "log"}
    return sorted(
        str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and not ours & {path, path.parent}
    )


def test_without_a_trace(goes: Goes, tmp_path: Path) -> None:
    """Caches and lines of one's own for the units as well; what is another's has only a name like ours."""
    assert goes()[0].returncode == 0
    assert left(tmp_path) == ["cache/another/page", "lib/lamplighter/hers"]


def test_with_the_evenings_kept_they_are_and_so_are_settings(goes: Goes, tmp_path: Path) -> None:
    assert goes("keep")[0].returncode == 0
    kept = {"etc/lamplight/table.toml", "lib/lamplight/table/log.db", "lib/lamplight-kiosk/profile"}
    assert set(left(tmp_path)) == kept | {
        "units/lamplight.service.d/override.conf",
        "cache/another/page",
        "lib/lamplighter/hers",
    }


def test_of_a_template_those_are_stopped_that_were_made_of_it(goes: Goes) -> None:
    done, called = goes()
    assert "systemctl stop lamplight-hall-worker@*.service" in called
    assert "does not stop" not in done.stdout


def test_a_service_that_does_not_stop_holds_nothing_else_up(goes: Goes, tmp_path: Path) -> None:
    done, _ = goes(stuck="lamplight-kiosk.service")
    assert done.returncode == 0 and "lamplight-kiosk.service does not stop" in done.stdout
    assert not (tmp_path / "opt" / "lamplight").exists()


def test_a_user_whose_session_still_ends_is_waited_for(goes: Goes) -> None:
    done, called = goes(busy=3)
    assert called.count("userdel lamplight-kiosk") == 4
    assert called.index("loginctl terminate-user lamplight-kiosk") < called.index("userdel lamplight-kiosk")
    assert done.returncode == 0 and "userdel" not in done.stdout
    assert not any("lamplighter" in line for line in called)


def test_one_that_stays_is_told_and_all_else_goes(goes: Goes, tmp_path: Path) -> None:
    done, _ = goes(busy=99)
    assert done.returncode == 0 and "sudo userdel lamplight-kiosk" in done.stdout
    assert left(tmp_path) == ["cache/another/page", "lib/lamplighter/hers"]
