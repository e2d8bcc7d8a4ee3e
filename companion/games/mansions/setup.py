"""Build the first state: the chosen scenario, the investigators in their seats, the first events queued."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.engine import GameSetup
from companion.games.mansions.content import Figure, Scenario, boxes, investigators, scenario_sheets
from companion.games.mansions.rules.story import holds
from companion.games.mansions.state import Investigator, Space, State, Story, Waiting, story_of
from companion.schema import Seat

FIRST = ("StartRound", "EventStart")  # triggers of the start, in the order of the stack: the last one runs first


def setup(chosen: GameSetup) -> State:
    """Build the first state. Raises ContentError where the scenario or an investigator cannot be read."""
    told = chosen.choices.get("scenario", scenario_sheets.SAMPLE)
    return laid_out(chosen, scenario_sheets.scenario_of(told, chosen.choices.get("language", "")))


def laid_out(chosen: GameSetup, scenario: Scenario) -> State:
    """Build the first state of a scenario that is loaded already."""
    state = State(
        seats=MappingProxyType(_seats(chosen, scenario)),
        items=investigators.possessions(),
        spaces=MappingProxyType(
            {name: Space(room.adjacent, room.doors, room.impassable) for name, room in scenario.rooms.items()}
        ),
        players=len(chosen.seats),
        story=Story(
            scenario,
            counted_actions=bool(chosen.choices.get("counted_actions", True)),
            # the packs of a scenario count as owned: players use stand-ins, and its events ask for the box
            boxes=boxes.on_table((*scenario.packs, *chosen.choices.get("boxes", ()))),
        ),
    )
    return queued(state)


def queued(s: State) -> State:
    """Return the state with the opening events queued."""
    components = story_of(s).scenario.components.values()
    waiting = [
        Waiting(one.name) for first in FIRST for one in components if one.trigger == first and holds(s, one.condition)
    ]
    return replace(s, story=replace(story_of(s), stack=tuple(waiting)))


def _seats(chosen: GameSetup, scenario: Scenario) -> dict[Seat, Investigator]:
    told = chosen.choices.get("investigators", {})
    free = iter([name for name in investigators.shipped() if name not in told.values()])
    return {seat: _sit(chosen, seat, _figure(told, seat, free), scenario) for seat in chosen.seats}


def _figure(told: Mapping[Seat, Any], seat: Seat, free: Iterator[str]) -> Figure:
    """Return the chosen investigator, or the next shipped one that is still free."""
    chosen = told.get(seat)
    return investigators.figure(chosen or next(free))


def _sit(chosen: GameSetup, seat: Seat, figure: Figure, scenario: Scenario) -> Investigator:
    return Investigator(
        name=chosen.names.get(seat, figure.name),
        skills=MappingProxyType(dict(figure.skills)),
        space=scenario.start,
        health=figure.health,
        sanity=figure.sanity,
        clues=figure.clues,
        possessions=figure.possessions if scenario.exact else (),
    )
