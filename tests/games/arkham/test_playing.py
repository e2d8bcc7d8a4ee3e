"""Playing cards: by an action or in a window, known by name or not."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Run
from companion.games.arkham import GAME
from companion.games.arkham.content import Card, Effect, Enemy, Strike
from companion.games.arkham.facts import ActionSpent, CardPlayed, EnemyAttacked, ResourcesChanged
from companion.games.arkham.rules.card_play import OTHER, fast_refused, play_refused
from companion.schema import Refused
from tests.games.arkham.table import CARDS, committed, situation, verdict
from tests.games.course import give

MORE = {
    "Drawer": Card("event", ("intellect",), cost=2, effects=(Effect(clues=1), Effect(cards=1))),
    "Insight": Card("event", fast=True, effects=(Effect(resources=3),)),
    "Cloak": Card("asset", fast=True, cost=1),
    "Pistol": Card("asset", cost=3, uses=2, strike=Strike("fight", add=2, damage=1, uses=True)),
    "Lens": Card("asset", strike=Strike("investigate", less=5)),
    "Flute": Card("asset", strike=Strike("evade", skill="willpower")),
}
GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=1, engaged=("1",))


def at_table(*hand: str, state=None, **changes):
    """Ann's turn with this hand."""
    state = replace(state or situation(), cards=MappingProxyType({**CARDS, **MORE}))
    return Run(GAME, state.sit("1", replace(state.seats["1"], hand=hand, **{"resources": 5} | changes)))


def ann(run):
    return run.state.seats["1"]


def in_play(*cards: str, foes=(), **changes):
    """Ann's turn after she has played these."""
    state = situation(enemies=MappingProxyType(dict(foes)))
    run = at_table(*cards, state=state, **{"actions": 3 + len(cards), "resources": 9} | changes)
    for card in cards:
        give(run, "play")
        give(run, card)
    return run


# --- by an action


def test_an_event_is_paid_does_what_it_says_and_is_discarded():
    run = at_table("Drawer")
    give(run, "play")
    facts = give(run, "Drawer")
    kinds = [type(fact) for fact in facts]
    assert kinds[:3] == [ActionSpent, ResourcesChanged, CardPlayed]
    assert (ann(run).resources, ann(run).clues, ann(run).unknown, ann(run).discard) == (3, 1, 1, ("Drawer",))


def test_costs_come_first_then_attacks_then_the_card():
    """AH-ACT-TURN-3, AH-X-AOO-2."""
    run = at_table("Drawer", state=situation(enemies=MappingProxyType({"ghoul": GHOUL})))
    give(run, "play")
    kinds = [type(fact) for fact in give(run, "Drawer")]
    order = [ActionSpent, ResourcesChanged, EnemyAttacked, CardPlayed]
    assert kinds[:4] == order


def test_a_card_is_not_played_by_who_falls_while_playing_it():
    run = at_table("Drawer", state=situation(enemies=MappingProxyType({"ghoul": GHOUL})), damage=6)
    give(run, "play")
    give(run, "Drawer")
    assert (ann(run).left, ann(run).hand, ann(run).clues, ann(run).resources) == ("killed", ("Drawer",), 0, 3)


def test_every_card_of_the_hand_stands_there_and_the_grey_ones_say_why():
    run = at_table("Drawer", "Notes", "Insight", "Pistol", resources=2)
    give(run, "play")
    why = {option.id: option.refused and option.refused.code for option in run.open[0].options}
    assert why == {
        "Drawer": None,
        "Notes": "SKILL_CARD_NOT_PLAYABLE",
        "Insight": "FAST_NOT_BY_PLAY_ACTION",
        "Pistol": "NOT_ENOUGH_RESOURCES",
        OTHER: "CARD_NOT_IN_HAND",
    }


def test_what_is_asked_of_the_hand_is_for_its_owner_alone():
    run = at_table("Drawer")
    give(run, "play")
    assert run.open[0].secret


def test_without_a_card_that_can_be_played_the_button_is_grey():
    button = next(option for option in at_table("Notes").open[0].options if option.id == "play")
    assert str(button.refused.sentence) == "No card of this hand can be played."


# --- fast


def test_a_fast_card_is_played_without_an_action():
    """AH-AMB-9: it costs its resources all the same."""
    run = at_table("Cloak")
    give(run, "fast")
    give(run, "play:Cloak")
    assert (ann(run).actions, ann(run).resources, ann(run).in_play) == (3, 4, ("Cloak",))


