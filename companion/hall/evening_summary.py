"""Summaries of evenings: computed from a table's log when the staff asks, kept for a day under a secret token.

Works for a table at its own machine too, up to the end of its replicated log.
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
from companion.hall.database import log_of_table, summaries
from companion.hall_link import game_report
from companion.i18n import _
from companion.presentation.responses import EveningSummary
from companion.schema import Refused, from_json, to_json
from companion.sessions import EntryTimes, GameTable, SqlEventLog, TableRecord, TableSession, snapshot_of, to_entry

KEEP_SECONDS = 24 * 3600.0
"""s for which a summary can be read."""


def store_summary(engine: Engine, name: str, clock: Callable[[], float] = time.time) -> str:
    """Store the summary of the current evening; return its token. `clock` is in s, Unix.

    Raises Refused where the table has no game, StoreError.
    """
    now, token = clock(), secrets.token_urlsafe(16)
    content = to_json(summarize_evening(engine, name, now))
    with engine.begin() as connection:
        connection.execute(delete(summaries).where(summaries.c.at <= now - KEEP_SECONDS))
        connection.execute(insert(summaries), {"token": _hash_token(token), "lamp": name, "at": now, "told": content})
    return token


def find_summary(engine: Engine, token: str, clock: Callable[[], float] = time.time) -> EveningSummary | None:
    """Return None where there is none, or it is more than a day old. Raises StoreError."""
    own = (summaries.c.token == _hash_token(token)) & (summaries.c.at > clock() - KEEP_SECONDS)
    with engine.connect() as connection:
        content = connection.scalar(select(summaries.c.told).where(own))
    return from_json(EveningSummary, content) if content is not None else None


def delete_summaries(connection: Connection, name: str) -> None:
    """Delete the summaries of a table that is wiped."""
    connection.execute(delete(summaries).where(summaries.c.lamp == name))


def summarize_evening(engine: Engine, name: str, now: float) -> EveningSummary:
    """Summarize the game under the lamp. Raises Refused where the table has no readable game, StoreError."""
    log = log_of_table(engine, name, lambda: now)
    with log.database.transaction(writes=False):
        lit = [board for board in log.open_tables() if board.lit]
        if not lit:
            raise Refused("NO_GAME", _("No game lies there, so there is no evening to sum up."))
        board = lit[-1]  # the newer of two, which an older version at the table's own machine may have sent
        table = _load(log, board)
        times = EntryTimes(log.database).of(board.table)
    game = game_report(snapshot_of(TableSession(board.table, table), "left"))
    real = [throw for throw in throws(table.log, table.trail.in_force) if throw.is_physical and not throw.undone]
    return EveningSummary(
        game=game["game"],
        where=game["where"],
        over=game["over"],
        people=game["seats"],
        answers=game["answers"],
        dice=sum(len(throw.values) for throw in real if throw.is_rolled),
        drawn=sum(len(throw.values) for throw in real if not throw.is_rolled),
        taken_back=len(table.trail.taken_back),
        began=board.opened_at,
        ended=max(times.values(), default=board.opened_at),
    )


def _load(log: SqlEventLog, board: TableRecord) -> GameTable:  # type: ignore[type-arg]  # of any game
    try:
        game = games.find(board.game)
        return GameTable(game, [to_entry(game, row) for row in log.read(board.table)])
    except LamplightError:
        raise
    except Exception as error:  # its game has changed too much since. The table's page says so too
        raise Refused("NOT_READ", _("The log of this table cannot be read by this version.")) from error


def _hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
