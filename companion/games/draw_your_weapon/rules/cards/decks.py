"""Decks, hands, and draws from the Library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from companion.engine import DECK, Rule, choose
from companion.games.draw_your_weapon.content import Rules
from companion.games.draw_your_weapon.facts import CardDrawn, LibraryRenewed
from companion.games.draw_your_weapon.names import deck_owner, owner_text
from companion.games.draw_your_weapon.state import Deck, G, Hand, State, deck_of, hand_of, players
from companion.i18n import Text, _, ngettext
from companion.schema import DEALER, TABLE, Faces, Option, Prompt, Refusal, Seat


def choose_as(  # noqa: PLR0913 - fields of a prompt, the later ones by keyword
    s: State,
    who: str,
    title: Text,
    options: Iterable[Option],
    least: int = 1,
    most: int = 1,
    *,
    rule: str = "",
    key: str,
) -> Prompt:
    """Ask the player of a character to choose. The page names the character."""
    character = s.characters[who]
    return choose(
        character.seat, title, options, least, most, rule=rule, key=key, about=who, whom=character.display_name
    )


def declared_deck(missing: Iterable[str] = ()) -> Faces:
    """Return a deck of 52 without the missing cards."""
    lacking = set(missing)
    return tuple(card for card in DECK if card not in lacking)


def holders(s: State, deck: str) -> tuple[Seat, ...]:
    """Return the seats whose hands are of this deck, in the order of the table. The Dealer's hand may not be counted."""
    own = tuple(who for who in players(s) if deck_of(s, who) == deck)
    dealers = DEALER if DEALER in s.decks else TABLE
    return own + ((DEALER,) if s.held is not None and deck == dealers else ())


def cards_of(s: State, seat: Seat) -> tuple[int, Faces]:
    """Return the number of cards of a seat, and its known cards."""
    if seat == DEALER:
        return (s.held.cards, s.held.known) if s.held is not None else (0, ())
    return s.characters[seat].hand, s.characters[seat].known


def known_in_hand(s: State, seat: Seat) -> Faces:
    return cards_of(s, seat)[1]


def seat_of(s: State, who: str) -> Seat:
    return s.characters[who].seat


def possible(s: State, who: str) -> Faces:
    """Return the cards that can be in this hand: known ones, and unseen ones for the rest."""
    hand = hand_of(s, who)
    if hand is not None and len(hand.known) >= hand.cards:
        return hand.known
    known = hand.known if hand is not None else ()
    return in_order(s.decks[deck_of(s, who)], Counter(known) + _unseen(s, deck_of(s, who)))


def unseen(s: State, deck: str) -> Faces:
    """Return the cards that this Library can turn up."""
    return in_order(s.decks[deck], _unseen(s, deck))


def unseen_count(s: State, deck: str) -> int:
    """Return how many cards of this deck are unseen, in its Library or in hands."""
    d = s.decks[deck]
    return len(d.cards) - len(d.pile) - len(d.void) - sum(len(known_in_hand(s, seat)) for seat in holders(s, deck))


def has_card(s: State, who: str) -> bool:
    """Return whether this hand can hold a card."""
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
    """Return these cards in the order of the deck, because sets and counters have none."""
    return tuple(card for card in dict.fromkeys(deck.cards) for _again in range(cards[card]))


def whereabouts(s: State, name: str, card: str) -> str:
    """Return the known place of a card: "pile", "void", the seat that holds it, or "" for unknown."""
    deck = s.decks[name]
    if card in deck.pile:
        return "pile"
    if card in deck.void:
        return "void"
    return next((seat for seat in holders(s, name) if card in known_in_hand(s, seat)), "")


def held_of(s: State, deck: str) -> int:
    """Return how many cards of this deck are in hands."""
    return sum(cards_of(s, seat)[0] for seat in holders(s, deck))


