"""The state as players may know it: read texts and placed components, not the rest of the scenario."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.engine import NOT_READ, READ_OUT, PartlyHidden, hidden
from companion.games.mansions.content import FIRE, PERILS, Button, Component, MonsterKind, Room, Scenario
from companion.games.mansions.puzzles import Puzzle
from companion.games.mansions.rules.actions import does_something
from companion.games.mansions.state import State, Story
from companion.i18n import _
from companion.schema import Seat

THE_CODE = hidden(_("The solution of the puzzle decides."))
UNREAD_FIELDS = ("add", "remove", "trigger", "operations", "condition", "at_random", "effects")
"""Fields of a shown or placed component that players do not read."""
HIDDEN_FIELDS = (*UNREAD_FIELDS, "trial", "text", "buttons", "display", "quota", "heroes")
UNEXPLORED = Room(READ_OUT, tile="unexplored", x=0, y=0, w=0, h=0)  # hides the place; no figure walks through it


def veil(s: State, eyes: frozenset[Seat], now: State) -> State:
    """Hide the unread scenario from all seats, and each seat's condition from the others."""
    if s.story is None:
        return s
    seats = {
        seat: replace(who, insane=hidden(_("The back of {who}'s condition decides.", who=who.name)))
        if who.insane and seat not in eyes
        else who
        for seat, who in s.seats.items()
    }
    kinds = {
        kind
        for state in (s, now)
        for monster in state.monsters.values()
        for kind in s.story.scenario.lineage(monster.kind)
    }
    return replace(s, seats=MappingProxyType(seats), story=_veil_story(s.story, now.story or s.story, kinds))


def _veil_story(then: Story, now: Story, met: set[str]) -> Story:
    return replace(
        then,
        scenario=_reveal_known(then.scenario, then, now, met),
        variables=PartlyHidden({FIRE: then.variables.get(FIRE, 0.0)}, NOT_READ),  # all see whether it burns
        quotas=PartlyHidden({}, NOT_READ),
        items=PartlyHidden({}, NOT_READ),
        stack=tuple(replace(waiting, event=READ_OUT) for waiting in then.stack),
        puzzles=MappingProxyType({name: _hide_code(puzzle) for name, puzzle in then.puzzles.items()}),
    )


def _hide_code(puzzle: Puzzle) -> Puzzle:
    """Hide the solution of a code. Other puzzles are open."""
    return replace(puzzle, target=(THE_CODE,) * len(puzzle.target)) if puzzle.shape == "code" else puzzle


def _reveal_known(scenario: Scenario, then: Story, now: Story, met: set[str]) -> Scenario:
    """Reveal the known part of a scenario. `met`: kinds of monsters that are or were on the map."""
    lying = {*then.board, *now.board, *then.held, *now.held}
    shown = {story.shown.event for story in (then, now) if story.shown is not None}
    known = {name: _hide_component(component) for name, component in scenario.components.items() if name in lying}
    for name in shown:
        if component := scenario.components.get(name) or PERILS.get(name):
            known[name] = _show_component(component)
    return replace(
        scenario,
        components=PartlyHidden(known, NOT_READ),
        rooms=MappingProxyType(
            {name: room if room.tile in lying else UNEXPLORED for name, room in scenario.rooms.items()}
        ),
        monsters=MappingProxyType(
            {name: _hide_monster_texts(kind) for name, kind in scenario.monsters.items() if name in met}
        ),
        activations=PartlyHidden({}, NOT_READ),
    )


def _hide_monster_texts(kind: MonsterKind) -> MonsterKind:
    """Hide the texts of a monster until it acts."""
    untold = ("text", "attacks", "activations", "evade", "horror_event")
    return replace(kind, **dict.fromkeys(untold, READ_OUT))


def _hide_component(component: Component) -> Component:
    """Hide a placed component, but show whether it can be tapped."""
    covered = replace(component, **dict.fromkeys(HIDDEN_FIELDS, READ_OUT))
    if does_something(component):
        return replace(covered, display=True, text="…")
    return replace(covered, display=False, text="", buttons=(), add=(), remove=(), operations=())


def _show_component(component: Component) -> Component:
    """Show a read component, but hide the successors of its buttons."""
    buttons = tuple(Button(button.label, next=READ_OUT, condition=READ_OUT) for button in component.buttons)
    return replace(component, **dict.fromkeys(UNREAD_FIELDS, READ_OUT), buttons=buttons)
