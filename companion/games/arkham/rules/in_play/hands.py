"""The hand and the deck of an investigator: draw and discard."""

from __future__ import annotations

from collections import Counter

from companion.engine import Rule, choose
from companion.games.arkham.facts import NAMELESS, CardDiscarded, CardsDrawn, DeckRenewed, G
from companion.games.arkham.rules.in_play.damage_and_horror import suffer
from companion.games.arkham.state import holdable, names_are_secret
from companion.schema import Option, Seat


def draw_cards(g: G, seat: Seat, number: int) -> Rule[None]:
    """From the own deck; an empty one is made of the discard pile first, and that hurts. AH-X-DRAW-1."""
    for _ in range(number):
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
    """Cards of the hand, as its owner chooses; those we do not know are as good as any."""
    who = g.state.seats[seat]
    number = min(number, len(who.hand) + who.unknown)
    if not number:
        return
    hand = [Option(card, card) for card in holdable(g.state, seat)]
    hand += [Option(NAMELESS, "another card of the hand") for _ in range(min(number, who.unknown))]
    title = f"{who.name}: discard {number} card{'' if number == 1 else 's'}"
    chosen = yield from g.some(choose(seat, title, hand, number, number, rule, secret=names_are_secret(g.state)))
    while sum((Counter(chosen) - Counter(who.hand)).values()) > who.unknown:
        again = choose(
            seat, f"{title}, no more than the hand holds", hand, number, number, rule, secret=names_are_secret(g.state)
        )
        chosen = yield from g.some(again)
    for card in chosen:
        g.emit(CardDiscarded(seat, card))
