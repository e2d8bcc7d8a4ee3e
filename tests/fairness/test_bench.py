"""The report of the fairness benchmark."""

from __future__ import annotations

import pytest

from tests.bench import fairness


@pytest.mark.slow
def test_fairness_bench_has_a_line_with_its_floor(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"LEDGERS": 40, "BATCHES": 2, "THROWS": 60, "EVENINGS": 2, "ANSWERS": 30}.items():
        monkeypatch.setattr(fairness, name, value)
    lines = {line.name: line for line in fairness.lines()}
    assert lines["fairness.found.d6"].floor == 90
    assert lines["fairness.found.d6"].value > 70
    assert lines["fairness.accused.d6"].floor == 5
    assert {line.unit for line in lines.values()} == {"%", "ms"}
