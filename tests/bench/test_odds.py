"""The bench of the odds: a line for each bag, and the descriptions of the bags."""

import pytest

from companion.games.arkham.rules.skill_test import chance
from companion.games.arkham.state import Test as SkillTest
from tests.bench import odds


def test_each_bag_has_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "TIMES", 2)
    lines = list(odds.lines())
    assert [line.name for line in lines] == [f"odds.arkham.{bag}" for bag in ("bag", "effects", "chain")]
    assert all(line.ratio > 0 for line in lines)


def test_the_bags_hold_as_many_tokens_as_they_are_said_to() -> None:
    assert [len(tokens) for tokens in odds.BAGS.values()] == [16, 20, 36]


def test_what_tokens_do_at_their_reveal_changes_the_odds_that_are_measured() -> None:
    doing, plain = (odds.table(odds.BAGS["effects"], symbols) for symbols in (odds.DOING, odds.PLAIN))
    assert chance(doing, SkillTest("1", "willpower", 3)) != chance(plain, SkillTest("1", "willpower", 3))
