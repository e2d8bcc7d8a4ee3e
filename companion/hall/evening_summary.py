"""The evening of a table in a few numbers, worked out from its log alone.

So a table that plays at its own machine has one too, as far as the hall's copy goes.
"""

from __future__ import annotations

from sqlalchemy import Engine

from companion import games
from companion.errors import LamplightError
from companion.fairness.throws import throws
from companion.hall.database import log_of_table
from companion.hall_link import of_game
from companion.i18n import _
from companion.presentation.responses import EveningSummary
from companion.schema import Refused
from companion.sessions import EntryTimes, GameTable, SqlEventLog, TableRecord, TableSession, snapshot_of, to_entry


def summarize_evening(engine: Engine, lamp: str, now: float) -> EveningSummary:
    """Of the game under the lamp. Raises Refused where there is none, or it cannot be read, and StoreError."""
    log = log_of_table(engine, lamp, lambda: now)
    with log.database.transaction(writes=False):
        lit = [one for one in log.open_tables() if one.lit]
        if not lit:
            raise Refused("NO_GAME", _("No game lies there, so there is no evening to sum up."))
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
        raise Refused("NOT_READ", _("The log of this table cannot be read by this version.")) from error
