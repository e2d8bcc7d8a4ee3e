"""Properties of random sessions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.draw_your_weapon import GAME
from tests.examples import so_many
from tests.games import properties
from tests.games.course import by_chance
from tests.games.draw_your_weapon.chance import adds_up

SEEDS = st.integers(0, 10_000)
LAWS = (
    properties.replay_is_live,
    properties.a_rest_is_everything,
    properties.facts_are_json,
    properties.every_view_travels,
    properties.all_that_is_own_is_told_as_such,
)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@settings(max_examples=so_many(8), deadline=None)
@given(seed=SEEDS)
def test_a_law_holds(law, seed):
    law(GAME, seed, 60)


@settings(max_examples=so_many(15), deadline=None)
@given(seed=SEEDS)
@pytest.mark.slow
def test_no_card_is_in_two_places_and_none_is_lost(seed):
    for run, _ in by_chance(GAME, seed, 60):
        adds_up(run.state)
