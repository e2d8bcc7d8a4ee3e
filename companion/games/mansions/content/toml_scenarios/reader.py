"""Read a TOML scenario from a file or a folder of files, and the shipped ones by name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from companion.engine import load, record, short
from companion.errors import ContentError
from companion.games.mansions.content import combat_lines
from companion.games.mansions.content.scenario import Activation, Component, MonsterKind, Room, Scenario, Trial
from companion.games.mansions.content.toml_scenarios import records
from companion.games.mansions.content.toml_scenarios.components import (
    RECORD_OF_KIND,
    ReadContext,
    check_scenario,
    component,
    read_table,
)
from companion.games.mansions.content.toml_scenarios.expressions import MONSTER, effect, field_names
from companion.games.mansions.content.toml_scenarios.map_drawing import Lay, lay_out, positions_of

SCENARIOS = Path(__file__).parents[1] / "scenarios"
TABLES = (*RECORD_OF_KIND, "room", "monster", "activation")
MOST_LETTERS = 400_000  # of a scenario; ours have 60 000
MOST_LETTERS_IMPORTED = 2_000_000  # an imported evening may have begun under a larger limit
T = TypeVar("T")


def read(path: Path) -> Scenario:
    """Read a scenario from a file or folder. Raises ContentError with the file and the place."""
    return scenario_of(record_of(path), str(path))


@cache
def names() -> tuple[str, ...]:
    return tuple(sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir()))


@cache
def shipped(name: str) -> Scenario:
    """Load a shipped scenario. Raises ContentError for an unknown name."""
    if name not in names():
        raise ContentError(f"No scenario called {name} ships; there are {', '.join(names())}.")
    return read(SCENARIOS / name)


def record_of(path: Path) -> dict[str, Any]:
    """Load a file, or merge the files of a folder, as plain JSON values. Raises ContentError if two files share a key."""
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not files:
        raise ContentError(f"{path}: a scenario is a .toml file or a folder with such files, and there is none here")
    merged = dict[str, Any]()
    for file in files:
        for key, value in load(file).items():
            _merge(merged, key, value, file)
    return merged


def _merge(merged: dict[str, Any], key: str, value: Any, file: Path) -> None:
    """Add a top-level key of one file. Only the `TABLES` may be spread over several files."""
    if key not in merged:
        merged[key] = value
        return
    if key not in TABLES:
        raise ContentError(f"{file}: {short(key)} is given in another file of the folder already")
    if not (isinstance(merged[key], dict) and isinstance(value, dict)):
        raise ContentError(
            f"{file}: {short(key)} is given in another file of the folder already, and one of them is no table"
        )
    if repeated := sorted(set(merged[key]) & set(value)):
        raise ContentError(f"{file}: {key}.{short(repeated[0])} is given in another file of the folder already")
    merged[key] = {**merged[key], **value}


def check_letters(content: Mapping[str, Any], where: str, most: int = MOST_LETTERS) -> None:
    """Raise ContentError if a scenario is too large. Not called for a table that has begun."""
    letters = len(json.dumps(content, default=str))  # a TOML date fails later, with its place
    if letters > most:
        raise ContentError(f"{where} has {letters} letters, at most {most} are read: make it shorter")


def scenario_of(content: Mapping[str, Any], where: str) -> Scenario:
    """Build a scenario from the result of `record_of`. Raises ContentError with the place."""
    head = _head(content, where)
    rooms = _records(records.Room, content, "room", where)
    laid = lay_out(rooms, head.map.strip("\n"), where)
    monsters = _records(records.Monster, content, "monster", where)
    components = _components(content, laid, monsters, where)
    activations = _tables(content, "activation", where)
    kinds = [MonsterKind(f"{MONSTER}{name}", **asdict(monster)) for name, monster in monsters.items()]
    scenario = Scenario(
        title=head.title,
        description=head.description.strip(),
        authors=head.authors,
        language=head.language,
        investigators=head.investigators,
        difficulty=head.difficulty,
        minutes=head.minutes,
        components=MappingProxyType(components),
        monsters=MappingProxyType({kind.name: kind for kind in kinds}),
        activations=MappingProxyType({name: _activation(name, table, where) for name, table in activations.items()}),
        rooms=MappingProxyType({name: _room(name, laid) for name in rooms}),
        start=head.start,
    )
    check_scenario(scenario, where)
    return scenario


def _head(content: Mapping[str, Any], where: str) -> records.Head:
    """Read the keys outside of tables. Raises ContentError for an unknown key."""
    if unknown := [key for key in content if key not in (*TABLES, *field_names(records.Head))]:
        expected = ", ".join((*field_names(records.Head), *TABLES))
        raise ContentError(f"{where}: there is no {short(unknown[0])}; there are {expected}")
    return record(records.Head, {key: value for key, value in content.items() if key not in TABLES}, where)


def _components(
    content: Mapping[str, Any], laid: Lay, monsters: Mapping[str, records.Monster], where: str
) -> dict[str, Component]:
    entries = [
        entry
        for kind in RECORD_OF_KIND
        for name, table in _tables(content, kind, where).items()
        for entry in records.unroll(kind, name, table)
    ]
    for name, times in Counter(entry.name for entry in entries).items():
        if times > 1:
            raise ContentError(f"{where}: {times} things are called {short(name)}; a name is given once")
    tables = [read_table(entry, where) for entry in entries]
    tokens = {table.name: table.own for table in tables if table.entry.kind == "token"}
    context = ReadContext(where, laid, positions_of(laid, tokens, where), monsters)
    return {table.name: component(table, context) for table in tables}


def _tables(content: Mapping[str, Any], kind: str, where: str) -> Mapping[str, Any]:
    """Return the tables of a kind by name. Raises ContentError for anything else under its key."""
    tables = content.get(kind, {})
    if not isinstance(tables, Mapping) or not all(isinstance(table, Mapping) for table in tables.values()):
        raise ContentError(f"{where}: {kind} holds tables, [{kind}.name]")
    return tables


def _records(cls: type[T], content: Mapping[str, Any], kind: str, where: str) -> dict[str, T]:
    tables = _tables(content, kind, where)
    return {name: record(cls, table, f"{where}: {kind}.{name}") for name, table in tables.items()}


def _room(name: str, laid: Lay) -> Room:
    room, rect = laid.rooms[name], laid.rects[name]
    return Room(name, room.tile, rect.x, rect.y, rect.w, rect.h, room.adjacent, room.doors, room.impassable)


def _activation(name: str, table: Mapping[str, Any], where: str) -> Activation:
    place = f"{where}: activation.{name}"
    line = record(combat_lines.Activation, {key: value for key, value in table.items() if key != "effects"}, place)
    return Activation(
        name,
        ability=line.text,
        master=line.attack,
        move=line.not_in_range,
        moves=line.moves,
        toward=line.toward,
        whom=line.whom,
        trial=Trial(line.skill, injury=line.injury, amount=line.amount, facing=line.facing),
        passed=line.passed,
        failed=line.failed,
        effects=tuple(effect(entry, place) for entry in table.get("effects", ())),
        further=line.further,
    )
