"""Before an update: the states at which the new rules open the tables of a hall, while the old ones are played on."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from sqlalchemy import Engine

from companion import games
from companion.errors import LamplightError, StoreError
from companion.hall.database import HERE, engine_for_table, list_tables
from companion.sessions import SqlEventLog, TableReader

logger = logging.getLogger(__name__)


def warm_tables(engine: Engine, own_games: Path | None) -> tuple[int, tuple[str, ...]]:
    """How many games were prepared, and at which tables one cannot be read. Some 60 ms of a processor a game. Raises StoreError."""
    if own_games:
        games.look_in(own_games)
    found = [(name, _warm(engine, name)) for name, plays in list_tables(engine) if plays == HERE]
    return sum(prepared for _, (prepared, _) in found), tuple(name for name, (_, failed) in found if failed)


def _warm(engine: Engine, name: str) -> tuple[int, int]:
    """How many games of a table were prepared, and how many cannot be read."""
    log = SqlEventLog(engine_for_table(engine, name), time.time)
    reader, prepared, failed = TableReader(log), 0, 0
    for board in log.open_tables():
        try:
            prepared += reader.prepare(board.table, board.game)
        except StoreError:
            raise
        except LamplightError as error:
            logger.warning("table=%s %s: %s", name, board.table, error)
            failed += 1
    return prepared, failed
