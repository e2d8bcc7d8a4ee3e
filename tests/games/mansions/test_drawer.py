"""The monster drawer: damage in every phase, and what a tap on a monster opens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.mansions.facts import MonsterDefeated
from companion.games.mansions.rules.actions import monster_drawer
from tests.games.mansions.evening import tap
from tests.games.mansions.manor import RAT, begun, card, hall, ids
from tests.games.mansions.table import seat, whole


def test_drawer_changes_damage_by_one_tap():
    run = begun(hall(RAT))
    tap(run, "more:Rat", "more:Rat", "less:Rat")
    assert run.state.monsters["Rat"].damage == 1


def test_drawer_asks_for_defeat_at_full_damage():
    run = begun(hall(replace(RAT, damage=3)))
    tap(run, "more:Rat", "Not yet")
    assert run.state.monsters["Rat"].damage == 4
    tap(run, "more:Rat", "It is defeated")
    assert "Rat" not in run.state.monsters
    assert MonsterDefeated("Rat") in run.facts


def test_drawer_offers_attack_and_evade():
    run = begun(hall(RAT))
    tap(run, "foe:Rat")
    assert {"attack", "evade", "horror", "defeated", "place"} <= ids(run)
    tap(run, "Attack")
    assert whole(run.state, card(run)) == "Ann: attack Rat with what?"


@pytest.mark.parametrize(
    "state", [hall(RAT, ann=seat("Ann", actions=0)), hall(RAT, story={"active": "", "had_turn": ("2",)})]
)
def test_drawer_offers_no_attack_without_a_turn(state):
    run = begun(state)
    tap(run, "foe:Rat")
    assert "attack" not in ids(run)


def test_drawer_always_attacks_with_uncounted_actions():
    run = begun(hall(RAT, story={"active": "", "counted_actions": False}))
    tap(run, "foe:Rat", "Attack", "Bob")
    assert whole(run.state, card(run)) == "Bob: attack Rat with what?"


def test_drawer_asks_for_the_seat_between_turns():
    run = begun(hall(RAT, story={"active": ""}))
    tap(run, "foe:Rat", "Evade", "Bob")
    assert str(run.state.story.aloud.title) == "Bob evades Rat"


def test_drawer_moves_a_monster():
    run = begun(hall(RAT))
    tap(run, "foe:Rat", "It stands elsewhere", "A3")
    assert run.state.monsters["Rat"].space == "A3"


@pytest.mark.parametrize("phase", ["fire", "mythos", "monsters", "horror", "end", "investigator"])
def test_drawer_is_open_in_every_phase(phase):
    (way,) = monster_drawer.drawer_ways(hall(RAT, story={"phase": phase}))
    assert [option.id for option in way.prompt.options] == ["less:Rat", "more:Rat", "foe:Rat"]


HORROR = {"phase": "horror", "to_check": ("1",), "active": ""}


def test_drawer_keeps_an_open_roll():
    run = begun(hall(RAT, story=HORROR))
    title = next(p.title for p in run.open if p.kind == "roll")
    tap(run, "more:Rat", "more:Rat", "less:Rat")
    assert run.state.monsters["Rat"].damage == 1
    assert next(p.title for p in run.open if p.kind == "roll") == title
