"""The facts of cards and decks, and how each changes the state."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from companion.engine import without
from companion.games.draw_your_weapon.state import (
    Checking,
    Deck,
    Hand,
    State,
    deck_of,
    hand_of,
    with_character,
    with_deck,
)
from companion.schema import DEALER, TABLE, Faces, Seat

Place: TypeAlias = str  # "library", "pile", "void", or the seat of a hand


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """From the Library into the hand, unseen."""

    who: str


@dataclass(frozen=True, slots=True)
class CardKept:
    """The played card goes into the hand, before everybody's eyes."""

    who: str
    card: str


@dataclass(frozen=True, slots=True)
class CardsTraded:
    """At most one card each; the two know which."""

    one: str
    other: str
    gives: tuple[str, ...]
    takes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PileDiscarded:
    """The Pile of a deck goes into its Void."""

    deck: str = TABLE


@dataclass(frozen=True, slots=True)
class HandDiscarded:
    """The shown hand goes into the Void."""

    who: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LibraryRenewed:
    """The Void was shuffled into a new Library; of the Dealer's own deck the Pile as well."""

    deck: str = TABLE


@dataclass(frozen=True, slots=True)
class HandCounted:
    """By hand: a seat holds so many cards; the others are in the Library."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class CardMoved:
    """By hand: a card lies elsewhere than the page thought."""

    deck: str
    card: str
    source: Place
    to: Place


@dataclass(frozen=True, slots=True)
class DeckCheckBegan:
    deck: str


@dataclass(frozen=True, slots=True)
class HandfulSeen:
    """Cards of the deck that is checked lie there; the same card in two handfuls lay there still."""

    cards: Faces


@dataclass(frozen=True, slots=True)
class DeckChecked:
    """The look at a deck is over: what it lacked, and what was there too often."""

    deck: str
    missing: Faces
    more: Faces
    short: int = 0  # while hands are out: so many are gone beside what the hands hold, nobody can tell which
    stopped: bool = False  # before all was shown


@dataclass(frozen=True, slots=True)
class DeckDeclared:
    """By hand: the deck in use holds a card more, in the Library, or one less, wherever it was thought to lie."""

    deck: str
    card: str
    by: Literal[1, -1]


CardFact: TypeAlias = (
    CardDrawn
    | CardKept
    | CardsTraded
    | PileDiscarded
    | HandDiscarded
    | LibraryRenewed
    | HandCounted
    | CardMoved
    | DeckCheckBegan
    | HandfulSeen
    | DeckChecked
    | DeckDeclared
)


def apply_card(s: State, event: CardFact) -> State:
    """The state after a fact of cards."""
    match event:
        case CardDrawn(who):
            return with_hand(gone_from_library(s, who), who, 1)
        case CardKept(who, card):
            kept = with_hand(s, who, 1, (card,))
            deck = kept.decks[deck_of(s, who)]
            return with_deck(kept, deck_of(s, who), replace(deck, pile=without(deck.pile, card)))
        case CardsTraded(one, other, gives, takes):
            return _handed(_handed(s, one, other, gives), other, one, takes)
        case PileDiscarded(deck):
            d = s.decks[deck]
            return with_deck(s, deck, replace(d, pile=(), void=d.void + d.pile))
        case HandDiscarded(who, cards):
            deck = s.decks[deck_of(s, who)]
            empty = with_character(s, who, replace(s.characters[who], hand=0, known=()))
            return with_deck(empty, deck_of(s, who), replace(deck, void=deck.void + cards))
        case LibraryRenewed(deck):
            return with_deck(s, deck, _renewed(s.decks[deck], whole=deck == DEALER))
        case HandCounted(seat, cards):
            return _counted(s, seat, cards)
        case CardMoved(deck, card, source, to):
            return _put(_taken(s, deck, card, source), deck, card, to)
        case DeckCheckBegan(deck):
            return replace(s, checking=Checking(deck))
        case HandfulSeen(cards):
            return replace(s, checking=_seen(s.checking, cards))
        case DeckChecked():
            return replace(s, checking=None)
        case DeckDeclared(deck, card, by):
            return with_deck(s, deck, _declared(s.decks[deck], card, by))
    assert_never(event)


def gone_from_library(s: State, who: str) -> State:
    """One card less in the Library of whoever plays this character."""
    deck = s.decks[deck_of(s, who)]
    return with_deck(s, deck_of(s, who), replace(deck, library=deck.library - 1))


def gone_from_hand(s: State, who: str, card: str) -> State:
    """A card left the hand; a hand that is not counted is one with its Library, and one that was counted as empty had it not."""
    hand = hand_of(s, who)
    if hand is None or not hand.cards:
        return gone_from_library(s, who)
    return with_hand(s, who, -1, (card,))


def onto_pile(s: State, who: str, card: str) -> State:
    deck = s.decks[deck_of(s, who)]
    return with_deck(s, deck_of(s, who), replace(deck, pile=(*deck.pile, card)))


def with_hand(s: State, who: str, by: int, cards: Faces = ()) -> State:
    """A hand with a card more or less: `cards` come and are known then, or leave it."""
    character = s.characters[who]
    if not character.is_player:
        held = s.held if s.held is not None else Hand()
        return replace(s, held=Hand(held.cards + by, _known(held.known, by, cards)))
    hand = replace(character, hand=character.hand + by, known=_known(character.known, by, cards))
    return with_character(s, who, hand)


def _known(known: Faces, by: int, cards: Faces) -> Faces:
    if by > 0:
        return known + cards
    for card in cards:
        known = without(known, card) if card in known else known
    return known


def _handed(s: State, giver: str, taker: str, cards: Faces) -> State:
    """Cards from hand to hand; one that the table knows stays known. From deck to deck everybody sees it."""
    for card in cards:
        own, new = deck_of(s, giver), deck_of(s, taker)
        seen = (card,) if card in s.characters[giver].known or own != new else ()
        s = with_hand(with_hand(s, giver, -1, (card,)), taker, 1, seen)
        if own != new:
            s = with_deck(s, own, replace(s.decks[own], cards=without(s.decks[own].cards, card)))
            s = with_deck(s, new, replace(s.decks[new], cards=(*s.decks[new].cards, card)))
    return s


def _declared(deck: Deck, card: str, by: int) -> Deck:
    if by > 0:
        return replace(deck, cards=(*deck.cards, card), library=deck.library + by)
    less = replace(deck, cards=without(deck.cards, card))
    if card in deck.pile:
        return replace(less, pile=without(deck.pile, card))
    if card in deck.void:
        return replace(less, void=without(deck.void, card))
    return replace(less, library=deck.library - 1)


def _renewed(deck: Deck, *, whole: bool) -> Deck:
    back = deck.void + (deck.pile if whole else ())
    return replace(deck, library=deck.library + len(back), void=(), pile=() if whole else deck.pile)


def _counted(s: State, seat: Seat, cards: int) -> State:
    if seat == DEALER:
        held = s.held if s.held is not None else Hand()
        name, before = (DEALER if DEALER in s.decks else TABLE), held.cards
        s = replace(s, held=replace(held, cards=cards))
    else:
        name, before = deck_of(s, seat), s.characters[seat].hand
        s = with_character(s, seat, replace(s.characters[seat], hand=cards))
    return with_deck(s, name, replace(s.decks[name], library=s.decks[name].library + before - cards))


def _taken(s: State, name: str, card: str, source: Place) -> State:
    """Without a card that lay there. Raises ValueError where it did not."""
    deck = s.decks[name]
    match source:
        case "library":
            return with_deck(s, name, replace(deck, library=deck.library - 1))
        case "pile":
            return with_deck(s, name, replace(deck, pile=without(deck.pile, card)))
        case "void":
            return with_deck(s, name, replace(deck, void=without(deck.void, card)))
        case seat:
            return _in_hand(s, seat, -1, (card,))


def _put(s: State, name: str, card: str, to: Place) -> State:
    """With a card there; in a hand it is known."""
    deck = s.decks[name]
    match to:
        case "library":
            return with_deck(s, name, replace(deck, library=deck.library + 1))
        case "pile":
            return with_deck(s, name, replace(deck, pile=(*deck.pile, card)))
        case "void":
            return with_deck(s, name, replace(deck, void=(*deck.void, card)))
        case seat:
            return _in_hand(s, seat, 1, (card,))


def _in_hand(s: State, seat: Seat, by: int, cards: Faces) -> State:
    who = seat if seat != DEALER else next(name for name, c in s.characters.items() if not c.is_player)
    return with_hand(s, who, by, cards)


def _seen(checking: Checking | None, cards: Faces) -> Checking:
    if checking is None:
        raise ValueError("no deck is being checked: cards are counted in a check only")
    together = Counter(checking.seen) | Counter(
        cards
    )  # a card of two handfuls lay there still; of one it is there twice
    return replace(checking, seen=tuple(together.elements()))
