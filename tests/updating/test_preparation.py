"""What is made ready beside the version of now."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.updating import preparation
from companion.updating.installed_version import UpdateArguments
from companion.updating.program_folder import ProgramFolder, UpdateError


def test_what_lies_where_somebody_happens_to_stand_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, here = ProgramFolder(tmp_path / "program"), tmp_path / "here"
    (place.new / "companion").mkdir(parents=True)
    (place.new / "companion" / "part.py").touch()
    here.mkdir()
    (here / "compileall.py").write_text("raise SystemExit('planted')")
    monkeypatch.chdir(here)
    preparation.compile_version(place, Path(sys.executable))
    assert list(place.new.rglob("*.pyc"))


def test_halves_of_environments_that_cuts_have_left_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = ProgramFolder(tmp_path)
    for name in (".venv", ".venv-v3", ".venv-mine", ".venv-mine.new"):
        (tmp_path / name).mkdir()

    def cut(*_: object, environment: Mapping[str, str], **__: object) -> None:
        for ending in (".new", ".old"):
            Path(environment["LAMPLIGHT_VENV"] + ending).mkdir()
        raise UpdateError("cut off")

    monkeypatch.setattr(preparation, "run_program", cut)
    monkeypatch.setattr(preparation, "present_version", lambda _: ("v1", ""))
    for name in ("v2", "v3"):
        with pytest.raises(UpdateError, match="cut off"):
            preparation.install_packages(place, name, UpdateArguments(), lambda _: None)
    preparation.tidy(place, (".venv-v3",))
    assert {path.name for path in tmp_path.glob(".venv*")} == {".venv", ".venv-v3", ".venv-mine", ".venv-mine.new"}
