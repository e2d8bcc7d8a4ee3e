"""Draw to and discard from an investigator's hand."""

from __future__ import annotations

from collections import Counter

from companion.engine import Rule, choose
from companion.games.arkham.facts import CardDiscarded, CardsDrawn, DeckRenewed
from companion.games.arkham.names import NAMELESS
from companion.games.arkham.rules.in_play.damage_and_horror import suffer
from companion.games.arkham.state import G, holdable, names_are_secret
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import Option, Seat


def draw_cards(g: G, seat: Seat, number: int) -> Rule[None]:
    """Draw cards. Renew an empty deck from the discard pile, which costs 1 horror. AH-X-DRAW-1."""
    for _card in range(number):
        if g.state.seats[seat].left:
            return
        empty = g.state.seats[seat].deck == 0
        if empty:
            g.emit(DeckRenewed(seat))
        if g.state.seats[seat].deck != 0:
            g.emit(CardsDrawn(seat, 1))
        if empty:
            yield from suffer(g, seat, 0, 1)


def discard(g: G, seat: Seat, number: int, rule: str = "") -> Rule[None]:
    """Discard cards that the owner chooses. Unknown cards are interchangeable."""
    who = g.state.seats[seat]
    number = min(number, len(who.hand) + who.unknown)
    if not number:
        return
    hand = [Option(card, from_data(card)) for card in holdable(g.state, seat)]
    hand += [Option(NAMELESS, _("another card of the hand")) for _card in range(min(number, who.unknown))]
    secret = names_are_secret(g.state)
    title = ngettext("discard {n} card", "discard {n} cards", number)
    chosen = yield from g.some(choose(seat, title, hand, number, number, rule, secret=secret, key="discard"))
    while sum((Counter(chosen) - Counter(who.hand)).values()) > who.unknown:
        title = _no_more(number)
        chosen = yield from g.some(choose(seat, title, hand, number, number, rule, secret=secret, key="discard.again"))
    for card in chosen:
        g.emit(CardDiscarded(seat, card))


def _no_more(number: int) -> Text:
    """Return the title of the repeated prompt."""
    return ngettext(
        "discard {n} card, no more than the hand holds", "discard {n} cards, no more than the hand holds", number
    )
