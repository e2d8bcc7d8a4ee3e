"""Action cards: what they cost, when they can be played, one of their sections."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.games.nemesis.content.ship import ActionCard, Effect, Section
from companion.games.nemesis.rules.actions.printed_actions import cannot_play
from companion.games.nemesis.state import HeavyObject
from companion.schema import Refused
from tests.games.course import give
from tests.games.nemesis.doing import played
from tests.games.nemesis.ship import ANN, state, with_character, with_intruder

REPAIR = ActionCard(2, "out_of_combat", (Section("mend", effects=(Effect("discard_malfunction"),)), Section("engine")))


def with_card(card=REPAIR, hand=("Search", "Rest", "Repair")):
    return with_character(state(cards=MappingProxyType({"Repair": card})), ANN, hand=hand)


def test_an_action_card_is_discarded_with_its_cost():  # NEM-ACARD-3, -4, -7
    run = played(with_card(), "action_card", "Repair", ("Search", "Rest"), "engine")
    assert run.state.characters[ANN].hand == ()
    assert sorted(run.state.characters[ANN].discard) == ["Repair", "Rest", "Search"]


def test_a_card_does_not_pay_for_itself():  # NEM-AMB-9
    run = played(with_card(ActionCard(1)), "action_card", "Repair")
    with pytest.raises(Refused) as no:
        give(run, "Repair")
    assert no.value.code == "CARD_CANNOT_PAY_FOR_ITSELF"


def test_without_enough_further_cards_it_cannot_be_played():
    run = played(with_card(hand=("Search", "Repair")), "action_card")
    with pytest.raises(Refused) as no:
        give(run, "Repair")
    assert no.value.code == "NOT_ENOUGH_ACTION_CARDS"


@pytest.mark.parametrize(("section", "left"), [("mend", ()), ("engine", ("malfunction",))])
def test_one_section_is_chosen(section, left):  # NEM-ACARD-5, -8, NEM-AMB-10
    s = with_card()
    broken = replace(s, rooms=MappingProxyType({**s.rooms, "hall": replace(s.rooms["hall"], marks=("malfunction",))}))
    run = played(broken, "action_card", "Repair", ("Search", "Rest"), section)
    assert run.state.rooms["hall"].marks == left


@pytest.mark.parametrize(
    ("allowed", "fighting", "code"),
    [("out_of_combat", True, "OUT_OF_COMBAT_ONLY"), ("in_combat", False, "IN_COMBAT_ONLY"), ("any", True, None)],
)
def test_a_card_may_be_limited_to_combat_or_peace(allowed, fighting, code):  # NEM-COMBAT-2, -5, -6, NEM-ACARD-6
    s = with_card(ActionCard(0, allowed))
    refusal = cannot_play(with_intruder(s, "hall") if fighting else s, ANN, "Repair")
    assert (refusal.code if refusal else None) == code


def test_an_egg_makes_no_combat():  # NEM-COMBAT-4
    s = replace(
        with_card(ActionCard(0, "out_of_combat")), objects=MappingProxyType({"egg": HeavyObject("egg", "hall")})
    )
    assert cannot_play(s, ANN, "Repair") is None


def test_who_looks_at_the_cards_may_play_none_after_all():
    run = played(with_card(), "action_card", "none_of_them")
    assert run.over
    assert run.facts == ()


def test_what_can_be_played_stands_first_and_says_what_it_does():
    s = with_card(ActionCard(1, sections=(Section("rest", "Rest a while"), Section("look", "Look around"))))
    cards = MappingProxyType({**s.ship.cards, "Brawl": ActionCard(0, "in_combat")})
    s = with_character(replace(s, ship=replace(s.ship, cards=cards)), ANN, hand=("Brawl", "Repair", "Search"))
    texts = [str(option.text) for option in played(s, "action_card").open[0].options]
    assert texts == ["Repair, 1 more to discard: Rest a while or Look around", "None of them", "Brawl, no further card"]
