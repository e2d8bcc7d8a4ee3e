"""The player windows of a skill test: before ST.2, before ST.3, and after a token."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Bag
from companion.games.arkham.content import Ability, Card, Effect, SymbolEffect
from companion.games.arkham.facts import SymbolResolved
from companion.games.arkham.rules.skill_test.player_windows import FIRST
from companion.schema import Answer
from tests.games.arkham.table import CARDS, asked, begun, committed, situation, verdict
from tests.games.course import give, play

INSIGHT = Card("event", cost=1, fast=True, effects=(Effect(modifier=2), Effect(resources=2)))
GRACE = Card("event", fast=True, effects=(Effect(auto="success"),))
LAMP = Card("asset", abilities=(Ability("Look: +1", "free", 0, exhausts=True, effects=(Effect(modifier=1),)),))


def ready(state=None, difficulty=4, **changes):
    """Ann's intellect test with its commits behind it."""
    return committed(begun("intellect", difficulty, replace(state or situation(), **changes)))


def holding(*hand: str, resources: int = 1, in_play: tuple[str, ...] = (), **changes):
    cards = {**CARDS, "Insight": INSIGHT, "Grace": GRACE, "Lamp": LAMP}
    state = situation(cards=MappingProxyType(cards), **changes)
    return state.with_seat("1", replace(state.seats["1"], hand=hand, resources=resources, in_play=in_play))


def window(run, seat: str):
    return next(p for p in run.open if p.rule == "AH-X-FASTWIN-1" and p.seat == seat)


def use(run, seat: str, *values: str):
    """Answer the window of a seat, then further prompts with further values."""
    prompt = window(run, seat)
    run.answer(Answer(f"w-{prompt.id}", prompt.id, values[:1], seat))
    return play(run, (seat, *values[1:])) if values[1:] else run


def after(token: str, *answers: str, difficulty: int = 4, **changes):
    """Ann's test, a token that would fail it, and her answers to what is done against it."""
    run = play(ready(difficulty=difficulty, pause="failure", **changes), token)
    return play(run, *(("1", answer) for answer in answers))


# --- before the token


def test_window_stays_open_next_to_the_draw():
    run = ready()
    assert [(p.kind, p.seat) for p in run.open] == [("draw", "1"), ("choose", "1"), ("choose", "2"), ("choose", "3")]
    assert play(run, "0").open == ()


def test_fast_card_costs_only_resources():
    run = use(ready(holding("Insight")), "1", "play:Insight")
    who = run.state.seats["1"]
    assert (who.resources, who.hand, who.discard, who.actions) == (1 - 1 + 2, (), ("Insight",), 3)
    assert verdict(play(run, "-1")).value == 3 + 2 - 1
    assert run.state.modifiers == ()


@pytest.mark.parametrize(
    ("change", "value"), [(("add", "-2"), 1), (("add", "3"), 6), (("double",), 6), (("halve",), 2)], ids=str
)
def test_a_card_that_we_do_not_know_changes_the_skill(change, value):
    """The skill is 3; a half of it counts up."""
    assert verdict(play(use(ready(), "2", *change), "0")).value == value


def test_a_fast_card_may_bring_the_result_itself():
    outcome = verdict(use(ready(holding("Grace", resources=0), difficulty=9), "1", "play:Grace"))
    assert (outcome.passed, outcome.by, outcome.tokens) == (True, 3, ())


# --- before the commits


def test_window_before_commits_restarts_the_commits():
    run = play(begun("intellect", 4, holding("Insight", "Notes")), ("1", FIRST), ("2", "Courage"))
    assert (run.open[0].seat, run.open[0].rule) == ("1", "AH-X-FASTWIN-1")
    give(run, "play:Insight", seat="1")
    assert [p.rule for p in run.open] == ["ST.2", "ST.2"]
    assert run.state.test.committed == ()
    assert "Insight" not in [o.id for o in run.open[0].options]
    play(committed(run, ("Notes",)), "-1")
    assert (verdict(run).value, run.state.seats["2"].discard) == (3 + 2 + 2 - 1, ())


