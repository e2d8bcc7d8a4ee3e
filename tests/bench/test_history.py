"""The games of the history bench have the requested length and stay unchanged."""

from companion import games
from tests.bench import history


def test_an_evening_is_as_long_as_it_is_wished_for_and_stays_as_it_is(monkeypatch) -> None:
    monkeypatch.setattr(history, "SAMPLES", 1)
    table = history.grown(games.find("arkham"), 60)
    assert len(history.given(table)) >= 60
    before = list(table.log)
    assert set(history.measures(table)) == {"undo", "redo", "preview_first", "preview_middle", "preview_last", "past"}
    assert table.log == before
