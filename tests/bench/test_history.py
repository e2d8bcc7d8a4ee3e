"""The games of the history bench have the requested length and stay unchanged."""

from companion import games
from tests.bench import history


def test_history_bench_leaves_its_game_unchanged(monkeypatch) -> None:
    monkeypatch.setattr(history, "SAMPLES", 1)
    table = history.grown(games.find("arkham"), 60)
    assert len(history.given(table)) >= 60
    before = list(table.log)
    assert set(history.measures(table)) == {"undo", "redo", "preview_first", "preview_middle", "preview_last", "past"}
    assert table.log == before
