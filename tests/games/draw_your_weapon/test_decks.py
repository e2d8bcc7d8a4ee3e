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
from companion.games.draw_your_weapon.rules.cards import cannot_turn, lay_out, most_turned, possible
from companion.games.draw_your_weapon.state import Hand
from companion.schema import Refused
from tests.examples import so_many
from tests.games.course import alone, give, play, tap
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
    with_rules,
)


@pytest.mark.parametrize(
    ("rules", "libraries", "held"),
    [
        (Rules(), {"table": 37, "dealer": 52}, None),
        (Rules(dealer_hand=4), {"table": 33}, Hand(4)),
        (Rules(decks="own"), {"1": 47, "2": 47, "3": 47, "dealer": 52}, None),
        (Rules(decks="own", dealer_hand=4, hand=6), {"1": 46, "2": 46, "3": 46, "dealer": 48}, Hand(4)),
        (Rules(missing=("2C", "KS")), {"table": 35, "dealer": 50}, None),
    ],
)
def test_the_decks_that_are_declared(rules, libraries, held):  # DYW-X-SHARED-1, DYW-X-ZONES-1
    decks, hand = lay_out(rules, ("1", "2", "3"))
    assert {name: deck.library for name, deck in decks.items()} == libraries
    assert hand == held


def test_card_missing_from_the_deck_is_refused():
    s = with_rules(missing=("7C",))
    assert "7C" not in possible(s, ANN)
    with pytest.raises(Refused, match="the deck in use lacks it"):
        play(a_skill_test(s), "9", "7C")


def test_own_decks_are_independent():  # DYW-X-SHARED-1
    run = play(a_contest(s=with_rules(decks="own")), (ANN, "9S"), (BEN, "9S"))
    assert [run.state.decks[seat].pile for seat in (ANN, BEN)] == [("9S",), ("9S",)]


def test_a_hand_of_the_dealer_is_of_the_shared_deck():
    run = play(a_contest((ANN, GATEKEEPER), with_rules(dealer_hand=5)), (ANN, "9S"), ("dealer", "9S"))
    assert "once more" in str(run.open[0].title)  # there is one nine only
    play(run, (ANN, "9S"), ("dealer", "2S"))
    assert (run.state.held, shared(run.state).pile) == (Hand(4), ("9S", "2S"))


@pytest.mark.parametrize(
    ("library", "void", "known", "turned"),
    [
        (2, 0, 0, 2),
        (0, 0, 0, 0),
        (9, 51, 0, 1),  # one card is unseen
        (9, 45, 5, 2),
    ],
)
def test_surprise_turns_only_unseen_cards_of_the_library(library, void, known, turned):  # DYW-SURPRISE-3
    s = having(state(library=library, void=DECK[:void]), ANN, known=DECK[void : void + known])
    assert most_turned(s, (ANN, BEN, CLEO)) == turned
    assert (cannot_turn(s, ANN) is None) is (turned > 0)


def test_a_dealer_without_cards_in_hand_plays_none():
    with pytest.raises(Refused) as no:
        play(Run(GAME, replace(with_rules(dealer_hand=1), held=Hand(0))), "figure_attack")
    assert no.value.code == "NO_CARD_TO_PLAY"


def test_figures_draw_where_the_table_says_so():  # DYW-AMB-4
    run = a_contest((ANN, GATEKEEPER), with_rules(dealer_hand=5, figures_draw=True))
    assert play(run, (ANN, "KS"), ("dealer", "2S")).state.held == Hand(5)


def test_trade_between_decks_is_open():  # DYW-X-SHARED-1
    s = play(alone(GAME, with_rules(decks="own"), lambda g: swap(g, ANN, BEN)), (ANN, "7C"), (BEN,)).state
    assert (len(s.decks[ANN].cards), s.decks[BEN].cards.count("7C")) == (51, 2)
    assert s.characters[BEN].known == ("7C",)


def with_decks(s, **changes):
    return replace(s, decks=MappingProxyType({name: replace(d, **changes) for name, d in s.decks.items()}))


