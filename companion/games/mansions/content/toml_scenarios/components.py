"""Build components of the engine from TOML records, and check the names that they use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, assert_never, cast

from companion.engine import record, short
from companion.errors import ContentError
from companion.games.mansions.content.scenario import (
    END,
    ENDING,
    SKILLS,
    Button,
    Component,
    Effect,
    ItemPart,
    Kind,
    Part,
    PuzzlePart,
    Scenario,
    SpawnPart,
    TilePart,
    TokenPart,
)
from companion.games.mansions.content.toml_scenarios import records
from companion.games.mansions.content.toml_scenarios.expressions import (
    MONSTER,
    condition,
    effect,
    field_names,
    operations,
    trigger,
)
from companion.games.mansions.content.toml_scenarios.map_drawing import Lay
from companion.games.mansions.content.toml_scenarios.records import Choice, Entry, Happening
from companion.i18n import N_

ACTION = "{action} "  # prefix of the label of a button that costs an action
RECORD_OF_KIND: dict[str, type[Any]] = {
    "event": records.Nothing,
    "tile": records.Nothing,
    "token": records.Token,
    "spawn": records.Spawn,
    "item": records.Item,
    "puzzle": records.Puzzle,
}
TOKEN_TYPES = {
    "search": "TokenSearch",
    "explore": "TokenExplore",
    "sight": "TokenSight",
    "interact": "TokenInteract",
    "person": "TokenPerson",
    "darkness": "TokenDarkness",
    "fire": "TokenFire",
    "barricade": "TokenBarricade",
    "passage": "TokenSecretPassage",
    "door": "TokenDoor",
    "wall": "TokenWall",
    "investigators": "TokenInvestigators",
}


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A component as written, with both halves read."""

    entry: Entry
    happening: Happening
    own: Any

    @property
    def name(self) -> str:
        return self.entry.name


@dataclass(frozen=True, slots=True)
class ReadContext:
    """Context for reading a component."""

    where: str
    laid: Lay
    places: Mapping[str, tuple[float, float, float]]
    monsters: Mapping[str, records.Monster]


def read_table(entry: Entry, where: str) -> ReadTable:
    """Read both halves of a table. Raises ContentError with the place of an unknown key."""
    place = f"{where}: {entry.kind}.{entry.name}"
    if not isinstance(entry.table, Mapping):
        raise ContentError(f"{place} is a table")
    cls = RECORD_OF_KIND[entry.kind]
    names = (*field_names(Happening), *field_names(cls))
    if strange := [key for key in entry.table if key not in names]:
        raise ContentError(f"{place}: there is no {short(strange[0])}; there are {', '.join(sorted(names))}")
    specific = {key: value for key, value in entry.table.items() if key in field_names(cls)}
    common = {key: value for key, value in entry.table.items() if key not in specific}
    return ReadTable(entry, record(Happening, common, place), record(cls, specific, place))


def component(table: ReadTable, context: ReadContext) -> Component:
    """Build a component. Raises ContentError."""
    happening, place = table.happening, f"{context.where!s}: {table.entry.kind}.{table.name}"
    x, y, turned = context.places.get(table.name, (None, None, 0.0))
    at = (x, y) if x is not None and y is not None else None
    if table.entry.kind == "tile" and (rect := context.laid.tile(table.name)):
        at = (rect.x, rect.y)
    return Component(
        name=table.name,
        kind=cast("Kind", table.entry.kind),  # OWN has no other kinds
        text=happening.text.strip(),
        title=happening.title,
        buttons=_buttons(table, place),
        display=happening.shown,
        add=happening.add,
        remove=happening.remove,
        trigger=trigger(happening.on, context.monsters, place),
        operations=operations(happening.set, place) + ((ENDING,) if happening.ending else ()),
        condition=condition(happening.when, place),
        at_random=happening.random,
        quota="" if happening.quota is None else str(happening.quota),
        at=at,
        highlight=happening.highlight,
        part=_part(table, context, turned, place),
        effects=tuple(effect(line, place) for line in happening.effects),
        trial=happening.test,
    )


def _buttons(table: ReadTable, place: str) -> tuple[Button, ...]:
    """Return the buttons. A test and a count have two, a choice has its own, others go on."""
    happening = table.happening
    needed = happening.test is not None and happening.test.needed is not None
    tested = needed or isinstance(happening.quota, int)
    if tested != bool(happening.passed and happening.failed) or (not tested and (happening.passed or happening.failed)):
        raise ContentError(
            f"{place}: passed and failed belong to a test with needed, or to a quota, and both are given"
        )
    if sum(map(bool, (tested, happening.next, happening.choice))) > 1:
        raise ContentError(f"{place}: it goes on by passed and failed, by next or by choice; give one of these")
    if tested:
        return Button(N_("Passed"), happening.passed), Button(N_("Failed"), happening.failed)
    if happening.choice:
        numbered = zip(count(1), happening.choice)
        return tuple(_button(choice, f"{place}.choice {number}") for number, choice in numbered)
    if table.entry.kind in {"token", "tile", "item"} and not happening.next:
        return ()
    return (Button(happening.label, happening.next),)


def _button(choice: Choice, place: str) -> Button:
    label = f"{ACTION}{choice.label}" if choice.action else choice.label
    return Button(label, choice.next, condition(choice.when, place), choice.unmet, action=choice.action)


