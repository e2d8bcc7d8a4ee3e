"""The one database of a house: opened durably, and brought to the newest shape."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import make_url

from companion.tables.failing import say_failures

MIGRATIONS = Path(__file__).parent / "migrations"
PATIENCE = {"connect_timeout": 5, "tcp_user_timeout": 10_000}
"""s to reach PostgreSQL, ms until a network that swallows what is sent counts as gone: a table must not hang on it."""


def open_database(url: str) -> Engine:
    """`url`: "sqlite:////var/lib/lamplight/log.db" or "postgresql+psycopg://...". Raises StoreFails, as every use of it does."""
    is_sqlite = make_url(url).get_backend_name() == "sqlite"
    arguments = {} if is_sqlite else PATIENCE
    # what is written holds hands: an error that is logged names the statement, and not what was to be written with it
    engine = create_engine(url, pool_pre_ping=not is_sqlite, connect_args=arguments, hide_parameters=True)
    say_failures(engine)
    if is_sqlite:
        event.listen(engine, "connect", _durable)
    with engine.begin() as connection:
        _migrate(connection)
    return engine


def _durable(connection: Any, _record: object) -> None:
    """WAL with synchronous FULL: what was acknowledged survives a power cut."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


def _migrate(connection: Connection) -> None:
    """Nearly every start finds the newest shape already there; a new one comes whole or not at all."""
    if _shapes(connection) == {max(known_revisions())}:
        return
    from companion.tables.migrations.upgrade import upgrade  # Alembic is an eighth of what a start loads

    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # its driver would commit each new table by itself
    upgrade(connection)


def _shapes(connection: Connection) -> set[str]:
    """The revision that it has, by Alembic's own table; none where it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return set()
    return set(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars())


@cache
def known_revisions() -> frozenset[str]:
    """All shapes that a database may have had: their numbers, the newest the highest, begin the names of the files."""
    return frozenset(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
