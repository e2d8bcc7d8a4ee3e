"""Opening the table of a long evening: what the processor takes for it, from a stored state and from the first entry on."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from sqlalchemy import delete

from companion import games
from companion.sessions import GameTable, SessionManager, SqlEventLog, resting_states, to_row
from tests.bench import floors
from tests.bench.history import play_long_game
from tests.bench.line import BenchLine, make_line

ANSWERS = 1600
"""Entries of a game: some three thousand, or as many as the game has."""
SAMPLES = 15
NAME = "t1"


def lines() -> Iterator[BenchLine]:
    """Measure each game. The floor reads its entries without processing them."""
    for name in games.names():
        table = play_long_game(games.find(name), ANSWERS)
        with tempfile.TemporaryDirectory() as folder, closing(stored(table, Path(folder))) as log:
            floor = floors.timed(lambda log=log: rows_of(log), SAMPLES, process_time)  # type: ignore[misc]
            for what, samples in measures(log).items():
                yield make_line(f"opening.{name}.{table.seq}.{what}", "ms", samples, floor)


def stored(table: GameTable[Any, Any], folder: Path) -> SqlEventLog:
    """A database with this table."""
    log = SqlEventLog(f"sqlite:///{folder / 'log.db'}", lambda: 0.0)
    log.open(NAME, table.game.name, [to_row(entry) for entry in table.log])
    return log


def rows_of(log: SqlEventLog) -> int:
    """The entries as they are stored."""
    with log.database.connect() as connection:
        return len(connection.exec_driver_sql("SELECT * FROM entries").all())


def measures(log: SqlEventLog) -> dict[str, list[float]]:
    """Milliseconds of the processor for each way."""
    return {
        "from_its_log": floors.timed(lambda: _opened_from_log(log), SAMPLES, process_time),
        "from_a_state": floors.timed(lambda: _opened(log), SAMPLES, process_time),
    }


def _opened(log: SqlEventLog) -> None:
    assert not SessionManager(log, Random(1)).broken


def _opened_from_log(log: SqlEventLog) -> None:
    """Which stores a state for the next time."""
    with log.database.begin() as connection:
        connection.execute(delete(resting_states))
    _opened(log)
