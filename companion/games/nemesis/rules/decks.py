"""Virtual decks: their contents and random draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.engine import Rule, draw
from companion.games.nemesis.content.ship import AttackCard, EventCard, Exploration
from companion.games.nemesis.facts import DeckDrawn, DeckShuffled
from companion.games.nemesis.state import G, State
from companion.i18n import Text, _
from companion.schema import HOUSE, Faces

ATTACKS, EVENTS, EXPLORATIONS, ITEMS = "attacks", "events", "explorations", "items"
_TITLES: Mapping[str, Text] = {
    ATTACKS: _("an attack card is turned"),
    EVENTS: _("the event card is turned"),
    EXPLORATIONS: _("the token of the new room is turned"),
    ITEMS: _("somebody looks for items"),
}


def draw_cards(g: G, deck: str, n: int = 1) -> Rule[Faces]:
    """Draw `n` cards, fewer if the deck has no more even after its shuffle.

    Names of decks are "attacks" and "events" (card ids), "explorations" ("fire-2") and "items:tools" (items of a store).
    """
    drawn = yield from _draw_from_top(g, deck, n)
    if len(drawn) < n and shuffled_deck(g.state, deck, drawn):
        g.emit(DeckShuffled(deck, drawn))
        drawn += yield from _draw_from_top(g, deck, n - len(drawn))
    return drawn


def _draw_from_top(g: G, deck: str, n: int) -> Rule[Faces]:
    """Draw any cards that are left: the order of a deck is unknown."""
    cards = cards_left(g.state, deck)
    number = min(n, len(cards))
    if not number:
        return ()
    title = _TITLES[deck.partition(":")[0]]
    drawn = yield from g.some(draw(HOUSE, title, cards, count=number, key="deck", about=deck))
    g.emit(DeckDrawn(deck, drawn))
    return drawn


def cards_left(s: State, deck: str) -> Faces:
    """Return the deck without the cards drawn since its shuffle and without items in use."""
    drawn = Counter(s.drawn.get(deck, ()))
    return tuple((Counter(whole_deck(s, deck)) - (drawn | items_in_use(s, deck))).elements())


def shuffled_deck(s: State, deck: str, out: Faces = ()) -> Faces:
    """Return the deck after a shuffle. `out`: cards that the same draw has taken."""
    return tuple((Counter(whole_deck(s, deck)) - items_in_use(s, deck) - Counter(out)).elements())


def items_in_use(s: State, deck: str) -> Counter[str]:
    """Count items that are held or used up: a shuffle does not return them."""
    held = [
        item
        for character in s.characters.values()
        for item in (*character.items, *(weapon.name for weapon in character.weapons))
    ]
    return Counter([*held, *s.item_discard] if deck.startswith(ITEMS) else ())


def whole_deck(s: State, deck: str) -> Faces:
    """Return the whole deck of the ship."""
    name, _colon, store = deck.partition(":")
    match name:
        case "attacks":
            return tuple(card.id for card in s.ship.attacks for _copy in range(card.count))
        case "events":
            return tuple(card.id for card in s.ship.events)
        case "explorations":
            return tuple(token_name(token) for token in s.ship.explorations for _copy in range(token.count))
        case _:
            return tuple(
                item for item, card in s.ship.items.items() if card.store == store for _copy in range(card.count)
            )


def token_name(token: Exploration) -> str:
    """Return the name of the token in its deck, as "fire-2"."""
    return f"{token.says}-{token.items}"


def attack_card(s: State, name: str) -> AttackCard:
    return {card.id: card for card in s.ship.attacks}[name]


def event_card(s: State, name: str) -> EventCard:
    return {card.id: card for card in s.ship.events}[name]


def exploration(s: State, name: str) -> Exploration:
    return {token_name(token): token for token in s.ship.explorations}[name]
