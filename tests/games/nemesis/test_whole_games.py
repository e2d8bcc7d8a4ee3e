"""Whole games played at random."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import GameSetup
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import CONTAMINATION
from companion.games.nemesis.facts import (
    CourseSeen,
    EngineSeen,
    EngineTurned,
)
from companion.schema import HOUSE
from tests.examples import so_many
from tests.games.course import by_chance
from tests.games.nemesis.ship import NAMES

pytestmark = pytest.mark.slow  # whole games

SEEDS = st.integers(0, 10_000)
WHOLE = 3_000  # answers: more than any short game has


def table(**choices):
    """Return the game with choices of one table."""
    return replace(GAME, sample=GameSetup(("1", "2"), NAMES, choices))


GAMES = {
    "page": table(turns=3),
    "box": table(turns=3, decks="box"),
    "real hands": table(turns=3, decks="box", hands="box"),
    "no decks": table(turns=2, decks="none"),
}
at_every_table = pytest.mark.parametrize("name", GAMES)


def action_cards(s):
    piles = {seat: c.hand + c.deck + c.discard for seat, c in s.characters.items()}
    return {seat: sorted(card for card in pile if card != CONTAMINATION) for seat, pile in piles.items()}


@at_every_table
@settings(max_examples=so_many(4), deadline=None)
@given(seed=SEEDS)
def test_random_game_keeps_cards_seats_and_doors(name, seed):
    run, cards = None, action_cards(GAMES[name].setup(GAMES[name].sample))
    for run, _ in by_chance(GAMES[name], seed, WHOLE):
        s = run.state
        acting = {prompt.seat for prompt in run.open if prompt.rule in {"NEM-GEN-2", "NEM-COST-1"}}
        assert all(s.characters[seat].fate == "aboard" for seat in acting)
        assert not any(c.closed and c.broken for c in s.corridors.values())  # NEM-NOISE-1
        assert action_cards(s) == cards
        if name == "real hands":
            assert not [p for p in run.open if p.seat == HOUSE and p.rule == "NEM-X-TURN-1"]
    assert run is not None
    assert run.over == run.state.ending
    assert set(run.state.results) == set(run.state.characters)
    assert all(result.why for result in run.state.results.values())
    looks = {(type(f), f.seat) for f in run.facts if isinstance(f, CourseSeen | EngineSeen | EngineTurned)}
    assert {seat for engine in run.state.engines.values() for seat in engine.seen} <= {seat for _, seat in looks}
    assert set(run.state.course.seen) <= {seat for kind, seat in looks if kind is CourseSeen}
