"""The output of a bench: statistics of its lines, and a floor for every value."""

import json

import pytest

from companion import games
from tests.bench import rules, run
from tests.bench.line import make_line
from tests.bench.run import UnknownBenchError


def test_bench_line_has_value_floor_ratio_and_interval() -> None:
    line = make_line("x", "ms", [2.0, 4.0, 6.0], [1.0, 2.0, 9.0])
    assert (line.value, line.floor, line.ratio, line.n) == (4.0, 2.0, 2.0, 3)
    assert line.ci95[0] <= line.value <= line.ci95[1]
    assert list(json.loads(line.to_json())) == ["name", "value", "unit", "floor", "ratio", "n", "ci95"]


def test_bench_refuses_an_unknown_name() -> None:
    with pytest.raises(UnknownBenchError, match="path, vision, rules"):
        run("speed")


@pytest.mark.slow
def test_rules_bench_measures_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ANSWERS", 20)
    monkeypatch.setattr(rules, "COMMITS", 3)
    monkeypatch.setattr(rules, "EVENING", 40)
    names = [line.name for line in rules.lines()]
    assert names[-1] == "rules.commit"
    assert {f"rules.{game}.answer" for game in games.names()} <= set(names)
    assert "rules.arkham.load_40_answers" in names
