"""The bench of the odds: a line for each bag, and the descriptions of the bags."""

import pytest

from companion.games.arkham.rules.skill_test import chance
from companion.games.arkham.state import Test as SkillTest
from tests.bench import odds


def test_odds_bench_has_a_line_per_bag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "TIMES", 2)
    lines = list(odds.lines())
    assert [line.name for line in lines] == [f"odds.arkham.{bag}" for bag in ("bag", "effects", "chain")]
    assert all(line.ratio > 0 for line in lines)


def test_reveal_effects_change_the_measured_odds() -> None:
    doing, plain = (odds.table(odds.BAGS["effects"], symbols) for symbols in (odds.DOING, odds.PLAIN))
    assert chance(doing, SkillTest("1", "willpower", 3)) != chance(plain, SkillTest("1", "willpower", 3))
