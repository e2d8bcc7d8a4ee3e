"""The course of the game: a golden evening, and what holds of every course."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.arkham import GAME
from companion.games.arkham import facts as fact
from companion.games.arkham.content import POOL
from tests.examples import so_many
from tests.games import properties
from tests.games.arkham.table import asked, turn_of
from tests.games.course import by_chance, give

pytestmark = pytest.mark.slow

seeds = st.integers(0, 10_000)
few = settings(max_examples=so_many(15), deadline=None)


def test_a_golden_investigation():
    run = turn_of("1")
    assert asked(run) == "Ann: choose an action, 3 actions left"
    spent, began = give(run, "investigate")
    assert spent == fact.ActionSpent("1", "investigate")
    assert (began.performer, began.skill, began.difficulty) == ("1", "intellect", 3)
    assert str(began.title) == "Investigate Reading Room"
    assert give(run, "Careful notes", seat="1") == give(run, seat="2") == ()
    assert [type(f) for f in give(run, seat="3")] == [fact.CardsCommitted]
    facts = give(run, "-3")
    assert [type(f) for f in facts] == [
        fact.TokenRevealed,
        fact.TestResolved,
        fact.CluesFound,
        fact.TestEnded,
    ]
    assert run.state.last.value == 4 + 2 - 3
    assert run.at_rest
    assert asked(run) == "Ann: choose an action, 2 actions left"


def test_after_three_actions_the_people_say_whose_turn_is_next():
    run = turn_of("2")
    for _ in range(3):
        give(run, "resource")
    assert asked(run) == "Everybody: who takes the next turn?"
    assert [option.id for option in run.open[0].options] == ["1", "3"]


def test_a_free_test_costs_no_action():
    run = turn_of("1")
    give(run, "test")
    give(run, "agility")
    give(run, "2")
    for seat in ("1", "2", "3"):
        give(run, seat=seat)
    give(run, "0")
    assert run.state.last.passed
    assert run.state.seats["1"].actions == 3


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
    properties.every_view_travels(GAME, seed, 12)


@given(seeds)
@few
def test_own_blocks_are_marked_as_own(seed):
    properties.all_that_is_own_is_told_as_such(GAME, seed, 12)


@given(seeds)
@few
def test_no_token_is_ever_lost_or_made(seed):
    """Only players add and remove tokens. Revealed bless and curse tokens go to the pool."""
    whole = Counter(GAME.setup(GAME.sample).bag.all)
    for run, _ in by_chance(GAME, seed, 60):
        added = Counter(f.token for f in run.facts if isinstance(f, fact.TokenAdded))
        gone = Counter(f.token for f in run.facts if isinstance(f, fact.TokenRemoved))
        bag = {token: number for token, number in Counter(run.state.bag.all).items() if token not in POOL}
        assert bag == {t: n for t, n in (whole + added - gone).items() if t not in POOL and n}
        assert run.state.test or not run.state.bag.out


@given(seeds)
@few
def test_no_hand_counts_below_zero(seed):
    for run, _ in by_chance(GAME, seed, 60):
        assert all(who.unknown >= 0 for who in run.state.seats.values())
