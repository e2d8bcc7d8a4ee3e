"""The form before a scenario, and the first state: the investigators in their seats, the first events queued."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.engine import GameSetup, SheetKind
from companion.games.mansions.content import BASE, Scenario, all_boxes, boxes, investigators, scenario_sheets
from companion.games.mansions.rules.story import holds
from companion.games.mansions.state import Investigator, Space, State, Story, Waiting, story_of
from companion.i18n import _, from_data
from companion.schema import Field, Form, Pick, Seat

INVESTIGATOR = SheetKind(investigators.FORM, investigators.shipped, investigators.proof)
SHEETS: Mapping[str, SheetKind] = MappingProxyType({"scenario": scenario_sheets.SHEET, "investigator": INVESTIGATOR})


def form() -> Form:
    owned = tuple(Pick(code, from_data(box.title)) for code, box in all_boxes().items() if code != BASE)
    return Form(
        _("A scenario"),
        (
            Field("scenario", _("Scenario"), "sheet", least=1, default=scenario_sheets.SAMPLE, sheet="scenario"),
            Field("investigators", _("Investigator"), "sheet", least=1, sheet="investigator", each_seat=True),
            Field(
                "counted_actions",
                _("Count the actions and check the rules"),
                "flag",
                _("Off: you take your turns yourselves, as with other apps, and tap what you do."),
                default=True,
            ),
            Field("boxes", _("Boxes on the table, beside the base game"), "choices", options=owned, advanced=True),
            Field(
                "language",
                _("Language of the scenario"),
                "text",
                _("English, German … as the file has it. Left open: the scenario's own."),
                most=30,
                advanced=True,
            ),
        ),
        _("The page draws the map, reads your dice and tells the story. Our own scenarios need no box."),
    )


OPENING_TRIGGERS = ("StartRound", "EventStart")  # in the order of the stack: the last one runs first


def setup(chosen: GameSetup) -> State:
    """Build the first state. Raises ContentError where the scenario or an investigator cannot be read."""
    choice = chosen.choices.get("scenario", scenario_sheets.SAMPLE)
    return build_state(chosen, scenario_sheets.scenario_of(choice, chosen.choices.get("language", "")))


def build_state(chosen: GameSetup, scenario: Scenario) -> State:
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
            boxes=boxes.boxes_on_table((*scenario.packs, *chosen.choices.get("boxes", ()))),
        ),
    )
    return queue_opening(state)


def queue_opening(s: State) -> State:
    components = story_of(s).scenario.components.values()
    waiting = [
        Waiting(component.name)
        for trigger in OPENING_TRIGGERS
        for component in components
        if component.trigger == trigger and holds(s, component.condition)
    ]
    return replace(s, story=replace(story_of(s), stack=tuple(waiting)))


def _seats(chosen: GameSetup, scenario: Scenario) -> dict[Seat, Investigator]:
    """Seat the chosen investigators, and shipped ones that are still free."""
    wished = chosen.choices.get("investigators", {})
    free = (name for name in investigators.shipped() if name not in wished.values())
    return {seat: _sit(chosen, seat, wished.get(seat) or next(free), scenario) for seat in chosen.seats}


def _sit(chosen: GameSetup, seat: Seat, wish: str | Mapping[str, Any], scenario: Scenario) -> Investigator:
    figure = investigators.figure(wish)
    return Investigator(
        name=chosen.names.get(seat, figure.name),
        skills=figure.skills,
        space=scenario.start,
        health=figure.health,
        sanity=figure.sanity,
        clues=figure.clues,
        possessions=figure.possessions if scenario.exact else (),
    )
