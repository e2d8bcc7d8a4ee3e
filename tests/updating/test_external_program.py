"""As whom the commands of an update are run."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from companion.updating.external_program import run_program


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes another user")
def test_root_becomes_whom_the_house_belongs_to_with_that_one_s_home(tmp_path: Path) -> None:
    owner = pwd.getpwnam("nobody")
    os.chown(tmp_path, owner.pw_uid, owner.pw_gid)
    told = run_program(
        ("sh", "-c", "id -u; echo $HOME"), "It does not work.", owner=tmp_path / "not" / "there", cwd=Path("/")
    )
    assert told.split() == [str(owner.pw_uid), owner.pw_dir]


def test_everybody_else_stays_who_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setenv("HOME", "/somewhere")
    assert run_program(("sh", "-c", "echo $HOME"), "It does not work.", owner=tmp_path) == "/somewhere\n"
