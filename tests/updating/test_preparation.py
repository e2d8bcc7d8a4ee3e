"""What is made ready beside the version of now."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.updating import preparation
from companion.updating.program_folder import ProgramFolder


def test_what_lies_where_somebody_happens_to_stand_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, here = ProgramFolder(tmp_path / "program"), tmp_path / "here"
    (place.new / "companion").mkdir(parents=True)
    (place.new / "companion" / "part.py").touch()
    here.mkdir()
    (here / "compileall.py").write_text("raise SystemExit('planted')")
    monkeypatch.chdir(here)
    preparation.compile_version(place, Path(sys.executable))
    assert list(place.new.rglob("*.pyc"))
