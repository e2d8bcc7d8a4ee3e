"""Activations of monsters: texts, moves and attacks."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

from companion.games.mansions.content import Compare, MonsterKind
from companion.games.mansions.content.scenario import Activation
from companion.games.mansions.facts import MonsterDefeated
from companion.games.mansions.rules.monsters.moves_and_attacks import hunted_investigator, shortest
from companion.games.mansions.state import Harm, Space, Tokens
from tests.games.mansions.evening import event, says, tap
from tests.games.mansions.manor import RAT, asked, begun, hall, say, successes, tiles
from tests.games.mansions.table import request, seat

TURN = {"phase": "monsters", "to_activate": ("Rat",), "active": ""}
FAR = seat("Bob", clues=0, space="A3")


def test_monster_hunts_the_most_damaged_investigator():
    state = hall(replace(RAT, space="A2"), bob=replace(FAR, damage=Harm(2, 1)))
    assert hunted_investigator(state, shortest(state, "A1"), "most_damaged") == ("2",)


def test_monster_path_avoids_impassable_borders():
    walls = MappingProxyType({"A1": Space((), (), ("A2",)), "A2": Space(("A3",)), "A3": Space()})
    state = hall(spaces=walls)
    assert shortest(state, "A1") == {"A1": ()}


def test_activation_in_fire_hurts_the_monster():
    run = begun(hall(RAT, story=TURN, tokens=Tokens(fire=("A1",))))
    assert run.state.monsters["Rat"].damage == 1


def test_activation_event_of_the_scenario_replaces_the_line():
    own = {
        "monsters": MappingProxyType({"CustomMonsterRat": MonsterKind("CustomMonsterRat", activations=("EventA",))}),
        "components": MappingProxyType({"EventA": event("EventA", "Done")}),
    }
    run = begun(hall(replace(RAT, kind="CustomMonsterRat"), scenario=own, story=TURN))
    assert says(run) == "EventA"
    assert run.state.story.to_activate == ()


def test_activation_texts_of_the_scenario_have_two_buttons():
    told = Activation("Gnaw", "It gnaws.", "Suffer 2 damage ({agility} negates).", move="It runs.")
    own = {
        "monsters": MappingProxyType({"CustomMonsterRat": MonsterKind("CustomMonsterRat", activations=("Gnaw",))}),
        "activations": MappingProxyType({"ActivationGnaw": told}),
    }
    run = begun(hall(replace(RAT, kind="CustomMonsterRat"), scenario=own, story=TURN))
    assert str(run.state.story.aloud.text) == "It gnaws."
    tap(run, "It attacks")
    say(run, asked(run, "whom does Rat attack"), "1")
    successes(run, 0)
    assert run.state.seats["1"].damage.total == 2


def test_activation_out_of_reach_reads_the_move_text():
    told = Activation("Gnaw", "It gnaws.", "Bite.", move="It runs.", move_button="It runs away")
    own = {
        "monsters": MappingProxyType({"CustomMonsterRat": MonsterKind("CustomMonsterRat", activations=("Gnaw",))}),
        "activations": MappingProxyType({"Gnaw": told}),
    }
    run = begun(hall(replace(RAT, kind="CustomMonsterRat"), scenario=own, story=TURN))
    tap(run, "It runs away")
    assert str(run.state.story.aloud.text) == "It runs."
    tap(run, "go")
    assert run.state.story.to_activate == ()


def test_activation_on_tiles_asks_for_place_and_attack():
    far = tiles(RAT)
    run = begun(replace(far, story=replace(far.story, **TURN)))
    say(run, asked(run, "where is Rat now"), "TileAttic")
    assert run.state.monsters["Rat"].space == "TileAttic"
    prompt = asked(run, "whom does Rat attack")
    if "away" in {option.id for option in prompt.options}:
        tap(run, "Not in range")
    else:
        say(run, prompt)
    assert not any(who.damage.total for who in run.state.seats.values())


def test_activation_on_tiles_asks_about_fire():
    far = tiles(replace(RAT, space="TileFoyer"), tokens=Tokens(fire=("TileFoyer",)))
    run = begun(replace(far, story=replace(far.story, **TURN)))
    assert request(run) == "Everybody: does Rat stand in Fire?"
    tap(run, "yes")
    assert run.state.monsters["Rat"].damage == 1


def test_activation_ends_when_fire_defeats_the_monster():
    own = {
        "monsters": MappingProxyType({"CustomMonsterRat": MonsterKind("CustomMonsterRat", activations=("EventBite",))}),
        "components": MappingProxyType({"EventBite": event("EventBite", "Ouch")}),
    }
    dying = replace(RAT, kind="CustomMonsterRat", damage=3)
    run = begun(hall(dying, scenario=own, story=TURN, tokens=Tokens(fire=("A1",))))
    assert MonsterDefeated("Rat") in run.facts
    assert says(run) == ""


def test_activation_skips_impossible_events():
    never = event("EventNever", "No", condition=(Compare("x", ">", "0"),))
    own = {
        "monsters": MappingProxyType(
            {"CustomMonsterRat": MonsterKind("CustomMonsterRat", activations=("EventNever", "EventBite"))}
        ),
        "components": MappingProxyType({"EventNever": never, "EventBite": event("EventBite", "Ouch")}),
    }
    for seed in range(4):
        run = begun(hall(replace(RAT, kind="CustomMonsterRat"), scenario=own, story=TURN), Random(seed))
        assert says(run) == "EventBite"


def test_activation_ends_when_players_defeat_the_monster():
    told = Activation("ActivationGnaw", ability="It gnaws.", master="It bites ({agility}; 1).", move="It runs.")
    own = {
        "monsters": MappingProxyType({"CustomMonsterRat": MonsterKind("CustomMonsterRat", activations=("Gnaw",))}),
        "activations": MappingProxyType({"ActivationGnaw": told}),
    }
    run = begun(hall(replace(RAT, kind="CustomMonsterRat", damage=3), scenario=own, story=TURN))
    tap(run, "more:Rat", "It is defeated", "It attacks")
    assert not any(prompt.key == "monster.attacks" for prompt in run.open)
    assert run.state.story.aloud is None
