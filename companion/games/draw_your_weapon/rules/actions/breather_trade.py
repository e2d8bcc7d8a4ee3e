"""The trade of a Breather: two who rest together swap a card and share Reserve and Clout (DYW-BTRADE)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from companion.engine.play import Rule, choose, count
from companion.engine.playing_cards import words
from companion.games.draw_your_weapon.facts.events import CardsTraded, G, StatGiven
from companion.games.draw_your_weapon.rules.decks import possible
from companion.games.draw_your_weapon.rules.played_cards import contradiction
from companion.games.draw_your_weapon.state import State, card_value, players
from companion.schema.prompt import Faces, Option, Prompt, Seat

Shared: TypeAlias = Literal["reserve", "clout"]
SHARED: tuple[Shared, ...] = ("reserve", "clout")


def partners(s: State, who: Seat) -> tuple[Seat, ...]:
    """Who can rest together with this one."""
    return tuple(name for name in players(s) if name != who and not s.characters[name].resting)


def agreed_partner(g: G, who: Seat) -> Rule[Seat]:
    """With whom; "" where the other one declines, and then nothing has happened yet (DYW-BTRADE-1)."""
    name = g.state.characters[who].name
    others = [Option(n, g.state.characters[n].name) for n in partners(g.state, who)]
    if not others:
        return ""
    partner = yield from g.one(choose(who, f"{name}: trade with whom?", others, rule="DYW-BTRADE-1"))
    title = f"{g.state.characters[partner].name}: rest together and trade with {name}?"
    ways = (Option("yes", "Agree"), Option("no", "Decline"))
    return partner if (yield from g.one(choose(partner, title, ways, rule="DYW-BTRADE-2"))) == "yes" else ""


def swap(g: G, who: Seat, partner: Seat) -> Rule[None]:
    """At most one card each; what is shared beside is at most the value of the higher card (DYW-BTRADE-2 to -5)."""
    gives, takes = yield from given_cards(g, who, partner)
    limit = max((card_value(g.state, card) for card in gives + takes), default=0)
    left = {who: limit, partner: limit}
    given: list[StatGiven] = []
    for stat in SHARED:
        for giver, taker in ((who, partner), (partner, who)):
            amount = yield from share(g, giver, stat, left[giver])
            left[giver] -= amount  # DYW-AMB-12: the sum counts
            given += [StatGiven(giver, taker, stat, amount)] if amount else []
    if gives or takes:
        g.emit(CardsTraded(who, partner, gives, takes))
    for fact in given:
        g.emit(fact)


def given_cards(g: G, who: Seat, partner: Seat) -> Rule[tuple[Faces, Faces]]:
    """What each gives, both at once; one card cannot be in two hands, so then both say it again."""
    again = False
    while True:
        one, other = yield from g.ask(card_to_give(g.state, who, again), card_to_give(g.state, partner, again))
        if not (one and other) or contradiction(g.state, {who: one[0], partner: other[0]}) is None:
            return one, other
        again = True


def card_to_give(s: State, who: Seat, again: bool = False) -> Prompt:
    """The two see it, nobody else (DYW-BTRADE-2)."""
    cards = [Option(card, words(card)) for card in possible(s, who)] if s.characters[who].hand else []
    once_more = " Once more: both named the same card" if again else ""
    title = f"{s.characters[who].name}: which card do you give, if any?{once_more}"
    return choose(who, title, cards, 0, 1, "DYW-BTRADE-4", secret=True)


def share(g: G, giver: Seat, stat: Shared, limit: int) -> Rule[int]:
    """How much is spent for the other; nothing is asked where nothing can be."""
    most = most_shared(g.state, giver, stat, limit)
    if not most:
        return 0
    title = f"{g.state.characters[giver].name}: spend {stat.capitalize()} for the other?"
    return (yield from g.number(count(giver, title, 0, most, "DYW-BTRADE-5")))


def most_shared(s: State, giver: Seat, stat: Shared, limit: int) -> int:
    character = s.characters[giver]
    return min(character.reserve if stat == "reserve" else character.clout, limit)


def traded(cards: Faces) -> str:
    """How many cards, in words.

    >>> traded(("7C",)), traded(())
    ('a card', 'nothing')
    """
    return "a card" if cards else "nothing"
