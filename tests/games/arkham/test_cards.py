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
from companion.games.arkham.rules.actions import card_actions
from companion.games.arkham.rules.card_play import OTHER_CARD, fast_refused
from companion.schema import Refused
from tests.games.arkham.table import CARDS, committed, situation, verdict
from tests.games.course import alone, give, play

GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=1, engaged=("1",))
SEARCH = Ability("Search", effects=(Effect(resources=2),))
DOUBLE = Ability("Dig", actions=2, resources=1, effects=(Effect(clues=1),))
TALK = Ability(
    "Talk", "parley", skill="willpower", difficulty=3, effects=(Effect("success", clues=1), Effect("failure", horror=2))
)
LEAVE = Ability("Leave", "resign")
REST = Ability("Rest", "free", 0, exhausts=True, effects=(Effect(horror=-1),))
OFFER = Ability("Offer", "free", 0, clues=1, effects=(Effect(resources=1),))


def study_with(*here: Ability, foe: Enemy | None = None, **changes):
    """Ann's turn in a study with these abilities."""
    state = situation(enemies=MappingProxyType({"ghoul": foe} if foe else {}))
    state = state.place("study", replace(state.locations["study"], abilities=here))
    return Run(GAME, state.with_seat("1", replace(state.seats["1"], **changes)))


def ann(run):
    return run.state.seats["1"]


def keys(state, seat: str = "1") -> list[str]:
    return [one.key for one in card_play.abilities_in_play(state, seat)]


def use(run, key: str):
    give(run, "activate")
    return give(run, key)


def test_abilities_come_from_assets_location_and_enemies():
    state = study_with(SEARCH, foe=replace(GHOUL, abilities=(TALK,)), in_play=("Lamp",)).state
    state = replace(state, cards=MappingProxyType({**CARDS, "Lamp": Card("asset", abilities=(REST,))}))
    assert keys(state) == ["card:1:Lamp:0", "place:study:0", "enemy:ghoul:0"]
    assert keys(state, "2") == ["place:study:0", "enemy:ghoul:0"]
    assert keys(state, "3") == []


def test_an_ability_that_stands_elsewhere_is_refused():
    with pytest.raises(Refused, match="There is no such ability here"):
        alone(GAME, study_with(SEARCH).state, lambda g: card_actions.activate(g, "1", "place:attic:0"))


def test_action_ability_costs_an_action_and_provokes():
    run = study_with(SEARCH, foe=GHOUL)
    kinds = [type(fact) for fact in use(run, "place:study:0")]
    assert kinds == [ActionSpent, EnemyAttacked, ResourcesChanged]
    assert (ann(run).actions, ann(run).resources, ann(run).damage) == (2, 2, 1)


def test_ability_of_two_actions_provokes_each_enemy_once():
    """AH-X-AOO-2."""
    run = study_with(DOUBLE, foe=GHOUL, resources=1)
    use(run, "place:study:0")
    assert (ann(run).actions, ann(run).resources, ann(run).damage, ann(run).clues) == (1, 0, 1, 1)


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
    with pytest.raises(Refused):
        give(run, "place:study:0")


def test_ability_of_a_defeated_investigator_has_no_effect():
    run = study_with(SEARCH, foe=GHOUL, damage=6)
    use(run, "place:study:0")
    assert (ann(run).left, ann(run).resources) == ("killed", 0)


def test_parley_provokes_no_attack():
    """AH-X-AOO-1, AH-X-ACTIONS-1."""
    run = study_with(foe=replace(GHOUL, abilities=(TALK,)))
    use(run, "enemy:ghoul:0")
    assert (ann(run).damage, run.state.test.skill, run.state.test.difficulty) == (0, "willpower", 3)
    committed(run)
    give(run, "-1")
    assert (ann(run).horror, ann(run).clues, ann(run).actions) == (2, 0, 2)


