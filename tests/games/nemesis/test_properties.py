"""What holds of every course that chance plays."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.nemesis import GAME
from companion.games.nemesis.events import BagDeveloped, TokenAdded, TokenDrawn, TokenReturned
from tests.games import properties
from tests.games.course import begin, by_chance

pytestmark = pytest.mark.quick
SEEDS = st.integers(0, 10_000)
LAWS = (
    properties.replay_is_live,
    properties.a_rest_is_everything,
    properties.facts_are_json,
    properties.every_view_travels,
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@settings(max_examples=8, deadline=None)
@given(seed=SEEDS)
def test_a_law_holds(law, seed):
    law(GAME, seed, 80)


@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_no_action_card_is_lost_or_made(seed):
    def cards(c):
        return sorted(card for card in c.hand + c.deck + c.discard if card != "Contamination")

    start = {seat: cards(c) for seat, c in begin(GAME).state.characters.items()}
    for run, _ in by_chance(GAME, seed, 80):
        assert {seat: cards(c) for seat, c in run.state.characters.items()} == start


@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_tokens_are_in_the_bag_or_came_as_intruders(seed):
    """What goes into the bag and out of it is told, token by token."""
    for run, _ in by_chance(GAME, seed, 80):
        bag = Counter(GAME.setup(GAME.sample).bag.inside)
        for fact in run.facts:
            bag = _told(bag, fact)
        assert Counter(run.state.bag.inside) == bag


def _told(bag, fact):
    match fact:
        case TokenAdded(token) | TokenReturned(token):
            return bag + Counter([token])
        case TokenDrawn(_, token, intruder):
            return bag - Counter([token] if intruder else [])
        case BagDeveloped(token, leaves, comes):
            return bag - Counter([token] if leaves else []) + Counter([comes] if comes else [])
        case _:
            return bag
