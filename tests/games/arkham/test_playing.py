"""Playing cards: by an action or in a window, known by name or not."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Run
from companion.games.arkham import GAME
from companion.games.arkham.content import Card, Effect, Enemy, Strike
from companion.games.arkham.facts import ActionSpent, CardPlayed, EnemyAttacked, ResourcesChanged
from companion.games.arkham.rules.card_play import OTHER_CARD, fast_refused
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
    return Run(GAME, state.with_seat("1", replace(state.seats["1"], hand=hand, **{"resources": 5} | changes)))


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


def test_event_is_paid_applied_and_discarded():
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


def test_defeated_investigator_does_not_play_the_card():
    run = at_table("Drawer", state=situation(enemies=MappingProxyType({"ghoul": GHOUL})), damage=6)
    give(run, "play")
    give(run, "Drawer")
    assert (ann(run).left, ann(run).hand, ann(run).clues, ann(run).resources) == ("killed", ("Drawer",), 0, 3)


def test_play_prompt_lists_all_cards_with_reasons():
    run = at_table("Drawer", "Notes", "Insight", "Pistol", resources=2)
    give(run, "play")
    why = {option.id: option.refused and option.refused.code for option in run.open[0].options}
    assert why == {
        "Drawer": None,
        "Notes": "SKILL_CARD_NOT_PLAYABLE",
        "Insight": "FAST_NOT_BY_PLAY_ACTION",
        "Pistol": "NOT_ENOUGH_RESOURCES",
        OTHER_CARD: "CARD_NOT_IN_HAND",
    }


def test_hand_prompt_is_for_its_owner_only():
    run = at_table("Drawer")
    give(run, "play")
    assert run.open[0].secret


# --- fast


def test_a_fast_card_is_played_without_an_action():
    """AH-AMB-9: it still costs its resources."""
    run = at_table("Cloak")
    give(run, "fast")
    give(run, "play:Cloak")
    assert (ann(run).actions, ann(run).resources, ann(run).in_play) == (3, 4, ("Cloak",))


def test_fast_card_does_not_provoke():
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


def test_unknown_asset_asks_for_its_cost():
    run = at_table(unknown=2)
    give(run, "play")
    give(run, OTHER_CARD)
    give(run, "3")
    give(run, "asset")
    assert (ann(run).resources, ann(run).unknown, ann(run).in_play) == (2, 1, ("asset for 3",))


# --- assets in play


def test_weapon_adds_skill_and_damage_for_a_use():
    run = in_play("Pistol", foes={"ghoul": replace(GHOUL, engaged=(), exhausted=True)}.items())
    give(run, "fight")
    give(run, "ghoul")
    give(run, "Pistol")
    assert ann(run).assets["Pistol"].uses == 1
    committed(run)
    give(run, "-2")
    assert (verdict(run).value, run.state.enemies["ghoul"].damage) == (3 + 2 - 2, 2)
    assert run.state.modifiers == ()


def test_weapon_without_uses_is_grey():
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


def test_tool_lowers_the_difficulty_to_zero_at_least():
    run = in_play("Lens")
    give(run, "investigate")
    give(run, "Lens")
    assert run.state.test.difficulty == 0


def test_unknown_asset_asks_for_its_bonus():
    run = at_table(unknown=1, state=situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, attack_damage=0)})))
    for value in ("play", OTHER_CARD, "0", "asset", "fight", "ghoul", OTHER_CARD, "2", "1"):
        give(run, value)
    committed(run)
    give(run, "-2")
    assert (verdict(run).value, run.state.enemies["ghoul"].damage) == (3, 2)
