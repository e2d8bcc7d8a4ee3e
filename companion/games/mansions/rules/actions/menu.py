"""What an investigator may do in their turn: one card with a button for each action, and for the end of the turn."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import Rule, choose
from companion.games.mansions.facts import G, TurnEnded, Way
from companion.games.mansions.rules.actions import (
    barricades_and_fire,
    costs_and_moves,
    push_steal_trade,
)
from companion.games.mansions.rules.actions.costs_and_moves import Action, headline, no_action_left
from companion.games.mansions.state import State, exact
from companion.schema import Faces, Option, Seat

END, GO = "end", "go"


def ways(s: State) -> tuple[Way, ...]:
    """The card of whose turn it is. MOM-X-TURN-1."""
    story = s.story
    if story is None or story.phase != "investigator" or story.active not in s.seats:
        return ()
    seat = story.active
    options = sorted(menu(s, seat), key=lambda option: option.refused is not None)  # what is possible stands first
    prompt = choose(seat, headline(s, seat), [*options, _end(s, seat)], rule="MOM-X-TURN-1")

    def take(g: G, values: Faces) -> Rule[None]:
        yield from act(g, seat, values[0])

    return (Way(prompt, take),)


def act(g: G, seat: Seat, name: str) -> Rule[None]:
    """Carry out a button of the card."""
    if name in (END, GO):
        g.emit(TurnEnded(seat))
        return
    action = next(one for one in ACTIONS if one.name == name)
    yield from action.do(g, seat)


def menu(s: State, seat: Seat) -> Iterator[Option]:
    """A button for each action; the rest of a move only where one was interrupted, nothing for who was eliminated."""
    for action in () if s.seats[seat].eliminated else ACTIONS:
        if action.name != "finish" or s.seats[seat].steps_left:
            yield Option(action.name, action.title, action.refuse(s, seat))


def _end(s: State, seat: Seat) -> Option:
    """Golden where nothing else is left."""
    who = s.seats[seat]
    spent = who.eliminated or (no_action_left(s, seat) is not None and not (exact(s) and who.steps_left))
    return Option(GO if spent else END, "End the turn")


ACTIONS: tuple[Action, ...] = (
    *costs_and_moves.ACTIONS,
    *push_steal_trade.ACTIONS,
    *barricades_and_fire.ACTIONS,
)
