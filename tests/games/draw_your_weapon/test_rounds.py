"""A marker of whose turn it is; it refuses nothing."""

from __future__ import annotations

import pytest

from companion.engine import Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.rules.combat import fighters
from companion.schema import Refused
from tests.games.course import give
from tests.games.draw_your_weapon.table import ANN, BEN, CLEO, having, state


def fighting(s=None):
    run = Run(GAME, s or state())
    give(run, "combat")
    return run


def test_combat_begins_with_the_first_seat():
    s = fighting().state
    assert (s.in_combat, s.turn, s.round) == (True, ANN, 1)


def test_turn_marker_wraps_into_a_new_round():
    run = fighting()
    seen = []
    for _ in fighters(run.state):
        give(run, "next_turn")
        seen.append((run.state.turn, run.state.round))
    assert seen[0] == (BEN, 1)
    assert seen[-1] == (ANN, 2)
    assert len({turn for turn, _ in seen}) == len(seen)


def test_turn_is_ended_by_its_seat_only():
    run = fighting()
    with pytest.raises(Refused, match="It is not Ben’s turn"):
        give(run, "end_turn", seat=BEN)
    give(run, "end_turn", seat=ANN)
    assert run.state.turn == BEN


def test_turn_skips_characters_that_are_down():
    run = fighting(having(state(), BEN, conditions=("Down",)))
    give(run, "next_turn")
    assert run.state.turn == CLEO
