"""Investigators, shipped cards, and typed-in investigators."""

from __future__ import annotations

import pytest

from companion.engine import check_form, check_names
from companion.errors import ContentError
from companion.games.mansions.content import PERILS, ItemPart, combat_lines, investigators, meaning
from companion.games.mansions.content.investigators import possessions
from companion.games.mansions.content.printed import meanings
from companion.games.mansions.content.toml_scenarios import reader
from companion.games.mansions.rules.damage_and_horror import CONDITIONS
from companion.games.mansions.views import view
from companion.schema import Cards
from tests.games.mansions.manor import hall, seat

ALL = tuple(investigators.shipped())


def typed(**changes):
    return {**investigators.shipped()["mei_tan"], **changes}


@pytest.mark.parametrize("name", ALL)
def test_shipped_investigators_fit_the_form(name):
    check_form(investigators.FORM.fields, investigators.shipped()[name])
    check_names(investigators.FORM.fields, investigators.shipped()[name])
    assert investigators.proof(investigators.shipped()[name]) == investigators.figure(name).name


def test_typed_investigator_has_no_possessions():
    who = investigators.figure(typed(name=" Ann ", calling=None))
    assert who.name == "Ann"
    assert who.possessions == ()
    assert not who.calling


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"strength": 0}, "strength: a number from 1 to 9 is needed, not 0"),
        ({"health": 99}, "health: a number from 1 to 20"),
        ({"name": "  "}, "name: 1 to 40 letters"),
        ({"possessions": ["Cannon"]}, "there is no card Cannon; there are Fire poker"),
        ({"luck": 3}, "there is no 'luck'"),
        ({"will": None}, "will: Field required"),
    ],
)
def test_typed_investigator_names_the_place_of_a_fault(changes, said):
    with pytest.raises(ContentError, match=f"The investigator: .*{said}"):
        investigators.proof(typed(**changes))


def test_unknown_investigator_lists_the_known_ones():
    with pytest.raises(ContentError, match="no investigator Nobody; there are winifred_oake, barnaby_thrupp"):
        investigators.figure("Nobody")


def test_scenario_items_have_cards():
    found = {
        one.title
        for name in reader.names()
        for one in reader.shipped(name).components.values()
        if isinstance(one.part, ItemPart)
    }
    assert found <= set(investigators.possessions())


CARD = {"name": "Rake", "weapon": "heavy", "attack": "melee", "damage": 2}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"weapon": "garden"}, "weapon is one of heavy, bladed"),
        ({"attack": "far"}, "attack is melee or ranged"),
        ({"damage": 0}, "a weapon needs all of weapon, attack and damage"),
        ({"rerolls": 1}, "rerolls needs skills out of strength"),
        ({"rerolls": 1, "skills": ["luck"]}, "rerolls needs skills out of strength"),
        ({"wepon": "heavy"}, "there is no 'wepon'"),
    ],
)
def test_possession_names_the_place_of_a_fault(changes, said):
    with pytest.raises(ContentError, match=f"here: Rake: .*{said}"):
        investigators.cards([{**CARD, **changes}], "here")


def test_possessions_have_unique_names():
    with pytest.raises(ContentError, match="here: two cards are called Rake"):
        investigators.cards([CARD, CARD], "here")


def gained() -> set[str]:
    """Return every condition that shipped content gives."""
    there = [line.effects for weapon in combat_lines.WEAPONS for line in combat_lines.attacks(weapon).values()]
    there += [line.effects for foe in combat_lines.FOES for line in combat_lines.evades(foe).values()]
    there += [line.effects for foe in combat_lines.FOES for line in combat_lines.activations(foe).values()]
    there += [one.effects for one in PERILS.values()]
    there += [one.effects for name in reader.names() for one in reader.shipped(name).components.values()]
    return {effect.what for effects in there for effect in effects if effect.kind == "condition"}


def test_given_conditions_have_a_meaning():
    assert gained() | set(CONDITIONS.values()) <= set(meanings())


def notes(state) -> dict[str, str]:
    """Return the note on each of Ann's cards."""
    carried = next(block for block in view(state, "1") if isinstance(block, Cards) and block.seat == "1")
    return {str(card.text): str(card.note) for card in carried.cards}


def test_cards_of_a_seat_have_notes():
    ann = seat("Ann", possessions=("Coal shovel", "Box of candles"), conditions=("Dazed", "Dark Pact"))
    there = notes(hall(ann=ann, items=possessions()))
    assert there["Coal shovel"] == "heavy, 2 damage · You may roll one die again in a test of strength."
    assert there["Box of candles"] == "A light source, which smells of church."
    assert there["Dazed"] == meaning("Dazed")
    assert there["Dark Pact"] == "condition"
