"""A hall's database: a house's, divided among lamps, and what the hall knows itself."""

from __future__ import annotations

from sqlalchemy import Connection, Engine

from companion.errors import LamplightError
from companion.tables.database import open_database
from companion.venue.divided import divide, make_sure, of_lamps
from companion.venue.schema import metadata

MAKING = 0x1A3B
"""The advisory lock of whoever makes its tables."""


class NotPostgreSQL(LamplightError):
    """A hall's truth lies where several workers can reach it."""


def open_hall(url: str, most: int = 8) -> Engine:
    """`url`: "postgresql+psycopg://..."; `most`: connections at once.

    Raises NotPostgreSQL, NotDivided and StoreFails, as every use of it does the last.
    """
    if not url.startswith("postgresql"):
        raise NotPostgreSQL(
            "A hall needs PostgreSQL. Give its address, as database = 'postgresql+psycopg://lamplight@127.0.0.1/lamplight'."
        )
    engine = open_database(url, most)
    try:
        with engine.begin() as connection:
            _make(connection)
    except BaseException:
        engine.dispose()
        raise
    of_lamps(engine)
    return engine


def _make(connection: Connection) -> None:
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (MAKING,))  # two that begin at once
    divide(connection)
    metadata.create_all(connection)
    make_sure(connection)
