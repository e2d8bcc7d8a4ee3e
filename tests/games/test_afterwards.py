"""Odds after a throw equal those shown before it, with the result marked."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion import games
from companion.engine import Game, Run
from companion.schema import Odds, Prompt
from tests.games.course import by_chance, possible

GAMES = [games.find(name) for name in games.names() if games.find(name).afterwards is not None]


def seen(game: Game[Any, Any], run: Run[Any, Any], prompt: Prompt) -> Odds | None:
    assert game.afterwards is not None
    return game.afterwards(run.state, prompt, possible(prompt, Random(len(run.facts))))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_odds_afterwards_mark_one_shown_bar(game: Game[Any, Any]) -> None:
    told = 0
    for seed in range(4):
        for run, _ in by_chance(game, seed, 50):
            for prompt in run.open:
                after = seen(game, run, prompt) if prompt.of else None
                if after is None:
                    continue
                told += 1
                bars = tuple(replace(bar, came=False) for bar in after.bars)
                assert replace(after, bars=bars, after="") in game.view(run.state, "table")
                assert sum(bar.came for bar in after.bars) == 1
                assert str(after.after).endswith(".")
    assert told > 0, "nothing was ever told: the property says nothing"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_lost_names_seats_only(game: Game[Any, Any]) -> None:
    assert game.lost is not None
    for run, _ in by_chance(game, 5, 30):
        assert game.lost(run.state) <= set(game.sample.seats)
