"""The output of a bench: statistics of its lines, and a floor for every value."""

import json

import pytest

from companion import games
from companion.sessions import AnswerGiven
from tests.bench import floors, rules, run
from tests.bench.line import measured, p95, p99
from tests.bench.run import UnknownBenchError


def test_bench_line_has_value_floor_ratio_and_interval() -> None:
    line = measured("x", "ms", [2.0, 4.0, 6.0], [1.0, 2.0, 9.0])
    assert (line.value, line.floor, line.ratio, line.n) == (4.0, 2.0, 2.0, 3)
    assert line.ci95[0] <= line.value <= line.ci95[1]
    assert list(json.loads(line.to_json())) == ["name", "value", "unit", "floor", "ratio", "n", "ci95"]


@pytest.mark.parametrize(("count", "expected"), [(1, 1), (20, 19), (100, 95)])
def test_bench_p95_bounds_95_percent(count: int, expected: int) -> None:
    assert p95(range(1, count + 1)) == expected


@pytest.mark.parametrize(("most", "verdict"), [(2.0, "at most 2: kept"), (1.9, "at most 1.9: missed")])
def test_bench_line_shows_its_target(most: float, verdict: str) -> None:
    assert str(measured("x", "ms", [2.0], [1.0]).limited(most)).endswith(verdict)


def test_bench_line_compares_p99_with_p99_of_the_floor() -> None:
    line = measured("x", "ms", [1.0] * 98 + [9.0] * 2, [1.0] * 98 + [3.0] * 2, p99, beside=p99)
    assert (line.value, line.floor, line.ratio) == (9.0, 3.0, 3.0)


def test_bench_refuses_an_unknown_name() -> None:
    with pytest.raises(UnknownBenchError, match="path, vision, rules"):
        run("speed")


def test_bench_floors_take_time() -> None:
    assert all(sample > 0 for sample in (*floors.resume(3), *floors.sync(3)))


def test_rules_bench_measures_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ANSWERS", 20)
    monkeypatch.setattr(rules, "COMMITS", 3)
    monkeypatch.setattr(rules, "EVENING", 40)
    names = [line.name for line in rules.lines()]
    assert names[-1] == "rules.commit"
    assert {f"rules.{game}.answer" for game in games.names()} <= set(names)
    assert "rules.arkham.load_40_answers" in names


@pytest.mark.slow
@pytest.mark.parametrize("game", games.names())
def test_rules_bench_continues_after_an_ended_game(game: str) -> None:
    _, samples = rules.played(games.find(game), rules.ANSWERS)
    assert len(samples) == rules.ANSWERS


@pytest.mark.parametrize("game", rules.LONG)
def test_rules_bench_game_has_all_its_answers(game: str) -> None:
    table = rules.evening(games.find(game), rules.LONG[game], 200)
    assert sum(isinstance(entry.what, AnswerGiven) for entry in table.log) == 200
    assert table.open
