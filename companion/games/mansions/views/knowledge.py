"""The state as some of the table may know it: of the story what was read or lies there, of a code what was tried."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.engine import NOT_READ, READ_OUT, PartlyHidden, hidden
from companion.games.mansions.content import PERILS, Button, Component, MonsterKind, Room, Scenario
from companion.games.mansions.puzzles import Puzzle
from companion.games.mansions.rules.actions import does_something
from companion.games.mansions.rules.story import FIRE
from companion.games.mansions.state import Investigator, State, Story
from companion.i18n import _
from companion.schema import Seat

THE_CODE = hidden(_("The solution of the puzzle decides."))
ON_THE_BACK = ("add", "remove", "trigger", "operations", "condition", "at_random", "effects")
"""What a page does that is shown or lies there: nobody reads it."""
FACE_DOWN = (*ON_THE_BACK, "trial", "text", "buttons", "display", "quota", "heroes")


def veil(s: State, eyes: frozenset[Seat], now: State) -> State:
    """Nobody at the table has read the story before; each reads the back of the own condition alone."""
    if s.story is None:
        return s
    seats = {seat: who if seat in eyes else _of_other(who) for seat, who in s.seats.items()}
    kinds = {
        kind for state in (s, now) for one in state.monsters.values() for kind in s.story.scenario.lineage(one.kind)
    }
    return replace(s, seats=MappingProxyType(seats), story=_as_read(s.story, now.story or s.story, kinds))


def _of_other(who: Investigator) -> Investigator:
    return replace(who, insane=hidden(_("The back of {who}'s condition decides.", who=who.name))) if who.insane else who


def _as_read(then: Story, now: Story, met: set[str]) -> Story:
    return replace(
        then,
        scenario=_opened(then.scenario, then, now, met),
        variables=PartlyHidden({FIRE: then.variables.get(FIRE, 0.0)}, NOT_READ),  # all see whether it burns
        quotas=PartlyHidden({}, NOT_READ),
        items=PartlyHidden({}, NOT_READ),
        stack=tuple(replace(one, event=READ_OUT) for one in then.stack),
        puzzles=MappingProxyType({name: _puzzle(one) for name, one in then.puzzles.items()}),
    )


def _puzzle(one: Puzzle) -> Puzzle:
    """A code is not to be seen, all other puzzles are."""
    return replace(one, target=(THE_CODE,) * len(one.target)) if one.shape == "code" else one


def _opened(scenario: Scenario, then: Story, now: Story, met: set[str]) -> Scenario:
    """`met`: the kinds of monsters that are or were on the map."""
    lying = {*then.board, *now.board, *then.held, *now.held}
    shown = {story.shown.event for story in (then, now) if story.shown is not None}
    known = {name: _face_down(one) for name, one in scenario.components.items() if name in lying}
    known |= {name: _read(one) for name in shown if (one := scenario.components.get(name) or PERILS.get(name))}
    return replace(
        scenario,
        components=PartlyHidden(known, NOT_READ),
        rooms=MappingProxyType(
            {name: room if room.tile in lying else _unexplored() for name, room in scenario.rooms.items()}
        ),
        monsters=MappingProxyType({kind: _met(one) for kind, one in scenario.monsters.items() if kind in met}),
        activations=PartlyHidden({}, NOT_READ),
    )


def _unexplored() -> Room:
    """Where a tile will lie, nobody knows; nobody walks through it."""
    return Room(READ_OUT, tile="unexplored", x=0, y=0, w=0, h=0)


def _met(one: MonsterKind) -> MonsterKind:
    """It stands there: what it does is read out when it does it."""
    untold = ("text", "attacks", "activations", "evade", "horror_event")
    return replace(one, **dict.fromkeys(untold, READ_OUT))


def _face_down(one: Component) -> Component:
    """It lies there: everybody sees whether it can be tapped, and nobody knows what it tells then."""
    covered = replace(one, **dict.fromkeys(FACE_DOWN, READ_OUT))
    if does_something(one):
        return replace(covered, display=True, text="…")
    return replace(covered, display=False, text="", buttons=(), add=(), remove=(), operations=())


def _read(one: Component) -> Component:
    """It is shown: what its buttons lead to is not known."""
    buttons = tuple(Button(button.label, next=READ_OUT, condition=READ_OUT) for button in one.buttons)
    return replace(one, **dict.fromkeys(ON_THE_BACK, READ_OUT), buttons=buttons)
