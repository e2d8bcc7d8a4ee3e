"""`./table bench hall`, with few tables and for seconds."""

from __future__ import annotations

import pytest

from tests.hall.growth import drawn, measured

pytestmark = [pytest.mark.postgres, pytest.mark.broker, pytest.mark.slow]


def test_growth_measures_and_draws_a_few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.hall.growth.WORKERS", 1)
    monkeypatch.setattr("tests.hall.growth.EVERY", 1.0)
    one = measured(2, 4.0)
    assert one["answers"] >= 4 and one["ms"]["median"] > 0
    assert all(spent >= 0 for spent in one["ms of a processor an answer"].values())
    picture = drawn({1: one, 10: one})
    assert picture.count("<path") == 6 and "What an answer costs" in picture
