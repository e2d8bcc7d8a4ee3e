"""Laws of random games, and hands that nobody else reads."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import Run, prompts_for_seat
from companion.games.arkham import GAME
from companion.games.arkham import facts as fact
from companion.games.arkham.content import AUTO_FAIL, Ability, Card, Effect, Enemy
from companion.games.arkham.state import State
from companion.schema import Answer, to_json
from tests.examples import so_many
from tests.games import properties
from tests.games.arkham.evening import BagCounted, any_prompt, any_values, played
from tests.games.arkham.table import CARDS, asked, begun, situation, turn_of
from tests.games.chances import any_setup
from tests.games.course import give, play

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
    assert [type(f) for f in facts] == [fact.TokenRevealed, fact.TestResolved, fact.CluesFound, fact.TestEnded]
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
    run = play(turn_of("1"), "test", "agility", "2")
    for seat in ("1", "2", "3"):
        give(run, seat=seat)
    give(run, "0")
    assert run.state.last.passed
    assert run.state.seats["1"].actions == 3


@given(seeds)
@few
def test_own_blocks_are_marked_as_own(seed):
    properties.all_that_is_own_is_told_as_such(GAME, seed, 12)


GAMES = int(os.environ.get("LAMPLIGHT_GAMES", "75"))
BLOCK = 50


@pytest.mark.parametrize("first", range(0, GAMES, BLOCK))
def test_random_games_keep_tokens_and_counters(first):
    for seed in range(first, min(first + BLOCK, GAMES)):
        bag = BagCounted(GAME.setup(any_setup(GAME, Random(seed))).bag.all)
        for run, facts in played(seed):
            bag.hear(facts)
            assert bag.is_whole(run.state), f"game {seed}: {run.state.bag}"
            if seed % 5 == 0:
                keeps_its_counters(run, f"game {seed}")
        assert bool(run.over) == (not run.open), f"game {seed}"


def keeps_its_counters(run, game):
    s = run.state
    for seat, who in s.seats.items():
        counters = (who.resources, who.clues, who.actions, who.damage, who.horror, who.unknown)
        assert min(counters) >= 0, f"{game}: {seat} {who}"
        assert not who.left or not any(p.seat == seat for p in run.open), f"{game}: {seat} is gone"
    assert min([s.doom, *(place.clues for place in s.locations.values())]) >= 0, game
    assert s.last is None or AUTO_FAIL not in s.last.tokens or not s.last.passed, game


very_few = settings(max_examples=so_many(5), deadline=None)
HANDS = {seat: tuple(f"secret {seat}{n}" for n in range(5)) for seat in "123"}
KINDS = (
    Card("skill", ("wild", "intellect")),
    Card("event", ("combat",), cost=1, effects=(Effect(resources=1),)),
    Card("event", fast=True, effects=(Effect(modifier=1),)),
    Card("asset", ("agility",), cost=1, health=1),
    Card("asset", fast=True, abilities=(Ability("Look", "free", 0, exhausts=True),)),
)
GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=1, attack_horror=1)


def with_hands() -> State:
    """Return a table on which each hand has one card of each kind, with secret names."""
    cards = {name: kind for hand in HANDS.values() for name, kind in zip(hand, KINDS, strict=True)}
    state = situation(
        cards=MappingProxyType({**CARDS, **cards}), enemies=MappingProxyType({"ghoul": GHOUL}), pause="failure"
    )
    for seat, hand in HANDS.items():
        state = state.with_seat(seat, replace(state.seats[seat], hand=hand, resources=5, location="study"))
    return state


def course(state: State, seed: int, answers: int = 40) -> Iterator[tuple[Run[Any, Any], tuple[Any, ...]]]:
    """Yield the run after each random answer, and its facts."""
    random, run = Random(seed), Run(GAME, state)
    for number in range(answers):
        if not run.open:
            return
        prompt = any_prompt(run.open, random)
        yield run, run.answer(Answer(f"a{number}", prompt.id, any_values(prompt, random), prompt.seat))


def sent(run: Run[Any, Any], facts: tuple[Any, ...], seat: str) -> str:
    """All that one seat is sent at a moment, as text."""
    told = [str(GAME.tell(run.state, fact, seat)) for fact in facts]
    prompts = [to_json(prompt, str) for prompt in prompts_for_seat(run.open, seat)]
    return json.dumps([told, prompts, [to_json(block, str) for block in GAME.view(run.state, seat)]])


@given(seeds)
@very_few
def test_no_card_of_a_hand_is_sent_to_another(seed):
    for run, facts in course(with_hands(), seed):
        for seat in ("1", "2", "3", "table"):
            text = sent(run, facts, seat)
            for other, who in run.state.seats.items():
                assert other == seat or not any(card in text for card in who.hand)


@given(seeds)
@settings(max_examples=so_many(2), deadline=None)
def test_hand_is_sent_to_its_owner(seed):
    """So that the property above can find what leaks."""
    for run, facts in course(with_hands(), seed, 20):
        for seat, who in run.state.seats.items():
            if run.state.counted is None:
                assert all(card in sent(run, facts, seat) for card in who.hand)


@given(seeds)
@very_few
def test_other_hands_change_no_view(seed):
    """Ann and Bob play; whatever Cid holds, they read the same."""
    state = with_hands()
    other = state.with_seat("3", replace(state.seats["3"], hand=("Fists", "Notes", "Notes", "Hammer", "Courage")))
    random, one, two = Random(seed), Run(GAME, state), Run(GAME, other)
    for number in range(25):
        prompts = [prompt for prompt in one.open if prompt.seat != "3"]
        if not prompts or any((prompt.seat, prompt.key) == ("3", "discard") for prompt in one.open):
            return
        for seat in ("1", "2", "table"):
            assert sent(one, (), seat) == sent(two, (), seat)
        prompt = any_prompt(prompts, random)
        answer = Answer(f"a{number}", prompt.id, any_values(prompt, random), prompt.seat)
        assert one.answer(answer) == two.answer(answer)


def test_prompts_of_others_show_only_the_title():
    run = begun("intellect", 3, with_hands())
    for prompt in prompts_for_seat(run.open, "2"):
        if prompt.seat != "2":
            assert (prompt.options, prompt.least, prompt.most) == ((), 0, 0)
            assert prompt.title


def test_commit_prompt_is_secret_on_a_shared_tablet():
    state = with_hands()
    empty = state.with_seat("2", replace(state.seats["2"], hand=()))
    for table in (state, empty):
        assert [prompt.secret for prompt in begun("intellect", 3, table).open] == [True, True, True]


def test_commits_are_hidden_until_all_are_in():
    run = begun("intellect", 3, with_hands())
    prompt = run.open[0]
    facts = run.answer(Answer("a", prompt.id, ("secret 10",), "1"))
    assert facts == ()
    assert "secret 10" not in sent(run, facts, "2")
