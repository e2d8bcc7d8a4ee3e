"""Random games of every game: all properties hold, each replays from its log, and no text of it stays English.

By default only a few. `LAMPLIGHT_GAMES=2000` plays so many of each game, see docs/development.md.
"""

import os
from random import Random

import pytest

from companion import games
from tests.games.chances import any_setup, stumbles
from tests.games.said import listen

pytestmark = pytest.mark.slow  # whole games

GAMES = int(os.environ.get("LAMPLIGHT_GAMES", "4"))
EVENINGS = int(os.environ.get("LAMPLIGHT_GAMES", "2"))
BLOCK = 25
SECONDS = 600  # for a block of long games on a busy machine
MINE = ("arkham", "draw_your_weapon", "nemesis")  # Mansions has random games with its own properties


@pytest.mark.timeout(SECONDS)
@pytest.mark.parametrize("name", MINE)
@pytest.mark.parametrize("first", range(0, GAMES, BLOCK))
def test_random_games_hold_their_properties_and_replay(name, first):
    found = list(stumbles(games.find(name), range(first, min(first + BLOCK, GAMES))))
    assert not found, "\n".join(f"{name}, seed {seed}: {what} ({where})" for seed, what, where in found)


@pytest.mark.parametrize("name", MINE)
def test_random_games_cover_all_player_counts_and_setups(name):
    game = games.find(name)
    setups = [any_setup(game, Random(seed)) for seed in range(60)]
    assert {len(setup.seats) for setup in setups} == set(game.seats)


@pytest.mark.parametrize("name", games.names())
def test_german_covers_whole_games(name):
    """`python -m tests.games.said de GAME 50` plays more of them and prints what is missing."""
    found = listen("de", name, EVENINGS)
    assert found.heard > 1000
    assert found.lacks == []
