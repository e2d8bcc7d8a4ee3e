"""Read a TOML scenario from a file or a folder of files. Also reads the shipped ones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from companion.engine import load, record, short
from companion.errors import ContentError
from companion.games.mansions.content.combat_lines import Activation
from companion.games.mansions.content.scenario import Activation as Words
from companion.games.mansions.content.scenario import MonsterKind, Scenario, Trial
from companion.games.mansions.content.scenario import Room as Space
from companion.games.mansions.content.toml_scenarios.components import (
    OWN,
    Around,
    ReadTable,
    component,
    prove,
    read_table,
)
from companion.games.mansions.content.toml_scenarios.expressions import MONSTER, effect, known
from companion.games.mansions.content.toml_scenarios.map_drawing import Lay, lay, places
from companion.games.mansions.content.toml_scenarios.records import Head, Monster, Room, unrolled

TABLES = (*OWN, "room", "monster", "activation")
MOST_LETTERS = 400_000  # of a scenario; ours have 60 000
MOST_BEFORE = 2_000_000  # of an imported evening, which may have begun under a larger limit
T = TypeVar("T")


def read(path: Path) -> Scenario:
    """Read a scenario from a file or folder. Raises ContentError with the file and the place."""
    return scenario_of(record_of(path), str(path))


def record_of(path: Path) -> dict[str, Any]:
    """Return the whole content as plain JSON values. Raises ContentError if two files of a folder share a key."""
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not files:
        raise ContentError(f"{path}: a scenario is a .toml file or a folder with such files, and there is none here")
    merged = dict[str, Any]()
    for file in files:
        for key, value in load(file).items():
            _merge(merged, key, value, file)
    return merged


def _merge(merged: dict[str, Any], key: str, value: Any, file: Path) -> None:
    if key not in merged or key not in TABLES:
        if key in merged:
            raise ContentError(f"{file}: {short(key)} is given in another file of the folder already")
        merged[key] = value
        return
    if not (isinstance(merged[key], dict) and isinstance(value, dict)):
        raise ContentError(
            f"{file}: {short(key)} is given in another file of the folder already, and one of them is no table"
        )
    if twice := sorted(set(merged[key]) & set(value)):
        raise ContentError(f"{file}: {key}.{short(twice[0])} is given in another file of the folder already")
    merged[key] = {**merged[key], **value}


def check_letters(told_: Mapping[str, Any], where: str, most: int = MOST_LETTERS) -> None:
    """Raise ContentError if a scenario is too large. A begun table goes on at any size."""
    letters = len(json.dumps(told_, default=str))  # a TOML date fails later, with its place
    if letters > most:
        raise ContentError(f"{where} has {letters} letters, at most {most} are read: make it shorter")


def scenario_of(told_: Mapping[str, Any], where: str) -> Scenario:
    """Build a scenario from a record. Raises ContentError with the place."""
    if strange := [key for key in told_ if key not in (*TABLES, *known(Head))]:
        expected = ", ".join((*known(Head), *TABLES))
        raise ContentError(f"{where}: there is no {short(strange[0])}; there are {expected}")
    head = record(Head, {key: value for key, value in told_.items() if key not in TABLES}, where)
    rooms = _records(Room, told_, "room", where)
    laid = lay(rooms, head.map.strip("\n"), where)
    monsters = _records(Monster, told_, "monster", where)
    components = _components(told_, laid, monsters, where)
    scenario = Scenario(
        title=head.title,
        description=head.description.strip(),
        authors=head.authors,
        language=head.language,
        investigators=head.investigators,
        difficulty=head.difficulty,
        minutes=head.minutes,
        components=MappingProxyType(components),
        monsters=MappingProxyType({f"{MONSTER}{name}": _kind(name, one) for name, one in monsters.items()}),
        activations=MappingProxyType(
            {name: _words(name, one, where) for name, one in _tables(told_, "activation", where).items()}
        ),
        rooms=MappingProxyType({name: _space(name, laid) for name in rooms}),
        start=head.start,
    )
    prove(scenario, where)
    return scenario


def _components(written: Mapping[str, Any], laid: Lay, monsters: Mapping[str, Monster], where: str) -> dict[str, Any]:
    entries = [
        entry
        for kind in OWN
        for name, table in _tables(written, kind, where).items()
        for entry in unrolled(kind, name, table)
    ]
    for name, times in Counter(entry.name for entry in entries).items():
        if times > 1:
            raise ContentError(f"{where}: {times} things are called {short(name)}; a name is given once")
    parts: list[ReadTable] = [read_table(entry, where) for entry in entries]
    tokens = {one.name: one.own for one in parts if one.entry.kind == "token"}
    around = Around(where, laid, places(laid, tokens, where), monsters)
    return {one.name: component(one, around) for one in parts}


def _tables(written: Mapping[str, Any], kind: str, where: str) -> Mapping[str, Any]:
    tables = written.get(kind, {})
    if not isinstance(tables, Mapping) or not all(isinstance(one, Mapping) for one in tables.values()):
        raise ContentError(f"{where}: {kind} holds tables, [{kind}.name]")
    return tables


def _records(cls: type[T], written: Mapping[str, Any], kind: str, where: str) -> dict[str, T]:
    tables = _tables(written, kind, where)
    return {name: record(cls, one, f"{where}: {kind}.{name}") for name, one in tables.items()}


def _space(name: str, laid: Lay) -> Space:
    room, rect = laid.rooms[name], laid.rects[name]
    return Space(name, room.tile, rect.x, rect.y, rect.w, rect.h, room.adjacent, room.doors, room.impassable)


def _kind(name: str, one: Monster) -> MonsterKind:
    return MonsterKind(
        f"{MONSTER}{name}",
        title=one.title,
        text=one.text,
        traits=one.traits,
        health=one.health,
        health_each=one.health_each,
        horror=one.horror,
        awareness=one.awareness,
        brawn=one.brawn,
        activations=one.activations,
    )


def _words(name: str, table: Mapping[str, Any], where: str) -> Words:
    place = f"{where}: activation.{name}"
    line = record(Activation, {key: value for key, value in table.items() if key != "effects"}, place)
    return Words(
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
        effects=tuple(effect(one, place) for one in table.get("effects", ())),
        further=line.further,
    )


SCENARIOS = Path(__file__).parents[1] / "scenarios"


@cache
def names() -> tuple[str, ...]:
    """Return the shipped names in alphabetical order."""
    return tuple(sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir()))


@cache
def shipped(name: str) -> Scenario:
    """Return a shipped scenario. Raises ContentError for an unknown name."""
    if name not in names():
        raise ContentError(f"No scenario called {name} ships; there are {', '.join(names())}.")
    return read(SCENARIOS / name)
