"""The turn card and the monster drawer: options, refusals and effects of the actions."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.games.mansions.content import MonsterKind, attacks, damage_of
from companion.games.mansions.facts import LineDrawn, MonsterDefeated
from companion.games.mansions.rules.monsters.combat_text import words_for
from companion.games.mansions.state import Barricade, Tokens
from tests.games.mansions import manor as m
from tests.games.mansions.manor import OWN_RAT, RAT, B, S


def win_all_rolls(run) -> None:
    while any(prompt.kind == "roll" for prompt in run.open):
        m.successes(run, 99)


# --- move -------------------------------------------------------------------------------------------------------------


def test_move_keeps_its_unused_space():
    run = m.start(m.hall())
    m.tap(run, "move", "A2")
    assert m.whole(run.state, m.card(run)) == "Ann: 1 action left and 1 space to go"
    m.tap(run, "card", "go", "finish", "A3")
    who = run.state.seats["1"]
    assert (who.space, who.actions, who.steps_left) == ("A3", 0, 0)


def test_move_on_tiles_ends_at_the_chosen_tile():
    run = m.start(m.tiles())
    m.tap(run, "move", "Attic")
    assert (run.state.seats["1"].space, run.state.seats["1"].steps_left) == ("TileAttic", 1)
    m.tap(run, "finish", "unsaid")
    assert run.state.seats["1"].space == ""


# --- barricades and Fire ----------------------------------------------------------------------------------------------


def test_barricade_is_moved_by_hand_or_pushed():
    near, far = (Tokens(barricades=(Barricade(frozenset(("A1", "A2")), side),)) for side in ("A1", "A2"))
    run = m.start(m.hall(tokens=near))
    m.tap(run, "barricade", "Move the one at the door to Kitchen away")
    assert not run.state.tokens.barricades[0].blocking
    run = m.start(m.hall(tokens=far))
    m.tap(run, "barricade", "A1|A2")
    m.dice(run, S, S, B, B)
    m.tap(run, "go")
    assert run.state.seats["1"].space == "A2"


def test_extinguish_on_tiles_asks_which_fires():
    run = m.start(m.tiles(tokens=Tokens(fire=("TileFoyer", "TileAttic"))))
    m.tap(run, "extinguish")
    m.dice(run, S, B, B)
    m.tap(run, "Attic")
    assert run.state.tokens.fire == ("TileFoyer",)


# --- push, steal and trade --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "checks"), [("resist", 0), ("willing", 1)])
def test_pushed_investigator_evades_only_if_willing(answer, checks):
    run = m.start(m.hall(RAT, ann=m.seat("Ann", evaded=True)))
    m.tap(run, "push", "Bob", "A2", answer)
    if answer == "resist":
        m.dice(run, B, B, B, B)
        m.dice(run, S, B, B, B)
        assert run.state.seats["2"].space == "A2"
    assert sum(isinstance(fact, LineDrawn) for fact in run.facts) == checks
    assert (str(run.state.story.aloud.title) if run.state.story.aloud else "") == "Bob evades Rat" * checks


def test_push_stops_when_the_monster_is_defeated():
    run = m.start(m.hall(replace(RAT, damage=3)))
    m.tap(run, "push", "monster:Rat", "A2", "more:Rat", "It is defeated")
    win_all_rolls(run)
    assert "Rat" not in run.state.monsters
    assert run.state.task is None


def test_push_on_tiles_asks_about_fire():
    ann, burning = m.seat("Ann", space="TileFoyer"), Tokens(fire=("TileAttic",))
    run = m.start(m.tiles(replace(RAT, space="TileFoyer"), ann=ann, tokens=burning))
    m.tap(run, "push", "yes", "monster:Rat", "TileAttic", "yes")
    win_all_rolls(run)
    m.tap(run, "yes: 1 damage")
    assert run.state.monsters["Rat"].damage == 1


def test_trade_moves_cards_one_by_one():
    run = m.start(m.hall(ann=m.seat("Ann", possessions=("Map",)), bob=m.seat("Bob", clues=0, possessions=("Knife",))))
    m.tap(run, "trade", "Map (Ann)", "Bob", "Knife (Bob)", "Ann", "Trade like this")
    assert run.state.seats["1"].possessions == ("Knife",)
    assert run.state.seats["2"].possessions == ("Map",)
    assert run.state.seats["1"].actions == 1


# --- attack -----------------------------------------------------------------------------------------------------------

ARMED = m.seat("Ann", possessions=("Knife", "Rifle", "Map"))


def line_of(run):
    drawn = next(fact for fact in run.facts if isinstance(fact, LineDrawn))
    return attacks(drawn.pool.removeprefix("attack."))[drawn.line]


def test_attack_lists_own_weapons_first():
    run = m.start(m.hall(RAT, ann=ARMED))
    m.tap(run, "attack")
    texts = [str(option.text) for option in m.card(run).options]
    assert texts[:3] == ["Knife (bladed, 2 damage)", "Rifle (firearm, 3 damage)", "Unarmed"]
    assert "Map" not in " ".join(texts)


def test_attack_damage_follows_line_and_weapon():
    run = m.start(m.hall(replace(RAT, health=20), ann=ARMED))
    m.tap(run, "attack", "0:Knife")
    aloud, line = run.state.story.aloud, line_of(run)
    assert (str(aloud.title), run.state.task.skill) == ("Ann attacks Rat", line.skill)
    assert line.text.split("{")[0] in str(aloud.text)
    m.successes(run, 3)
    assert run.state.monsters["Rat"].damage == damage_of(line, 2, 3)
    assert run.state.seats["1"].actions == 1
    assert run.state.story.aloud is None


def test_attack_with_scenario_text_asks_for_the_damage():
    scenario = m.own_rat(attacks=MappingProxyType({"bladed": ("You stab ({strength}; 1).",)}))
    run = m.start(m.hall(OWN_RAT, ann=ARMED, scenario=scenario))
    m.tap(run, "attack", "0:Knife")
    assert str(run.state.story.aloud.text) == "You stab ({strength}; 1)."
    m.successes(run, 2)
    m.say(run, m.prompt_of(run, "how much damage"), "3")
    assert run.state.monsters["Rat"].damage == 3


@pytest.mark.parametrize(
    ("title", "words"), [("Rat King", "the Rat King"), ("The Wax Visitor", "The Wax Visitor"), ("", "the Rat")]
)
def test_monster_title_gets_one_article(title, words):
    kinds = {OWN_RAT.kind: MonsterKind(OWN_RAT.kind, title=title)}
    rat = replace(OWN_RAT, name=title or "Rat")
    state = m.hall(rat, scenario={"monsters": MappingProxyType(kinds)})
    assert [str(text) for text in words_for(state, rat, "You see {monster}.")] == [f"You see {words}."]


# --- the monster drawer -----------------------------------------------------------------------------------------------


def test_drawer_asks_for_defeat_at_full_damage():
    run = m.start(m.hall(replace(RAT, damage=3)))
    m.tap(run, "less:Rat", "more:Rat", "more:Rat", "Not yet")
    assert run.state.monsters["Rat"].damage == 4
    m.tap(run, "more:Rat", "It is defeated")
    assert "Rat" not in run.state.monsters
    assert MonsterDefeated("Rat") in run.facts


@pytest.mark.parametrize(
    ("story", "deed", "title"),
    [
        ({"counted_actions": False}, "Attack", "Bob: attack Rat with what?"),
        ({}, "Evade", "Bob: roll 3 dice, agility"),
    ],
)
def test_drawer_asks_for_the_seat_between_turns(story, deed, title):
    run = m.start(m.hall(RAT, story={"active": "", **story}))
    m.tap(run, "foe:Rat", deed, "Bob")
    assert m.whole(run.state, m.card(run)).startswith(title)
