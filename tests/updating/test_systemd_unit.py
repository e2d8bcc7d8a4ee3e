"""Whether systemd runs a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.updating import systemd_unit
from companion.updating.program_folder import ProgramFolder

SYSTEMCTL = """#!/bin/sh
[ "$1" = is-active ] && echo {state} && exit {code}
[ "$2" = --property=ActiveState ] && echo {state} && exit
echo "{{ path={root}/table ; argv[]={root}/table serve ; }}"
"""


@pytest.mark.parametrize(
    ("state", "is_running"),
    [
        ("active", True),
        ("activating", True),  # between two restarts, too
        ("deactivating", True),
        ("reloading", True),
        ("inactive", False),
        ("failed", False),
    ],
)
def test_a_unit_runs_unless_it_is_at_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, state: str, is_running: bool
) -> None:
    script = tmp_path / "systemctl"
    script.write_text(SYSTEMCTL.format(state=state, code=0 if state == "active" else 3, root=tmp_path))
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert systemd_unit.running_unit(ProgramFolder(tmp_path)) == ("lamplight.service" if is_running else "")
    assert systemd_unit.running_unit(ProgramFolder(tmp_path / "other")) == ""


def test_without_systemd_nothing_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert systemd_unit.running_unit(ProgramFolder(tmp_path)) == ""
