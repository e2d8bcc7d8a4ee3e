"""The round number of each game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import games
from companion.games.draw_your_weapon.views import round_of as round_of_fight
from companion.games.mansions.views import round_of as round_of_story


@pytest.mark.parametrize(
    ("name", "number"), [("arkham", 1), ("draw_your_weapon", None), ("mansions", 1), ("nemesis", None)]
)
def test_round_number_after_the_setup(name: str, number: int | None) -> None:
    game = games.find(name)
    state = game.setup(game.sample)
    assert (game.round(state) if game.round is not None else None) == number


def test_round_number_of_a_fight() -> None:
    game = games.find("draw_your_weapon")
    state = replace(game.setup(game.sample), round=3)
    assert (round_of_fight(replace(state, in_combat=True)), round_of_fight(state)) == (3, None)


def test_round_number_of_a_story() -> None:
    game = games.find("mansions")
    state = game.setup(game.sample)
    assert state.story is not None
    assert round_of_story(state) == state.story.round
    assert round_of_story(replace(state, story=replace(state.story, ended="The house is silent."))) is None