def _part(table: ReadTable, context: ReadContext, turned: float, place: str) -> Part:
    match table.own:
        case records.Nothing():
            if table.entry.kind != "tile":
                return None
            rect = context.laid.tile(table.name)
            if rect is None:
                raise ContentError(f"{place}: no room lies on this tile")
            return TilePart(title=table.happening.title, w=rect.w, h=rect.h)
        case records.Token(kind, space, between):
            if kind not in TOKEN_TYPES:
                raise ContentError(f"{place}: there is no token {short(kind)}; there are {', '.join(TOKEN_TYPES)}")
            return TokenPart(TOKEN_TYPES[kind], space, between, turned)
        case records.Spawn(monster, space, health, each, unique):
            title = context.monsters[monster].title if unique and monster in context.monsters else ""
            return SpawnPart((f"{MONSTER}{monster}",), (), (), unique, title, "", health, each, space=space)
        case records.Item(starting, inspect):
            return ItemPart(starting=starting, inspect=next(iter(inspect), ""), title=table.happening.title)
        case records.Puzzle(shape, skill, level, other, solution):
            return PuzzlePart(shape, skill, level, other, solution)
    assert_never(table.own)


NAMED = re.compile(r"\{c:([^}]*)\}")
MARKS = re.compile(r"\{([^}:]*)[:}]")
SYMBOLS = (*SKILLS, "success", "investigation", "clue", "action", "c", "var", "rnd")
EFFECTS_IN_SPACES = ("move", "fire", "no_fire", "darkness", "no_darkness")
MOST_FAULTS = 20  # faults reported at once


def check_scenario(scenario: Scenario, where: str) -> None:
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
        yield from _unknown_names(kind.activations, scenario.activations, f"monster {kind.title!s}: activations")
    for words in scenario.activations.values():
        for line in words.effects:
            yield from _effect_faults(line, scenario, f"activation.{words.name}: {line.kind}")
    for component in scenario.components.values():
        yield from _component_faults(component, scenario)
    if not any(
        operation.name == END for component in scenario.components.values() for operation in component.operations
    ):
        yield "no event is an ending; one says ending = true"
    if not any(component.trigger == "EventStart" for component in scenario.components.values()):
        yield 'nothing begins; one event says on = "start"'


def _component_faults(component: Component, scenario: Scenario) -> Iterator[str]:
    place = f"{component.kind}.{component.name}"
    for button in component.buttons:
        yield from _unknown_names(button.next, scenario.components, f"{place}: next")
        yield from _text_faults(button.label, scenario, place)
    yield from _unknown_names(component.add, scenario.components, f"{place}: add")
    removable = (name for name in component.remove if not name.startswith("#"))
    yield from _unknown_names(removable, scenario.components, f"{place}: remove")
    yield from _text_faults(component.text, scenario, place)
    for line in component.effects:
        yield from _effect_faults(line, scenario, f"{place}: {line.kind}")
    if component.trial:
        yield from _unknown_names((component.trial.skill,), SKILLS, f"{place}: test")
    elif component.kind != "puzzle":  # a skill's symbol without a test would mislead players and the engine
        shown = [mark for mark in MARKS.findall(component.text) if mark in SKILLS]
        yield from (f"{place}: the text shows {{{mark}}} and there is no test; write the word" for mark in shown)
    if component.trigger.startswith("Defeated"):
        names = (*scenario.components, *scenario.monsters)
        yield from _unknown_names((component.trigger.removeprefix("Defeated"),), names, f"{place}: on defeated")
    yield from _part_faults(component, scenario, place)


def _part_faults(component: Component, scenario: Scenario, place: str) -> Iterator[str]:
    match component.part:
        case TokenPart(space=space, between=between):
            yield from _unknown_names((space, *between) if space else between, scenario.rooms, f"{place}: space")
        case SpawnPart(monsters=monsters, space=space):
            yield from _unknown_names(monsters, scenario.monsters, f"{place}: monster")
            yield from _unknown_names((space,), scenario.rooms, f"{place}: space")
        case PuzzlePart(skill=skill):
            yield from _unknown_names((skill,), SKILLS, f"{place}: skill")


def _effect_faults(effect: Effect, scenario: Scenario, place: str) -> Iterator[str]:
    if effect.kind in EFFECTS_IN_SPACES:
        yield from _unknown_names((effect.what,), scenario.rooms, place)
    elif effect.kind in {"item", "lose_item"}:
        items = [name for name, component in scenario.components.items() if component.kind == "item"]
        yield from _unknown_names((effect.what,), items, place)
    elif effect.kind == "hurt":
        spawns = [name for name, component in scenario.components.items() if component.kind == "spawn"]
        yield from _unknown_names((effect.what,), spawns, place)
    elif effect.kind in {"condition", "cure"} and not effect.what:
        yield f"{place} names no condition"


def _text_faults(text: str, scenario: Scenario, place: str) -> Iterator[str]:
    if named := NAMED.findall(text):
        yield from _unknown_names(named, {*scenario.components, *scenario.monsters}, f"{place}: {{c:}}")
    yield from _unknown_names(MARKS.findall(text), SYMBOLS, f"{place}: the text")


def _unknown_names(names: Collection[str] | Iterator[str], there: Collection[str], place: str) -> Iterator[str]:
    for name in names:
        if name not in there:
            yield f"{place} names {short(name)}, which is not there"
