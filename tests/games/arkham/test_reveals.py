"""Results of several tokens, and effects at their reveal."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.engine import choose, count
from companion.games.arkham.content import Condition, Counted, Effect, Enemy
from companion.games.arkham.rules.skill_test import chance
from companion.games.arkham.rules.skill_test.odds import least, spread
from companion.games.arkham.state import InPlay, State, SymbolEffect
from companion.schema import Option, Refusal
from tests.games.arkham.referee import against, bag, by_referee, with_ann
from tests.games.arkham.table import begun, committed

HORROR = SymbolEffect(-1, reveal=1, effects=(Effect(horror=1),))


def test_reveal_chances_sum_to_one() -> None:
    chain = {"skull": HORROR, "cultist": SymbolEffect(reveal=2, counts=(Counted("horror", each=-1),))}
    tokens = ("0", "-1", "-4", "auto_fail", "skull", "skull", "cultist", *["bless"] * 10, *["curse"] * 10, "frost")
    assert sum(spread(bag(*tokens, **chain), against(3)).values()) == 1


def test_odds_answer_prompts_with_the_least() -> None:
    refused = Option("a", refused=Refusal("NO", "Not this one."))
    assert least(choose("1", "Which?", [refused, "b", "c"])) == ("b",)
    assert least(choose("1", "Any?", ["b", "c"], 0, 2)) == ()
    assert least(count("1", "How many?", 2, 5)) == ("2",)


DIFFICULTIES = range(1, 9)
FOES = {
    "rat": Enemy("Rat", "study", health=2, engaged=("1",)),
    "ghoul": Enemy("Ghoul", "", health=3),
    "crow": Enemy("Crow", "hall", health=1),
    "cat": Enemy("Cat", "", aloof=True),
}
COUNTED_AFTER = {
    "damage": (Effect(damage=1), Counted("damage")),
    "horror": (Effect(horror=1), Counted("horror")),
    "resources": (Effect(resources=2), Counted("resources")),
    "clues held": (Effect(clues=1), Counted("clues_held")),
    "clues here": (Effect(clues=1), Counted("clues_here")),
    "doom": (Effect(doom=1), Counted("doom")),
    "a card drawn": (Effect(cards=1), Counted("cards_in_hand")),
    "a card discarded": (Effect(cards=-1), Counted("cards_in_hand")),
    "a deck that ends": (Effect(cards=1), Counted("horror")),
    "a place": (Effect(to="hall"), Counted("here", "hall")),
    "clues of a place that is revealed": (Effect(to="hall"), Counted("clues_here")),
    "an enemy that comes": (Effect(enemy="ghoul"), Counted("enemies_here")),
    "an aloof one that comes": (Effect(enemy="cat"), Counted("enemies_here")),
    "copies of an enemy": (Effect(enemy="ghoul"), Counted("enemies_engaged")),
    "an enemy that dies of the second hit": (Effect(hit=1), Counted("enemies_in_play")),
    "an enemy that moves along": (Effect(to="attic"), Counted("enemies_engaged")),
    "enemies where one comes": (Effect(to="hall"), Counted("enemies_here")),
    "clues of another who falls": (Effect(horror=1, all=True), Counted("clues_here")),
    "only where it holds": (Effect(condition=Condition("horror", most=1, least=0), horror=1), Counted("horror")),
    "as often as it counts": (Effect(times=Counted("clues_here"), horror=1), Counted("horror")),
}


def counting(effect: Effect, counted: Counted) -> State:
    """Two skulls that do something, and an elder sign that counts it."""
    state = bag("skull", "skull", "elder_sign", skull=SymbolEffect(reveal=1, effects=(effect,)))
    ann = {"elder_sign": SymbolEffect(counts=(counted,)), "deck": 1, "discard": ("Lamp",), "in_play": ("Hammer",)}
    state = with_ann(state, **ann, assets=MappingProxyType({"Hammer": InPlay()}))
    bob = replace(state.seats["2"], horror=5, clues=2)
    return replace(state.with_seat("2", bob), enemies=MappingProxyType(FOES))


@pytest.mark.slow
@pytest.mark.parametrize(("effect", "counted"), COUNTED_AFTER.values(), ids=COUNTED_AFTER)
def test_reveal_effect_counts_for_later_tokens(effect: Effect, counted: Counted) -> None:
    state = counting(effect, counted)
    told = [chance(state, against(difficulty)) for difficulty in DIFFICULTIES]
    assert told == [by_referee(lambda d=d: committed(begun("intellect", d, state))) for d in DIFFICULTIES]
