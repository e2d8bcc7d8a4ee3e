"""The one database of a house: opened durably, and brought to the newest shape."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event
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
    if set(MigrationContext.configure(connection).get_current_heads()) == _newest():
        return
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # its driver would commit each new table by itself
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@cache
def _newest() -> frozenset[str]:
    """The revision, or the revisions, that nothing comes after."""
    return frozenset(ScriptDirectory.from_config(_config()).get_heads())


@cache
def known_revisions() -> frozenset[str]:
    """All shapes that a database may have had."""
    return frozenset(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
