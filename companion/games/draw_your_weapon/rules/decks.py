"""Where a card can be: in a Library, a Pile, a Void or a hand. A card that was seen is in one place only (DYW-X-ZONES)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from companion.engine.playing_cards import DECK
from companion.games.draw_your_weapon.content.records import Rules
from companion.games.draw_your_weapon.state import Deck, Hand, State, deck_of, hand_of, players
from companion.schema.prompt import DEALER, TABLE, Faces, Seat


def declared(missing: Iterable[str] = ()) -> Faces:
    """A deck of 52 without the cards that it lacks."""
    lacking = set(missing)
    return tuple(card for card in DECK if card not in lacking)


def holders(s: State, deck: str) -> tuple[Seat, ...]:
    """The seats whose hands are of this deck, in the order of the table; the Dealer's only where it is counted."""
    own = tuple(who for who in players(s) if deck_of(s, who) == deck)
    dealers = DEALER if DEALER in s.decks else TABLE
    return own + ((DEALER,) if s.held is not None and deck == dealers else ())


def cards_of(s: State, seat: Seat) -> tuple[int, Faces]:
    """How many cards a seat holds, and those of them that the table saw go into the hand."""
    if seat == DEALER:
        return (s.held.cards, s.held.known) if s.held is not None else (0, ())
    return s.characters[seat].hand, s.characters[seat].known


def known_in_hand(s: State, seat: Seat) -> Faces:
    return cards_of(s, seat)[1]


def seat_of(s: State, who: str) -> Seat:
    return s.characters[who].seat


def possible(s: State, who: str) -> Faces:
    """The cards that can be in this hand: those known to be there, and the unseen ones for the rest of it."""
    hand = hand_of(s, who)
    if hand is not None and len(hand.known) >= hand.cards:
        return hand.known
    known = hand.known if hand is not None else ()
    return in_order(s.decks[deck_of(s, who)], Counter(known) + _unseen(s, deck_of(s, who)))


def unseen(s: State, deck: str) -> Faces:
    """The cards that can come off this Library."""
    return in_order(s.decks[deck], _unseen(s, deck))


def unseen_count(s: State, deck: str) -> int:
    """How many cards of this deck nobody has seen: in its Library or in hands."""
    d = s.decks[deck]
    return len(d.cards) - len(d.pile) - len(d.void) - sum(len(known_in_hand(s, seat)) for seat in holders(s, deck))


def has_card(s: State, who: str) -> bool:
    """Whether there is a card that can be in this hand."""
    hand = hand_of(s, who)
    if hand is not None and (not hand.cards or hand.known):
        return bool(hand.cards)
    return unseen_count(s, deck_of(s, who)) > 0


def _unseen(s: State, name: str) -> Counter[str]:
    deck = s.decks[name]
    seen = Counter(deck.pile + deck.void)
    for seat in holders(s, name):
        seen += Counter(known_in_hand(s, seat))
    return Counter(deck.cards) - seen


def in_order(deck: Deck, cards: Counter[str]) -> Faces:
    """These cards as the deck is sorted: sets and counters never decide an order."""
    return tuple(card for card in dict.fromkeys(deck.cards) for _ in range(cards[card]))


def whereabouts(s: State, name: str, card: str) -> str:
    """Where a card of this deck is known to lie: "pile", "void", the seat that holds it, or "" for nobody knows."""
    deck = s.decks[name]
    if card in deck.pile:
        return "pile"
    if card in deck.void:
        return "void"
    return next((seat for seat in holders(s, name) if card in known_in_hand(s, seat)), "")


def held_of(s: State, deck: str) -> int:
    """How many cards of this deck are in hands."""
    return sum(cards_of(s, seat)[0] for seat in holders(s, deck))


def lay_out(book: Rules, seats: Sequence[Seat]) -> tuple[Mapping[str, Deck], Hand | None]:
    """The decks after everybody was dealt a hand, and the Dealer's hand where it is counted (DYW-X-SHARED-1)."""
    cards = declared(book.missing)
    held = Hand(book.dealer_hand) if book.dealer_hand else None
    own = book.decks == "own"
    decks = {seat: Deck(cards, len(cards) - book.hand) for seat in seats} if own else {}
    if own or held is None:
        decks[DEALER] = Deck(cards, len(cards) - book.dealer_hand)
    if not own:
        decks = {TABLE: Deck(cards, len(cards) - book.hand * len(seats) - book.dealer_hand), **decks}
    return MappingProxyType(decks), held
