"""Investigators: their draws and discards, their damage and horror, and their defeat. AH-X-DEFEAT-1."""

from __future__ import annotations

from collections import Counter

from companion.engine import Rule, choose, distinct
from companion.games.arkham.facts import (
    AssetHurt,
    AssetLost,
    CardDiscarded,
    CardsDrawn,
    DeckRenewed,
    Hurt,
    InvestigatorLeft,
    Soaked,
)
from companion.games.arkham.names import NAMELESS, damage_text, horror_text
from companion.games.arkham.state import G, InPlay, Investigator, State, holdable, names_are_secret
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import Faces, Option, Seat


def suffer(g: G, seat: Seat, damage: int, horror: int) -> Rule[None]:
    """Deal damage and horror of a card or a token; heal where they are negative."""
    if (damage or horror) and not g.state.seats[seat].left:
        g.emit(Hurt(seat, damage, horror))
        yield from assign_harm(g, seat, damage, horror)


def assign_harm(g: G, seat: Seat, damage: int, horror: int) -> Rule[None]:
    """Offer to assign damage and horror to assets, then check for defeat."""
    taken: dict[str, Faces] = {}
    for what, number in (("damage", damage), ("horror", horror)):
        if number > 0 and capacity(g.state, seat, what):
            taken[what] = yield from _choose_assets(g, seat, what, number)
    for what, points in taken.items():
        _soak(g, seat, what, points)
    for card in distinct(card for points in taken.values() for card in points):
        _leave(g, seat, card)
    defeat_if_full(g, seat)


def defeat_if_full(g: G, seat: Seat) -> None:
    """Defeat an investigator at full damage or horror. With both at once, damage counts."""
    who = g.state.seats[seat]
    if who.left:
        return
    if who.health is not None and who.damage >= who.health:
        g.emit(InvestigatorLeft(seat, "killed"))
    elif who.sanity is not None and who.horror >= who.sanity:
        g.emit(InvestigatorLeft(seat, "insane"))


def capacity(s: State, seat: Seat, what: str) -> dict[str, int]:
    """Return how much more each asset can take."""
    who = s.seats[seat]
    room = {card: _room(s, who, card, what) for card in who.in_play}
    return {card: left for card, left in room.items() if left > 0}


def _room(s: State, who: Investigator, card: str, what: str) -> int:
    facts, lying = s.cards.get(card), who.assets.get(card, InPlay())
    if facts is None:
        return 0
    return facts.health - lying.damage if what == "damage" else facts.sanity - lying.horror


def _choose_assets(g: G, seat: Seat, what: str, number: int) -> Rule[Faces]:
    """Ask the owner to assign each point to an asset."""
    is_damage, room = what == "damage", capacity(g.state, seat, what)
    point = damage_text(1) if is_damage else horror_text(1)
    points = [
        Option(card, _("{card}: {harm}", card=from_data(card), harm=point))
        for card, most in room.items()
        for _point in range(min(most, number))
    ]
    harm = damage_text(number) if is_damage else horror_text(number)
    title = _("{harm}, which of it goes to assets?", harm=harm)
    most = min(number, len(points))
    prompt = choose(seat, title, points, 0, most, rule="AH-X-DEFEAT-1", key=f"assets.{what}", about=str(number))
    return (yield from g.some(prompt))


def _soak(g: G, seat: Seat, what: str, points: Faces) -> None:
    for card, taken in Counter(points).items():
        damage, horror = (taken, 0) if what == "damage" else (0, taken)
        g.emit(Soaked(seat, damage, horror))
        g.emit(AssetHurt(seat, card, damage, horror))


def _leave(g: G, seat: Seat, card: str) -> None:
    """Remove an asset at full damage or horror."""
    who = g.state.seats[seat]
    facts, lying = g.state.cards[card], who.assets.get(card, InPlay())
    if (facts.health and lying.damage >= facts.health) or (facts.sanity and lying.horror >= facts.sanity):
        g.emit(AssetLost(seat, card))


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
