"""The games of the history bench have the requested length and stay unchanged."""

import pytest

from companion import games
from tests.bench import history


@pytest.mark.slow
def test_history_bench_leaves_its_game_unchanged(monkeypatch) -> None:
    monkeypatch.setattr(history, "SAMPLES", 1)
    table = history.play_long_game(games.find("arkham"), 60)
    assert len(history.answer_places(table)) >= 60
    before = list(table.log)
    assert set(history.measure(table)) == {"undo", "redo", "preview_first", "preview_middle", "preview_last", "past"}
    assert table.log == before