def test_cards_can_be_committed_after_a_known_result():
    """AH-AMB-3."""
    run = play(committed(begun("intellect", 9), (FIRST,)), ("1", "success"))
    outcome = verdict(committed(run, ("Notes",)))
    assert (outcome.passed, outcome.value, outcome.tokens) == (True, 5, ())


# --- after the token


@pytest.mark.parametrize(("pause", "token", "asks"), [("never", "-8", 0), ("failure", "-1", 1), ("failure", "+1", 0)])
def test_token_prompt_comes_as_the_table_wants(pause, token, asks):
    run = play(ready(pause=pause), token)
    assert bool(run.open) == asks
    assert not asks or asked(run, window(run, "1")) == "Ann: -1 was revealed. Anything against it?"


def test_a_token_that_asks_for_another_is_no_failure_yet():
    assert after("cultist").open[0].kind == "draw"
    stopped = play(ready(pause="always"), "cultist")
    assert str(stopped.open[0].options[0].text) == "take it: another token follows"


def test_a_cancelled_token_is_set_aside_and_another_is_revealed():
    run = after("-8", "again")
    draw = run.open[0]
    assert (draw.kind, draw.locked) == ("draw", ("-8",))
    assert "-8" not in [o.id for o in draw.options]
    give(run, "+1")
    assert (verdict(run).tokens, verdict(run).cancelled, verdict(run).value) == (("+1",), ("-8",), 4)
    assert sorted(run.state.bag.inside) == sorted(situation().bag.inside)
    assert verdict(after("auto_fail", "again", "+1")).passed


def test_a_cancelled_symbol_does_nothing():
    """ST.4 comes after the window: neither its modifier nor its effect counts."""
    horror = MappingProxyType({"skull": SymbolEffect(-3, effects=(Effect(horror=1), Effect("failure", damage=2)))})
    run = after("skull", "again", "0", "go", symbols=horror)
    who = run.state.seats["1"]
    assert (who.horror, who.damage, verdict(run).passed) == (0, 0, False)
    assert not any(isinstance(f, SymbolResolved) for f in run.facts)


# --- chains


def test_bless_and_curse_return_to_the_pool():
    run = play(ready(bag=Bag(("bless", "curse", "curse", "-1", "0"))), "bless", "curse", "-1")
    assert (verdict(run).tokens, verdict(run).value) == (("bless", "curse", "-1"), 3 + 2 - 2 - 1)
    assert sorted(run.state.bag.all) == ["-1", "0", "curse"]


def test_the_second_frost_fails_at_once():
    outcome = verdict(play(ready(difficulty=0, bag=Bag(("frost", "frost", "+1"))), "frost", "frost"))
    assert (outcome.passed, outcome.auto, outcome.value) == (False, "fail", 0)


# --- order


CHANGES = st.lists(
    st.one_of(
        st.tuples(st.sampled_from("123"), st.just("add"), st.integers(-10, 10).map(str)),
        st.tuples(st.sampled_from("123"), st.sampled_from(["double", "halve"])),
    ),
    min_size=2,
    max_size=5,
)


def changed(changes, token: str):
    """Ann's test with these changes, one after the other."""
    run = ready()
    for seat, *values in changes:
        use(run, seat, *values)
    return verdict(play(run, token))


@pytest.mark.slow
@given(CHANGES, st.randoms(use_true_random=False), st.sampled_from(["+1", "0", "-2", "-8", "skull"]))
def test_the_order_in_which_changes_come_never_changes_the_value(changes, random, token):
    """AH-ST-MOD-4."""
    one, two = changed(changes, token), changed(random.sample(changes, len(changes)), token)
    assert (one.total, one.value, one.passed, one.by) == (two.total, two.value, two.passed, two.by)


@given(st.integers(-5, 5), st.sampled_from(["+1", "0", "-2", "-8"]))
def test_modifier_counts_the_same_after_the_token(add, token):
    before = play(use(ready(), "1", "add", str(add)), token)
    behind = play(ready(pause="always"), token, ("1", "add"), ("1", str(add)), ("1", "go"))
    assert verdict(before).total == verdict(behind).total
