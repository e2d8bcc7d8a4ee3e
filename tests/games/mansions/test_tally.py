"""Damage of monsters, put right while something else is asked."""

from __future__ import annotations

from dataclasses import replace

from tests.games.mansions.evening import tap
from tests.games.mansions.manor import RAT, begun, hall

HORROR = {"phase": "horror", "to_check": ("1",), "active": ""}


def test_a_roll_stays_open_while_damage_is_put_right():
    run = begun(hall(RAT, story=HORROR))
    title = next(p.title for p in run.open if p.kind == "roll")
    tap(run, "more:Rat", "more:Rat", "less:Rat")
    assert run.state.monsters["Rat"].damage == 1
    assert next(p.title for p in run.open if p.kind == "roll") == title


def test_the_last_damage_asks_whether_it_is_defeated():
    run = begun(hall(replace(RAT, damage=3), story=HORROR))
    tap(run, "more:Rat", "It is defeated")
    assert run.state.monsters == {}
    assert any(p.kind == "roll" for p in run.open)  # what was seen was seen
