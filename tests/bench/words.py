"""What German costs: a snapshot that was said before, beside the English one in the same run; and a catalogue read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from companion import games
from companion.i18n import Say
from companion.i18n.languages import Languages
from companion.presentation import DeviceContext, build_snapshot
from companion.schema import TABLE, to_json
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
        make, fresh = maker(table), [say_of(table) for _ in range(LOADS)]
        german = partial(spoken, make, say_of(table))
        german()
        # in turn: what else the machine does meets both alike
        both = [(floors.timed(partial(plain, make), 1), floors.timed(german, 1)) for _ in range(TIMES)]
        english, warm = [one[0] for one, _ in both], [one[0] for _, one in both]
        first = [floors.timed(partial(spoken, make, say), 1)[0] for say in fresh]
        yield measured(f"words.{name}.warm", "ms", warm, english)
        yield measured(f"words.{name}.first", "ms", first, english)
    yield measured("words.load", "ms", floors.timed(lambda: Languages().say("de"), LOADS), floors.resume())


def maker(table: GameTable[Any, Any]) -> Callable[[], object]:
    """Makes the tablet's snapshot of a table as it is now."""
    room = DeviceContext("boot", 1, "assets", frozenset(), {}, (), "", None)
    return lambda: build_snapshot(snapshot_of(TableSession("t", table), "left"), TABLE, room)


def say_of(table: GameTable[Any, Any]) -> Say:
    """A German that has said nothing yet."""
    return Languages().say("de", table.game.name)


def plain(make: Callable[[], object]) -> Any:
    return to_json(make())


def spoken(make: Callable[[], object], say: Say) -> Any:
    return to_json(make(), say)
