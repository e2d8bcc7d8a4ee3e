"""The round number of each game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion import games


def start(name: str) -> Any:
    game = games.find(name)
    return game.setup(game.sample)


FIGHT, STORY = start("draw_your_weapon"), start("mansions")


@pytest.mark.parametrize(
    ("name", "state", "number"),
    [
        ("arkham", start("arkham"), 1),
        ("draw_your_weapon", FIGHT, None),
        ("draw_your_weapon", replace(FIGHT, round=3, in_combat=True), 3),
        ("mansions", STORY, 1),
        ("mansions", replace(STORY, story=replace(STORY.story, ended="The house is silent.")), None),
        ("nemesis", start("nemesis"), None),
    ],
)
def test_round_number_is_that_of_the_moment(name: str, state: Any, number: int | None) -> None:
    game = games.find(name)
    assert (game.round(state) if game.round is not None else None) == number
