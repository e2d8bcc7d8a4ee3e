"""Free play: the Dealer calls a test, or a character acts; whoever answers first goes on."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.draw_your_weapon.actions import ACTIONS, CALLS, Action
from companion.games.draw_your_weapon.events import G
from companion.games.draw_your_weapon.state import State, players
from companion.rules.play import Rule, choose
from companion.wire.prompt import DEALER, Option, Prompt, Seat


def play(g: G) -> Rule[None]:
    """One call of the Dealer, or one Action of a player (DYW-TEST-1, -2)."""
    s = g.state
    acting = [
        p
        for who in players(s)
        if (p := menu(s, who, f"{s.characters[who].name}: act if you wish", ACTIONS)) is not None
    ]
    calling = menu(s, DEALER, "Dealer: call a test", CALLS)
    asked, (name,) = yield from g.first(*([calling] if calling else []), *acting)
    (chosen,) = (a for a in CALLS + ACTIONS if a.name == name)
    yield from chosen.do(g, asked.seat)


def menu(s: State, seat: Seat, title: str, actions: Sequence[Action]) -> Prompt | None:
    """The actions of one seat, the impossible ones grey; None where none is possible."""
    options = tuple(Option(a.name, a.title, a.refuse(s, seat)) for a in actions)
    if all(option.refused for option in options):
        return None
    return choose(seat, title, options, rule=actions[0].rule)


def over(s: State) -> str:
    return "The evening is over." if s.ended else ""
