"""A Home Assistant that cannot be had: whoever runs the tests reads why, and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import home_assistant
from tests.home_assistant import HomeAssistantError


def test_in_a_home_where_nothing_can_be_written_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").touch()  # as a folder that may not be written to, for root too
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert not home_assistant.is_there()


def test_without_debian_s_programs_it_is_said_which_one_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HomeAssistantError, match="no apt-get on this machine"):
        home_assistant.fetch()
    assert not home_assistant.is_there()


def test_of_a_program_that_fails_the_first_complaint_is_told() -> None:
    with pytest.raises(HomeAssistantError, match=r"^sh: no such mirror$"):
        home_assistant._run(["sh", "-c", "echo no such mirror >&2; echo and more >&2; exit 7"])
