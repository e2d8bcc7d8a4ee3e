"""Decks: declared, counted, checked by the camera, and where the table has several."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import DECK, Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.content import Rules
from companion.games.draw_your_weapon.facts import DeckChecked
from companion.games.draw_your_weapon.rules.actions.breather import swap
from companion.games.draw_your_weapon.rules.cards import lay_out, possible
from companion.games.draw_your_weapon.state import Hand
from companion.schema import Answer, Refused
from tests.examples import so_many
from tests.games.course import alone, give
from tests.games.draw_your_weapon import chance
from tests.games.draw_your_weapon.table import (
    ANN,
    BEN,
    CLEO,
    GATEKEEPER,
    a_contest,
    a_skill_test,
    having,
    shared,
    state,
    whole_rest,
)


def with_rules(**changes):
    """A plain table, laid out by other rules."""
    s = state()
    book = replace(s.book, **changes)
    decks, held = lay_out(book, (ANN, BEN, "3"))
    return replace(s, book=book, decks=decks, held=held)


@pytest.mark.parametrize(
    ("rules", "libraries", "held"),
    [
        (Rules(), {"table": 37, "dealer": 52}, None),
        (Rules(dealer_hand=4), {"table": 33}, Hand(4)),
        (Rules(decks="own"), {"1": 47, "2": 47, "3": 47, "dealer": 52}, None),
        (Rules(decks="own", dealer_hand=4, hand=6), {"1": 46, "2": 46, "3": 46, "dealer": 48}, Hand(4)),
        (Rules(missing=("2C", "KS")), {"table": 35, "dealer": 50}, None),
    ],
    ids=["shared", "dealers hand", "own", "own and a hand", "cards missing"],
)
def test_the_decks_that_are_declared(rules, libraries, held):  # DYW-X-SHARED-1, DYW-X-ZONES-1
    decks, hand = lay_out(rules, ("1", "2", "3"))
    assert {name: deck.library for name, deck in decks.items()} == libraries
    assert hand == held


def test_card_missing_from_the_deck_is_refused():
    s = with_rules(missing=("7C",))
    assert "7C" not in possible(s, ANN)
    run = a_skill_test(s)
    give(run, "9")
    with pytest.raises(Refused, match="the deck in use lacks it"):
        give(run, "7C")


def test_own_decks_are_independent():  # DYW-X-SHARED-1
    run = a_contest(s=with_rules(decks="own"))
    give(run, "9S", seat=ANN)
    give(run, "9S", seat=BEN)  # from the other deck
    assert [run.state.decks[seat].pile for seat in (ANN, BEN)] == [("9S",), ("9S",)]


def test_a_hand_of_the_dealer_is_of_the_shared_deck():
    run = a_contest((ANN, GATEKEEPER), with_rules(dealer_hand=5))
    give(run, "9S", seat=ANN)
    give(run, "9S", seat="dealer")
    assert "once more" in str(run.open[0].title)  # there is one nine only
    give(run, "9S", seat=ANN)
    give(run, "2S", seat="dealer")
    assert (run.state.held, shared(run.state).pile) == (Hand(4), ("9S", "2S"))


def test_a_dealer_without_cards_in_hand_plays_none():
    s = replace(with_rules(dealer_hand=1), held=Hand(0))
    run = Run(GAME, s)
    with pytest.raises(Refused) as no:
        give(run, "figure_attack")
    assert no.value.code == "NO_CARD_TO_PLAY"


def test_figures_draw_where_the_table_says_so():  # DYW-AMB-4
    run = a_contest((ANN, GATEKEEPER), with_rules(dealer_hand=5, figures_draw=True))
    give(run, "KS", seat=ANN)
    give(run, "2S", seat="dealer")
    assert run.state.held == Hand(5)


def test_trade_between_decks_is_open():  # DYW-X-SHARED-1
    run = alone(GAME, with_rules(decks="own"), lambda g: swap(g, ANN, BEN))
    give(run, "7C", seat=ANN)
    give(run, seat=BEN)
    ann, ben = run.state.decks[ANN], run.state.decks[BEN]
    assert (len(ann.cards), ben.cards.count("7C")) == (51, 2)
    assert run.state.characters[BEN].known == ("7C",)


def test_a_rest_clears_the_own_pile_and_the_dealers():  # DYW-REST-4
    s = with_rules(decks="own")
    s = replace(s, decks=MappingProxyType({name: replace(d, pile=("9S",)) for name, d in s.decks.items()}))
    run = alone(GAME, having(s, ANN, hand=0), whole_rest)
    give(run, "completed")
    assert {name for name, deck in run.state.decks.items() if not deck.pile} == {ANN, "dealer"}


def test_the_dealers_used_up_deck_is_shuffled_whole():
    s = state()
    dealers = replace(s.decks["dealer"], library=0, pile=DECK)
    run = Run(GAME, replace(s, decks=MappingProxyType({**s.decks, "dealer": dealers})))
    give(run, "renew")
    assert (run.state.decks["dealer"].library, run.state.decks["dealer"].pile) == (52, ())


@pytest.mark.slow
@pytest.mark.parametrize("rules", chance.TABLES, ids=chance.NAMES)
@settings(max_examples=so_many(6), deadline=None)
@given(seed=st.integers(0, 10_000))
def test_every_count_adds_up_to_the_declared_deck(rules, seed):
    for run, _ in chance.evening(rules, seed, 80):
        chance.adds_up(run.state)


def deck_menu(run, *values, key="deck.check"):
    """Answer the deck_menu that asks this."""
    prompt = next(p for p in run.open if p.at == "menu" and p.key == key)
    return run.answer(Answer(f"m-{prompt.id}", prompt.id, values, prompt.seat))


def nobody_holds_cards():
    """Before the cards are dealt."""
    s = state(library=52)
    for who in (ANN, BEN, CLEO):
        s = having(s, who, hand=0)
    return s


def checking(*handfuls, s=None, deck="table"):
    run = Run(GAME, s or nobody_holds_cards())
    deck_menu(run, deck)
    for cards in handfuls:
        give(run, *cards)
    return run


def test_deck_check_ends_with_a_complete_deck():
    run = checking(DECK[:26], DECK[26:])
    assert run.state.checking is None
    assert run.facts[-1] == DeckChecked("table", (), ())
    assert str(GAME.tell(run.state, run.facts[-1], ANN)) == "The deck was checked: it is right."


def test_deck_check_names_a_missing_card():
    run = checking(DECK[:25], DECK[25:51])
    _end(run, "all")
    assert "the King of Spades is missing" in str(run.open[0].title)
    give(run, "deck")
    assert shared(run.state).cards == DECK


def test_deck_can_be_declared_without_a_missing_card():
    run = checking(DECK[:25], DECK[25:51])
    _end(run, "all")
    give(run, "declare")
    assert (len(shared(run.state).cards), shared(run.state).library) == (51, 51)
    assert "KS" not in possible(having(run.state, ANN, hand=1), ANN)


def test_deck_check_names_a_surplus_card():
    run = checking((*DECK[:24], DECK[0]), DECK[24:50], DECK[50:])
    _end(run, "all")
    assert "the Ace of Clubs is there too often" in str(run.open[0].title)
    give(run, "declare")
    assert shared(run.state).cards.count("AC") == 2
    assert shared(run.state).library == 53


def test_deck_check_counts_a_repeated_card_once():
    run = checking(DECK[:26], (*DECK[20:26], *DECK[26:46]), DECK[46:])
    assert run.facts[-1] == DeckChecked("table", (), ())


def test_deck_check_counts_missing_cards_while_hands_are_out():
    run = checking(DECK[:20], DECK[20:36], s=state())
    assert run.state.checking is not None
    _end(run, "all")
    assert run.facts[-1] == DeckChecked("table", (), (), 1)
    assert "1 card is missing" in str(GAME.tell(run.state, run.facts[-1], ANN))


def test_deck_check_can_be_stopped():
    run = checking(DECK[:20])
    _end(run, "stop")
    assert (run.state.checking, run.facts[-1].missing) == (None, ())
    assert str(GAME.tell(run.state, run.facts[-1], ANN)) == "The check of the deck was stopped."


def test_declared_loss_removes_the_card_from_the_pile():
    s = nobody_holds_cards()
    table = replace(shared(s), library=51, pile=("KS",))
    run = checking(DECK[:25], DECK[25:51], s=replace(s, decks=MappingProxyType({**s.decks, "table": table})))
    _end(run, "all")
    give(run, "declare")
    assert (shared(run.state).pile, shared(run.state).library) == ((), 51)


def _end(run, how):
    prompt = run.open[1]
    run.answer(Answer(f"e-{prompt.id}", prompt.id, (how,), prompt.seat))
