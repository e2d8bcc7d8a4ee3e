"""A worker plays a little of each game before it serves anybody."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.hall.settings import HallSettings
from companion.hall.tables import warm_up
from companion.hall.tables.table_page import table_app
from companion.i18n import Languages
from companion.sessions import SessionManager

pytestmark = pytest.mark.slow


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HallSettings:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return HallSettings(data=tmp_path / "hall")


def test_each_game_is_played_and_nothing_of_it_is_left(
    settings: HallSettings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table_app.cache_clear()
    with caplog.at_level(logging.INFO, "companion.hall"):
        warm_up.warm_up_games(settings, Languages())
    (said,) = caplog.messages
    assert said.startswith("every game was rehearsed")
    assert table_app.cache_info().currsize == 1, "the addresses of the page are worked out"
    assert not list(tmp_path.iterdir())


def test_a_game_that_cannot_be_played_is_only_not_rehearsed(
    settings: HallSettings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    opened: list[str] = []

    def fail(_hall: SessionManager, game: str) -> str:
        opened.append(game)
        raise StoreError("The disk is full.")

    monkeypatch.setattr(SessionManager, "open", fail)
    with caplog.at_level(logging.INFO, "companion.hall"):
        warm_up.warm_up_games(settings, Languages())
    assert len(opened) >= 4
    assert sum("could not be rehearsed: The disk is full." in one for one in caplog.messages) == len(opened)
