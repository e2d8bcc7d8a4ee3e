"""Effects of cards and tokens, and what they count."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import GameSetup, Run
from companion.games.arkham import GAME
from companion.games.arkham.content import Card, Condition, Counted, Effect, Enemy, SymbolEffect
from companion.games.arkham.facts import Noted
from companion.games.arkham.rules.card_and_token_effects import (
    MOST_TIMES,
    carry_out,
    holds,
    times,
)
from companion.games.arkham.rules.in_play import discard, draw_cards
from companion.games.arkham.rules.skill_test import of_card, skill_test
from tests.games.arkham.table import asked, begun, committed, drawn, situation, verdict
from tests.games.course import alone, give, play

GHOUL = Enemy("Ghoul", "study", fight=3, evade=3, health=3, attack_damage=1, traits=("Ghoul",))
DONE = Noted("all of it")  # so that sentences which change nothing are a course as well
TWO = MappingProxyType({"a": GHOUL, "b": replace(GHOUL, traits=(), engaged=("1",)), "c": replace(GHOUL, location="")})


def carried(*effects: Effect, state=None, **changes):
    """Ann, with these changes, and what these sentences made of her table."""
    state = state or situation()

    def procedure(g):
        yield from carry_out(g, "1", effects)
        g.emit(DONE)

    return alone(GAME, state.with_seat("1", replace(state.seats["1"], **changes)), procedure)


def ann(run):
    return run.state.seats["1"]


@pytest.mark.parametrize(
    ("effect", "changes", "name", "value"),
    [
        (Effect(damage=2), {}, "damage", 2),
        (Effect(damage=-1), {"damage": 2}, "damage", 1),
        (Effect(horror=1), {}, "horror", 1),
        (Effect(horror=-5), {"horror": 2}, "horror", 0),
        (Effect(resources=2), {"resources": 1}, "resources", 3),
        (Effect(resources=-4), {"resources": 1}, "resources", 0),
        (Effect(cards=2), {}, "unknown", 2),
        (Effect(clues=1), {}, "clues", 1),
        (Effect(clues=9), {}, "clues", 2),
        (Effect(clues=-2), {"clues": 1}, "clues", 0),
        (Effect(actions=-1), {}, "actions", 2),
        (Effect(actions=-9), {}, "actions", 0),
        (Effect(actions=-1), {"actions": 0}, "actions", 0),
        (Effect(actions=1), {}, "actions", 4),
        (Effect(to="attic"), {}, "location", "attic"),
    ],
    ids=str,
)
def test_effect_numbers_are_limited_by_the_supply(effect, changes, name, value):
    assert getattr(ann(carried(effect, **changes)), name) == value


def test_more_named_cards_than_are_unknown_are_asked_for_again():
    state = situation()
    who = replace(state.seats["1"], hand=("Notes",), unknown=1, list=("Notes", "Fists", "Hammer"))
    run = play(alone(GAME, state.with_seat("1", who), lambda g: discard(g, "1", 2)), ("", "Fists", "Hammer"))
    assert asked(run) == "Ann: discard 2 cards, no more than the hand holds"
    give(run, "Fists", "Notes")
    assert (ann(run).hand, ann(run).unknown) == ((), 0)


def test_of_several_the_owner_says_which():
    run = carried(Effect(hit=2), state=situation(enemies=TWO))
    assert [option.id for option in run.open[0].options] == ["a", "b"]
    give(run, "b")
    assert (run.state.enemies["a"].damage, run.state.enemies["b"].damage) == (0, 2)


def test_effect_on_all_skips_seats_that_left():
    state = situation()
    effect = Effect(horror=1, resources=1, all=True)
    run = carried(effect, state=state.with_seat("2", replace(state.seats["2"], left="resigned")))
    assert [(who.horror, who.resources) for who in run.state.seats.values()] == [(1, 1), (0, 0), (1, 1)]


def test_effects_apply_in_order_to_the_current_state():
    condition = Condition("resources", least=2)
    run = carried(Effect(resources=2), Effect(condition=condition, clues=1), Effect(resources=-2))
    assert (ann(run).clues, ann(run).resources) == (1, 0)
    assert ann(carried(Effect(condition=condition, clues=1), Effect(resources=2))).clues == 0


SUBJECTS = ("enemies_here", "enemies_in_play", "enemies_engaged", "clues_here", "clues_held", "damage", "horror")
SUBJECTS += ("resources", "cards_in_hand", "cards_in_play", "doom")


def test_effect_times_are_never_negative():
    each = Counted("clues_held")
    assert ann(carried(Effect(resources=2, times=each), clues=3)).resources == 6
    assert ann(carried(Effect(damage=1, times=replace(each, most=2)), clues=3)).damage == 2
    assert times(situation(doom=2), "1", Effect(times=Counted("doom", each=-1))) == 0


@pytest.mark.parametrize(
    ("condition", "clues", "is_so"),
    [
        (Condition("clues_held"), 0, False),
        (Condition("clues_held"), 1, True),
        (Condition("clues_held", least=3), 2, False),
        (Condition("clues_held", least=0, most=0), 0, True),
        (Condition("clues_held", least=0, most=0), 1, False),
        (None, 0, True),
    ],
)
def test_a_condition_holds_between_its_bounds(condition, clues, is_so):
    state = situation()
    assert holds(state.with_seat("1", replace(state.seats["1"], clues=clues)), "1", condition) == is_so


@pytest.mark.parametrize(
    ("token", "horror", "clues"), [("+1", 0, 1), ("0", 0, 1), ("-1", 1, 0), ("-2", 3, 0), ("-8", 3, 0)]
)
def test_effects_follow_the_result_and_its_margin(token, horror, clues):
    """AH-X-FAILBY-1."""
    effects = (Effect("failure", horror=1), Effect("failure", by=2, horror=2), Effect("success", clues=1))
    run = alone(GAME, situation(), lambda g: skill_test(g, "1", "agility", 3, "Fog", *of_card("1", effects)))
    who = ann(play(committed(run), token))
    assert (who.horror, who.clues) == (horror, clues)


SKULL = SymbolEffect(-1, effects=(Effect("failure", horror=1, damage=1),))
TABLET = SymbolEffect(-2, effects=(Effect(condition=Condition("enemies_here", "Ghoul"), damage=1),))


def token(symbol: SymbolEffect, difficulty: int = 3, **changes):
    state = situation(symbols=MappingProxyType({"skull": symbol}), **changes)
    return play(committed(begun("intellect", difficulty, state)), "skull")


def test_a_token_may_hurt_if_you_fail():
    """AH-X-GATHERING-1, AH-X-GATHERING-2."""
    who = ann(token(SKULL))
    assert (who.horror, who.damage) == (1, 1)
    assert ann(token(SKULL, 2)).horror == 0


def test_token_modifier_counts_the_current_state():
    """AH-ST-MOD-2."""
    skull = SymbolEffect(counts=(Counted("horror", each=-1),), effects=(Effect(horror=2),))
    run = token(skull, pause="always")
    assert str(run.open[0].options[0].text) == "take it: failure by 2"  # as it will be
    assert ann(run).horror == 0
    give(run, "go")
    assert (ann(run).horror, verdict(run).value) == (2, 3 - 2)


def test_token_effect_at_reveal_checks_its_condition():
    assert ann(token(TABLET, enemies=TWO)).damage == 1
    assert ann(token(TABLET, 0)).damage == 0


def test_token_that_defeats_the_performer_ends_the_test():
    """Nor is another token revealed, though it asks for one."""
    state = situation(symbols=MappingProxyType({"skull": SymbolEffect(reveal=1, effects=(Effect(damage=1),))}))
    run = play(committed(begun("intellect", 1, state.with_seat("1", replace(state.seats["1"], damage=6)))), "skull")
    assert (ann(run).left, run.state.test, run.state.last, run.state.bag.out) == ("killed", None, None, ())


def test_a_token_may_decide_where_its_condition_holds():
    """AH-X-ELDER-1: an elder sign that succeeds by itself with the right card in play."""
    sign = SymbolEffect(effects=(Effect(condition=Condition("cards_in_play", "Relic"), auto="success"),))
    state = situation(cards=MappingProxyType({"Amulet": Card("asset", traits=("Relic",))}))
    bare = state.with_seat("1", replace(state.seats["1"], elder_sign=sign))
    worn = bare.with_seat("1", replace(bare.seats["1"], in_play=("Amulet",)))
    assert not drawn("intellect", 9, "elder_sign", state=bare).passed
    outcome = drawn("intellect", 9, "elder_sign", state=worn)
    assert (outcome.passed, outcome.auto, outcome.tokens) == (True, "success", ("elder_sign",))


@pytest.mark.parametrize(
    ("deck", "discarded", "number", "after"),
    [(1, ("a", "b", "c"), 3, (3, 1, (), 1)), (0, (), 1, (0, 0, (), 1)), (2, ("a",), 2, (2, 0, ("a",), 0))],
)
def test_empty_deck_is_renewed_for_one_horror(deck, discarded, number, after):
    """AH-X-DRAW-1."""
    state = situation()
    state = state.with_seat("1", replace(state.seats["1"], deck=deck, discard=discarded, hand=()))
    who = ann(alone(GAME, state, lambda g: draw_cards(g, "1", number)))
    assert (who.unknown, who.deck, who.discard, who.horror) == after


effects = st.builds(
    Effect,
    damage=st.integers(-2, 2),
    horror=st.integers(-2, 2),
    resources=st.integers(-3, 3),
    cards=st.integers(0, 2),
    clues=st.integers(-2, 2),
    actions=st.integers(-2, 1),
    doom=st.integers(-2, 2),
    to=st.sampled_from(["", "attic", "hall", "study"]),
    all=st.booleans(),
    condition=st.none() | st.builds(Condition, st.sampled_from(SUBJECTS), least=st.integers(0, 2)),
    times=st.none() | st.builds(Counted, st.sampled_from(SUBJECTS), each=st.integers(-1, 2), most=st.just(3)),
)


@pytest.mark.slow
@given(st.lists(effects, max_size=6))
def test_effects_never_sink_below_zero(sentences):
    run = carried(*sentences, state=situation(enemies=TWO))
    s = run.state
    for who in s.seats.values():
        assert min(who.damage, who.horror, who.resources, who.clues, who.actions, who.unknown) >= 0
    assert min([s.doom, *(place.clues for place in s.locations.values())]) >= 0


SHEET = {"name": "Ann", "willpower": 3, "intellect": 3, "combat": 3, "agility": 3, "health": 20, "sanity": 20}


def test_mutual_effects_end_in_bounded_time():
    """Each effect multiplies by twenty. Without a limit the last one would draw 10 to the 24th cards."""
    per_resource = {"what": "resources", "each": 5}
    effects = [{"resources": 20, "times": per_resource}] * 11 + [{"cards": 10, "times": per_resource}]
    who = {**SHEET, "elder_sign": {"effects": effects}}
    run = Run(GAME, GAME.setup(GameSetup(("1",), choices={"bag": ["elder_sign"], "investigators": {"1": who}})))
    play(run, "investigate", ("",), "elder_sign")
    assert run.state.seats["1"].resources == 5 + 11 * 20 * MOST_TIMES
