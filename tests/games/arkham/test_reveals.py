"""What tokens say together: certain in sum, and changed by what others did at their reveal."""

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest

from companion.engine import choose, count
from companion.games.arkham.content import Condition, Counted, Effect, Enemy
from companion.games.arkham.rules.skill_test import chance, is_drawn
from companion.games.arkham.rules.skill_test.odds import both, least, revealed, spread, together
from companion.games.arkham.state import InPlay, State, SymbolEffect
from companion.schema import Option, Refusal
from tests.games.arkham.referee import against, bag, by_referee, with_ann
from tests.games.arkham.table import begun, committed

HORROR = SymbolEffect(-1, reveal=1, effects=(Effect(horror=1),))


@pytest.mark.parametrize(
    ("one", "other", "both_say"),
    [
        ((-2, ""), (1, ""), (-1, "")),
        ((-2, ""), (0, "success"), (0, "success")),
        ((0, "success"), (0, "fail"), (0, "fail")),
        ((0, "fail"), (3, ""), (0, "fail")),
    ],
    ids=["sums", "success over a sum", "failure over success", "failure over a sum"],
)
def test_what_two_tokens_say_together(one, other, both_say) -> None:
    assert together(one, other) == together(other, one) == both_say


def test_ways_multiply() -> None:
    some, others = {(1, ""): 2, (0, ""): 1}, {(-1, ""): 3, (0, "fail"): 1}
    assert both(some, others) == {(0, ""): 6, (-1, ""): 3, (0, "fail"): 3}


def test_two_faces_that_say_the_same_are_one_outcome() -> None:
    assert spread(bag("-1", "skull", "0", skull=SymbolEffect(-1)), against(3)) == {
        (-1, ""): Fraction(2, 3),
        (0, ""): Fraction(1, 3),
    }


def test_two_tokens_that_are_owed_are_any_two_of_the_bag() -> None:
    lying = against(3, revealed=("tablet",), step="ST.4")
    state = bag("0", "-1", "-2", tablet=SymbolEffect(reveal=2))
    assert spread(state, lying) == {(-1, ""): Fraction(1, 3), (-2, ""): Fraction(1, 3), (-3, ""): Fraction(1, 3)}


def test_the_chances_of_all_that_can_be_said_are_one_together() -> None:
    chain = {"skull": HORROR, "cultist": SymbolEffect(reveal=2, counts=(Counted("horror", each=-1),))}
    tokens = ("0", "-1", "-4", "auto_fail", "skull", "skull", "cultist", *["bless"] * 10, *["curse"] * 10, "frost")
    assert sum(spread(bag(*tokens, **chain), against(3)).values()) == 1


def test_a_revealed_token_has_had_its_effect() -> None:
    state, test = revealed(bag("skull", "0", skull=HORROR), against(3), "skull")
    assert (state.seats["1"].horror, state.bag.inside, test.revealed) == (1, ("0",), ("skull",))


def test_no_token_follows_where_the_performer_has_left() -> None:
    assert is_drawn(bag("0"), against(3))
    assert not is_drawn(with_ann(bag("0"), left="insane"), against(3))


def test_little_is_answered_and_what_comes_first() -> None:
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
    return replace(state.sit("2", bob), enemies=MappingProxyType(FOES))


@pytest.mark.slow
@pytest.mark.parametrize(("effect", "counted"), COUNTED_AFTER.values(), ids=COUNTED_AFTER)
def test_what_a_token_does_counts_for_those_that_follow(effect: Effect, counted: Counted) -> None:
    state = counting(effect, counted)
    told = [chance(state, against(difficulty)) for difficulty in DIFFICULTIES]
    assert told == [by_referee(lambda d=d: committed(begun("intellect", d, state))) for d in DIFFICULTIES]


def test_a_move_away_from_everything_is_a_move() -> None:
    alone = replace(counting(Effect(to="attic"), Counted("here", "attic")), enemies=MappingProxyType({}))
    assert spread(alone, against(3)) == {(0, ""): Fraction(1, 3), (1, ""): Fraction(2, 3)}


def test_cards_drawn_from_a_deck_that_nobody_counted_are_in_the_hand() -> None:
    state = with_ann(counting(Effect(cards=1), Counted("cards_in_hand")), deck=None)
    # two cards in the hand, and one more for each skull that came before the elder sign
    assert spread(state, against(3)) == {(number, ""): Fraction(1, 3) for number in (2, 3, 4)}