def lay_out(book: Rules, seats: Sequence[Seat]) -> tuple[Mapping[str, Deck], Hand | None]:
    """Return the decks after dealing, and the Dealer's hand where it is counted (DYW-X-SHARED-1)."""
    cards = declared_deck(book.missing)
    held = Hand(book.dealer_hand) if book.dealer_hand else None
    own = book.decks == "own"
    decks = {seat: Deck(cards, len(cards) - book.hand) for seat in seats} if own else {}
    if own or held is None:
        decks[DEALER] = Deck(cards, len(cards) - book.dealer_hand)
    if not own:
        decks = {TABLE: Deck(cards, len(cards) - book.hand * len(seats) - book.dealer_hand), **decks}
    return MappingProxyType(decks), held


def draw_cards(g: G, who: Sequence[str]) -> Rule[None]:
    """Draw one card for each name. The Dealer decides about a Library that is too small (DYW-CONTEST-6)."""
    for deck in dict.fromkeys(deck_of(g.state, name) for name in who):
        own = [name for name in who if deck_of(g.state, name) == deck]
        if len(own) > g.state.decks[deck].library:
            yield from library_short(g, deck)
        for name in own[: max(0, g.state.decks[deck].library)]:
            g.emit(CardDrawn(name))


def library_short(g: G, deck: str) -> Rule[None]:
    """Ask whether to shuffle the Void into a new Library, or to continue without."""
    empty = None if g.state.decks[deck].void else Refusal("VOID_EMPTY", _("The Void is empty too."), "DYW-X-ZONES-4")
    ways = (Option("renew", _("Shuffle the Void into a new Library"), empty), Option("go_on", _("Draw no more cards")))
    title = _("{library} is too small, what now?", library=library_name(g.state, deck))
    prompt = choose(DEALER, title, ways, rule="DYW-X-ZONES-4", key="library.short", about=deck)
    if (yield from g.one(prompt)) == "renew":
        g.emit(LibraryRenewed(deck))


def library_name(s: State, deck: str) -> Text:
    """Return a part of a sentence, as in "the Library of Ann is too small"."""
    owner = deck_owner(s, deck)
    return _("the Library of {whose}", whose=owner) if owner else _("the Library")


def renewable(s: State) -> tuple[str, ...]:
    """Return the decks with an empty Library and cards to shuffle."""
    empty = [name for name, deck in s.decks.items() if deck.library <= 0]
    return tuple(name for name in empty if s.decks[name].void or (name == DEALER and s.decks[name].pile))


def cannot_renew(s: State, _seat: Seat) -> Refusal | None:
    """Refuse while no Library can be renewed."""
    if renewable(s):
        return None
    least = min(s.decks, key=lambda name: s.decks[name].library)
    left, name = s.decks[least].library, library_name(s, least)
    if left > 0:
        still = ngettext("{library.cap} still has {n} card.", "{library.cap} still has {n} cards.", left, library=name)
        return Refusal("LIBRARY_NOT_EMPTY", still, "DYW-X-ZONES-4")
    return Refusal("VOID_EMPTY", _("The Void is empty, there is nothing to shuffle."), "DYW-X-ZONES-4")


def cannot_turn(s: State, who: str) -> Refusal | None:
    """Return why this character cannot be surprised, or None. A Surprise needs a card of the Library (DYW-SURPRISE-3)."""
    if left_in_library(s, deck_of(s, who)):
        return None
    name = library_name(s, deck_of(s, who))
    sentence = _("{library.cap} is empty: shuffle the Void into it first.", library=name)
    return Refusal("LIBRARY_EMPTY", sentence, "DYW-X-ZONES-4")


def most_turned(s: State, who: Sequence[str]) -> int:
    """Return how many of these can be surprised at once, by the cards of each Library."""
    wanted = [deck_of(s, name) for name in who]
    return sum(min(wanted.count(deck), left_in_library(s, deck)) for deck in dict.fromkeys(wanted))


def left_in_library(s: State, deck: str) -> int:
    """Return the number of cards that can be turned, by count and by seen cards."""
    return max(0, min(s.decks[deck].library, unseen_count(s, deck)))


def deck_name(s: State, name: str) -> Text:
    if name == TABLE:
        return _("the deck of the table")
    return _("the deck of {whose}", whose=owner_text(s, name))


def renew_libraries(g: G, _seat: Seat) -> None:
    """DYW-X-ZONES-4."""
    for deck in renewable(g.state):
        g.emit(LibraryRenewed(deck))
