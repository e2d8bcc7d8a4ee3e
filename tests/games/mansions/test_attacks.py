"""Attacks by weapon, with a shipped line or the scenario's text."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.games.mansions.content import MonsterKind, attacks, damage_of
from companion.games.mansions.facts import LineDrawn
from companion.games.mansions.rules.monsters.combat_text import words_for
from companion.games.mansions.state import Tokens
from tests.games.mansions.evening import tap
from tests.games.mansions.manor import RAT, asked, begun, card, hall, ids, say, successes, tiles
from tests.games.mansions.table import seat

ARMED = seat("Ann", possessions=("Knife", "Rifle", "Map"))
OWN = MonsterKind("CustomMonsterRat", attacks=MappingProxyType({"bladed": ("You stab ({strength}; 1).",)}))


def line_of(run):
    drawn = next(fact for fact in run.facts if isinstance(fact, LineDrawn))
    return attacks(drawn.pool.removeprefix("attack."))[drawn.line]


def test_attack_lists_own_weapons_first():
    run = begun(hall(RAT, ann=ARMED))
    tap(run, "attack")
    texts = [str(option.text) for option in card(run).options]
    assert texts[:3] == ["Knife (bladed, 2 damage)", "Rifle (firearm, 3 damage)", "Unarmed"]
    assert "Map" not in " ".join(texts)


def test_attack_roll_opens_with_its_line():
    run = begun(hall(RAT, ann=ARMED))
    tap(run, "attack", "0:Knife")
    line = line_of(run)
    assert str(run.state.story.aloud.title) == "Ann attacks Rat"
    assert line.text.split("{")[0] in str(run.state.story.aloud.text)
    assert run.state.task.skill == line.skill
    assert run.state.seats["1"].actions == 1


def test_attack_damage_follows_line_and_weapon():
    run = begun(hall(replace(RAT, health=20), ann=ARMED))
    tap(run, "attack", "0:Knife")
    successes(run, 3)
    assert run.state.monsters["Rat"].damage == damage_of(line_of(run), 2, 3)
    assert run.state.story.aloud is None


def test_attack_asks_for_the_damage_of_unknown_cards():
    run = begun(tiles(replace(RAT, health=20)))
    tap(run, "attack", "Rat", "Another heavy weapon")
    if run.open[0].kind == "count":
        say(run, run.open[0], "4")
    successes(run, 3)
    assert run.state.monsters["Rat"].damage == damage_of(line_of(run), 4, 3)


def test_attack_in_fire_burns_the_attacker():
    run = begun(hall(RAT, ann=seat("Ann", possessions=("Knife",), skills=ARMED.skills), tokens=Tokens(fire=("A1",))))
    tap(run, "attack", "0:Knife")
    before = run.state.seats["1"].damage.total
    successes(run, 3)
    assert run.state.seats["1"].damage.down >= before + 1


def test_attack_asks_which_monster():
    run = begun(hall(RAT, replace(RAT, name="Rat 2", space="A2"), ann=ARMED))
    tap(run, "attack")
    assert {"Rat", "Rat 2"} <= ids(run)


def test_attack_with_scenario_text_asks_for_the_damage():
    rat = replace(RAT, kind="CustomMonsterRat")
    run = begun(hall(rat, ann=ARMED, scenario={"monsters": MappingProxyType({"CustomMonsterRat": OWN})}))
    tap(run, "attack", "0:Knife")
    assert str(run.state.story.aloud.text) == "You stab ({strength}; 1)."
    successes(run, 2)
    say(run, asked(run, "how much damage"), "3")
    assert run.state.monsters["Rat"].damage == 3


@pytest.mark.parametrize(
    ("title", "said"), [("Rat King", "the Rat King"), ("The Wax Visitor", "The Wax Visitor"), ("", "the Rat")]
)
def test_monster_title_gets_one_article(title, said):
    kinds = {"CustomMonsterRat": MonsterKind("CustomMonsterRat", title=title)}
    rat = replace(RAT, kind="CustomMonsterRat", name=title or "Rat")
    state = hall(rat, scenario={"monsters": MappingProxyType(kinds)})
    assert [str(text) for text in words_for(state, rat, "You see {monster}.")] == [f"You see {said}."]
