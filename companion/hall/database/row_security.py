"""Separate the tables of one database by PostgreSQL's row-level security.

Each row belongs to a lamp. A transaction sees and writes only the rows of its lamp, so a hall server runs the same
statements as a single table. A statement that forgets to filter finds no foreign rows. A transaction without a lamp
reads and writes no rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, event, inspect
from sqlalchemy.engine import Inspector

from companion.errors import LamplightError
from companion.sessions import LogRow, SqlEventLog, metadata

LAMP = "lamp"
"""The option of an engine, the column, and the end of the setting's name."""
SETTING = f"lamplight.{LAMP}"
OWN_ROWS = f"{LAMP} = current_setting('{SETTING}')"
SET_LAMP = f"SELECT set_config('{SETTING}', %s, true)"


class RowSecurityError(LamplightError):
    """The account would see the rows of every table."""

    code = "NOTDIVIDED"


def enable_row_security(connection: Connection) -> None:
    """Give each row of the schema an owner. Tables that have one stay as they are.

    Existing rows are assigned to the lamp in the connection's setting. Without a setting PostgreSQL refuses them.
    """
    inspector = inspect(connection)
    for table in metadata.sorted_tables:
        if LAMP not in {column["name"] for column in inspector.get_columns(table.name)}:
            for statement in _statements(inspector, table.name):
                connection.exec_driver_sql(statement)


def set_table_on_begin(engine: Engine) -> None:
    """Set the lamp at the begin of each transaction of an engine from `engine_for_table`."""
    event.listen(engine, "begin", _begin)


def engine_for_table(engine: Engine, name: str) -> Engine:
    """Return an engine with the same connections for the table `name`."""
    return engine.execution_options(**{LAMP: name})


def log_of_table(
    engine: Engine,
    name: str,
    clock: Callable[[], float] = time.time,
    wrote: Callable[[Sequence[LogRow], float], None] = lambda _rows, _seconds: None,
) -> SqlEventLog:
    """Return the event log of the table `name`."""
    return SqlEventLog(engine_for_table(engine, name), clock, wrote)


def check_row_security(connection: Connection) -> None:
    """Raise RowSecurityError for an account that bypasses row security, such as a superuser. No other check reveals it."""
    for table in metadata.sorted_tables:
        if not connection.exec_driver_sql("SELECT row_security_active(%s)", (table.name,)).scalar():
            raise RowSecurityError(
                "This account of PostgreSQL sees past what divides the tables of a hall. Give it neither SUPERUSER nor BYPASSRLS,"
                " and a database of its own: CREATE ROLE lamplight LOGIN; CREATE DATABASE lamplight OWNER lamplight;"
            )


def _begin(connection: Connection) -> None:
    name = connection.get_execution_options().get(LAMP)
    if name is not None:
        connection.exec_driver_sql(SET_LAMP, (name,))


def _statements(inspector: Inspector, table: str) -> Iterator[str]:
    yield f"ALTER TABLE {table} ADD COLUMN {LAMP} text CHECK ({LAMP} <> '')"  # '' while no table is served
    yield f"UPDATE {table} SET {LAMP} = current_setting('{SETTING}', true)"  # noqa: S608 - names of ours
    yield f"ALTER TABLE {table} ALTER {LAMP} SET NOT NULL, ALTER {LAMP} SET DEFAULT current_setting('{SETTING}')"
    key = inspector.get_pk_constraint(table)
    yield f"ALTER TABLE {table} DROP CONSTRAINT {key['name']}"
    yield f"ALTER TABLE {table} ADD PRIMARY KEY ({_columns(key['constrained_columns'])})"
    unique = inspector.get_unique_constraints(table)
    for constraint in unique:
        yield f"ALTER TABLE {table} DROP CONSTRAINT {constraint['name']}"
        yield f"ALTER TABLE {table} ADD CONSTRAINT {constraint['name']} UNIQUE ({_columns(constraint['column_names'])})"
    for index in inspector.get_indexes(table):
        if index["name"] not in {constraint["name"] for constraint in unique}:
            yield f"DROP INDEX {index['name']}"
            yield f"CREATE INDEX {index['name']} ON {table} ({_columns(index['column_names'])})"
    yield f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"
    yield f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY"  # for its owner too, because the owner runs the queries
    yield f"CREATE POLICY of_its_lamp ON {table} USING ({OWN_ROWS}) WITH CHECK ({OWN_ROWS})"


def _columns(names: list[Any]) -> str:
    """Return the columns with the lamp first, which clusters a table's rows on disk. Only `by` would need quotes,
    and no key has it.
    """
    return ", ".join((LAMP, *map(str, names)))
