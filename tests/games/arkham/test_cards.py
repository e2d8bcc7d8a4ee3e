"""Abilities and cards: what they cost, and what they do."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Run
from companion.games.arkham import GAME
from companion.games.arkham.content import Ability, Card, Effect, Enemy, Strike
from companion.games.arkham.facts import ActionSpent, CardPlayed, EnemyAttacked, ResourcesChanged, RoundBegan
from companion.games.arkham.rules import card_play
from companion.games.arkham.rules.card_play import OTHER_CARD, fast_refusal
from tests.games.arkham.table import CARDS, committed, situation, verdict
from tests.games.course import give, play

GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=1, engaged=("1",))
SEARCH = Ability("Search", effects=(Effect(resources=2),))
DOUBLE = Ability("Dig", actions=2, resources=1, effects=(Effect(clues=1),))
TALK = Ability(
    "Talk", "parley", skill="willpower", difficulty=3, effects=(Effect("success", clues=1), Effect("failure", horror=2))
)
LEAVE = Ability("Leave", "resign")
REST = Ability("Rest", "free", 0, exhausts=True, effects=(Effect(horror=-1),))
OFFER = Ability("Offer", "free", 0, clues=1, effects=(Effect(resources=1),))


GHOULS = MappingProxyType({"ghoul": GHOUL})
LOOSE = MappingProxyType({"ghoul": replace(GHOUL, engaged=(), exhausted=True, health=9)})


def study_with(*here: Ability, foe: Enemy | None = None, **changes):
    """Ann's turn in a study with these abilities."""
    state = situation(enemies=MappingProxyType({"ghoul": foe} if foe else {}))
    state = state.place("study", replace(state.locations["study"], abilities=here))
    return Run(GAME, state.with_seat("1", replace(state.seats["1"], **changes)))


def ann(run):
    return run.state.seats["1"]


def refusal(state) -> str | None:
    """Return why Ann's first ability cannot be used."""
    no = card_play.ability_refusal(state, "1", next(card_play.abilities_in_play(state, "1")))
    return no and str(no.sentence)


def test_ability_of_two_actions_provokes_each_enemy_once():
    """AH-X-AOO-2."""
    who = ann(play(study_with(DOUBLE, foe=GHOUL, resources=1), "activate", "place:study:0"))
    assert (who.actions, who.resources, who.damage, who.clues) == (1, 0, 1, 1)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"resources": 0}, "Dig costs 1, Ann has 0."),
        ({"actions": 1, "resources": 1}, "Ann has 1 action left this turn."),
    ],
)
def test_ability_without_its_cost_is_grey(changes, sentence):
    run = play(study_with(DOUBLE, **changes), "activate")
    assert str(run.open[0].options[0].refused.sentence) == sentence


def test_defeated_investigator_gets_no_effect():
    who = ann(play(study_with(SEARCH, foe=GHOUL, damage=6), "activate", "place:study:0"))
    assert (who.left, who.resources) == ("killed", 0)
    who = ann(play(turn_with("Drawer", enemies=GHOULS, damage=6), "play", "Drawer"))
    assert (who.left, who.hand, who.clues, who.resources) == ("killed", ("Drawer",), 0, 3)


def test_parley_provokes_no_attack():
    """AH-X-AOO-1, AH-X-ACTIONS-1."""
    run = play(study_with(foe=replace(GHOUL, abilities=(TALK,))), "activate", "enemy:ghoul:0")
    assert (ann(run).damage, run.state.test.skill, run.state.test.difficulty) == (0, "willpower", 3)
    play(committed(run), "-1")
    assert (ann(run).horror, ann(run).clues, ann(run).actions) == (2, 0, 2)


def test_resigning_leaves_the_clues():
    run = play(study_with(LEAVE, foe=GHOUL, clues=2), "activate", "place:study:0")
    assert (ann(run).left, ann(run).damage, ann(run).clues, ann(run).physical) == ("resigned", 0, 0, 0)
    assert run.state.locations["study"].clues == 4


def test_free_ability_is_used_once_a_round():
    """AH-X-AOO-3."""
    run = play(study_with(REST, foe=GHOUL, horror=2), "fast", "use:place:study:0")
    assert (ann(run).actions, ann(run).horror, ann(run).damage) == (3, 1, 0)
    assert refusal(run.state) == "Rest was used this round."
    assert refusal(GAME.apply(run.state, RoundBegan(2))) is None


def test_clues_are_spent_and_not_on_the_act():
    run = play(study_with(OFFER, clues=1), "fast", "use:place:study:0")
    assert (ann(run).clues, ann(run).resources, run.state.spent, run.state.locations["study"].clues) == (0, 1, 0, 2)
    assert refusal(run.state) == "Offer takes 1 clue, Ann has 0."


