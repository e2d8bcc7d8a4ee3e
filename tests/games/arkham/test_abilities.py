"""Abilities of assets, places and enemies: where they stand, what they cost, what they do."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import Run
from companion.games.arkham import GAME
from companion.games.arkham.content import Ability, Card, Effect, Enemy
from companion.games.arkham.facts import ActionSpent, EnemyAttacked, ResourcesChanged, RoundBegan
from companion.games.arkham.rules import card_play
from companion.games.arkham.rules.actions import card_actions
from companion.schema import Refused
from tests.games.arkham.table import CARDS, committed, situation
from tests.games.course import alone, give

GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=1, engaged=("1",))
SEARCH = Ability("Search", effects=(Effect(resources=2),))
DOUBLE = Ability("Dig", actions=2, resources=1, effects=(Effect(clues=1),))
TALK = Ability(
    "Talk", "parley", skill="willpower", difficulty=3, effects=(Effect("success", clues=1), Effect("failure", horror=2))
)
LEAVE = Ability("Leave", "resign")
REST = Ability("Rest", "free", 0, exhausts=True, effects=(Effect(horror=-1),))
OFFER = Ability("Offer", "free", 0, clues=1, effects=(Effect(resources=1),))


def at_table(*here: Ability, foe: Enemy | None = None, **changes):
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


# --- where


def test_abilities_come_from_assets_location_and_enemies():
    state = at_table(SEARCH, foe=replace(GHOUL, abilities=(TALK,)), in_play=("Lamp",)).state
    state = replace(state, cards=MappingProxyType({**CARDS, "Lamp": Card("asset", abilities=(REST,))}))
    assert keys(state) == ["card:1:Lamp:0", "place:study:0", "enemy:ghoul:0"]
    assert keys(state, "2") == ["place:study:0", "enemy:ghoul:0"]
    assert keys(state, "3") == []


def test_an_ability_that_stands_elsewhere_is_refused():
    with pytest.raises(Refused, match="There is no such ability here"):
        alone(GAME, at_table(SEARCH).state, lambda g: card_actions.activate(g, "1", "place:attic:0"))


# --- what it costs


def test_action_ability_costs_an_action_and_provokes():
    run = at_table(SEARCH, foe=GHOUL)
    kinds = [type(fact) for fact in use(run, "place:study:0")]
    assert kinds == [ActionSpent, EnemyAttacked, ResourcesChanged]
    assert (ann(run).actions, ann(run).resources, ann(run).damage) == (2, 2, 1)


def test_ability_of_two_actions_provokes_each_enemy_once():
    """AH-X-AOO-2."""
    run = at_table(DOUBLE, foe=GHOUL, resources=1)
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
    run = at_table(DOUBLE, **changes)
    give(run, "activate")
    assert str(run.open[0].options[0].refused.sentence) == sentence
    with pytest.raises(Refused):
        give(run, "place:study:0")


def test_ability_of_a_defeated_investigator_has_no_effect():
    run = at_table(SEARCH, foe=GHOUL, damage=6)
    use(run, "place:study:0")
    assert (ann(run).left, ann(run).resources) == ("killed", 0)


def test_parley_provokes_no_attack():
    """AH-X-AOO-1, AH-X-ACTIONS-1."""
    run = at_table(foe=replace(GHOUL, abilities=(TALK,)))
    use(run, "enemy:ghoul:0")
    assert (ann(run).damage, run.state.test.skill, run.state.test.difficulty) == (0, "willpower", 3)
    committed(run)
    give(run, "-1")
    assert (ann(run).horror, ann(run).clues, ann(run).actions) == (2, 0, 2)


def test_resigning_leaves_the_clues():
    run = at_table(LEAVE, foe=GHOUL, clues=2)
    use(run, "place:study:0")
    assert (ann(run).left, ann(run).damage, ann(run).clues) == ("resigned", 0, 0)
    assert run.state.locations["study"].clues == 4
    assert (ann(run).physical, ann(run).mental) == (0, 0)


# --- free ones


def test_free_ability_is_used_once_a_round():
    """AH-X-AOO-3."""
    run = at_table(REST, foe=GHOUL, horror=2)
    give(run, "fast")
    give(run, "use:place:study:0")
    assert (ann(run).actions, ann(run).horror, ann(run).damage) == (3, 1, 0)
    again = card_play.ability_refused(run.state, "1", next(card_play.abilities_in_play(run.state, "1")))
    assert str(again.sentence) == "Rest was used this round."


def test_free_ability_is_ready_in_a_new_round():
    run = at_table(REST, horror=2)
    give(run, "fast")
    give(run, "use:place:study:0")
    state = GAME.apply(run.state, RoundBegan(2))
    assert card_play.ability_refused(state, "1", next(card_play.abilities_in_play(state, "1"))) is None


def test_clues_are_spent_and_not_on_the_act():
    run = at_table(OFFER, clues=1)
    give(run, "fast")
    give(run, "use:place:study:0")
    assert (ann(run).clues, ann(run).resources, run.state.spent, run.state.locations["study"].clues) == (0, 1, 0, 2)
    refusal = card_play.ability_refused(run.state, "1", next(card_play.abilities_in_play(run.state, "1")))
    assert str(refusal.sentence) == "Offer takes 1 clue, Ann has 0."


# --- those that we do not know


@pytest.mark.parametrize(("kind", "damage"), [("action", 1), ("marked", 0)])
def test_an_ability_of_another_card_costs_what_it_says(kind, damage):
    """AH-X-AOO-3: fight, evade, parley and resign do not provoke."""
    run = at_table(foe=GHOUL)
    for value in ("activate", "other", "2", kind):
        give(run, value)
    assert (ann(run).actions, ann(run).damage) == (1, damage)
