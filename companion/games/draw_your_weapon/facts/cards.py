"""Facts of cards and decks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.engine import card_text, without
from companion.games.draw_your_weapon.facts.base import CharacterFact
from companion.games.draw_your_weapon.names import deck_owner, owner_text
from companion.games.draw_your_weapon.state import (
    Checking,
    Event,
    Hand,
    State,
    deck_of,
    hand_of,
    with_character,
    with_deck,
)
from companion.i18n import Text, _, listed, ngettext
from companion.schema import DEALER, TABLE, Cue, Faces, Seat, Words

Place: TypeAlias = str  # "library", "pile", "void", or the seat of a hand


@dataclass(frozen=True, slots=True)
class CardDrawn(CharacterFact):
    """An unseen card goes from the Library into the hand."""

    def apply(self, s: State) -> State:
        return with_hand(gone_from_library(s, self.who), self.who, 1)

    def line(self, s: State) -> Words:
        return _("{who} draws a card.", who=self.display_name(s))


@dataclass(frozen=True, slots=True)
class CardKept(CharacterFact):
    """The played card goes into the hand, face up."""

    card: str

    def apply(self, s: State) -> State:
        kept = with_hand(s, self.who, 1, (self.card,))
        name = deck_of(s, self.who)
        return with_deck(kept, name, replace(kept.decks[name], pile=without(kept.decks[name].pile, self.card)))

    def line(self, s: State) -> Words:
        return _("{who} takes the {card} into the hand.", who=self.display_name(s), card=card_text(self.card))


@dataclass(frozen=True, slots=True)
class CardsTraded(Event):
    """Two players exchange at most one card each. Only these two see the cards."""

    one: str
    other: str
    gives: Faces
    takes: Faces

    def apply(self, s: State) -> State:
        return _hand_over(_hand_over(s, self.one, self.other, self.gives), self.other, self.one, self.takes)

    def line(self, s: State) -> Words:
        gives, takes = (_("a card") if cards else _("nothing") for cards in (self.gives, self.takes))
        names = {"one": s.characters[self.one].display_name, "other": s.characters[self.other].display_name}
        return _("{one} and {other} trade {gives} for {takes}.", **names, gives=gives, takes=takes)


@dataclass(frozen=True, slots=True)
class PileDiscarded(Event):
    """The Pile of a deck goes into its Void."""

    deck: str = TABLE

    def apply(self, s: State) -> State:
        deck = s.decks[self.deck]
        return with_deck(s, self.deck, replace(deck, pile=(), void=deck.void + deck.pile))

    def line(self, s: State) -> Words:
        owner = deck_owner(s, self.deck)
        return _("The Pile of {whose} goes into the Void.", whose=owner) if owner else _("The Pile goes into the Void.")


@dataclass(frozen=True, slots=True)
class HandDiscarded(CharacterFact):
    """The whole hand is shown and goes into the Void."""

    cards: Faces

    def apply(self, s: State) -> State:
        name = deck_of(s, self.who)
        empty = with_character(s, self.who, replace(s.characters[self.who], hand=0, known=()))
        return with_deck(empty, name, replace(s.decks[name], void=s.decks[name].void + self.cards))

    def line(self, s: State) -> Words:
        return _("{who} discards the hand of {n} into the Void.", who=self.display_name(s), n=len(self.cards))


@dataclass(frozen=True, slots=True)
class LibraryRenewed(Event):
    """The Void is shuffled into a new Library, for the Dealer's own deck with its Pile."""

    deck: str = TABLE

    def apply(self, s: State) -> State:
        deck, is_dealers = s.decks[self.deck], self.deck == DEALER
        back = len(deck.void) + (len(deck.pile) if is_dealers else 0)
        pile = () if is_dealers else deck.pile
        return with_deck(s, self.deck, replace(deck, library=deck.library + back, void=(), pile=pile))

    def line(self, s: State) -> Words:
        owner = deck_owner(s, self.deck)
        if owner:
            return _("The Void of {whose} is shuffled into a new Library.", whose=owner)
        return _("The Void is shuffled into a new Library.")

    def cue(self, s: State) -> Cue:
        return Cue("phase", self.line(s))


