"""The course of the game: one action after the other, a turn each, then a new round."""

from __future__ import annotations

from companion.games.arkham.actions import ACTIONS, draw_from_deck, option
from companion.games.arkham.events import G, ResourcesChanged, RoundBegan, TurnBegan, TurnEnded
from companion.games.arkham.state import State
from companion.rules.play import Rule, choose
from companion.wire.prompt import Seat


def play(g: G) -> Rule[None]:
    """One action of the seat whose turn it is, and the next turn where that was its last one."""
    seat = g.state.active
    who = g.state.seats[seat]
    left = f"{who.actions} action{'' if who.actions == 1 else 's'} left"
    buttons = [option(action, g.state, seat) for action in ACTIONS]
    name = yield from g.one(choose(seat, f"{who.name}: choose an action, {left}", buttons, rule="AH-ACT-TURN-1"))
    action = next(a for a in ACTIONS if a.name == name)
    yield from action.do(g, seat)
    after = g.state.seats[seat]
    if seat not in g.state.taken and (not after.actions or after.defeated):
        g.emit(TurnEnded(seat))
    if seat in g.state.taken:
        pass_on(g)


def over(s: State) -> str:
    """Empty, or the sentence with which it ended."""
    if all(who.defeated for who in s.seats.values()):
        return "Every investigator is defeated."
    if all(place.revealed and not place.clues for place in s.locations.values()):
        return "Every clue is found."
    return ""


def pass_on(g: G) -> None:
    """The next turn, or the next round with its upkeep. AH-X-TURN-1."""
    waiting = _waiting(g.state)
    if not waiting and not over(g.state):
        upkeep(g)
        waiting = _waiting(g.state)
    if waiting:
        g.emit(TurnBegan(waiting[0]))


def upkeep(g: G) -> None:
    """Ready, a card and a resource for everybody. AH-X-UPKEEP-1."""
    g.emit(RoundBegan(g.state.round + 1))
    for seat in _waiting(g.state):
        draw_from_deck(g, seat)
        g.emit(ResourcesChanged(seat, 1))


def _waiting(s: State) -> tuple[Seat, ...]:
    return tuple(seat for seat, who in s.seats.items() if seat not in s.taken and not who.defeated)
