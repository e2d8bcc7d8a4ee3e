"""A custom game in the whole demo: the setting puts it on the shelf, recorded dice play it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.lamp import Lamp
from tests.games import fifth

pytestmark = [pytest.mark.broker, pytest.mark.slow]


def test_own_game_of_the_docs_plays_with_a_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMPLIGHT_OWN_GAMES", str(fifth.written(tmp_path / "games")))
    lamp = Lamp(tmp_path, "--game", "pips")
    try:
        shelf = lamp.get("/api/shelf")
        assert "Pips" in [game["title"] for game in shelf["games"]]
        assert [table["title"] for table in shelf["tables"]] == ["Pips"], "it lies open at once"
        table = lamp.open("pips")
        lamp.post(f"/api/tables/{table}/demo", throw="d6")
        lamp.until(lambda: lamp.snapshot(table)["now"] == "Ben: roll 2 dice")
        assert [answer["values"] for answer in lamp.read(table)] == [["1", "3"]]
    finally:
        lamp.stop()