def test_a_rest_clears_the_own_pile_and_the_dealers():  # DYW-REST-4
    s = having(with_decks(with_rules(decks="own"), pile=("9S",)), ANN, hand=0)
    decks = play(alone(GAME, s, whole_rest), "completed").state.decks
    assert {name for name, deck in decks.items() if not deck.pile} == {ANN, "dealer"}


def test_the_dealers_used_up_deck_is_shuffled_whole():
    dealers = play(Run(GAME, with_decks(state(), library=0, pile=DECK)), "renew").state.decks["dealer"]
    assert (dealers.library, dealers.pile) == (52, ())


@pytest.mark.slow
@pytest.mark.parametrize("rules", chance.TABLES, ids=chance.NAMES)
@settings(max_examples=so_many(6), deadline=None)
@given(seed=st.integers(0, 10_000))
def test_every_count_adds_up_to_the_declared_deck(rules, seed):
    for run, _ in chance.evening(rules, seed, 80):
        chance.adds_up(run.state)


def undealt(**changes):
    """Before the cards are dealt."""
    s = state(library=52, **changes)
    for who in (ANN, BEN, CLEO):
        s = having(s, who, hand=0)
    return s


def checking(*handfuls, s=None, end=""):
    run = Run(GAME, s or undealt())
    tap(run, "deck.check", "table")
    for cards in handfuls:
        give(run, *cards)
    if end:
        tap(run, "deck.end", end)
    return run


@pytest.mark.parametrize(
    ("handfuls", "s", "end", "fact", "line"),
    [
        ((DECK[:26], DECK[26:]), undealt(), "", DeckChecked("table", (), ()), "The deck was checked: it is right."),
        # a repeated card counts once
        ((DECK[:26], (*DECK[20:26], *DECK[26:46]), DECK[46:]), undealt(), "", DeckChecked("table", (), ()), "right."),
        ((DECK[:20], DECK[20:36]), state(), "all", DeckChecked("table", (), (), 1), "1 card is missing"),
        ((DECK[:20],), undealt(), "stop", DeckChecked("table", (), (), stopped=True), "The check of the deck was stop"),
    ],
)
def test_deck_check_ends_with_its_result(handfuls, s, end, fact, line):
    run = checking(*handfuls, s=s, end=end)
    assert (run.state.checking, run.facts[-1]) == (None, fact)
    assert line in str(GAME.tell(run.state, fact, ANN))


def test_deck_check_goes_on_while_cards_are_missing():
    assert checking(DECK[:20], DECK[20:36], s=state()).state.checking is not None


@pytest.mark.parametrize(
    ("handfuls", "title", "answer", "changed", "library"),
    [
        ((DECK[:25], DECK[25:51]), "the King of Spades is missing", "deck", DECK, 52),
        ((DECK[:25], DECK[25:51]), "the King of Spades is missing", "declare", DECK[:51], 51),
        (((*DECK[:24], "AC"), DECK[24:50], DECK[50:]), "the Ace of Clubs is there too often", "deck", DECK, 52),
        (((*DECK[:24], "AC"), DECK[24:50], DECK[50:]), "the Ace of Clubs is there", "declare", (*DECK, "AC"), 53),
    ],
)
def test_deck_check_names_a_wrong_card(handfuls, title, answer, changed, library):
    run = checking(*handfuls, end="all")
    assert title in str(run.open[0].title)
    give(run, answer)
    assert (shared(run.state).cards, shared(run.state).library) == (changed, library)


@pytest.mark.parametrize("place", ["pile", "void"])
def test_declared_loss_removes_the_card_from_its_place(place):
    s = undealt()
    s = replace(s, decks={**s.decks, "table": replace(shared(s), library=51, **{place: ("KS",)})})
    run = play(checking(DECK[:25], DECK[25:51], s=s, end="all"), "declare")
    assert (getattr(shared(run.state), place), shared(run.state).library) == ((), 51)
    assert "KS" not in possible(having(run.state, ANN, hand=1), ANN)
