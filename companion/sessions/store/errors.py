"""Translate errors of the database drivers into StoreError with a remedy."""

from __future__ import annotations

import sqlite3

from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError

from companion.errors import DamagedDatabaseError, StoreError
from companion.i18n import _

FULL = _(
    "The disk is full. Free some space; what was done last may be missing, do it again then: nothing counts twice."
)
READ_ONLY = _(
    "The database may not be written. Make its disk and its file writable again; what was done last may be missing, do it"
    " again then: nothing counts twice."
)
HELD = _(
    "Another program holds the database. Let go of it there; what was done last may be missing, do it again then: nothing"
    " counts twice."
)
BROKEN = _(
    "The disk of the database fails. Look whether it is full, broken or pulled out; what was done last may be missing, do"
    " it again then: nothing counts twice."
)
GONE = _(
    "The database does not answer. Start it, or see to the network to it; what was done last may be missing, do it again"
    " then: nothing counts twice."
)
CROSSED = _("Two wrote in the same moment, and one has to go first. Do it again: nothing counts twice.")
CROWDED = _("The database has more to do than it can. Do it again in a moment: nothing counts twice.")
DAMAGED = _(
    "The database is damaged. Start Lamplight again: it then shows what can be saved, and the newest backup, and changes"
    " nothing until somebody has chosen."
)
SQLITE = {  # by the first word of what SQLite calls it
    "FULL": FULL,
    "READONLY": READ_ONLY,
    "PERM": READ_ONLY,
    "BUSY": HELD,
    "LOCKED": HELD,
    "IOERR": BROKEN,
    "CANTOPEN": BROKEN,
}
DAMAGE = ("CORRUPT", "NOTADB")
POSTGRESQL = {  # by its code, or the class that is the first two letters of it
    "53100": FULL,
    "25006": READ_ONLY,
    "25P03": GONE,  # a connection that idled in a transaction was cut
    "40": CROSSED,  # each waited for the other, or saw what was not so any more
    "08": GONE,
    "53": GONE,
    "57": GONE,  # it is stopped, or just starts
    "58": BROKEN,
}

DATABASE_ERRORS = (StoreError, DBAPIError)
"""Errors that a query may raise: with a known remedy, or without."""


def translate_errors(engine: Engine) -> None:
    """Raise StoreError with a remedy where this engine's database fails."""
    event.listen(engine, "handle_error", _translate, retval=True)


def _translate(context: ExceptionContext) -> BaseException | None:
    """Return the error to raise instead; None = the original. A failed ping stays silent: the connection is replaced."""
    error = context.original_exception
    if not isinstance(error, Exception):  # the program is being stopped: SQLAlchemy discards the connection
        return None
    return None if context.is_pre_ping else as_store_error(error, is_lost=context.is_disconnect)


def as_store_error(error: BaseException, *, is_lost: bool) -> StoreError | None:
    """Convert a driver's error; None where the store is not to blame. `is_lost`: the connection is lost.

    >>> as_store_error(ValueError("no such column"), is_lost=False)
    """
    if isinstance(error, sqlite3.Error):
        code_name = getattr(error, "sqlite_errorname", "SQLITE_").split("_")[1]
        if code_name in DAMAGE:
            return DamagedDatabaseError(DAMAGED)
        sentence = SQLITE.get(code_name)
    elif code := getattr(error, "sqlstate", None):
        sentence = POSTGRESQL.get(code, POSTGRESQL.get(code[:2]))
    else:
        is_psycopg = type(error).__module__.partition(".")[0] == "psycopg"  # which is there in halls alone
        sentence = GONE if is_lost or (is_psycopg and type(error).__name__ == "OperationalError") else None
    return StoreError(sentence) if sentence else None
