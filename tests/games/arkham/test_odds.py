"""Odds of skill tests, against a referee that draws every token."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Run
from companion.games.arkham.content import SYMBOLS, TOKENS, Card, Condition, Counted, Effect, Enemy, Subject
from companion.games.arkham.rules.skill_test import by_token, chance, judge, needed, still_to_reveal, table
from companion.games.arkham.rules.skill_test.skill_values import known_before
from companion.games.arkham.state import InPlay, State, SymbolEffect
from companion.games.arkham.state import Test as SkillTest
from companion.games.arkham.state import TestModifier as Reason
from tests.games.arkham.referee import against, bag, by_referee, walked, with_ann
from tests.games.arkham.table import begun, committed

NUMBERED = ("+1", "0", "0", "-1", "-1", "-1", "-2", "-2", "-3", "-4")
STANDARD = (*NUMBERED, "skull", "skull", "cultist", "tablet", "auto_fail", "elder_sign")
HORROR = Effect(horror=1)


def test_odds_two_over_the_difficulty_are_nine_of_sixteen() -> None:
    minus = dict.fromkeys(SYMBOLS, SymbolEffect(-3))
    state = with_ann(bag(*STANDARD, **minus), elder_sign=SymbolEffect(1))
    assert chance(state, against(1)) == Fraction(9, 16)  # +1, two 0, three -1, two -2, elder sign


def test_odds_apply_a_reveal_effect_once() -> None:
    rich = SymbolEffect(2, reveal=1, effects=(Effect(when="now", resources=1),))
    counting = SymbolEffect(-2, counts=(Counted("resources", each=1),))
    state = with_ann(bag("skull", "elder_thing", skull=counting, elder_thing=rich), resources=0)
    # 3 + 2 - 2 + 1 resource = 4 in this order, 3 - 2 = 1 where the skull is alone
    assert chance(state, against(5)) == 0
    assert {word for _, _, word in by_token(state, against(5))} == {"no"}


@pytest.mark.parametrize(("auto", "passed"), [("success", 1), ("fail", 0)])
def test_a_result_that_is_known_before_the_draw_is_certain(auto, passed: int) -> None:
    state = replace(bag("-8", "+1"), modifiers=(Reason("card", auto=auto),))
    assert chance(state, against(3)) == passed
    assert (needed(state, against(3)), by_token(state, against(3))) == (None, ())


def test_odds_assign_no_harm_to_assets() -> None:
    state = with_ann(bag("skull", skull=SymbolEffect(8, effects=(HORROR,))), horror=6, in_play=("Dog",))
    state = replace(state, cards=MappingProxyType({"Dog": Card("asset", sanity=3)}))
    assert chance(state, against(3)) == 0


@pytest.mark.parametrize(
    ("difficulty", "worst"),
    [(4, "+1"), (3, "0"), (1, "-2"), (0, "-8"), (5, None)],
    ids=["one", "no", "-2", "any", "none"],
)
def test_needed_token_is_the_worst_that_passes(difficulty: int, worst: str | None) -> None:
    assert needed(bag(*STANDARD), against(difficulty)) == worst


def test_odds_mark_each_face_as_passing_or_failing() -> None:
    tokens = by_token(bag("0", "0", "-1", "auto_fail", "bless", "curse"), against(3))
    assert tokens == (
        ("0", 2, "yes"),
        ("-1", 1, "no"),
        ("auto_fail", 1, "no"),
        ("bless", 1, "depends"),
        ("curse", 1, "depends"),  # and the bless after it
    )


def in_orders(s: State, test: SkillTest) -> Fraction:
    """Return the chance over all orders of tokens without effects, by `judged`."""
    skipped = not test.revealed and known_before(s)
    if skipped or still_to_reveal(s, test) < 1 or not s.bag.inside:
        return Fraction(judge(s, test).passed)
    chances = [
        in_orders(replace(s, bag=s.bag.drawn(token)), replace(test, revealed=(*test.revealed, token)))
        for token in s.bag.inside
    ]
    return sum(chances, Fraction(0)) / len(chances)


@cache
def passing(bless: int, curse: int, margin: int) -> Fraction:
    """Of so many bless and curse tokens and the ten numbers; `margin`: what the skill and the tokens are over the difficulty."""
    passes = Fraction(sum(int(number) + margin >= 0 for number in NUMBERED))
    passes += bless * passing(bless - 1, curse, margin + 2) if bless else 0
    passes += curse * passing(bless, curse - 1, margin - 2) if curse else 0
    return passes / (bless + curse + len(NUMBERED))


@pytest.mark.parametrize("difficulty", range(2, 7))
def test_odds_finish_with_ten_bless_and_curse(difficulty: int) -> None:
    state = bag(*NUMBERED, *["bless"] * 10, *["curse"] * 10)
    assert chance(state, against(difficulty)) == passing(10, 10, 3 - difficulty)


SUBJECTS = st.sampled_from([what for what in get_args(Subject) if what != "here"])
COUNTS = st.builds(Counted, SUBJECTS, each=st.sampled_from((-2, -1, 1)), most=st.sampled_from((None, 1, 3)))
CONDITIONS = st.builds(Condition, SUBJECTS, least=st.integers(0, 2), most=st.sampled_from((None, None, 1)))
CONDITIONS |= st.just(Condition("here", "hall"))
AUTOS = st.sampled_from(("", "", "", "success", "fail"))
SAYING = st.builds(Effect, condition=st.none() | CONDITIONS, modifier=st.integers(-3, 3), auto=AUTOS)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "damage": st.integers(-1, 3),
        "horror": st.integers(-1, 3),
        "resources": st.integers(-2, 2),
        "cards": st.integers(-2, 2),
        "clues": st.integers(-1, 2),
        "actions": st.integers(-1, 1),
        "doom": st.integers(1, 2),
        "hit": st.integers(1, 2),
        "enemy": st.just("ghoul"),
        "to": st.sampled_from(("hall", "attic")),
    },
)
DOING = st.builds(
    lambda changes, condition, times, everybody: Effect(condition=condition, times=times, all=everybody, **changes),
    CHANGES,
    st.none() | CONDITIONS,
    st.none() | COUNTS,
    st.booleans(),
)


def some(*of: st.SearchStrategy[Effect]) -> st.SearchStrategy[tuple[Effect, ...]]:
    return st.lists(st.one_of(*of), max_size=2).map(tuple)


def symbols(*effects: st.SearchStrategy[Effect]) -> st.SearchStrategy[SymbolEffect]:
    return st.builds(
        SymbolEffect,
        modifier=st.integers(-4, 2),
        counts=st.lists(COUNTS, max_size=1).map(tuple),
        reveal=st.sampled_from((0, 0, 1, 1, 2)),
        auto=AUTOS,
        effects=some(*effects),
    )


REASONS = st.builds(
    Reason,
    st.just("card"),
    add=st.integers(-2, 2),
    times=st.sampled_from((Fraction(1), Fraction(1, 2), Fraction(2))),
    auto=st.sampled_from(("", "", "", "", "", "success", "fail")),
    after_reveal=st.booleans(),
    active=st.booleans(),
)


@st.composite
def tables(draw, effects: tuple[st.SearchStrategy[Effect], ...], most: int) -> State:
    """Draw a table: Ann and Bob with an enemy, two of its kind elsewhere, few tokens, and any reference card."""
    tokens = draw(st.lists(st.sampled_from(TOKENS) | st.sampled_from(TOKENS[10:]), max_size=most))
    read = draw(st.fixed_dictionaries(dict.fromkeys(SYMBOLS, symbols(*effects))))
    state = replace(bag(*tokens, **read), modifiers=tuple(draw(st.lists(REASONS, max_size=1))))
    state = with_ann(
        state,
        elder_sign=draw(st.none() | symbols(*effects)),
        horror=draw(st.integers(0, 6)),
        resources=draw(st.integers(0, 2)),
        deck=draw(st.sampled_from((None, 0, 1))),
        discard=("Old lamp",),
        in_play=("Hammer",),
    )
    foes = {"rat": Enemy("Rat", "study", health=2, engaged=("1",)), "ghoul": Enemy("Ghoul", "", health=3)}
    foes["crow"] = Enemy("Crow", "attic", health=1)
    return replace(state, enemies=MappingProxyType(foes), pause=draw(st.sampled_from(("never", "always"))))


@pytest.mark.slow
@given(tables((SAYING,), 7), st.integers(0, 6))
def test_odds_are_those_of_all_orders_of_drawing(state: State, difficulty: int) -> None:
    test = against(difficulty)
    assert chance(state, test) == in_orders(state, test)


@pytest.mark.slow
@given(tables((SAYING, DOING), 4), st.integers(0, 6), st.integers(0, 2))
def test_odds_match_the_referee_for_every_token(state: State, difficulty: int, icons: int) -> None:
    def start() -> Run:
        return committed(begun("intellect", difficulty, state), ("Courage", "Notes")[:icons])

    open_test = committed(begun("intellect", difficulty, state), ("Courage", "Notes")[:icons]).state
    if open_test.test is None:  # the result was known, and no token is revealed
        return
    assert chance(open_test, open_test.test) == by_referee(start)


@pytest.mark.slow
@given(tables((SAYING, DOING), 6), st.integers(0, 6))
def test_odds_table_never_falls_with_more_icons(state: State, difficulty: int) -> None:
    rows = table(state, against(difficulty), range(5))
    assert [p for _, p in rows] == [chance(state, against(difficulty), n) for n in range(5)]
    assert sorted(p for _, p in rows) == [p for _, p in rows]


@pytest.mark.slow
@given(tables((SAYING, DOING), 3), st.integers(1, 5))
def test_odds_between_tokens_match_the_referee(state: State, difficulty: int) -> None:
    def start() -> Run:
        return committed(begun("intellect", difficulty, state))

    assert all(told == done for told, done in walked(start))


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
