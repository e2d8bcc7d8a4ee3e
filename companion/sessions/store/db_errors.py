"""What a database says when it cannot, as a sentence with the remedy: a full disk, a server that is gone, somebody who holds it.

A mistake of ours in a query is none of these, and stays what SQLAlchemy makes of it; so does a value that is there already.
"""

from __future__ import annotations

import sqlite3

from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError

from companion.errors import StoreError

FULL = "The disk is full. Free some space; what was done last may be missing, do it again then: nothing counts twice."
READ_ONLY = (
    "The database may not be written. Make its disk and its file writable again; what was done last may be missing, do it"
    " again then: nothing counts twice."
)
HELD = (
    "Another program holds the database. Let go of it there; what was done last may be missing, do it again then: nothing"
    " counts twice."
)
BROKEN = (
    "The disk of the database fails. Look whether it is full, broken or pulled out; what was done last may be missing, do"
    " it again then: nothing counts twice."
)
GONE = (
    "The database does not answer. Start it, or see to the network to it; what was done last may be missing, do it again"
    " then: nothing counts twice."
)
CROSSED = "Two wrote in the same moment, and one has to go first. Do it again: nothing counts twice."
CROWDED = "The database has more to do than it can. Do it again in a moment: nothing counts twice."
DAMAGED = (
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
    "CORRUPT": DAMAGED,
    "NOTADB": DAMAGED,
}
POSTGRESQL = {  # by its code, or the class that is the first two letters of it
    "53100": FULL,
    "25006": READ_ONLY,
    "25P03": GONE,  # whoever slept in the midst of a transaction has lost its connection
    "40": CROSSED,  # each waited for the other, or saw what was not so any more
    "08": GONE,
    "53": GONE,
    "57": GONE,  # it is stopped, or just starts
    "58": BROKEN,
}

DATABASE_ERRORS = (StoreError, DBAPIError)
"""What a query may raise: a failure with a sentence, or one that no sentence is known for."""


def say_failures(engine: Engine) -> None:
    """From now on what this engine's database cannot do is raised as StoreError."""
    event.listen(engine, "handle_error", _in_words, retval=True)


def _in_words(context: ExceptionContext) -> BaseException | None:
    """What is to be raised instead; None: what would be. A connection that is only tried out is replaced without a word."""
    error = context.original_exception
    if not isinstance(error, Exception):  # whoever ends the program: SQLAlchemy gives the connection up for lost then
        return None
    said = sentence(error, is_lost=context.is_disconnect)
    return StoreError(said) if said and not context.is_pre_ping else None


def sentence(error: BaseException, *, is_lost: bool) -> str:
    """What to say of a driver's error; "" where it is no matter of the store. `is_lost`: the connection is.

    >>> sentence(ValueError("no such column"), is_lost=False)
    ''
    """
    if isinstance(error, sqlite3.Error):
        words = getattr(error, "sqlite_errorname", "SQLITE_").split("_")
        return SQLITE.get(words[1], "")
    code = getattr(error, "sqlstate", None)
    if code:
        return POSTGRESQL.get(code) or POSTGRESQL.get(code[:2], "")
    is_psycopg = type(error).__module__.partition(".")[0] == "psycopg"  # which is there in halls alone
    return GONE if is_lost or (is_psycopg and type(error).__name__ == "OperationalError") else ""