@dataclass(frozen=True, slots=True)
class HandCounted(Event):
    """A correction of a hand's size. The rest of the cards is in the Library."""

    seat: Seat
    cards: int

    def apply(self, s: State) -> State:
        if self.seat == DEALER:
            held = s.held if s.held is not None else Hand()
            name, before = (DEALER if DEALER in s.decks else TABLE), held.cards
            s = replace(s, held=replace(held, cards=self.cards))
        else:
            name, before = deck_of(s, self.seat), s.characters[self.seat].hand
            s = with_character(s, self.seat, replace(s.characters[self.seat], hand=self.cards))
        return with_deck(s, name, replace(s.decks[name], library=s.decks[name].library + before - self.cards))

    def line(self, s: State) -> Words:
        return _("By hand: {who} holds {cards}.", who=owner_text(s, self.seat), cards=count_text(self.cards))


@dataclass(frozen=True, slots=True)
class CardMoved(Event):
    """A correction of a card's place."""

    deck: str
    card: str
    source: Place
    to: Place

    def apply(self, s: State) -> State:
        """Move the card. Raises ValueError if it is not at `source`."""
        return _move_card(_move_card(s, self.deck, self.card, self.source, -1), self.deck, self.card, self.to, 1)

    def line(self, s: State) -> Words:
        card = card_text(self.card)
        match self.to:
            case "library":
                return _("By hand: the {card} lies in the Library.", card=card)
            case "pile":
                return _("By hand: the {card} lies on the Pile.", card=card)
            case "void":
                return _("By hand: the {card} lies in the Void.", card=card)
        return _("By hand: the {card} lies in the hand of {who}.", card=card, who=owner_text(s, self.to))


@dataclass(frozen=True, slots=True)
class DeckCheckBegan(Event):
    deck: str

    def apply(self, s: State) -> State:
        return replace(s, checking=Checking(self.deck))

    def line(self, s: State) -> Words:
        owner = deck_owner(s, self.deck)
        if owner:
            return _("The deck of {whose} is checked, a handful at a time.", whose=owner)
        return _("The deck is checked, a handful at a time.")


@dataclass(frozen=True, slots=True)
class HandfulSeen(Event):
    """Cards of the checked deck are on the tray. A card seen in two handfuls counts once: it was not taken away."""

    cards: Faces

    def apply(self, s: State) -> State:
        if s.checking is None:
            raise ValueError("no deck is being checked: cards are counted in a check only")
        together = Counter(s.checking.seen) | Counter(self.cards)
        return replace(s, checking=replace(s.checking, seen=tuple(together.elements())))

    def line(self, s: State) -> Words:
        return _("{cards} seen.", cards=count_text(len(s.checking.seen) if s.checking else 0))


@dataclass(frozen=True, slots=True)
class DeckChecked(Event):
    """The result of a deck check."""

    deck: str
    missing: Faces
    more: Faces
    short: int = 0  # number of missing cards, unknown by name while hands are out
    stopped: bool = False  # before all cards were shown

    def apply(self, s: State) -> State:
        return replace(s, checking=None)

    def line(self, s: State) -> Words:
        wrong = [_("the {card} is missing", card=card_text(card)) for card in self.missing]
        wrong += [_("the {card} is there too often", card=card_text(card)) for card in self.more]
        if self.short:
            wrong.append(
                ngettext(
                    "{n} card is missing, the hands hide which",
                    "{n} cards are missing, the hands hide which",
                    self.short,
                )
            )
        if wrong and self.stopped:
            return _("The check of the deck was stopped: {wrong}.", wrong=listed(wrong, ", "))
        if wrong:
            return _("The deck was checked: {wrong}.", wrong=listed(wrong, ", "))
        return _("The check of the deck was stopped.") if self.stopped else _("The deck was checked: it is right.")


