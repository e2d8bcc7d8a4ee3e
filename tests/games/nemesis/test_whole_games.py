"""Whole games played at random, and by a crew that works together."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import GameSetup
from companion.games.nemesis import GAME
from companion.games.nemesis.facts import (
    BagDeveloped,
    CourseSeen,
    EngineSeen,
    EngineTurned,
    TokenAdded,
    TokenDrawn,
    TokenReturned,
    TokenTaken,
)
from tests.examples import so_many
from tests.games import properties
from tests.games.course import by_chance
from tests.games.nemesis import crew
from tests.games.nemesis.ship import NAMES

pytestmark = pytest.mark.slow  # whole evenings

SEEDS = st.integers(0, 10_000)
WHOLE = 3_000  # answers: more than any short evening has
LAWS = (
    properties.replay_is_live,
    properties.a_rest_is_everything,
    properties.facts_are_json,
    properties.every_view_travels,
    properties.all_that_is_own_is_told_as_such,
)


def table(**choices):
    """Return the game with choices of one table."""
    return replace(GAME, sample=GameSetup(("1", "2"), NAMES, choices))


EVENINGS = {
    "page": table(turns=3),
    "box": table(turns=3, decks="box"),
    "real hands": table(turns=3, decks="box", hands="box"),
    "no decks": table(turns=2, decks="none"),
}
of_every_table = pytest.mark.parametrize("game", EVENINGS.values(), ids=EVENINGS)


@of_every_table
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@settings(max_examples=so_many(1), deadline=None)
@given(seed=SEEDS)
def test_law_holds_to_the_end_of_a_game(law, game, seed):
    law(game, seed, WHOLE)


@of_every_table
@settings(max_examples=so_many(4), deadline=None)
@given(seed=SEEDS)
def test_random_game_ends_with_results_for_all(game, seed):
    run = None
    for run, _ in by_chance(game, seed, WHOLE):  # noqa: B007  the run after the last answer
        pass
    assert run is not None
    assert run.over == run.state.ending
    assert set(run.state.results) == set(run.state.characters)
    assert all(result.why for result in run.state.results.values())


@of_every_table
@settings(max_examples=so_many(4), deadline=None)
@given(seed=SEEDS)
def test_random_game_asks_only_seats_aboard(game, seed):
    for run, _ in by_chance(game, seed, WHOLE):
        acting = {prompt.seat for prompt in run.open if prompt.rule in {"NEM-GEN-2", "NEM-COST-1"}}
        assert all(run.state.characters[seat].fate == "aboard" for seat in acting)


@of_every_table
@settings(max_examples=so_many(3), deadline=None)
@given(seed=SEEDS)
def test_bag_equals_the_sum_of_its_facts(game, seed):
    run = None
    for run, _ in by_chance(game, seed, WHOLE, never=("menu",)):  # noqa: B007
        pass
    assert run is not None
    bag = Counter(game.setup(game.sample).bag.inside)
    for fact in run.facts:
        bag = _told(bag, fact)
    assert Counter(run.state.bag.inside) == bag


def _told(bag, fact):
    match fact:
        case TokenAdded(token) | TokenReturned(token):
            return bag + Counter([token])
        case TokenDrawn(_, token, intruder):
            return bag - Counter([token] if intruder else [])
        case TokenTaken(token):
            return bag - Counter([token])
        case BagDeveloped(token, leaves, comes):
            return bag - Counter([token] if leaves else []) + Counter([comes] if comes else [])
        case _:
            return bag


@settings(max_examples=so_many(3), deadline=None)
@given(seed=SEEDS)
def test_closed_door_is_never_broken(seed):  # NEM-NOISE-1
    for run, _ in by_chance(EVENINGS["page"], seed, WHOLE):
        assert not any(c.closed and c.broken for c in run.state.corridors.values())


@settings(max_examples=so_many(3), deadline=None)
@given(seed=SEEDS)
def test_seen_seats_have_looked(seed):
    looked = {}
    for run, _ in by_chance(EVENINGS["page"], seed, WHOLE):
        looked = {
            (type(f).__name__, f.seat) for f in run.facts if isinstance(f, CourseSeen | EngineSeen | EngineTurned)
        }
    knows = {seat for engine in run.state.engines.values() for seat in engine.seen}
    assert knows <= {seat for _, seat in looked}
    assert set(run.state.course.seen) <= {seat for name, seat in looked if name == "CourseSeen"}


SEEDS_PLAYED = 12
evening = cache(crew.evening)
"""Cached: several tests inspect the same games."""


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_crew_game_has_deaths_and_survivors(seats):
    runs = [evening(seed, seats) for seed in range(SEEDS_PLAYED)]
    assert all(run.over and run.state.turns >= 0 for run in runs)
    fates = Counter(c.fate for run in runs for c in run.state.characters.values())
    assert fates["dead"]
    assert fates["asleep"]


def test_crew_saves_the_ship_in_most_games():
    runs = [evening(seed, 3) for seed in range(SEEDS_PLAYED)]
    assert sum("breaks up" not in str(run.state.ending) for run in runs) > SEEDS_PLAYED / 2


def test_crew_has_winners_and_losers():
    won = Counter(one.won for seed in range(SEEDS_PLAYED) for one in evening(seed, 3).state.results.values())
    assert won[True]
    assert won[False]