def test_a_fast_card_provokes_nobody():
    """AH-X-AOO-3."""
    run = at_table("Insight", state=situation(enemies=MappingProxyType({"ghoul": GHOUL})))
    give(run, "fast")
    give(run, "play:Insight")
    assert (ann(run).damage, ann(run).resources) == (0, 8)


@pytest.mark.parametrize(
    ("card", "code"),
    [("Cloak", None), ("Drawer", "CARD_NOT_IN_HAND"), ("Insight", "CARD_NOT_IN_HAND"), ("x", "CARD_NOT_IN_HAND")],
)
def test_only_fast_cards_of_the_hand_are_played_so(card, code):
    refusal = fast_refused(at_table("Drawer", "Cloak").state, "1", card)
    assert (refusal and refusal.code) == code


# --- cards that we do not know


def test_an_unknown_card_costs_what_its_owner_says_and_stays_in_play():
    run = at_table(unknown=2)
    give(run, "play")
    give(run, OTHER)
    give(run, "3")
    give(run, "asset")
    assert (ann(run).resources, ann(run).unknown, ann(run).in_play) == (2, 1, ("asset for 3",))


def test_an_unknown_event_is_discarded():
    run = at_table(unknown=1)
    give(run, "play")
    give(run, OTHER)
    give(run, "0")
    give(run, "event")
    assert (ann(run).unknown, ann(run).in_play, ann(run).discard) == (0, (), ("event for 0",))


def test_nobody_pays_more_than_there_is():
    run = at_table(unknown=1, resources=2)
    give(run, "play")
    give(run, OTHER)
    with pytest.raises(Refused, match="0 to 2, not 3"):
        give(run, "3")


def test_a_card_of_the_own_list_may_be_in_the_hand():
    state = at_table(unknown=1, list=("Drawer", "Drawer", "Pistol"), discard=("Drawer",)).state
    assert play_refused(state, "1", "Drawer") is None
    gone = at_table(unknown=1, list=("Drawer",), discard=("Drawer",)).state
    assert play_refused(gone, "1", "Drawer").code == "CARD_NOT_IN_HAND"
    assert play_refused(at_table(list=("Drawer",)).state, "1", "Drawer").code == "CARD_NOT_IN_HAND"


# --- what lies in play


def test_a_weapon_adds_to_the_skill_and_to_the_damage_and_takes_a_use():
    run = in_play("Pistol", foes={"ghoul": replace(GHOUL, engaged=(), exhausted=True)}.items())
    give(run, "fight")
    give(run, "ghoul")
    give(run, "Pistol")
    assert ann(run).assets["Pistol"].uses == 1
    committed(run)
    give(run, "-2")
    assert (verdict(run).value, run.state.enemies["ghoul"].damage) == (3 + 2 - 2, 2)
    assert run.state.modifiers == ()


def test_an_empty_weapon_is_grey_and_one_may_fight_without_it():
    run = in_play("Pistol", foes={"ghoul": replace(GHOUL, engaged=(), exhausted=True, health=9)}.items())
    for _ in range(2):
        give(run, "fight")
        give(run, "ghoul")
        give(run, "Pistol")
        committed(run)
        give(run, "0")
    give(run, "fight")
    give(run, "ghoul")
    assert next(str(o.refused.sentence) for o in run.open[0].options if o.id == "Pistol") == "Pistol is empty."
    give(run, "bare")
    committed(run)
    give(run, "0")
    assert run.state.enemies["ghoul"].damage == 2 + 2 + 1


def test_a_tool_may_lower_what_is_needed_but_not_below_zero():
    run = in_play("Lens")
    give(run, "investigate")
    give(run, "Lens")
    assert run.state.test.difficulty == 0


def test_a_tool_may_test_another_skill():
    run = in_play("Flute", foes={"ghoul": replace(GHOUL, attack_damage=0)}.items())
    give(run, "evade")
    give(run, "ghoul")
    give(run, "Flute")
    assert run.state.test.skill == "willpower"


def test_what_an_unknown_asset_adds_its_owner_says():
    run = at_table(unknown=1, state=situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, attack_damage=0)})))
    for value in ("play", OTHER, "0", "asset", "fight", "ghoul", OTHER, "2", "1"):
        give(run, value)
    committed(run)
    give(run, "-2")
    assert (verdict(run).value, run.state.enemies["ghoul"].damage) == (3, 2)