def test_resigning_leaves_the_clues():
    run = study_with(LEAVE, foe=GHOUL, clues=2)
    use(run, "place:study:0")
    assert (ann(run).left, ann(run).damage, ann(run).clues) == ("resigned", 0, 0)
    assert run.state.locations["study"].clues == 4
    assert (ann(run).physical, ann(run).mental) == (0, 0)


def test_free_ability_is_used_once_a_round():
    """AH-X-AOO-3."""
    run = play(study_with(REST, foe=GHOUL, horror=2), "fast", "use:place:study:0")
    assert (ann(run).actions, ann(run).horror, ann(run).damage) == (3, 1, 0)
    again = card_play.ability_refused(run.state, "1", next(card_play.abilities_in_play(run.state, "1")))
    assert str(again.sentence) == "Rest was used this round."


def test_free_ability_is_ready_in_a_new_round():
    run = play(study_with(REST, horror=2), "fast", "use:place:study:0")
    state = GAME.apply(run.state, RoundBegan(2))
    assert card_play.ability_refused(state, "1", next(card_play.abilities_in_play(state, "1"))) is None


def test_clues_are_spent_and_not_on_the_act():
    run = play(study_with(OFFER, clues=1), "fast", "use:place:study:0")
    assert (ann(run).clues, ann(run).resources, run.state.spent, run.state.locations["study"].clues) == (0, 1, 0, 2)
    refusal = card_play.ability_refused(run.state, "1", next(card_play.abilities_in_play(run.state, "1")))
    assert str(refusal.sentence) == "Offer takes 1 clue, Ann has 0."


@pytest.mark.parametrize(("kind", "damage"), [("action", 1), ("marked", 0)])
def test_an_ability_of_another_card_costs_what_it_says(kind, damage):
    """AH-X-AOO-3: fight, evade, parley and resign do not provoke."""
    run = study_with(foe=GHOUL)
    for value in ("activate", "other", "2", kind):
        give(run, value)
    assert (ann(run).actions, ann(run).damage) == (1, damage)


MORE = {
    "Drawer": Card("event", ("intellect",), cost=2, effects=(Effect(clues=1), Effect(cards=1))),
    "Insight": Card("event", fast=True, effects=(Effect(resources=3),)),
    "Cloak": Card("asset", fast=True, cost=1),
    "Pistol": Card("asset", cost=3, uses=2, strike=Strike("fight", add=2, damage=1, uses=True)),
    "Lens": Card("asset", strike=Strike("investigate", less=5)),
    "Flute": Card("asset", strike=Strike("evade", skill="willpower")),
}


def at_table(*hand: str, state=None, **changes):
    """Ann's turn with this hand."""
    state = replace(state or situation(), cards=MappingProxyType({**CARDS, **MORE}))
    return Run(GAME, state.with_seat("1", replace(state.seats["1"], hand=hand, **{"resources": 5} | changes)))


def in_play(*cards: str, foes=(), **changes):
    """Ann's turn after she has played these."""
    state = situation(enemies=MappingProxyType(dict(foes)))
    run = at_table(*cards, state=state, **{"actions": 3 + len(cards), "resources": 9} | changes)
    for card in cards:
        play(run, "play", card)
    return run


def test_event_is_paid_applied_and_discarded():
    run = play(at_table("Drawer"), "play")
    facts = give(run, "Drawer")
    kinds = [type(fact) for fact in facts]
    assert kinds[:3] == [ActionSpent, ResourcesChanged, CardPlayed]
    assert (ann(run).resources, ann(run).clues, ann(run).unknown, ann(run).discard) == (3, 1, 1, ("Drawer",))


def test_costs_come_first_then_attacks_then_the_card():
    """AH-ACT-TURN-3, AH-X-AOO-2."""
    run = play(at_table("Drawer", state=situation(enemies=MappingProxyType({"ghoul": GHOUL}))), "play")
    kinds = [type(fact) for fact in give(run, "Drawer")]
    order = [ActionSpent, ResourcesChanged, EnemyAttacked, CardPlayed]
    assert kinds[:4] == order


