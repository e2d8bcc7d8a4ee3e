"""A table of Draw Your Weapon for tests: Ann (Might 2), Ben (Might 1), Cleo, and the Dealer's gatekeeper (Might 3)."""

from __future__ import annotations

import json
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.engine import GameSetup, Rule, Run, offer
from companion.games.draw_your_weapon import GAME
from companion.games.draw_your_weapon.rules.actions.rest import rest, rest_ways
from companion.games.draw_your_weapon.rules.cards import lay_out
from companion.games.draw_your_weapon.rules.checks import contest, skill_test
from companion.games.draw_your_weapon.state import Deck, G, State
from companion.schema import TABLE, View, to_json
from tests.games.course import alone

ANN, BEN, CLEO, GATEKEEPER = "1", "2", "3", "gatekeeper"
PEOPLE = {
    ANN: {
        "title": "A miller",
        "attributes": {"might": 2, "endurance": 3, "wits": 1, "charm": 0},
        "hp": 20,
        "weapons": [{"name": "mace", "low": 4, "high": 10, "suits": ["C"]}],
    },
    BEN: {
        "title": "A fencer",
        "attributes": {"might": 1, "endurance": 1, "wits": 3, "charm": 2},
        "hp": 16,
        "speed": 7,
        "weapons": [{"name": "rapier", "low": 2, "high": 8, "suits": ["S", "D"]}],
    },
    CLEO: {
        "title": "A shepherd",
        "attributes": {"might": 0, "endurance": 2, "wits": 2, "charm": 3},
        "hp": 18,
        "weapons": [{"name": "sling", "low": 1, "high": 13}],
    },
}
PLAIN = GameSetup(GAME.sample.seats, GAME.sample.names, {"characters": PEOPLE})
"""Without an adventure: the Dealer has the figures of every evening."""


def state(**changes: Any) -> State:
    """A plain table. Of its shared deck `library`, `pile` and `void` can be named, of its rules `asks_attribute`."""
    s = GAME.setup(PLAIN)
    cards = {name: changes.pop(name) for name in ("library", "pile", "void") if name in changes}
    rules = {name: changes.pop(name) for name in ("asks_attribute", "damage") if name in changes}
    decks = MappingProxyType({**s.decks, TABLE: replace(s.decks[TABLE], **cards)})
    return replace(s, decks=decks, book=replace(s.book, **rules), **changes)


def with_rules(**changes: Any) -> State:
    """A plain table, laid out by other rules."""
    s = state()
    book = replace(s.book, **changes)
    decks, held = lay_out(book, (ANN, BEN, CLEO))
    return replace(s, book=book, decks=decks, held=held)


def shared(s: State) -> Deck:
    return s.decks[TABLE]


def having(s: State, who: str, **changes: Any) -> State:
    return replace(s, characters=MappingProxyType({**s.characters, who: replace(s.characters[who], **changes)}))


def a_skill_test(s: State | None = None, who: str = ANN, suit: str = "C", surprise: bool = False) -> Run[Any, Any]:
    """Begin a Skill Test of Might, which asks the Dealer for the number."""
    return alone(GAME, s or state(), lambda g: skill_test(g, who, "might", suit, surprise))


def a_contest(
    who: tuple[str, ...] = (ANN, BEN), s: State | None = None, suit: str = "C", surprised: tuple[str, ...] = ()
) -> Run[Any, Any]:
    """A Contest of Might."""
    return alone(GAME, s or state(), lambda g: contest(g, who, "might", suit, surprised))


def as_read(view: View) -> str:
    """Render a view in English."""
    return json.dumps([to_json(block, str) for block in view])


def whole_rest(g: G) -> Rule[None]:
    """Let Ann rest, and ask the Dealer whether it is over."""
    rest(g, ANN)
    yield from offer(g, rest_ways(g.state))
