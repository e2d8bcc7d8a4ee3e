"""Bad input: refused by name, with what is possible, and nothing is changed by it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import Play, Run, apply_fact
from companion.games.arkham import GAME
from companion.games.arkham.content import Enemy
from companion.games.arkham.rules.actions import basic_actions, card_actions
from companion.games.arkham.rules.in_play import automatically_evade, move_clues, moved_to
from companion.games.arkham.rules.in_play.enemies import move_enemy
from companion.games.arkham.rules.skill_test.steps import commit
from companion.schema import Answer, Faces, Prompt, Refused
from companion.sessions import GameTable
from tests.examples import so_many
from tests.games.arkham.evening import any_prompt, any_setup, any_values, played
from tests.games.arkham.table import begun, committed, situation
from tests.games.course import give

GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=1)
few = settings(max_examples=so_many(15), deadline=None)
seeds = st.integers(0, 10_000)


def with_ghoul(**changes):
    return situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, **changes)}))


def unchanged(run: Run[Any, Any], prompt: Prompt, values: Faces) -> str:
    """The sentence with which an answer is refused; the run is as it was."""
    before = run.state, run.facts, run.open, run.given
    with pytest.raises(Refused) as wrong:
        run.answer(Answer("wrong", prompt.id, values, prompt.seat))
    assert (run.state, run.facts, run.open, run.given) == before
    return str(wrong.value.sentence)


def wrong_answers(prompt: Prompt) -> list[Faces]:
    """Answers that no prompt of that kind takes."""
    if prompt.kind == "count":
        return [(), ("x",), ("1.5",), (str(prompt.least - 1),), (str(prompt.most + 1),), ("1", "2"), ("٣",)]
    if prompt.kind == "write":
        return [(), ("",), ("  ",), ("x" * 99,), ("a", "b"), ("a\nb",)]
    possible = [option.id for option in prompt.options if option.refused is None]
    many = tuple(possible[:1]) * (prompt.most + 1)
    grey = [(option.id,) for option in prompt.options if option.refused is not None and option.id not in possible]
    return [("no such thing",), (*possible[:1], "no such thing"), many, *([()] if prompt.least else []), *grey]


@pytest.mark.slow
@given(seeds)
@few
def test_refused_answer_changes_nothing(seed):
    for place, (run, _) in enumerate(played(seed, answers=60)):
        if place % 3 == seed % 3:
            for prompt in run.open:
                for values in wrong_answers(prompt):
                    assert unchanged(run, prompt, values).endswith((".", "?"))


@given(seeds)
@few
def test_grey_buttons_say_why(seed):
    for run, _ in played(seed, answers=60):
        for prompt in run.open:
            for option in prompt.options:
                if option.refused is not None:
                    assert option.refused.code == option.refused.code.upper()
                    sentence = str(option.refused.sentence)
                    assert sentence.endswith(".")
                    assert sentence[0].isupper() or sentence.split(maxsplit=1)[0] in str(option.text)


@given(seeds)
@few
def test_a_prompt_that_is_closed_is_not_answered_again(seed):
    random = Random(seed)
    run = Run(GAME, GAME.setup(any_setup(random)))
    for number in range(40):
        if not run.open:
            return
        closed = any_prompt(run.open, random)
        run.answer(Answer(f"a{number}", closed.id, any_values(closed, random), closed.seat))
        assert unchanged(run, closed, ()) == "This was answered already, or is not asked now."


@given(seeds)
@few
def test_a_table_that_refuses_has_nothing_more_in_its_log(seed):
    random = Random(seed)
    table = GameTable.begin(GAME, any_setup(random))
    for number in range(25):
        if not table.open:
            return
        for prompt in table.open:
            before = table.seq, table.run.state, table.open
            with pytest.raises(Refused):
                table.answer(Answer(f"w{number}", prompt.id, wrong_answers(prompt)[0], prompt.seat))
            assert (table.seq, table.run.state, table.open) == before
        prompt = any_prompt(table.open, random)
        table.answer(Answer(f"a{number}", prompt.id, any_values(prompt, random), prompt.seat))


# --- one by one


DEEDS = {
    "investigate": lambda g, seat: basic_actions.investigate(g, seat),
    "move": lambda g, seat: basic_actions.move(g, seat, "hall"),
    "fight": lambda g, seat: basic_actions.fight(g, seat, "ghoul"),
    "evade": lambda g, seat: basic_actions.evade(g, seat, "ghoul"),
    "engage": lambda g, seat: basic_actions.engage(g, seat, "ghoul"),
    "resource": lambda g, seat: basic_actions.resource(g, seat),
    "draw": lambda g, seat: basic_actions.draw_card(g, seat),
    "play": lambda g, seat: card_actions.play_card(g, seat, "Hammer"),
    "end": lambda g, seat: [basic_actions.end_turn(g, seat)],
}


def refused(deed, state, seat: str = "1") -> Refused:
    g = Play(state, apply_fact)
    with pytest.raises(Refused) as wrong:
        list(deed(g, seat))
    assert (g.state, g.facts) == (state, [])
    return wrong.value


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
def test_an_action_out_of_turn_is_refused(deed):
    """AH-ACT-TURN-6."""
    state = with_ghoul(engaged=("1",))
    assert str(refused(deed, state, "2").sentence) == "It is not Bob's turn."
    assert str(refused(deed, replace(state, phase="enemy")).sentence) == (
        "Actions are taken in the investigation phase; this is the enemy phase."
    )


@pytest.mark.parametrize("name", [name for name in DEEDS if name != "end"])
def test_without_an_action_left_nothing_is_done(name):
    """AH-ACT-TURN-1."""
    state = with_ghoul(engaged=("1",))
    spent = state.with_seat("1", replace(state.seats["1"], actions=0))
    assert str(refused(DEEDS[name], spent).sentence) == "Ann has no action left this turn."


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (lambda g, _: basic_actions.fight(g, "1", "far"), "NOT_SAME_PLACE"),
        (lambda g, _: basic_actions.fight(g, "1", "nobody"), "UNKNOWN_TARGET"),
        (lambda g, _: basic_actions.fight(g, "1", "gone"), "UNKNOWN_TARGET"),
        (lambda g, _: basic_actions.evade(g, "1", "free"), "ENEMY_NOT_ENGAGED_WITH_YOU"),
        (lambda g, _: basic_actions.evade(g, "1", "nobody"), "UNKNOWN_TARGET"),
        (lambda g, _: basic_actions.engage(g, "1", "mine"), "ALREADY_ENGAGED"),
        (lambda g, _: basic_actions.engage(g, "1", "far"), "NOT_SAME_PLACE"),
        (lambda g, _: basic_actions.engage(g, "1", "massive"), "MASSIVE"),
        (lambda g, _: basic_actions.move(g, "1", "attic"), "NOT_ADJACENT"),
        (lambda g, _: basic_actions.move(g, "1", "moon"), "UNKNOWN_TARGET"),
        (lambda g, _: basic_actions.move(g, "1", "study"), "SAME_PLACE"),
        (lambda g, _: card_actions.play_card(g, "1", "Notes"), "SKILL_CARD_NOT_PLAYABLE"),
        (lambda g, _: card_actions.play_card(g, "1", "Hammer"), "CARD_NOT_IN_HAND"),
        (lambda g, _: card_actions.activate(g, "1", "place:study:0"), "UNKNOWN_TARGET"),
        (lambda g, _: move_enemy(g, "nobody", "hall"), "UNKNOWN_TARGET"),
        (lambda g, _: move_enemy(g, "mine", "attic"), "NOT_ADJACENT"),
        (lambda g, _: [automatically_evade(g, "1", "free")], "ENEMY_NOT_ENGAGED_WITH_YOU"),
        (lambda g, _: [moved_to(g, "1", "moon")], "UNKNOWN_TARGET"),
        (lambda g, _: [moved_to(g, "1", "study")], "SAME_PLACE"),
        (lambda g, _: [move_clues(g, "study", "study", 1)], "SAME_PLACE"),
        (lambda g, _: [move_clues(g, "study", "moon", 1)], "UNKNOWN_TARGET"),
        (lambda g, _: commit(g), "NO_TEST"),
    ],
)
def test_a_target_that_does_not_fit_costs_nothing(deed, code):
    """AH-ACT-MOVE-14 and the like: the action is not spent."""
    foes = {
        "mine": replace(GHOUL, engaged=("1",)),
        "free": replace(GHOUL, aloof=True),
        "far": replace(GHOUL, location="attic"),
        "gone": replace(GHOUL, defeated=True),
        "massive": replace(GHOUL, keywords=("massive",)),
    }
    wrong = refused(deed, situation(enemies=MappingProxyType(foes)))
    assert (wrong.code, str(wrong.sentence)[-1]) == (code, ".")


def test_move_from_an_isolated_location_is_refused():
    """AH-ACT-MOVE-14."""
    state = situation()
    alone = state.place("study", replace(state.locations["study"], connects=()))
    assert refused(DEEDS["move"], alone).code == "NO_VALID_DESTINATION"


def test_token_outside_the_bag_leaves_the_test_open():
    run = committed(begun("intellect", 3))
    draw = run.open[0]
    assert unchanged(run, draw, ("-5",)).endswith("-5 is not possible here.")
    assert unchanged(run, draw, ("0", "-1")).endswith("1 wanted, 2 came.")
    give(run, "0")
    assert run.state.last.passed


def test_a_commit_after_the_token_is_refused():
    run = committed(begun("intellect", 3, situation(pause="always")))
    give(run, "0")
    with pytest.raises(Refused, match="before the token is revealed"):
        next(commit(Play(run.state, apply_fact)))