@dataclass(frozen=True, slots=True)
class DeckDeclared(Event):
    """A correction of the declared deck: one card more in the Library, or one less from its place."""

    deck: str
    card: str
    by: Literal[1, -1]

    def apply(self, s: State) -> State:
        deck, card = s.decks[self.deck], self.card
        if self.by > 0:
            return with_deck(s, self.deck, replace(deck, cards=(*deck.cards, card), library=deck.library + 1))
        less = replace(deck, cards=without(deck.cards, card))
        if card in deck.pile:
            less = replace(less, pile=without(deck.pile, card))
        elif card in deck.void:
            less = replace(less, void=without(deck.void, card))
        else:
            less = replace(less, library=deck.library - 1)
        return with_deck(s, self.deck, less)

    def line(self, s: State) -> Words:
        if self.by > 0:
            return _("By hand: the deck holds the {card} as well.", card=card_text(self.card))
        return _("By hand: the deck holds the {card} no more.", card=card_text(self.card))


def gone_from_library(s: State, who: str) -> State:
    """Remove one card from the Library of this character's deck."""
    deck = s.decks[deck_of(s, who)]
    return with_deck(s, deck_of(s, who), replace(deck, library=deck.library - 1))


def gone_from_hand(s: State, who: str, card: str) -> State:
    """Remove a card from a hand. A hand that is not counted, or empty by count, takes it from the Library."""
    hand = hand_of(s, who)
    if hand is None or not hand.cards:
        return gone_from_library(s, who)
    return with_hand(s, who, -1, (card,))


def onto_pile(s: State, who: str, card: str) -> State:
    deck = s.decks[deck_of(s, who)]
    return with_deck(s, deck_of(s, who), replace(deck, pile=(*deck.pile, card)))


def with_hand(s: State, who: str, by: int, cards: Faces = ()) -> State:
    """Change the size of a hand. Known `cards` enter it with a positive `by`, and leave it with a negative one."""
    character = s.characters[who]
    if not character.is_player:
        held = s.held if s.held is not None else Hand()
        return replace(s, held=Hand(held.cards + by, _change_known(held.known, by, cards)))
    hand = replace(character, hand=character.hand + by, known=_change_known(character.known, by, cards))
    return with_character(s, who, hand)


def _change_known(known: Faces, by: int, cards: Faces) -> Faces:
    if by > 0:
        return known + cards
    for card in cards:
        known = without(known, card) if card in known else known
    return known


def _hand_over(s: State, giver: str, taker: str, cards: Faces) -> State:
    """Move cards between hands. A known card stays known; between two decks every card becomes known."""
    for card in cards:
        own, new = deck_of(s, giver), deck_of(s, taker)
        seen = (card,) if card in s.characters[giver].known or own != new else ()
        s = with_hand(with_hand(s, giver, -1, (card,)), taker, 1, seen)
        if own != new:
            s = with_deck(s, own, replace(s.decks[own], cards=without(s.decks[own].cards, card)))
            s = with_deck(s, new, replace(s.decks[new], cards=(*s.decks[new].cards, card)))
    return s


def _move_card(s: State, name: str, card: str, place: Place, by: Literal[1, -1]) -> State:
    """Add a card to a place, or remove it. A hand knows the card added. Raises ValueError where it is not there."""
    deck = s.decks[name]
    match place:
        case "library":
            return with_deck(s, name, replace(deck, library=deck.library + by))
        case "pile":
            return with_deck(s, name, replace(deck, pile=_change_pile(deck.pile, card, by)))
        case "void":
            return with_deck(s, name, replace(deck, void=_change_pile(deck.void, card, by)))
    dealers = (who for who, c in s.characters.items() if not c.is_player)
    return with_hand(s, next(dealers) if place == DEALER else place, by, (card,))


def _change_pile(cards: Faces, card: str, by: Literal[1, -1]) -> Faces:
    return (*cards, card) if by > 0 else without(cards, card)


def count_text(n: int) -> Text:
    """Return the number of cards as text.

    >>> str(count_text(1)), str(count_text(0))
    ('1 card', '0 cards')
    """
    return ngettext("{n} card", "{n} cards", n)
