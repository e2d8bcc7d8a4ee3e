"""Rounds: turns, Fire, events, monsters and delayed effects. Random games keep their properties at every moment."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import GameSetup, Run
from companion.games.mansions import GAME
from companion.games.mansions import facts as f
from companion.games.mansions.content import Button, Component, OverlayPart, SpawnPart, beasts, investigators
from companion.games.mansions.rules.story import value
from companion.games.mansions.state import State
from companion.schema import TABLE
from tests.games import properties
from tests.games.course import begin, by_chance
from tests.games.mansions import manor as m
from tests.games.mansions.manor import RAT, START

FIRST = m.event("EventA", "On", trigger=START)


def until(run, done):
    """Answer anything until a condition holds, with blank rolls and the least counts."""
    for _ in range(60):
        if done(run):
            return run
        prompt = next((p for p in run.open if not p.at), run.open[0])
        if prompt.kind == "roll":
            m.successes(run, 0)
        elif prompt.kind == "count":
            m.say(run, prompt, str(prompt.least))
        else:
            free = [o.id for o in prompt.options if o.refused is None]
            m.say(run, prompt, *(free[-1:] if prompt.least else ()))
    raise AssertionError("it never comes to that")


def test_setup_seats_the_chosen_investigator():
    last = list(investigators.shipped())[-1]
    seats = begin(GAME, GameSetup(("1", "2"), {}, {"investigators": {"2": last}})).state.seats
    assert seats["2"].name == investigators.figure(last).name
    assert seats["1"].name != seats["2"].name


def test_round_has_its_phases_in_order():
    tough = {"health": 99, "sanity": 99}
    run = m.start(m.hall(RAT, ann=m.seat("Ann", **tough), bob=m.seat("Bob", clues=0, **tough)))
    until(run, lambda run: run.state.story.round == 2)
    phases = [fact.phase for fact in run.facts if isinstance(fact, f.PhaseBegan)]
    assert phases == ["fire", "mythos", "monsters", "horror", "end"]
    assert f.MonsterActivated("Rat") in run.facts
    assert [who.actions for who in run.state.seats.values()] == [2, 2]


def test_round_resets_extinguish_and_moves():
    run = m.start(m.hall(ann=m.seat("Ann", extinguish_left=2, steps_left=1, evaded=True)))
    who = until(run, lambda run: run.state.story.round == 2).state.seats["1"]
    assert (who.extinguish_left, who.steps_left, who.evaded) == (0, 0, False)


def test_round_gives_each_seat_one_turn():
    run = m.table(FIRST, counted=True)
    m.tap(run, "On")
    assert {"Ann", "Bob", "End the phase without Ann, Bob"} <= set(m.options(run))
    m.tap(run, "Bob", "End the turn")
    assert "Bob" not in [str(option.text) for option in run.open[0].options]
    assert run.state.story.had_turn == ("2",)


def test_fire_sets_the_variable_of_the_scenario():
    run = m.start(m.hall(ann=m.seat("Ann", possessions=("Lantern",))))
    m.tap(run, "set_fire", "A2")
    assert value(run.state, "$fire") == 1
    menu = next(p for p in run.open if p.at == "menu" and p.key == "fire")
    assert menu.seat == TABLE
    m.say(run, menu, "out")
    assert (value(run.state, "$fire"), run.state.tokens.fire) == (0, ())


def test_fire_spreads_when_the_mythos_phase_begins():
    run = m.table(FIRST)
    m.tap(run, "On", "set", "somewhere", "hold")
    assert {"It spreads", "All Fire is extinguished"} <= set(m.options(run))
    m.tap(run, "All Fire is extinguished")
    assert run.state.story.round == 2
    assert not run.state.story.variables["$fire"]


def test_end_of_investigator_phase_precedes_the_mythos():
    events = {"EventM": "Mythos", "EventT": "EndInvestigatorTurn", "EventTwo": "EndRound2"}
    run = m.table(FIRST, *(m.event(name, "On", trigger=moment) for name, moment in events.items()))
    m.tap(run, "On", "hold")
    assert m.says(run) == "EventT"
    m.tap(run, "On")
    assert m.says(run) == "EventM"
    m.tap(run, "On", "hold")
    m.tap(run, "On", "On")
    assert m.says(run) == "EventTwo"


# --- monsters ---------------------------------------------------------------------------------------------------------


def spawn(name: str, *kinds: str, **part) -> Component:
    return Component(name, "spawn", "!", buttons=(Button("On"),), trigger=START, part=SpawnPart(kinds, **part))


def test_monster_health_grows_with_the_seats():
    (monster,) = m.table(spawn("SpawnRat", "MonsterDeepOne", health=1, health_each=1)).state.monsters.values()
    deep = beasts()["MonsterDeepOne"]
    assert monster.health == round(deep.health + 2 * deep.health_each) + 3


def test_second_monster_of_a_kind_is_numbered():
    run = m.table(spawn("Spawn0", "MonsterCultist"), spawn("Spawn1", "MonsterCultist"))
    m.tap(run, "On", "On")
    assert list(run.state.monsters) == ["Cultist", "Cultist 2"]


def test_resting_monster_is_dropped_when_it_leaves():
    for gone in (f.MonsterLeft("Rat"), f.MonsterDefeated("Rat")):
        state = GAME.apply(GAME.apply(m.hall(), f.MonsterCame(RAT, rests=True)), gone)
        assert state.story.resting == ()


def test_defeat_triggers_kind_and_spawn():
    by_kind = m.event("EventKind", "Done", trigger="DefeatedMonsterRat")
    by_spawn = m.event("EventSpawn", "Done", trigger="DefeatedSpawnRat")
    components = MappingProxyType({one.name: one for one in (by_kind, by_spawn)})
    run = m.start(m.hall(replace(RAT, damage=3), scenario={"components": components}))
    m.tap(run, "more:Rat", "It is defeated")
    assert m.says(run) == "EventKind"
    m.tap(run, "Done")
    assert m.says(run) == "EventSpawn"


def test_defeat_trigger_runs_once_for_each_monster():
    rat = Component("SpawnRat", "spawn", part=SpawnPart(("MonsterRat",)))
    dead = m.event("Dead", "On", trigger="DefeatedSpawnRat")
    run = m.table(rat, dead, state=m.hall(RAT, replace(RAT, name="Rat 2")))
    m.tap(run, "foe:Rat", "It is defeated", "On")
    m.tap(run, "foe:Rat 2", "It is defeated", "On")
    assert run.facts.count(f.EventRun("Dead")) == 2


# --- elimination ------------------------------------------------------------------------------------------------------


def test_eliminated_seat_owes_no_horror_check():
    gone = m.seat("Bob", eliminated=True)
    run = m.start(m.hall(RAT, bob=gone, story={"phase": "horror", "to_check": ("2",), "active": ""}))
    assert not any(
        "Bob" in m.whole(run.state, prompt) for prompt in run.open if prompt.key not in ("whose_turn", "turn")
    )
    assert run.state.story.aloud is None


def test_elimination_takes_effect_one_phase_later():
    run = m.table(
        FIRST, m.event("EventLost", "On", trigger="Eliminated"), m.event("EventLast", "On", trigger="StartFinalRound")
    )
    m.tap(run, "On", "1", "End the turn")
    dead = next(prompt for prompt in run.open if prompt.key == "eliminated")
    assert str(dead.title).endswith("at the end of the next investigator phase")
    m.say(run, dead, "1")
    m.tap(run, "hold")
    assert m.says(run) == "EventLast"  # the final round of all seats
    m.tap(run, "On", "hold")
    assert m.says(run) == "EventLost"


def without_survivors(*board: str) -> State:
    """A state at the end of a round, after the scenario announced the last elimination."""
    lost = m.event("EventLost", text="The house keeps you.")
    part, to_the_end = OverlayPart(words="You are gone."), Button("The end", ("EventLost",))
    s = m.table(Component("UILost", "ui", display=False, buttons=(to_the_end,), part=part), lost).state
    seats = {seat: replace(who, eliminated=True) for seat, who in s.seats.items()}
    story = replace(s.story, matched=True, phase="end", board=board, variables=MappingProxyType({f.REPORTED: 1.0}))
    return replace(s, seats=MappingProxyType(seats), story=story)


def test_scenario_without_survivors_is_lost():
    assert str(Run(GAME, without_survivors()).over) == "Nobody is left: the scenario is lost."


def test_overlay_ends_a_scenario_without_survivors():
    run = Run(GAME, without_survivors("UILost"))
    assert not run.over
    m.tap(run, "UILost")
    assert run.state.story.shown.event == "EventLost"


# --- random games, on maps of spaces and of tiles ---------------------------------------------------------------------

NEVER = ("end the scenario", "is eliminated")


@pytest.mark.slow
def test_random_scenario_ends_without_survivors():
    *_, (run, _) = by_chance(GAME, 3, 4000, NEVER)
    assert run.over


@pytest.mark.parametrize(
    ("holds", "answers"),
    [
        pytest.param(properties.replay_is_live, 120, marks=pytest.mark.slow),
        (properties.a_rest_is_everything, 120),
        (properties.facts_are_json, 120),
        (properties.every_view_travels, 40),
        (properties.all_that_is_own_is_told_as_such, 40),
    ],
)
@pytest.mark.parametrize("build", [m.hall, m.tiles], ids=["spaces", "tiles"])
@pytest.mark.parametrize("seed", range(4))
def test_random_game_has_the_property(holds, answers, build, seed):
    holds(m.crowded(build), seed, answers, NEVER)


@pytest.mark.parametrize("build", [m.hall, m.tiles], ids=["spaces", "tiles"])
@pytest.mark.parametrize("seed", range(4))
def test_random_game_numbers_stay_in_range(build, seed):
    for run, _ in by_chance(m.crowded(build), seed, 150, NEVER):
        for who in run.state.seats.values():
            counted = (who.clues, who.actions, who.steps_left, who.damage.up, who.damage.down, who.extinguish_left)
            assert min(counted) >= 0
        assert all(0 <= one.damage <= (one.health or 0) for one in run.state.monsters.values())
