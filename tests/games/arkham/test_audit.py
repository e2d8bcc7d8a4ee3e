"""The bag audit: handfuls under the camera, what is missing or too many, and what is done about it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import Bag, Run
from companion.games.arkham import GAME
from companion.games.arkham.facts import AuditEnded
from companion.games.arkham.rules.corrections import chaos_bag
from companion.schema import Answer, Refused
from tests.games.arkham.table import asked, situation
from tests.games.course import give

SIX = Bag(("+1", "0", "-1", "-3", "skull", "auto_fail"))


def counting(bag: Bag = SIX) -> Run:
    """The bag is to be counted in Ann's turn."""
    run = Run(GAME, situation(bag=bag))
    give(run, "audit")
    return run


def shown(run: Run, *tokens: str):
    """Show a handful on the tray."""
    return give(run, *tokens)


def ended(run: Run, choice: str = "all"):
    """Answer the prompt that ends the count."""
    prompt = run.open[1]
    return run.answer(Answer(f"e-{prompt.id}", prompt.id, (choice,)))


def told(run: Run) -> str:
    """The sentence with which the last count ended."""
    fact = next(fact for fact in reversed(run.facts) if isinstance(fact, AuditEnded))
    return str(GAME.tell(run.state, fact, "1"))


def test_audit_ends_with_a_complete_bag():
    run = counting()
    shown(run, "0", "+1", "skull", "auto_fail", "-3", "-1")
    assert told(run) == "The bag is counted, 6 of 6: the bag is right."
    assert run.state.counted is None
    assert Counter(run.state.audited) == Counter(SIX.inside)


def test_audit_adds_up_handfuls():
    run = counting()
    shown(run, "+1", "0")
    assert asked(run) == "Everybody: take these away and lay the next handful, 2 of 6 counted"
    shown(run, "-1", "-3")
    shown(run, "skull", "auto_fail")
    assert run.state.counted is None


def test_audit_counts_the_same_handful_once():
    """The camera sees the tray again before it was cleared: of these, none is new."""
    run = counting()
    shown(run, "+1", "0")
    shown(run, "+1", "0")
    assert asked(run) == "Everybody: 2 of these lay there before, or look alike. Were those taken away?"
    give(run, "still")
    assert chaos_bag.so_far(run.state) == ("+1", "0")


def test_audit_counts_a_similar_handful_after_removal():
    run = counting(Bag(("-1", "-1", "0")))
    shown(run, "-1")
    shown(run, "-1")
    give(run, "away")
    assert chaos_bag.so_far(run.state) == ("-1", "-1")


@pytest.mark.parametrize(("answer", "bag"), [("bag", SIX.inside), ("list", (*SIX.inside, "-3"))])
def test_audit_resolves_a_surplus_token(answer, bag):
    run = counting()
    shown(run, *SIX.inside, "-3")
    assert str(chaos_bag.progress(run.state)) == "7 of 6 counted, 1 × -3 too many"
    ended(run)
    assert asked(run) == "Everybody: 1 × -3 too many. What is to be done?"
    give(run, answer)
    assert Counter(run.state.bag.inside) == Counter(bag)


@pytest.mark.parametrize(("answer", "bag"), [("bag", SIX.inside), ("list", SIX.inside[:-1])])
def test_audit_resolves_a_missing_token(answer, bag):
    run = counting()
    shown(run, *SIX.inside[:-1])
    ended(run)
    assert asked(run) == "Everybody: 1 × automatic failure missing. What is to be done?"
    give(run, answer)
    assert Counter(run.state.bag.inside) == Counter(bag)


def test_stopped_audit_changes_nothing():
    run = counting()
    shown(run, "-8")
    ended(run, "stop")
    assert (run.state.bag, run.state.counted, run.state.audited) == (SIX, None, ())


def test_sealed_tokens_stay_on_their_cards_and_are_not_counted():
    run = counting(replace(SIX, aside=("elder_sign",)))
    shown(run, *SIX.inside)
    assert told(run) == "The bag is counted, 6 of 6: the bag is right."


def test_audit_accepts_ten_bless_tokens_at_most():
    run = counting(Bag(("0", *["bless"] * 9)))
    shown(run, "0", *["bless"] * 11)
    ended(run)
    with pytest.raises(Refused, match="There are 10 of bless and no more"):
        give(run, "list")
    give(run, "bag")
    assert run.state.bag.inside.count("bless") == 9


bags = st.lists(st.sampled_from(["+1", "0", "-1", "skull"]), min_size=1, max_size=6).map(tuple)


@given(bags, bags)
def test_audit_can_replace_the_bag(bag, found):
    bag, found = (*bag, "elder_sign"), (*found, "elder_sign")  # one token at least stays in the bag
    run = counting(Bag(bag))
    shown(run, *found)
    if run.state.counted is not None:
        ended(run)
    while run.state.counted is not None:
        give(run, "list")
    assert Counter(run.state.bag.inside) == Counter(found)


@given(bags, st.lists(bags, min_size=1, max_size=4))
def test_handfuls_that_were_taken_away_are_all_counted(bag, handfuls):
    run = counting(Bag((*bag, "-8")))
    for tokens in handfuls:
        shown(run, *tokens)
        if run.open[0].key == "audit.again":
            give(run, "away")
    assert Counter(chaos_bag.so_far(run.state)) == sum(map(Counter, handfuls), Counter())
