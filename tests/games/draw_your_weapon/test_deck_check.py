"""The deck in use is declared and checked, a handful at a time."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.engine import DECK, Run
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.facts import DeckChecked
from companion.games.draw_your_weapon.rules.cards import possible
from companion.schema import Answer
from tests.games.course import give
from tests.games.draw_your_weapon.table import ANN, BEN, CLEO, having, shared, state


def menu(run, *values, key="deck.check"):
    """Answer the menu that asks this."""
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
    menu(run, deck)
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
