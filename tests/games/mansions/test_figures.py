"""Our eight investigators, the cards of ours, and an investigator that is typed in."""

from __future__ import annotations

import pytest

from companion.engine import check_form, named_only
from companion.errors import ContentError
from companion.games.mansions.content import SKILLS, WEAPONS, ItemPart, investigators
from companion.games.mansions.content.toml_scenarios import reader

ALL = tuple(investigators.shipped())


def typed(**changes):
    return {**investigators.shipped()["mei_tan"], **changes}


def test_there_are_eight_and_no_two_share_a_name_or_a_calling():
    told = [investigators.figure(name) for name in ALL]
    assert len(told) == len({who.name for who in told}) == len({who.calling for who in told}) == 8


@pytest.mark.parametrize("name", ALL)
def test_each_is_as_good_as_the_others(name):
    who = investigators.figure(name)
    assert set(who.skills) == set(SKILLS)
    assert all(2 <= dice <= 5 for dice in who.skills.values())
    assert 20 <= sum(who.skills.values()) <= 21
    assert 5 <= who.health <= 9
    assert 5 <= who.sanity <= 9
    assert 13 <= who.health + who.sanity <= 15
    assert who.clues in {0, 1}
    assert who.possessions
    assert set(who.possessions) <= set(investigators.possessions())
    assert 40 <= len(who.text) <= 240


def test_each_skill_has_somebody_who_is_best_at_it():
    told = [investigators.figure(name) for name in ALL]
    assert all(max(who.skills[skill] for who in told) == 5 for skill in SKILLS)


@pytest.mark.parametrize("name", ALL)
def test_what_ships_fits_the_form(name):
    check_form(investigators.FORM.fields, investigators.shipped()[name])
    named_only(investigators.FORM.fields, investigators.shipped()[name])
    assert investigators.proof(investigators.shipped()[name]) == investigators.figure(name).name


def test_an_investigator_that_was_typed_in_carries_nothing_of_ours():
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
def test_a_card_that_cannot_be_is_refused_with_its_place(changes, said):
    with pytest.raises(ContentError, match=f"The investigator: .*{said}"):
        investigators.proof(typed(**changes))


def test_an_unknown_investigator_is_told_with_those_that_are_known():
    with pytest.raises(ContentError, match="no investigator Nobody; there are winifred_oake, barnaby_thrupp"):
        investigators.figure("Nobody")


def test_every_class_of_weapon_has_cards():
    cards = investigators.possessions().values()
    assert {card.weapon for card in cards} - {""} == set(WEAPONS) - {"unarmed"}
    assert all(1 <= card.damage <= 4 for card in cards if card.weapon)


def test_there_is_light_and_every_card_says_what_it_is_for():
    cards = investigators.possessions().values()
    assert sum(card.light_source for card in cards) >= 3
    assert all(card.text and len(card.text) <= 160 for card in cards)


def test_a_card_that_repeats_dice_says_so_in_its_text():
    for card in investigators.possessions().values():
        if card.rerolls:
            number = {1: "one die", 2: "two dice"}[card.rerolls]
            assert f"you may roll {number} again" in card.text.lower()


def test_firearms_reach_further_than_an_arm():
    for card in investigators.possessions().values():
        if card.weapon == "firearm":
            assert card.attack == "ranged"
        if card.weapon in {"heavy", "bladed"}:
            assert card.attack == "melee"


def test_everything_that_can_be_found_in_our_scenarios_has_a_card():
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
def test_a_card_that_the_engine_could_not_play_is_refused_with_its_place(changes, said):
    with pytest.raises(ContentError, match=f"here: Rake: .*{said}"):
        investigators.cards([{**CARD, **changes}], "here")


def test_no_two_cards_share_a_name():
    with pytest.raises(ContentError, match="here: two cards are called Rake"):
        investigators.cards([CARD, CARD], "here")
