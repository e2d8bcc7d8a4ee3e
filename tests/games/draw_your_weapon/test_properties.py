"""Laws of random games, and secrets that no player's page depends on."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import Adventure, Call, Scene
from companion.games.draw_your_weapon.facts import RequirementFixed
from companion.games.draw_your_weapon.state import State
from companion.schema import DEALER
from tests.examples import so_many
from tests.games import privacy, properties

SEEDS = st.integers(0, 10_000)


@pytest.mark.slow
@settings(max_examples=so_many(8), deadline=None)
@given(seed=SEEDS)
def test_own_blocks_are_marked_as_own(seed):
    properties.all_that_is_own_is_told_as_such(GAME, seed, 60)


OTHER = "Another secret."


def disguise(s: State, seat: str) -> State:
    """The same evening with other secrets of the Dealer's; the Dealer sees them all."""
    if seat == DEALER:
        return s
    return replace(
        s,
        adventure=another(s.adventure, s.scene) if s.adventure is not None else None,
        characters=MappingProxyType({n: c if c.is_player else replace(c, text=OTHER) for n, c in s.characters.items()}),
        test=harder(s.test) if s.test is not None else None,
        last=replace(s.last, test=harder(s.last.test)) if s.last is not None and not s.last.shown else s.last,
    )


def harder(test: Any) -> Any:
    return test if test.required is None else replace(test, required=test.required + 1)


def another(adventure: Adventure, now: str) -> Adventure:
    figures = tuple(replace(figure, text=OTHER) for figure in adventure.figures)
    return replace(adventure, figures=figures, scenes=tuple(another_scene(scene, now) for scene in adventure.scenes))


def another_scene(scene: Scene, now: str) -> Scene:
    """Change the secrets of an open scene, and everything of another one."""
    calls = tuple(another_call(call) for call in scene.calls)
    secret = replace(scene, notes=OTHER, calls=calls)
    return secret if scene.id == now else replace(secret, title=OTHER, read=OTHER)


def another_call(call: Call) -> Call:
    return replace(call, title=OTHER, required=call.required + 1, passed=OTHER, failed=OTHER)


def mask(fact: Any, seat: str) -> Any:
    match fact:
        case RequirementFixed(number) if seat != DEALER:
            return RequirementFixed(number + 1)
    return fact


@pytest.mark.slow
@settings(max_examples=so_many(4), deadline=None)
@given(seed=SEEDS)
def test_hidden_state_changes_no_view(seed: int) -> None:
    tried = privacy.nothing_hidden_is_sent(GAME, disguise, seed, 40)
    assume(tried > 20)  # a course of chance may be over at once; where too many are, Hypothesis complains


@pytest.mark.slow
@settings(max_examples=so_many(6), deadline=None)
@given(seed=SEEDS)
def test_hidden_state_is_in_no_log_line(seed: int) -> None:
    privacy.nothing_hidden_is_said(GAME, mask, seed, 120)