def test_defeated_investigator_does_not_play_the_card():
    run = play(at_table("Drawer", state=situation(enemies=MappingProxyType({"ghoul": GHOUL})), damage=6), "play")
    give(run, "Drawer")
    assert (ann(run).left, ann(run).hand, ann(run).clues, ann(run).resources) == ("killed", ("Drawer",), 0, 3)


def test_play_prompt_lists_all_cards_with_reasons():
    run = play(at_table("Drawer", "Notes", "Insight", "Pistol", resources=2), "play")
    why = {option.id: option.refused and option.refused.code for option in run.open[0].options}
    assert why == {
        "Drawer": None,
        "Notes": "SKILL_CARD_NOT_PLAYABLE",
        "Insight": "FAST_NOT_BY_PLAY_ACTION",
        "Pistol": "NOT_ENOUGH_RESOURCES",
        OTHER_CARD: "CARD_NOT_IN_HAND",
    }


def test_hand_prompt_is_for_its_owner_only():
    run = play(at_table("Drawer"), "play")
    assert run.open[0].secret


def test_a_fast_card_is_played_without_an_action():
    """AH-AMB-9: it still costs its resources."""
    run = play(at_table("Cloak"), "fast", "play:Cloak")
    assert (ann(run).actions, ann(run).resources, ann(run).in_play) == (3, 4, ("Cloak",))


def test_fast_card_does_not_provoke():
    """AH-X-AOO-3."""
    run = play(at_table("Insight", state=situation(enemies=MappingProxyType({"ghoul": GHOUL}))), "fast", "play:Insight")
    assert (ann(run).damage, ann(run).resources) == (0, 8)


@pytest.mark.parametrize(
    ("card", "code"),
    [("Cloak", None), ("Drawer", "CARD_NOT_IN_HAND"), ("Insight", "CARD_NOT_IN_HAND"), ("x", "CARD_NOT_IN_HAND")],
)
def test_only_fast_cards_of_the_hand_are_played_so(card, code):
    refusal = fast_refused(at_table("Drawer", "Cloak").state, "1", card)
    assert (refusal and refusal.code) == code


def test_unknown_asset_asks_for_its_cost():
    run = play(at_table(unknown=2), "play", OTHER_CARD, "3", "asset")
    assert (ann(run).resources, ann(run).unknown, ann(run).in_play) == (2, 1, ("asset for 3",))


def test_weapon_adds_skill_and_damage_for_a_use():
    run = play(in_play("Pistol", foes={"ghoul": replace(GHOUL, engaged=(), exhausted=True)}.items()), "fight", "ghoul")
    give(run, "Pistol")
    assert ann(run).assets["Pistol"].uses == 1
    committed(run)
    give(run, "-2")
    assert (verdict(run).value, run.state.enemies["ghoul"].damage) == (3 + 2 - 2, 2)
    assert run.state.modifiers == ()


def test_weapon_without_uses_is_grey():
    run = in_play("Pistol", foes={"ghoul": replace(GHOUL, engaged=(), exhausted=True, health=9)}.items())
    for _ in range(2):
        play(run, "fight", "ghoul", "Pistol")
        committed(run)
        give(run, "0")
    play(run, "fight", "ghoul")
    assert next(str(o.refused.sentence) for o in run.open[0].options if o.id == "Pistol") == "Pistol is empty."
    give(run, "bare")
    committed(run)
    give(run, "0")
    assert run.state.enemies["ghoul"].damage == 2 + 2 + 1


def test_tool_lowers_the_difficulty_to_zero_at_least():
    run = play(in_play("Lens"), "investigate", "Lens")
    assert run.state.test.difficulty == 0


def test_unknown_asset_asks_for_its_bonus():
    run = at_table(unknown=1, state=situation(enemies=MappingProxyType({"ghoul": replace(GHOUL, attack_damage=0)})))
    for value in ("play", OTHER_CARD, "0", "asset", "fight", "ghoul", OTHER_CARD, "2", "1"):
        give(run, value)
    committed(run)
    give(run, "-2")
    assert (verdict(run).value, run.state.enemies["ghoul"].damage) == (3, 2)
