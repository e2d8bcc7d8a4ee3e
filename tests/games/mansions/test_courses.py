"""Properties of random games with four monsters, on both kinds of map."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.games.mansions import GAME
from tests.games import properties
from tests.games.course import by_chance
from tests.games.mansions.manor import RAT, hall, tiles
from tests.games.mansions.table import seat

NEVER = ("end the scenario", "is eliminated")
TRAITS = ("humanoid", "beast", "spirit", "other")
ON = {hall: ("A1", "A2", "A3"), tiles: ("TileFoyer", "", "TileAttic")}
MAPS = pytest.mark.parametrize("made", [hall, tiles], ids=["spaces", "tiles"])
SEEDS = pytest.mark.parametrize("seed", range(4))


def crowded(made):
    """A game that begins with four monsters."""
    four = [
        replace(RAT, name=f"Foe {n}", space=ON[made][n % 3], traits=(trait,), health=5 + n, awareness=2 + n % 3)
        for n, trait in enumerate(TRAITS)
    ]
    tough = {"health": 12, "sanity": 12, "possessions": ("Knife", "Lantern")}
    state = made(*four)
    seats = {"1": replace(state.seats["1"], **tough), "2": replace(seat("Bob"), space=state.seats["2"].space, **tough)}
    state = replace(state, seats=MappingProxyType(seats))
    return replace(GAME, setup=lambda _: state, sample=replace(GAME.sample, seats=("1", "2")))


@pytest.mark.slow
@MAPS
@SEEDS
def test_random_game_replays_to_the_same_facts(made, seed):
    properties.replay_is_live(crowded(made), seed, 120, NEVER)


@MAPS
@SEEDS
def test_random_game_resumes_from_its_state(made, seed):
    properties.a_rest_is_everything(crowded(made), seed, 120, NEVER)


@MAPS
@SEEDS
def test_random_game_facts_survive_json(made, seed):
    properties.facts_are_json(crowded(made), seed, 120, NEVER)


@MAPS
@SEEDS
def test_random_game_can_be_shown_at_every_moment(made, seed):
    properties.every_view_travels(crowded(made), seed, 40, NEVER)


@MAPS
@SEEDS
def test_random_game_own_blocks_match_the_view(made, seed):
    properties.all_that_is_own_is_told_as_such(crowded(made), seed, 40, NEVER)


@MAPS
@SEEDS
def test_random_game_numbers_stay_in_range(made, seed):
    for run, _ in by_chance(crowded(made), seed, 150, NEVER):
        for who in run.state.seats.values():
            counted = (who.clues, who.actions, who.steps_left, who.damage.up, who.damage.down, who.extinguish_left)
            assert min(counted) >= 0
        assert all(0 <= one.damage <= (one.health or 0) for one in run.state.monsters.values())
