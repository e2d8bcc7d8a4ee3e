"""The course of a scenario of ours, and what holds of every course."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import GameSetup
from companion.games.mansions import GAME
from companion.games.mansions.content import investigators, toml_scenarios
from tests.examples import so_many
from tests.games import properties
from tests.games.course import begin, by_chance

pytestmark = pytest.mark.slow

seeds = st.integers(0, 10_000)
NEVER = ("end the scenario", "is eliminated")
few = settings(max_examples=so_many(6), deadline=None)


def test_on_opening_the_story_is_read():
    run = begin(GAME)
    assert run.state.story.shown
    assert run.open[0].options[0].id == "go"


def test_every_scenario_of_ours_can_be_laid_out():
    for name in toml_scenarios.names():
        assert begin(GAME, GameSetup(("1",), {"1": "Eve"}, {"scenario": name})).open


def test_who_was_chosen_sits_there_and_the_others_are_somebody_else():
    last = list(investigators.shipped())[-1]
    seats = begin(GAME, GameSetup(("1", "2"), {}, {"investigators": {"2": last}})).state.seats
    assert seats["2"].name == investigators.figure(last).name
    assert seats["1"].name != seats["2"].name


def test_where_nobody_is_left_the_scenario_ends_after_it_has_heard_of_it():
    run = begin(GAME)
    for run, _ in by_chance(GAME, 3, 4000, NEVER):  # noqa: B007  the run goes on by itself
        pass
    assert run.over


@few
@given(seed=seeds)
def test_the_same_answers_give_the_same_facts(seed):
    properties.replay_is_live(GAME, seed, 300, NEVER)


@few
@given(seed=seeds)
def test_at_rest_the_state_is_everything(seed):
    properties.a_rest_is_everything(GAME, seed, 300, NEVER)


@few
@given(seed=seeds)
def test_every_fact_comes_back_from_the_log(seed):
    properties.facts_are_json(GAME, seed, 300, NEVER)


@few
@given(seed=seeds)
def test_every_moment_can_be_shown_to_every_seat(seed):
    properties.every_view_travels(GAME, seed, 300, NEVER)


@few
@given(seed=seeds)
def test_all_that_is_a_seats_own_is_told_as_such(seed):
    properties.all_that_is_own_is_told_as_such(GAME, seed, 100, NEVER)
