"""Measure German: a snapshot rendered again and for the first time, compared with plain strings, and the loading of a catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion import games
from companion.i18n import Say
from companion.i18n.languages import Languages
from companion.presentation import DeviceContext, build_snapshot
from companion.schema import TABLE, from_json, to_json
from companion.sessions import GameTable, TableSession, snapshot_of
from tests.bench import floors
from tests.bench.line import BenchLine, measured
from tests.bench.rules import played

ANSWERS = 60
TIMES = 40
LOADS = 3


def lines() -> Iterator[BenchLine]:
    """The snapshot of each game, warm and said for the first time; then all catalogues of the language."""
    for name in games.names():
        table, _ = played(games.find(name), ANSWERS)
        snapshot, say = snapshot_for(table), say_of(table)
        strings = from_json(type(snapshot), to_json(snapshot, say))
        # in turn: what else the machine does meets both alike
        both = [(timed(strings, str), timed(snapshot, say)) for _ in range(TIMES)]
        plain, warm = [one for one, _ in both], [one for _, one in both]
        yield measured(f"words.{name}.warm", "ms", warm, plain)
        yield measured(f"words.{name}.first", "ms", [timed(snapshot, say_of(table)) for _ in range(LOADS)], plain)
    yield measured("words.load", "ms", floors.timed(lambda: Languages().say("de"), LOADS), floors.resume())


def snapshot_for(table: GameTable[Any, Any]) -> object:
    """The tablet's snapshot of a table as it is now."""
    room = DeviceContext("boot", 1, "assets", frozenset(), {}, (), "", None)
    return build_snapshot(snapshot_of(TableSession("t", table), "left"), TABLE, room)


def say_of(table: GameTable[Any, Any]) -> Say:
    """A German that has said nothing yet."""
    return Languages().say("de", table.game.name)


def timed(record: object, say: Say) -> float:
    """How long it takes to make JSON of a record, ms."""
    return floors.timed(lambda: to_json(record, say), 1)[0]
