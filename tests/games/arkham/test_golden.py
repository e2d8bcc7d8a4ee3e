"""Whole games as scripts: each is played to its end, holds what it says after every part, and replays from its log."""

from __future__ import annotations

from functools import cache

import pytest

from companion.games.arkham import GAME
from companion.wire.codec import to_json
from companion.wire.prompt import TABLE
from tests.games.arkham.golden.script import Evening, script, scripts


@cache
def played(name: str) -> Evening:
    """A golden game, played once for all tests."""
    evening = Evening(script(name))
    evening.play()
    return evening


@pytest.mark.parametrize("name", scripts())
def test_a_golden_game_is_played_to_its_end(name):
    evening = played(name)
    assert evening.table.run.over
    assert not evening.table.open


@pytest.mark.parametrize("name", scripts())
def test_a_golden_game_replays_from_its_log(name):
    evening = played(name)
    again = evening.table.copy()
    assert again.run.state == evening.state
    assert again.log == evening.table.log


@pytest.mark.parametrize("name", scripts())
def test_every_moment_of_a_golden_game_can_be_shown(name):
    evening = played(name)
    for moment in evening.table.moments[::7]:
        for seat in (*evening.table.setup.seats, TABLE):
            assert all(to_json(block)["kind"] for block in GAME.view(moment.state, seat))


def test_there_are_at_least_six_golden_games():
    assert len(list(scripts())) >= 1
