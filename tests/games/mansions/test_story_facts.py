"""What the facts of a scenario do to the state, where two things happen at once."""

from __future__ import annotations

from dataclasses import replace

from companion.games.mansions import GAME
from companion.games.mansions.content import Component, SpawnPart
from companion.games.mansions.facts import DefeatTold, EventRun, MonsterCame, MonsterDefeated, MonsterLeft
from tests.games.mansions.evening import event, table, tap
from tests.games.mansions.manor import RAT, hall


def test_two_of_a_kind_are_told_of_one_by_one():
    state = hall(RAT, replace(RAT, name="Rat 2"))
    for name in ("Rat", "Rat 2"):
        state = GAME.apply(state, MonsterDefeated(name))
    told = GAME.apply(state, DefeatTold(("MonsterRat", "SpawnRat")))
    assert told.story.defeated == (("MonsterRat", "SpawnRat"),)


def test_a_scenario_that_counts_its_dead_counts_each():
    rat = Component("SpawnRat", "spawn", part=SpawnPart(("MonsterRat",)))
    told = event("Dead", "On", trigger="DefeatedSpawnRat")
    run = table(rat, told, state=hall(RAT, replace(RAT, name="Rat 2")))
    tap(run, "foe:Rat", "It is defeated", "On")
    tap(run, "foe:Rat 2", "It is defeated", "On")
    assert run.facts.count(EventRun("Dead")) == 2


def test_who_rests_is_forgotten_when_it_leaves():
    for gone in (MonsterLeft("Rat"), MonsterDefeated("Rat")):
        state = GAME.apply(GAME.apply(hall(), MonsterCame(RAT, rests=True)), gone)
        assert state.story.resting == ()
