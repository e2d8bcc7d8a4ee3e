"""Laws of every game."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import GameSetup
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import CONTAMINATION
from companion.games.nemesis.rules.crew.hands import ACTION_CARD
from companion.schema import HOUSE
from tests.examples import so_many
from tests.games.course import begin, by_chance
from tests.games.nemesis.ship import NAMES

SEEDS = st.integers(0, 10_000)


@settings(max_examples=so_many(10), deadline=None)
@given(seed=SEEDS)
def test_action_cards_are_neither_lost_nor_added(seed):
    def cards(c):
        return sorted(card for card in c.hand + c.deck + c.discard if card != "Contamination")

    start = {seat: cards(c) for seat, c in begin(GAME).state.characters.items()}
    for run, _ in by_chance(GAME, seed, 120):
        assert {seat: cards(c) for seat, c in run.state.characters.items()} == start


REAL = replace(GAME, sample=GameSetup(("1", "2", "3"), NAMES, {"hands": "box"}))


@settings(max_examples=so_many(5), deadline=None)
@given(seed=SEEDS)
def test_real_hands_keep_ten_unnamed_cards(seed):
    for run, _ in by_chance(REAL, seed, 200):
        for c in run.state.characters.values():
            cards = c.hand + c.deck + c.discard
            assert cards.count(ACTION_CARD) == 10
            assert set(cards) <= {ACTION_CARD, CONTAMINATION}


@settings(max_examples=so_many(5), deadline=None)
@given(seed=SEEDS)
def test_real_hands_are_not_drawn_at_random(seed):
    for run, _ in by_chance(REAL, seed, 200):
        assert not [p for p in run.open if p.seat == HOUSE and p.rule == "NEM-X-TURN-1"]
