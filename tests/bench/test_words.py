"""The bench of languages, compared with English in the same run."""

import pytest

from tests.bench import words
from tests.fakes import leave_on_the_shelf


@pytest.mark.slow
def test_words_bench_measures_games_and_catalogues(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANSWERS", "TIMES", "LOADS"):
        monkeypatch.setattr(words, name, 1)
    leave_on_the_shelf(monkeypatch, "arkham")
    assert [line.name for line in words.lines()] == ["words.arkham.warm", "words.arkham.first", "words.load"]
