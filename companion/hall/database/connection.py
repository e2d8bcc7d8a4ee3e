"""Open the database of a hall server and create its schema."""

from __future__ import annotations

from sqlalchemy import Connection, Engine

from companion.errors import LamplightError, StoreError
from companion.hall.database.row_security import check_row_security, enable_row_security, set_table_on_begin
from companion.hall.database.schema import create_tables
from companion.sessions import open_database

SCHEMA_LOCK = 0x1A3B
"""Advisory lock while tables are created."""


class UnsupportedDatabaseError(LamplightError):
    """Several workers must reach the database."""

    code = "NOTPOSTGRESQL"


def open_hall(url: str, most: int = 8) -> Engine:
    """`url` begins with "postgresql+psycopg://". `most` limits the connections.

    Raises UnsupportedDatabaseError, RowSecurityError and StoreError, as every use of it does the last.
    """
    if not url.startswith("postgresql"):
        raise UnsupportedDatabaseError(
            "A hall needs PostgreSQL. Give its address, as database = 'postgresql+psycopg://lamplight@127.0.0.1/lamplight'."
        )
    try:
        engine = open_database(url, most)
    except StoreError as error:
        if why := _login_error(error):
            raise StoreError(why) from error
        raise
    try:
        with engine.begin() as connection:
            _create_schema(connection)
    except BaseException:
        engine.dispose()
        raise
    set_table_on_begin(engine)
    return engine


def _create_schema(connection: Connection) -> None:
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))  # two that begin at once
    enable_row_security(connection)
    create_tables(connection)
    check_row_security(connection)


def _login_error(error: StoreError) -> str:
    """Return a sentence where PostgreSQL runs and rejects the login, else "". The driver reports a failed login only
    in words.
    """
    _, is_there, reason = str(error.__cause__ or "").partition("FATAL:")
    if not is_there:
        return ""
    return (
        f"PostgreSQL lets nobody in: {reason.splitlines()[0].strip()}. Its address, with role, password and name, is `database` in the hall's"
        " settings; there a password of other signs than letters and digits is written as in an address, @ as %40."
    )
