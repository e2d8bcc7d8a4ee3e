"""Settings and folders of each test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.settings import Settings


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "table")


@pytest.fixture
def said(settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a command, and return what it prints."""
    monkeypatch.setenv("LAMPLIGHT_DATA", str(settings.data))

    def run(command: Callable[..., None], *words: str) -> str:
        command(*words, None, demo=False)
        return capsys.readouterr().out

    return run
