"""Is everything there that a scenario of ours names? What the engine would pass over in silence is an error here."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from companion.engine.form_check import short
from companion.errors import ContentError
from companion.games.mansions.content.scenario import Component, Effect, PuzzlePart, Scenario, SpawnPart, TokenPart
from companion.games.mansions.content.terms import SKILLS

NAMED = re.compile(r"\{c:([^}]*)\}")
MARKS = re.compile(r"\{([^}:]*)[:}]")
SYMBOLS = (*SKILLS, "success", "investigation", "clue", "action", "c", "var", "rnd")
SPACES = ("move", "fire", "no_fire", "darkness", "no_darkness")
MOST_FAULTS = 20  # that are told at once


def prove(scenario: Scenario, where: str) -> None:
    """Raises ContentError with each name that is nowhere."""
    faults = [f"{where}: {fault}" for fault in _faults(scenario)]
    if faults:
        raise ContentError("\n".join(faults[:MOST_FAULTS]))


def _faults(scenario: Scenario) -> Iterator[str]:
    if scenario.start not in scenario.rooms:
        yield f"start = {short(scenario.start)} is no room"
    for name, room in scenario.rooms.items():
        tile = scenario.components.get(room.tile)
        if tile is None or tile.kind != "tile":
            yield f"room.{name}: there is no tile {short(room.tile)}"
    for kind in scenario.monsters.values():
        yield from _unknown(kind.activations, scenario.activations, f"monster {kind.title}: activations")
    for words in scenario.activations.values():
        for line in words.effects:
            yield from _effect(line, scenario, f"activation.{words.name}: {line.kind}")
    for one in scenario.components.values():
        yield from _component(one, scenario)
    if not any(operation.name == "$end" for one in scenario.components.values() for operation in one.operations):
        yield "no event is an ending; one says ending = true"
    if not any(one.trigger == "EventStart" for one in scenario.components.values()):
        yield 'nothing begins; one event says on = "start"'


def _component(one: Component, scenario: Scenario) -> Iterator[str]:
    place = f"{one.kind}.{one.name}"
    for button in one.buttons:
        yield from _unknown(button.next, scenario.components, f"{place}: next")
        yield from _texts(button.label, scenario, place)
    yield from _unknown(one.add, scenario.components, f"{place}: add")
    removable = (name for name in one.remove if not name.startswith("#"))
    yield from _unknown(removable, scenario.components, f"{place}: remove")
    yield from _texts(one.text, scenario, place)
    for line in one.effects:
        yield from _effect(line, scenario, f"{place}: {line.kind}")
    if one.trial:
        yield from _unknown((one.trial.skill,), SKILLS, f"{place}: test")
    elif one.kind != "puzzle":  # whoever reads a skill's symbol expects dice, and so does the engine
        shown = [mark for mark in MARKS.findall(one.text) if mark in SKILLS]
        yield from (f"{place}: the text shows {{{mark}}} and there is no test; write the word" for mark in shown)
    if one.trigger.startswith("Defeated"):
        names = (*scenario.components, *scenario.monsters)
        yield from _unknown((one.trigger.removeprefix("Defeated"),), names, f"{place}: on defeated")
    yield from _part(one, scenario, place)


def _part(one: Component, scenario: Scenario, place: str) -> Iterator[str]:
    match one.part:
        case TokenPart(space=space, between=between):
            yield from _unknown((space, *between) if space else between, scenario.rooms, f"{place}: space")
        case SpawnPart(monsters=monsters, space=space):
            yield from _unknown(monsters, scenario.monsters, f"{place}: monster")
            yield from _unknown((space,), scenario.rooms, f"{place}: space")
        case PuzzlePart(skill=skill):
            yield from _unknown((skill,), SKILLS, f"{place}: skill")


def _effect(effect: Effect, scenario: Scenario, place: str) -> Iterator[str]:
    if effect.kind in SPACES:
        yield from _unknown((effect.what,), scenario.rooms, place)
    elif effect.kind in {"item", "lose_item"}:
        yield from _unknown((effect.what,), _of_kind(scenario.components, "item"), place)
    elif effect.kind == "hurt":
        yield from _unknown((effect.what,), _of_kind(scenario.components, "spawn"), place)
    elif effect.kind in {"condition", "cure"} and not effect.what:
        yield f"{place} names no condition"


def _texts(text: str, scenario: Scenario, place: str) -> Iterator[str]:
    """Marks that the page would show as they stand."""
    yield from _unknown(NAMED.findall(text), (*scenario.components, *scenario.monsters), f"{place}: {{c:}}")
    yield from _unknown(MARKS.findall(text), SYMBOLS, f"{place}: the text")


def _of_kind(components: Mapping[str, Component], kind: str) -> tuple[str, ...]:
    return tuple(name for name, one in components.items() if one.kind == kind)


def _unknown(names: Collection[str] | Iterator[str], there: Collection[str], place: str) -> Iterator[str]:
    for name in names:
        if name not in there:
            yield f"{place} names {short(name)}, which is not there"
