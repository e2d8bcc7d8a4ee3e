"""Free play: the Dealer calls a test, or a character acts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.engine import Rule, choose, do_item, offer
from companion.games.draw_your_weapon.rules.actions import ACTIONS, calling, evening_menu, rest_ways, storytelling
from companion.games.draw_your_weapon.rules.checks import requirement_ways
from companion.games.draw_your_weapon.rules.corrections import check_handful, correction_ways, deck_check_ways
from companion.games.draw_your_weapon.rules.weapons_in_hand import weapon_ways
from companion.games.draw_your_weapon.state import G, State, Way, players
from companion.i18n import _
from companion.schema import Faces, Seat, Words


def play(g: G) -> Rule[None]:
    """Play one call of the Dealer, one Action (DYW-TEST-1, -2), or a handful of a deck check."""
    if g.state.checking is not None:
        yield from check_handful(g)
        return
    yield from offer(g, ways(g.state))


def ways(s: State) -> Iterator[Way]:
    """Yield the Dealer's story and calls, the players' Actions, and the menus."""
    yield calling(s)
    for who in players(s):
        yield from menu(s, who)
    yield from rest_ways(s)
    yield from weapon_ways(s)
    yield storytelling(s)
    yield from requirement_ways(s)
    yield from deck_check_ways(s)
    yield from correction_ways(s)
    yield evening_menu(s)


def menu(s: State, seat: Seat) -> Iterator[Way]:
    """Offer the actions of one seat, unless all are grey."""
    options = tuple(action.option(s, seat) for action in ACTIONS)
    if not all(option.refused for option in options):
        prompt = choose(seat, _("act if you wish"), options, rule=ACTIONS[0].rule, key="act")
        yield Way(prompt, partial(_act, seat))


def _act(seat: Seat, g: G, values: Faces) -> Rule[None]:
    yield from do_item(ACTIONS, values[0], g, seat)


def over(s: State) -> Words:
    return (s.ending or _("The evening is over.")) if s.ended else ""
