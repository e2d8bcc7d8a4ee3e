"""Monsters: their moves, reach and activations, evade checks and horror checks."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.games.mansions import GAME
from companion.games.mansions.content import Compare, evades, horror_of, horrors, needed_to_evade
from companion.games.mansions.content.scenario import Activation
from companion.games.mansions.facts import ActionsGiven, LineDrawn, MonsterDefeated
from companion.games.mansions.rules.monsters.evade_and_horror import evade_check
from companion.games.mansions.rules.monsters.moves_and_attacks import (
    hunted_investigator,
    move_to_prey,
    shortest_ways,
)
from companion.games.mansions.state import Harm, Tokens
from tests.games.course import alone, give
from tests.games.mansions import manor as m
from tests.games.mansions.manor import OWN_RAT, RAT

FAR = m.seat("Ann", space="A3")
GONE = m.seat("Bob", eliminated=True)
FIRE = Tokens(fire=("A1",))


def moved(state, toward: str = "nearest", steps: int = 2):
    """Return the run of a move of the rat."""

    def procedure(g):
        yield from move_to_prey(g, "Rat", toward, steps)
        g.emit(ActionsGiven("1", 0))  # a procedure must establish a fact

    return alone(GAME, state, procedure)


def place(run) -> str:
    return run.state.monsters["Rat"].space


def lines(run) -> list[LineDrawn]:
    return [fact for fact in run.facts if isinstance(fact, LineDrawn)]


# --- moves and reach --------------------------------------------------------------------------------------------------


def test_monster_move_asks_between_equal_targets():
    run = moved(m.hall(replace(RAT, space="A2"), ann=FAR))
    assert m.request(run) == "Everybody: toward whom does Rat move?"
    give(run, "2")
    assert place(run) == "A1"


def test_monster_hunts_the_most_damaged_investigator():
    state = m.hall(replace(RAT, space="A2"), bob=m.seat("Bob", space="A3", damage=Harm(2, 1)))
    assert hunted_investigator(state, shortest_ways(state, "A1"), "most_damaged") == ("2",)


def test_monster_with_own_movement_asks_for_the_space():
    run = moved(m.hall(RAT), toward="own", steps=1)
    assert [option.id for option in run.open[0].options if not run.open[0].seat.isdigit()] == ["A2", "stayed"]
    give(run, "A2")
    assert place(run) == "A2"


# --- activations ------------------------------------------------------------------------------------------------------

TURN = {"phase": "monsters", "to_activate": ("Rat",), "active": ""}
BITE = m.event("EventBite", "Ouch")


def with_texts(**texts: str) -> dict:
    """A scenario in which the rat does "Gnaw"."""
    return m.own_rat(texts=Activation("Gnaw", "It gnaws.", **texts), activations=("Gnaw",))


def test_activation_ends_when_fire_defeats_the_monster():
    scenario = m.own_rat(BITE, activations=("EventBite",))
    run = m.start(m.hall(replace(OWN_RAT, damage=3), scenario=scenario, story=TURN, tokens=FIRE))
    assert MonsterDefeated("Rat") in run.facts
    assert m.says(run) == ""


def test_activation_takes_a_possible_event_of_the_scenario():
    never = m.event("EventNever", "No", condition=(Compare("x", ">", "0"),))
    scenario = m.own_rat(never, BITE, activations=("EventNever", "EventBite"))
    for seed in range(4):
        run = m.start(m.hall(OWN_RAT, scenario=scenario, story=TURN), Random(seed))
        assert m.says(run) == "EventBite"
        assert run.state.story.to_activate == ()


def test_activation_texts_of_the_scenario_have_two_buttons():
    scenario = with_texts(master="Suffer 2 damage ({agility} negates).", move="It runs.")
    run = m.start(m.hall(OWN_RAT, scenario=scenario, story=TURN))
    assert str(run.state.story.aloud.text) == "It gnaws."
    m.tap(run, "It attacks")
    m.say(run, m.prompt_of(run, "whom does Rat attack"), "1")
    m.successes(run, 0)
    assert run.state.seats["1"].damage.total == 2


def test_activation_out_of_reach_reads_the_move_text():
    scenario = with_texts(master="Bite.", move="It runs.", move_button="It runs away")
    run = m.start(m.hall(OWN_RAT, scenario=scenario, story=TURN))
    m.tap(run, "It runs away")
    assert str(run.state.story.aloud.text) == "It runs."
    m.tap(run, "go")
    assert run.state.story.to_activate == ()


def test_activation_ends_when_players_defeat_the_monster():
    scenario = with_texts(master="It bites ({agility}; 1).", move="It runs.")
    run = m.start(m.hall(replace(OWN_RAT, damage=3), scenario=scenario, story=TURN))
    m.tap(run, "more:Rat", "It is defeated", "It attacks")
    assert not any(prompt.key == "monster.attacks" for prompt in run.open)
    assert run.state.story.aloud is None


def test_activation_on_tiles_asks_for_place_and_attack():
    run = m.start(m.tiles(RAT, story=TURN))
    m.say(run, m.prompt_of(run, "where is Rat now"), "TileAttic")
    assert place(run) == "TileAttic"
    prompt = m.prompt_of(run, "whom does Rat attack")
    if "away" in {option.id for option in prompt.options}:
        m.tap(run, "Not in range")
    else:
        m.say(run, prompt)
    assert not any(who.damage.total for who in run.state.seats.values())


# --- evade checks -----------------------------------------------------------------------------------------------------


def evade_line(run):
    (drawn,) = lines(run)
    return evades(drawn.pool.removeprefix("evade."))[drawn.line]


def test_evade_check_takes_the_most_aware_monster():
    crow = replace(RAT, name="Crow")
    run = alone(GAME, m.hall(RAT, crow, replace(RAT, name="Owl", awareness=1)), lambda g: evade_check(g, "1"))
    assert [o.id for o in run.open[0].options] == ["Rat", "Crow"]
    give(run, "Crow")
    assert run.open[0].about == "evade.beast"


def test_evade_failed_applies_the_line():
    run = m.start(m.hall(RAT))
    m.tap(run, "card")
    assert (run.state.seats["1"].actions, str(run.state.story.aloud.title)) == (2, "Ann evades Rat")
    assert run.state.task.needed == needed_to_evade(evade_line(run), RAT.awareness)
    m.successes(run, 0)
    line, who = evade_line(run), run.state.seats["1"]
    for injury in ("damage", "horror"):
        assert who.harm(injury).total == sum(e.amount for e in line.effects if e.kind == injury)
    assert (who.actions == 1) == (line.ends_action or bool([p for p in run.open if p.key == "card"]))


def test_evade_event_of_the_scenario_runs_first():
    run = m.start(m.hall(OWN_RAT, scenario=m.own_rat(m.event("EventEvade", "Done"), evade="EventEvade")))
    m.tap(run, "card")
    assert m.says(run) == "EventEvade"
    assert run.state.seats["1"].actions == 2
    m.tap(run, "Done", "card")
    assert m.card(run).key == "card"
    assert not run.state.seats["1"].evaded


def test_evade_check_on_tiles_asks_for_the_space():
    run = m.start(m.tiles(RAT, ann=m.seat("Ann", space="TileAttic")))
    m.tap(run, "card")
    assert m.card(run).key == "card"  # the rat is on the other tile
    run = m.start(m.tiles(replace(RAT, space="TileAttic"), ann=m.seat("Ann", space="TileAttic")))
    m.tap(run, "card")
    assert m.whole(run.state, m.card(run)) == "Ann: is Rat in the same space as Ann?"
    m.tap(run, "no")
    assert m.card(run).key == "card"


# --- horror checks ----------------------------------------------------------------------------------------------------

HORROR = {"phase": "horror", "to_check": ("1", "2"), "active": ""}


def test_horror_check_visits_each_seat_in_range():
    run = m.start(m.hall(RAT, story=HORROR))
    assert str(run.state.story.aloud.title) == "Ann sees Rat"
    m.successes(run, 0)
    line = horrors("beast")[lines(run)[0].line]
    assert run.state.seats["1"].horror.total == horror_of(line, RAT.horror_rating)
    assert run.state.story.to_check == ("2",)


def test_horror_check_uses_the_most_horrible_monster():
    run = m.start(m.hall(RAT, replace(RAT, name="Ghoul", horror_rating=3, space="A3"), story=HORROR))
    assert str(run.state.story.aloud.title) == "Ann sees Ghoul"


def test_horror_event_of_the_scenario_replaces_the_line():
    run = m.start(m.hall(OWN_RAT, scenario=m.own_rat(m.event("EventH", "Done"), horror_event="EventH"), story=HORROR))
    assert m.says(run) == "EventH"
    assert run.state.story.to_check == ("2",)
    m.tap(run, "Done")
    assert m.says(run) == "EventH"


def test_horror_check_on_tiles_asks_for_the_range():
    run = m.start(m.tiles(RAT, replace(RAT, name="Ghoul", horror_rating=4), story=HORROR))
    m.say(run, m.prompt_of(run, "which of these are within range"), "Rat", "Ghoul")
    assert str(run.state.story.aloud.title) == "Ann sees Ghoul"
