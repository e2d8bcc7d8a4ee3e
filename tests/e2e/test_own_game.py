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
        assert "Pips" in [game["title"] for game in lamp.get("/api/shelf")["games"]]
        # The demo opens the table just after its page answers for the first time.
        lamp.until(lambda: [table["title"] for table in lamp.get("/api/shelf")["tables"]] == ["Pips"])
        table = lamp.open("pips")
        lamp.post(f"/api/tables/{table}/demo", throw="d6")
        lamp.until(lambda: lamp.snapshot(table)["now"] == "Ben: roll 2 dice")
        assert [sorted(answer["values"]) for answer in lamp.read(table)] == [["1", "3"]]
    finally:
        lamp.stop()
