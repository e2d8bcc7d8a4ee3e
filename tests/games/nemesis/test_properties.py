"""What holds of every course that chance plays."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.nemesis import GAME
from tests.examples import so_many
from tests.games import properties
from tests.games.course import begin, by_chance

SEEDS = st.integers(0, 10_000)
LAWS = (
    properties.replay_is_live,
    properties.a_rest_is_everything,
    properties.facts_are_json,
    properties.every_view_travels,
    properties.all_that_is_own_is_told_as_such,
)


@settings(max_examples=so_many(10), deadline=None)
@given(seed=SEEDS)
def test_no_action_card_is_lost_or_made(seed):
    def cards(c):
        return sorted(card for card in c.hand + c.deck + c.discard if card != "Contamination")

    start = {seat: cards(c) for seat, c in begin(GAME).state.characters.items()}
    for run, _ in by_chance(GAME, seed, 120):
        assert {seat: cards(c) for seat, c in run.state.characters.items()} == start
