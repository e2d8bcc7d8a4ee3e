"""Rounds: turns, Fire, events, monsters, horror checks, and delayed effects."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.engine import Run
from companion.games.mansions import GAME
from companion.games.mansions.content import Button, Component, OverlayPart, SpawnPart, beasts
from companion.games.mansions.facts import (
    REPORTED,
    EventRun,
    MonsterActivated,
    MonsterCame,
    MonsterDefeated,
    MonsterLeft,
    PhaseBegan,
    RoundBegan,
)
from companion.games.mansions.rules.story import value
from companion.games.mansions.state import State
from companion.schema import TABLE
from tests.games.mansions.evening import event, options, says, table, tap
from tests.games.mansions.manor import RAT, begun, card, hall, say, successes
from tests.games.mansions.table import seat, whole

TOUGH = {"health": 99, "sanity": 99}


def calm(*monsters, **changes):
    """A game with two seats that survive everything."""
    return hall(*monsters, ann=seat("Ann", **TOUGH), bob=seat("Bob", clues=0, **TOUGH), **changes)


def until(run, done):
    """Answer anything until a condition holds, with blank rolls and the least counts."""
    for _ in range(60):
        if done(run):
            return run
        prompt = next(p for p in run.open if not p.at) if any(not p.at for p in run.open) else run.open[0]
        if prompt.kind == "roll":
            successes(run, 0)
        elif prompt.kind == "count":
            say(run, prompt, str(prompt.least))
        else:
            free = [o.id for o in prompt.options if o.refused is None]
            say(run, prompt, *(free[-1:] if prompt.least else ()))
    raise AssertionError("it never comes to that")


def test_round_has_its_phases_in_order():
    run = begun(calm(RAT))
    until(run, lambda run: run.state.story.round == 2)
    phases = [fact.phase for fact in run.facts if isinstance(fact, PhaseBegan)]
    assert phases == ["fire", "mythos", "monsters", "horror", "end"]
    assert MonsterActivated("Rat") in run.facts
    assert [who.actions for who in run.state.seats.values()] == [2, 2]


def test_round_resets_extinguish_and_moves():
    state = hall(ann=seat("Ann", extinguish_left=2, steps_left=1, evaded=True))
    run = until(begun(state), lambda run: any(isinstance(fact, RoundBegan) for fact in run.facts))
    who = run.state.seats["1"]
    assert (who.extinguish_left, who.steps_left, who.evaded) == (0, 0, False)


def test_fire_sets_the_variable_of_the_scenario():
    run = begun(hall(ann=seat("Ann", possessions=("Lantern",))))
    tap(run, "set_fire", "A2")
    assert value(run.state, "$fire") == 1
    menu = next(p for p in run.open if p.at == "menu" and p.key == "fire")
    assert menu.seat == TABLE
    say(run, menu, "out")
    assert (value(run.state, "$fire"), run.state.tokens.fire) == (0, ())


def test_defeat_triggers_kind_and_spawn():
    told = {
        "components": MappingProxyType(
            {
                "EventKind": event("EventKind", "Done", trigger="DefeatedMonsterRat"),
                "EventSpawn": event("EventSpawn", "Done", trigger="DefeatedSpawnRat"),
            }
        )
    }
    run = begun(hall(replace(RAT, damage=3), scenario=told))
    tap(run, "more:Rat", "It is defeated")
    assert says(run) == "EventKind"
    tap(run, "Done")
    assert says(run) == "EventSpawn"


def test_eliminated_seat_only_ends_its_turn():
    run = begun(hall(ann=seat("Ann", eliminated=True)))
    assert [option.id for option in card(run).options] == ["go"]


def test_eliminated_seat_owes_no_horror_check():
    gone = seat("Bob", eliminated=True)
    run = begun(hall(RAT, bob=gone, story={"phase": "horror", "to_check": ("2",), "active": ""}))
    assert not any("Bob" in whole(run.state, prompt) for prompt in run.open if prompt.key not in ("whose_turn", "turn"))
    assert run.state.story.aloud is None


START = "EventStart"
FIRST = event("EventA", "On", trigger=START)


def test_round_gives_each_seat_one_turn():
    run = table(FIRST, counted=True)
    tap(run, "On")
    assert {"Ann", "Bob", "End the phase without Ann, Bob"} <= set(options(run))
    tap(run, "Bob", "End the turn")
    assert "Bob" not in [str(option.text) for option in run.open[0].options]
    assert run.state.story.had_turn == ("2",)


def test_end_of_investigator_phase_precedes_the_mythos():
    run = table(FIRST, event("EventM", "On", trigger="Mythos"), event("EventT", "On", trigger="EndInvestigatorTurn"))
    tap(run, "On", "hold")
    assert says(run) == "EventT"
    tap(run, "On")
    assert says(run) == "EventM"


def test_end_round_trigger_fires_in_its_round():
    run = table(FIRST, event("EventTwo", "On", trigger="EndRound2"))
    tap(run, "On", "hold")
    assert says(run) == ""
    tap(run, "hold")
    assert says(run) == "EventTwo"


def test_fire_spreads_when_the_mythos_phase_begins():
    run = table(FIRST)
    tap(run, "On", "set", "somewhere", "hold")
    assert {"It spreads", "All Fire is extinguished"} <= set(options(run))
    tap(run, "All Fire is extinguished")
    assert run.state.story.round == 2
    assert not run.state.story.variables["$fire"]


def test_elimination_takes_effect_one_phase_later():
    run = table(
        FIRST, event("EventLost", "On", trigger="Eliminated"), event("EventLast", "On", trigger="StartFinalRound")
    )
    tap(run, "On", "1", "End the turn")
    dead = next(prompt for prompt in run.open if prompt.key == "eliminated")
    assert str(dead.title).endswith("at the end of the next investigator phase")
    say(run, dead, "1")
    tap(run, "hold")
    assert says(run) == "EventLast"  # the final round of all seats
    tap(run, "On", "hold")
    assert says(run) == "EventLost"


def test_monster_health_grows_with_the_seats():
    spawn = Component(
        "SpawnRat",
        "spawn",
        "A rat!",
        buttons=(Button("On"),),
        trigger=START,
        part=SpawnPart(("MonsterDeepOne",), health=1, health_each=1),
    )
    run = table(spawn)
    deep = beasts()["MonsterDeepOne"]
    (monster,) = run.state.monsters.values()
    assert monster.health == round(deep.health + 2 * deep.health_each) + 3


def test_second_monster_of_a_kind_is_numbered():
    spawns = [
        Component(
            f"Spawn{n}", "spawn", "!", buttons=(Button("On"),), trigger=START, part=SpawnPart(("MonsterCultist",))
        )
        for n in range(2)
    ]
    run = table(*spawns)
    tap(run, "On", "On")
    assert list(run.state.monsters) == ["Cultist", "Cultist 2"]


def test_scenario_can_be_closed_at_any_time():
    run = table(FIRST)
    tap(run, "On", "We won")
    assert str(run.over) == "The people closed the story: won."


def test_defeat_trigger_runs_once_for_each_monster():
    rat = Component("SpawnRat", "spawn", part=SpawnPart(("MonsterRat",)))
    told = event("Dead", "On", trigger="DefeatedSpawnRat")
    run = table(rat, told, state=hall(RAT, replace(RAT, name="Rat 2")))
    tap(run, "foe:Rat", "It is defeated", "On")
    tap(run, "foe:Rat 2", "It is defeated", "On")
    assert run.facts.count(EventRun("Dead")) == 2


def test_resting_monster_is_dropped_when_it_leaves():
    for gone in (MonsterLeft("Rat"), MonsterDefeated("Rat")):
        state = GAME.apply(GAME.apply(hall(), MonsterCame(RAT, rests=True)), gone)
        assert state.story.resting == ()


LAST = event("EventLost", text="The house keeps you.")
OVER = Component(
    "UILost", "ui", display=False, buttons=(Button("The end", ("EventLost",)),), part=OverlayPart(words="You are gone.")
)


def at_the_end_of_a_round(*board: str) -> State:
    """A state without survivors, after the scenario announced it."""
    s = table(OVER, LAST).state
    seats = {seat: replace(who, eliminated=True) for seat, who in s.seats.items()}
    story = replace(s.story, matched=True, phase="end", board=board, variables=MappingProxyType({REPORTED: 1.0}))
    return replace(s, seats=MappingProxyType(seats), story=story)


def test_scenario_without_survivors_is_lost() -> None:
    assert str(Run(GAME, at_the_end_of_a_round()).over) == "Nobody is left: the scenario is lost."


def test_overlay_ends_a_scenario_without_survivors() -> None:
    run: Run = Run(GAME, at_the_end_of_a_round("UILost"))
    assert not run.over
    tap(run, "UILost")
    assert run.state.story.shown.event == "EventLost"
