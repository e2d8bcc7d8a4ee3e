"""The course of the story, and what holds of every course."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import ContentError
from companion.games.mansions import GAME, events
from companion.games.mansions.content import SAMPLE, tale
from companion.rules.game import Setup
from tests.games import properties
from tests.games.course import begin, by_chance, give
from tests.games.mansions.table import B, S

seeds = st.integers(0, 10_000)
few = settings(max_examples=15, deadline=None)


def test_on_opening_a_roll_is_asked_at_once():
    assert begin(GAME).open[0].title == "Ann: roll 3 dice, observation, 2 successes needed"


def test_a_golden_first_scene():
    run = begin(GAME)
    facts = give(run, S, S, B)  # no clue and no compass: the dice alone decide
    assert [type(f) for f in facts] == [
        events.DiceRolled,
        events.TestResolved,
        events.CluesGained,
        events.SceneEntered,
        events.TestAnnounced,
    ]
    assert run.state.last.title == "Enough: the marks speak"
    assert run.open[0].title == "Ben: roll 5 dice, strength, 2 successes needed"


def test_a_failed_scene_leads_on_and_hurts():
    run = begin(GAME)
    give(run, B, B, B)
    assert run.state.last.title == "Not enough: only wet boards"
    assert run.state.seats["1"].horror.up == 1
    assert run.state.scene == "winch"


def test_after_the_story_every_seat_may_choose_a_test():
    run = None
    for run, _ in by_chance(GAME, 7, 200):
        if run.state.task is None:
            break
    assert run.question.first
    assert [p.seat for p in run.open] == ["1", "2", "3"]
    give(run, "test_lore", seat="2")
    give(run, "2")
    assert run.open[0].title == "Ben: roll 2 dice, lore, 2 successes needed"


def test_one_seat_plays_the_whole_story():
    run = begin(GAME, Setup(("1",), {"1": "Eve"}))
    assert run.open[0].title.startswith("Eve: roll 3 dice")


def test_where_nobody_stands_it_is_over():
    state = begin(GAME).state
    for seat in state.seats:
        state = GAME.apply(state, events.InvestigatorEliminated(seat))
    assert GAME.over(state) == "Nobody is left to row back."


def test_a_story_that_leads_nowhere_is_refused_by_name(tmp_path):
    file = tmp_path / "story.toml"
    file.write_text(
        SAMPLE.read_text(encoding="utf-8").replace('next = "whisper"', 'next = "nowhere"'), encoding="utf-8"
    )
    with pytest.raises(ContentError, match="winch leads to nowhere"):
        tale(file)


@given(seeds)
@few
def test_replay_is_live(seed):
    properties.replay_is_live(GAME, seed, 40)


@given(seeds)
@few
def test_at_rest_the_state_is_everything(seed):
    properties.a_rest_is_everything(GAME, seed, 40)


@given(seeds)
@few
def test_facts_come_back_from_the_log(seed):
    properties.facts_are_json(GAME, seed, 40)


@given(seeds)
@few
def test_every_moment_can_be_shown(seed):
    properties.every_view_travels(GAME, seed, 20)


@given(seeds)
@few
def test_nobody_spends_clues_they_do_not_have(seed):
    for run, _ in by_chance(GAME, seed, 60):
        assert all(who.clues >= 0 for who in run.state.seats.values())
