"""What holds of every course that chance plays."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.draw_your_weapon import GAME
from companion.rules.cards52 import DECK
from tests.games import properties
from tests.games.course import by_chance

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
    law(GAME, seed, 60)


@settings(max_examples=15, deadline=None)
@given(seed=SEEDS)
def test_no_card_is_in_two_places_and_none_is_lost(seed):
    for run, _ in by_chance(GAME, seed, 60):
        s = run.state
        seen = s.pile + s.void + tuple(card for c in s.characters.values() for card in c.known)
        assert len(set(seen)) == len(seen)
        of_the_dealer = [f for f in run.facts if type(f).__name__ == "CardPlayed" and not s.characters[f.who].is_player]
        hands = sum(c.hand for c in s.characters.values())
        assert s.library + hands + len(s.pile) + len(s.void) - len(of_the_dealer) == len(DECK)
