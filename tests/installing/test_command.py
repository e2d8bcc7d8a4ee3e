"""The command `lamplight`: who it runs as, with which settings."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.settings import FILE
from tests.installing.units import DEPLOY

TELLS = '#!/bin/sh\necho "{who} $*"\necho "config=$LAMPLIGHT_CONFIG home=$HOME venv=${{LAMPLIGHT_VENV-none}}"\n'
Typed = Callable[..., str]


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
    assert said == "table doctor --json\nconfig=/etc/lamplight/table.toml home=/var/lib/lamplight venv=none\n"


def test_root_becomes_that_user_first(typed: Typed) -> None:
    who, *words = typed("backup", "list", name="root", number=0).splitlines()[0].split()
    assert who == "setpriv" and words[-2:] == ["backup", "list"]
    assert words[:5] == ["--reuid", "lamplight", "--regid", "lamplight", "--init-groups"]


def test_anybody_else_asks_to_be_root(typed: Typed) -> None:
    assert typed("pair", name="pi", number=1000).splitlines()[0].endswith("/lamplight pair")
    assert typed("pair", name="pi", number=1000).startswith("sudo -- ")


def test_what_changes_the_system_is_done_as_root(typed: Typed) -> None:
    assert typed("update", name="root", number=0).startswith("table update")
    who, script, *words = typed("hotspot", "show", name="root", number=0).splitlines()[0].split()
    assert (who, words) == ("python3", ["show"]) and script.endswith("/deploy/network/hotspot.py")


@pytest.mark.parametrize("words", [("demo",), ("pair", "--demo")], ids=" ".join)
def test_a_demo_is_not_played_in_the_house_s_own_data(typed: Typed, words: tuple[str, ...]) -> None:
    assert FILE == "LAMPLIGHT_CONFIG"
    assert "config= " in typed(*words, name="lamplight", number=999)
