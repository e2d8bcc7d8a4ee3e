"""The output of a bench: statistics of its lines, and a floor for every value."""

import json

import pytest

from companion import games
from companion.sessions import AnswerGiven
from tests.bench import floors, rules, run
from tests.bench.line import measured, p95, p99
from tests.bench.run import UnknownBenchError


def test_a_ratio_is_the_value_over_the_median_floor() -> None:
    line = measured("x", "ms", [2.0, 4.0, 6.0], [1.0, 2.0, 9.0])
    assert (line.value, line.floor, line.ratio, line.n) == (4.0, 2.0, 2.0, 3)


def test_the_interval_holds_the_value() -> None:
    line = measured("x", "ms", [float(n) for n in range(100)], [1.0], p95)
    assert line.ci95[0] <= line.value <= line.ci95[1]


def test_the_same_samples_give_the_same_line() -> None:
    samples = [3.0, 1.0, 2.0, 8.0]
    assert measured("x", "ms", samples, [1.0]) == measured("x", "ms", samples, [1.0])


@pytest.mark.parametrize(("count", "expected"), [(1, 1), (20, 19), (100, 95)])
def test_95_percent_do_not_exceed_p95(count: int, expected: int) -> None:
    assert p95(range(1, count + 1)) == expected


def test_a_line_in_json_has_the_agreed_keys() -> None:
    line = json.loads(measured("x", "ms", [1.0], [1.0]).to_json())
    assert list(line) == ["name", "value", "unit", "floor", "ratio", "n", "ci95"]


@pytest.mark.parametrize(("most", "told"), [(2.0, "at most 2: kept"), (1.9, "at most 1.9: missed")])
def test_a_bar_is_told_beside_the_ratio(most: float, told: str) -> None:
    assert str(measured("x", "ms", [2.0], [1.0]).limited(most)).endswith(told)


def test_a_far_end_stands_beside_the_far_end_of_the_floor() -> None:
    line = measured("x", "ms", [1.0] * 98 + [9.0] * 2, [1.0] * 98 + [3.0] * 2, p99, beside=p99)
    assert (line.value, line.floor, line.ratio) == (9.0, 3.0, 3.0)


def test_an_unknown_bench_names_those_there_are() -> None:
    with pytest.raises(UnknownBenchError, match="path, vision, rules"):
        run("speed")


@pytest.mark.parametrize("floor", [floors.resume, floors.sync], ids=["resume", "sync"])
def test_a_floor_takes_time(floor) -> None:
    assert all(sample > 0 for sample in floor(3))


def test_every_game_is_measured_and_the_commit_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ANSWERS", 20)
    monkeypatch.setattr(rules, "COMMITS", 3)
    monkeypatch.setattr(rules, "EVENING", 40)
    names = [line.name for line in rules.lines()]
    assert names[-1] == "rules.commit"
    assert {f"rules.{game}.answer" for game in games.names()} <= set(names)
    assert "rules.arkham.load_40_answers" in names


@pytest.mark.slow
@pytest.mark.parametrize("game", games.names())
def test_evenings_of_chance_go_on_when_one_was_over_or_an_answer_was_refused(game: str) -> None:
    _, samples = rules.played(games.find(game), rules.ANSWERS)
    assert len(samples) == rules.ANSWERS


@pytest.mark.parametrize("game", rules.LONG)
def test_a_long_evening_has_all_its_answers_and_is_not_over(game: str) -> None:
    table = rules.evening(games.find(game), rules.LONG[game], 200)
    assert sum(isinstance(entry.what, AnswerGiven) for entry in table.log) == 200
    assert table.open
