"""Setup and end of a shipped scenario."""

from __future__ import annotations

import pytest

from companion.engine import GameSetup
from companion.games.mansions import GAME
from companion.games.mansions.content import investigators, toml_scenarios
from tests.games.course import begin, by_chance

pytestmark = pytest.mark.slow

NEVER = ("end the scenario", "is eliminated")


def test_setup_lays_out_every_shipped_scenario():
    for name in toml_scenarios.names():
        assert begin(GAME, GameSetup(("1",), {"1": "Eve"}, {"scenario": name})).open


def test_setup_seats_the_chosen_investigator():
    last = list(investigators.shipped())[-1]
    seats = begin(GAME, GameSetup(("1", "2"), {}, {"investigators": {"2": last}})).state.seats
    assert seats["2"].name == investigators.figure(last).name
    assert seats["1"].name != seats["2"].name


def test_scenario_ends_without_survivors():
    run = begin(GAME)
    for run, _ in by_chance(GAME, 3, 4000, NEVER):  # noqa: B007  the run goes on by itself
        pass
    assert run.over
