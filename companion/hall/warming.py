"""Prepare games before a table needs them: stored states before an update, module caches before a worker serves."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from sqlalchemy import Engine

from companion import games
from companion.errors import LamplightError, StoreError
from companion.hall.database import HERE, engine_for_table, list_tables
from companion.presentation import expect_of, state_of, view_of
from companion.schema import TABLE, codec
from companion.sessions import GameTable, SqlEventLog, TableReader, TableSession, snapshot_of, to_entry, to_row

logger = logging.getLogger(__name__)


def warm_tables(engine: Engine, own_games: Path | None) -> tuple[int, tuple[str, ...]]:
    """Store the states from which the new rules open the tables, while the old version still serves.

    Return how many games were prepared, and the tables with a game that cannot be read. Takes about 60 ms of a processor
    per game. Raises StoreError.
    """
    if own_games:
        games.look_in(own_games)
    warmed = [(name, _warm_table(engine, name)) for name, plays in list_tables(engine) if plays == HERE]
    return sum(prepared for _, (prepared, _) in warmed), tuple(name for name, (_, failed) in warmed if failed)


def _warm_table(engine: Engine, name: str) -> tuple[int, int]:
    """Return how many games were prepared, and how many cannot be read."""
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


def warm_up_games() -> None:
    """Open each game once, which fills module caches. Takes about a second of a processor."""
    began = time.monotonic()
    for name in games.names():
        try:
            _open_sample(name)
        except LamplightError as error:  # it can still be played, only its first table waits
            logger.info("the game %s could not be opened: %s", name, error)
    logger.info("every game was opened in %.1f s", time.monotonic() - began)


def _open_sample(name: str) -> None:
    game = games.find(name)
    table = GameTable.begin(game, game.sample)
    picture = snapshot_of(TableSession(name, table), "left")
    view_of(picture, TABLE), expect_of(picture), state_of(picture, 1, (), "en")
    for entry in table.log:
        to_entry(game, to_row(entry))
    for event in game.events:
        codec.adapter(event)