@pytest.mark.parametrize(("kind", "damage"), [("action", 1), ("marked", 0)])
def test_an_ability_of_another_card_costs_what_it_says(kind, damage):
    """AH-X-AOO-3: fight, evade, parley and resign do not provoke."""
    who = ann(play(study_with(foe=GHOUL), "activate", "other", "2", kind))
    assert (who.actions, who.damage) == (1, damage)


MORE = {
    "Drawer": Card("event", ("intellect",), cost=2, effects=(Effect(clues=1), Effect(cards=1))),
    "Insight": Card("event", fast=True, effects=(Effect(resources=3),)),
    "Cloak": Card("asset", fast=True, cost=1),
    "Pistol": Card("asset", cost=3, uses=2, strike=Strike("fight", add=2, damage=1, uses=True)),
    "Lens": Card("asset", strike=Strike("investigate", less=5)),
}


def turn_with(*hand: str, enemies=MappingProxyType({}), **changes):
    """Ann's turn with this hand."""
    state = situation(enemies=enemies, cards=MappingProxyType({**CARDS, **MORE}))
    return Run(GAME, state.with_seat("1", replace(state.seats["1"], hand=hand, **{"resources": 5} | changes)))


def armed(card: str, **changes):
    """Ann's turn after she has played this."""
    return play(turn_with(card, actions=4, resources=9, **changes), "play", card)


def test_event_is_paid_applied_and_discarded():
    """AH-ACT-TURN-3, AH-X-AOO-2: costs come first, then attacks, then the card."""
    run = play(turn_with("Drawer", enemies=GHOULS), "play")
    kinds = [type(fact) for fact in give(run, "Drawer")]
    assert kinds[:4] == [ActionSpent, ResourcesChanged, EnemyAttacked, CardPlayed]
    assert (ann(run).resources, ann(run).clues, ann(run).unknown, ann(run).discard) == (3, 1, 1, ("Drawer",))


def test_play_prompt_lists_all_cards_with_reasons():
    run = play(turn_with("Drawer", "Notes", "Insight", "Pistol", resources=2), "play")
    assert run.open[0].secret
    assert {option.id: option.refused and option.refused.code for option in run.open[0].options} == {
        "Drawer": None,
        "Notes": "SKILL_CARD_NOT_PLAYABLE",
        "Insight": "FAST_NOT_BY_PLAY_ACTION",
        "Pistol": "NOT_ENOUGH_RESOURCES",
        OTHER_CARD: "CARD_NOT_IN_HAND",
    }


@pytest.mark.parametrize(("card", "resources", "in_play"), [("Cloak", 4, ("Cloak",)), ("Insight", 8, ())])
def test_fast_card_takes_no_action_and_does_not_provoke(card, resources, in_play):
    """AH-AMB-9, AH-X-AOO-3: it still costs its resources."""
    who = ann(play(turn_with(card, enemies=GHOULS), "fast", f"play:{card}"))
    assert (who.actions, who.damage, who.resources, who.in_play) == (3, 0, resources, in_play)


@pytest.mark.parametrize(
    ("card", "code"),
    [("Cloak", None), ("Drawer", "CARD_NOT_IN_HAND"), ("Insight", "CARD_NOT_IN_HAND"), ("x", "CARD_NOT_IN_HAND")],
)
def test_only_fast_cards_of_the_hand_are_played_so(card, code):
    no = fast_refusal(turn_with("Drawer", "Cloak").state, "1", card)
    assert (no and no.code) == code


def test_unknown_asset_asks_for_its_cost_and_bonus():
    run = play(turn_with(unknown=2, enemies=LOOSE), "play", OTHER_CARD, "3", "asset")
    assert (ann(run).resources, ann(run).unknown, ann(run).in_play) == (2, 1, ("asset for 3",))
    play(committed(play(run, "fight", "ghoul", OTHER_CARD, "2", "1")), "-2")
    assert (verdict(run).value, run.state.enemies["ghoul"].damage) == (3, 2)


def test_weapon_adds_skill_and_damage_for_a_use():
    run = armed("Pistol", enemies=LOOSE)
    for token, uses, damage in (("-2", 1, 2), ("0", 0, 4)):
        play(run, "fight", "ghoul", "Pistol")
        assert ann(run).assets["Pistol"].uses == uses
        play(committed(run), token)
        assert (run.state.last.value, run.state.enemies["ghoul"].damage) == (3 + 2 + int(token), damage)
        assert run.state.modifiers == ()
    play(run, "fight", "ghoul")
    assert next(str(o.refused.sentence) for o in run.open[0].options if o.id == "Pistol") == "Pistol is empty."
    assert play(committed(play(run, "bare")), "0").state.enemies["ghoul"].damage == 5
