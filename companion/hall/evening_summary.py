"""The evening of a table in a few numbers: made when the staff asks for it, kept for a day under a token that nobody can guess.

It is worked out from the log alone, so a table that plays at its own machine has one too, as far as the hall's copy goes.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable

from sqlalchemy import Connection, Engine, delete, insert, select

from companion import games
from companion.errors import LamplightError
from companion.fairness.throws import throws
from companion.hall.row_security import engine_for_table
from companion.hall.schema import summaries
from companion.hall.table_log import ReadTransactionEngine
from companion.hall.table_report import of_game
from companion.presentation.responses import EveningSummary
from companion.schema import Refused, from_json, to_json
from companion.sessions import EntryTimes, GameTable, SqlEventLog, TableRecord, TableSession, snapshot_of, to_entry

KEPT = 24 * 3600.0
"""s for which a summary can be looked at."""


def store_summary(engine: Engine, lamp: str, clock: Callable[[], float] = time.time) -> str:
    """The token of the evening at a lamp as it is now; `clock`: s, Unix. Raises Refused where no game lies there, StoreError."""
    now, token = clock(), secrets.token_urlsafe(16)
    told = to_json(summarize_evening(engine, lamp, now))
    with engine.begin() as connection:
        connection.execute(delete(summaries).where(summaries.c.at <= now - KEPT))
        connection.execute(insert(summaries), {"token": _hashed(token), "lamp": lamp, "at": now, "told": told})
    return token


def find_summary(engine: Engine, token: str, clock: Callable[[], float] = time.time) -> EveningSummary | None:
    """None where there is none, or it is more than a day old. Raises StoreError."""
    mine = (summaries.c.token == _hashed(token)) & (summaries.c.at > clock() - KEPT)
    with engine.connect() as connection:
        told = connection.scalar(select(summaries.c.told).where(mine))
    return from_json(EveningSummary, told) if told is not None else None


def delete_summaries(connection: Connection, lamp: str) -> None:
    """Those of a table that is wiped."""
    connection.execute(delete(summaries).where(summaries.c.lamp == lamp))


def summarize_evening(engine: Engine, lamp: str, now: float) -> EveningSummary:
    """Of the game under the lamp. Raises Refused where there is none, or it cannot be read, and StoreError."""
    database = ReadTransactionEngine(engine_for_table(engine, lamp))
    with database.read_transaction():
        log = SqlEventLog(database, lambda: now)
        lit = [one for one in log.open_tables() if one.lit]
        if not lit:
            raise Refused("NO_GAME", "No game lies there, so there is no evening to sum up.")
        board = lit[-1]  # of two, which an older version at its own machine may have told, the newer
        table = _table(log, board)
        times = EntryTimes(log.database).of(board.table)
    told, thrown = (
        of_game(snapshot_of(TableSession(board.table, table), "left")),
        throws(table.log, table.trail.in_force),
    )
    lay = [throw for throw in thrown if throw.is_physical and not throw.undone]
    return EveningSummary(
        *(told["game"], told["where"], told["over"], told["seats"], told["answers"]),
        dice=sum(len(throw.values) for throw in lay if throw.is_rolled),
        drawn=sum(len(throw.values) for throw in lay if not throw.is_rolled),
        taken_back=len(table.trail.taken_back),
        began=board.opened_at,
        ended=max(times.values(), default=board.opened_at),
    )


def _table(log: SqlEventLog, board: TableRecord) -> GameTable:  # type: ignore[type-arg]  # of any game
    try:
        game = games.find(board.game)
        return GameTable(game, [to_entry(game, row) for row in log.read(board.table)])
    except LamplightError:
        raise
    except Exception as error:  # its game has changed too much since: the table itself says so as well
        raise Refused("NOT_READ", "The log of this table cannot be read by this version.") from error


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
