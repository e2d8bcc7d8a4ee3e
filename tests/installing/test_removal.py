"""The installer removes Lamplight, also where something does not end at once."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.installing.units import DEPLOY, write_programs

SCRIPT = """
set -eu
program=$1/opt/lamplight units=$1/units rules=$1/rules users=$1/users downloads=$1/cache/lamplight-install
settings=$1/etc/lamplight unfinished=$1/run/lamplight-install data=$1/lib/lamplight command=$1/lamplight announced=$1/announced
user=lamplight data_wish=$3
for part in words packages services removal; do . "$2/$part.sh"; done
is_systemd_running() { true; }
uninstall
"""
PROGRAMS = {
    # a template itself can be neither stopped nor started
    "systemctl": 'echo "systemctl $*" >>$LOG; case "$1 $2" in "stop "*@.service) exit 1 ;; esac; [ "$*" != "stop $STUCK" ]',
    "loginctl": 'echo "loginctl $*" >>$LOG',
    "userdel": 'echo "userdel $1" >>$LOG; [ $(grep -c "userdel $1" $LOG) -gt "$BUSY" ]',
    "getent": "printf 'root:x:0\\nlamplight:x:990\\nlamplight-kiosk:x:991\\nlamplighter:x:992\\n'",
    "mountpoint": "exit 1",
    "sleep": "",
}
FOREIGN = {"cache/another/page", "lib/lamplighter/hers"}
OURS = (
    *(f"units/{name}.service" for name in ("lamplight", "lamplight-hall-worker@", "lamplight-kiosk")),
    *("opt/lamplight/table", "etc/lamplight/table.toml", "lib/lamplight/table/log.db"),
    *("cache/lamplight-install/wheel", "cache/lamplight-kiosk/page", "lib/lamplight-kiosk/profile"),
    "units/lamplight.service.d/override.conf",
)
Remove = Callable[..., tuple[str, list[str]]]


@pytest.fixture
def remove(tmp_path: Path) -> Remove:
    """Remove everything. Return what was printed, and the calls of programs. `busy`: how often userdel fails first."""
    write_programs(tmp_path / "bin", PROGRAMS)
    for file in (*OURS, *FOREIGN):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()

    def call(wish: str = "delete", *, busy: int = 0, stuck: str = "") -> tuple[str, list[str]]:
        told = {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "LOG": f"{tmp_path}/log"}
        told |= {"BUSY": f"{busy}", "STUCK": stuck}
        words = ("sh", "-c", SCRIPT, "sh", str(tmp_path), str(DEPLOY / "installing"), wish)
        done = subprocess.run(words, env=told, capture_output=True, text=True, check=True)
        return done.stdout, (tmp_path / "log").read_text().splitlines()

    return call


def left(folder: Path) -> set[str]:
    ours = {folder / "bin", folder / "log"}
    files = (path for path in folder.rglob("*") if path.is_file() and not ours & {path, path.parent})
    return {str(path.relative_to(folder)) for path in files}


def test_removal_leaves_only_foreign_files(remove: Remove, tmp_path: Path) -> None:
    said, called = remove()
    assert left(tmp_path) == FOREIGN
    assert "systemctl stop lamplight-hall-worker@*.service" in called and "does not stop" not in said


def test_removal_keeps_data_and_settings_on_request(remove: Remove, tmp_path: Path) -> None:
    remove("keep")
    data = {"etc/lamplight/table.toml", "lib/lamplight/table/log.db", "lib/lamplight-kiosk/profile"}
    assert left(tmp_path) == {*FOREIGN, *data, "units/lamplight.service.d/override.conf"}


def test_removal_goes_on_past_a_stuck_service(remove: Remove, tmp_path: Path) -> None:
    said, _ = remove(stuck="lamplight-kiosk.service")
    assert "lamplight-kiosk.service does not stop" in said and not (tmp_path / "opt" / "lamplight").exists()


def test_removal_waits_for_a_busy_user(remove: Remove, tmp_path: Path) -> None:
    said, called = remove(busy=3)
    assert called.count("userdel lamplight-kiosk") == 4 and "userdel" not in said
    assert called.index("loginctl terminate-user lamplight-kiosk") < called.index("userdel lamplight-kiosk")
    assert not any("lamplighter" in line for line in called)
    (tmp_path / "log").unlink()
    said, _ = remove(busy=99)
    assert "sudo userdel lamplight-kiosk" in said and left(tmp_path) == FOREIGN
