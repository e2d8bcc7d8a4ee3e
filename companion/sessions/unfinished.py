"""Whether a table that lies on no shelf was played to its end, read from its log without opening it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion import games
from companion.engine import GameSetup
from companion.sessions.store import EventLog, TableRecord
from companion.sessions.table import GameTable, TableBegan, to_entry

logger = logging.getLogger(__name__)


def is_unfinished(log: EventLog, board: TableRecord, plays: Callable[[GameSetup], bool]) -> bool:
    """Whether `plays` is true of its set-up, and it is not over. One that cannot be loaded counts: another version may load it."""
    played, rows = games.find(board.game), tuple(log.read(board.table))
    try:
        began = to_entry(played, rows[0]).what
        if isinstance(began, TableBegan) and not plays(began.setup):
            return False  # the rest of a long evening takes seconds
        return not GameTable(played, [to_entry(played, row) for row in rows]).run.over
    except Exception:  # of a rule, of what no game holds any more
        logger.info("table=%s cannot be loaded, so it counts as not over", board.table, exc_info=True)
        return True
