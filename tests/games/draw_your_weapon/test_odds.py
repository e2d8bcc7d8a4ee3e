"""The chances that are shown are those that counting gives."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import DECK, SUITS, rank, suit
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import Effect, Feature
from companion.games.draw_your_weapon.state import Test as ATest
from companion.games.draw_your_weapon.views.test_result import wins
from companion.schema import Odds
from tests.examples import so_many
from tests.games.course import give
from tests.games.draw_your_weapon.table import ANN, BEN, GATEKEEPER, a_skill_test, having, state

PILES = st.lists(st.sampled_from(DECK), unique=True, max_size=46)


def counted(card: str, bonus: int, named: str) -> int:
    """The Result, from the text of the rules alone."""
    worth = {"A": 1, "J": 11, "Q": 12, "K": 13}
    return (worth[rank(card)] if rank(card) in worth else int(rank(card))) + (bonus if suit(card) == named else 0)


def odds(s, seat):
    return next(block for block in GAME.view(s, seat) if isinstance(block, Odds))


@given(PILES, st.sampled_from(SUITS), st.integers(1, 16))
def test_surprise_odds_match_counting(pile, named, required):
    left = [card for card in DECK if card not in pile]
    run = a_skill_test(state(pile=tuple(pile), library=len(left) - 15), suit=named, surprise=True)
    give(run, str(required))
    makes = sum(counted(card, 2, named) >= required for card in left) / len(left)  # Ann's Might
    assert odds(run.state, "dealer").chance == pytest.approx(makes)


@settings(max_examples=so_many(20))
@given(PILES, st.sampled_from(SUITS))
def test_contest_odds_count_each_pair_of_cards(pile, named):
    left = [card for card in DECK if card not in pile]
    s = state(pile=tuple(pile), library=len(left) - 15)
    test = ATest("contest", "might", named, (ANN, BEN), surprise=False)
    pairs = [(counted(a, 2, named), counted(b, 1, named)) for a, b in permutations(left, 2)]
    won = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs) / len(pairs)  # as many cards in hand: the lot
    assert wins(s, test, ANN, BEN) == pytest.approx(won)
    assert wins(s, test, BEN, ANN) == pytest.approx(1 - won)


def test_contest_odds_against_another_deck():
    test = ATest("contest", "might", "C", (ANN, GATEKEEPER), surprise=False)
    pairs = [(counted(a, 2, "C"), counted(b, 3, "C")) for a, b in product(DECK, DECK)]
    assert wins(state(), test, ANN, GATEKEEPER) == pytest.approx(sum(a >= b for a, b in pairs) / len(pairs))


def test_surprised_character_wins_ties_by_hand():
    test = ATest("contest", "charm", "H", (ANN, BEN), surprise=True)
    s = state()
    assert wins(s, replace(test, surprised=(ANN,)), ANN, BEN) > wins(s, test, ANN, BEN)


def test_odds_of_weapons_are_shown_between_tests():
    (bar,) = odds(state(), ANN).bars
    assert str(bar.label) == "mace, 4 to 10"
    assert bar.share == pytest.approx(28 / 52)


def test_odds_include_a_ready_feature():
    steady = Feature("Steady hand", tags=("Test",), effects=(Effect("bonus", 3),))
    run = a_skill_test(having(state(), ANN, features=(steady,)))
    give(run, "13")
    ready = having(run.state, ANN, ready=("Steady hand",))
    assert odds(ready, "dealer").chance == pytest.approx(sum(counted(c, 2, "C") + 3 >= 13 for c in DECK) / 52)
