"""Write log rows with their checksums. Bypasses SQLAlchemy on SQLite for speed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Protocol

from sqlalchemy import (
    ColumnElement,
    Connection,
    Dialect,
    Insert,
    Select,
    Update,
    bindparam,
    func,
    insert,
    literal_column,
    select,
)

from companion.errors import StaleError, StoreError
from companion.sessions.store.database import sentence
from companion.sessions.store.schema import entries, inbox
from companion.sessions.table import LogRow

AS_JSON = "state"
"""The parameter of an update that is JSON."""
LENGTH = 8  # bytes; it guards against accidents, not against forgers
BETWEEN = "\x1f"


def values_of(table: str, row: LogRow, at: float) -> dict[str, Any]:
    """What SQLAlchemy is given of an entry; `at`: s, Unix."""
    return {**stored_of(table, row, at), "data": dict(row.data)}


def stored_of(table: str, row: LogRow, at: float) -> dict[str, Any]:
    """The columns of an entry as they are stored, its data as text."""
    kept = {"seq": row.seq, "kind": row.kind, "name": row.name, "v": row.v, "by": row.by, "rest": row.rest}
    stored = {"table_id": table, "at": at, "data": text_of(row.data), **kept}
    stored["sum"] = sum_of(stored)
    return {**stored, "request": request_id_of(row.kind, row.data)}


def request_id_of(kind: str, data: Mapping[str, Any]) -> str | None:
    """The id of the answer, or of the request that took back or brought back; no other entry has one.

    >>> request_id_of("answer", {"answer": {"id": "w1"}}), request_id_of("undo", {"id": "u2"}), request_id_of("event", {"id": 3})
    ('w1', 'u2', None)
    """
    match kind:
        case "answer":
            answer = data.get("answer")
            return str(answer["id"]) if isinstance(answer, Mapping) and "id" in answer else None
        case "undo" | "redo":
            return data.get("id") or None
        case _:
            return None


def text_of(data: Mapping[str, Any]) -> str:
    """JSON as SQLAlchemy writes it."""
    return json.dumps(data if isinstance(data, dict) else dict(data))


def sum_of(stored: Mapping[str, Any]) -> str:
    """Over the columns of an entry as they are stored; its data is the text that lies in the database."""
    parts = (
        stored["table_id"],
        stored["seq"],
        repr(float(stored["at"])),
        stored["kind"],
        stored["name"],
        stored["v"],
        stored["by"],
        int(stored["rest"]),
        stored["data"],
    )
    return blake2b(BETWEEN.join(map(str, parts)).encode(errors="replace"), digest_size=LENGTH).hexdigest()


NONE: ColumnElement[int] = literal_column("0")  # no parameters, which would have to be given
ONE: ColumnElement[int] = literal_column("1")
NEWEST = select(func.coalesce(func.max(inbox.c.place), NONE)).where(inbox.c.table_id == bindparam("heard_at"))
HEAR, WRITE = insert(inbox).values(place=NEWEST.scalar_subquery() + ONE), insert(entries)
"""Made once: to make a statement for each reading took longer than what it does."""
HEARD = ("table_id", "source", "epoch", "seq", "id", "at", "data", "settled")
"""What a row of the inbox is made of, beside its place."""


class RowWriter(Protocol):
    """Within a transaction. What the store cannot do is raised as StoreError; that something is there already, as Stale or by Core."""

    def write_reading(self, connection: Connection, values: Mapping[str, Any]) -> None:
        """A reading, under HEARD; its data are JSON values."""

    def write_entries(self, connection: Connection, table: str, rows: Sequence[LogRow], at: float) -> None:
        """Entries; `at`: s, Unix."""

    def first(self, connection: Connection, statement: Select[Any], values: Mapping[str, Any]) -> Any:
        """What the first row has in its first column; None where there is no row. `statement`: one of a module."""

    def change(self, connection: Connection, statement: Update, values: Mapping[str, Any]) -> int:
        """How many rows an update of a module has changed. What it is given as JSON is text."""


class CoreRowWriter:
    """For every database."""

    def write_reading(self, connection: Connection, values: Mapping[str, Any]) -> None:
        connection.execute(HEAR, {**values, "heard_at": values["table_id"]})

    def write_entries(self, connection: Connection, table: str, rows: Sequence[LogRow], at: float) -> None:
        connection.execute(WRITE, [values_of(table, row, at) for row in rows])

    def first(self, connection: Connection, statement: Select[Any], values: Mapping[str, Any]) -> Any:
        return connection.scalar(statement, values)

    def change(self, connection: Connection, statement: Update, values: Mapping[str, Any]) -> int:
        parsed = {name: json.loads(value) if name == AS_JSON else value for name, value in values.items()}
        return connection.execute(statement, parsed).rowcount


class CompiledStatement:
    """A statement as SQLite's driver takes it."""

    def __init__(
        self, statement: Insert | Update | Select[Any], dialect: Dialect, columns: Sequence[str] | None = None
    ) -> None:
        """`columns`: of an insert."""
        compiled = statement.compile(dialect=dialect, column_keys=list(columns) if columns is not None else None)
        self._text, self._order = str(compiled), tuple(compiled.positiontup or ())
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}

    def execute(self, connection: Connection, values: Mapping[str, Any]) -> sqlite3.Cursor:
        """Raises StaleError where such a row is there already, and StoreError."""
        driver: Any = connection.connection.dbapi_connection
        given = {**self._fixed, **values}
        try:
            cursor: sqlite3.Cursor = driver.execute(self._text, [given[name] for name in self._order])
        except sqlite3.IntegrityError as error:
            raise StaleError(str(error)) from error
        except sqlite3.Error as error:
            if said := sentence(error, is_lost=False):
                raise StoreError(said) from error
            raise
        return cursor


class SqliteRowWriter:
    """For SQLite; the JSON of an entry is made once, for its row and for its sum."""

    def __init__(self, dialect: Dialect) -> None:
        self._insert_reading = CompiledStatement(HEAR, dialect, HEARD)
        self._insert_entry = CompiledStatement(WRITE, dialect, entries.c.keys())
        self._dialect = dialect
        self._others: dict[int, CompiledStatement] = {}  # of modules, so none of them ever goes

    def write_reading(self, connection: Connection, values: Mapping[str, Any]) -> None:
        self._insert_reading.execute(
            connection, {**values, "data": text_of(values["data"]), "heard_at": values["table_id"]}
        )

    def write_entries(self, connection: Connection, table: str, rows: Sequence[LogRow], at: float) -> None:
        for row in rows:
            self._insert_entry.execute(connection, stored_of(table, row, at))

    def first(self, connection: Connection, statement: Select[Any], values: Mapping[str, Any]) -> Any:
        row = self._of(statement).execute(connection, values).fetchone()
        return row[0] if row is not None else None

    def change(self, connection: Connection, statement: Update, values: Mapping[str, Any]) -> int:
        return self._of(statement).execute(connection, values).rowcount

    def _of(self, statement: Select[Any] | Update) -> CompiledStatement:
        if id(statement) not in self._others:
            self._others[id(statement)] = CompiledStatement(statement, self._dialect)
        return self._others[id(statement)]


def row_writer_for(dialect: Dialect) -> RowWriter:
    """The fastest for a database."""
    return SqliteRowWriter(dialect) if dialect.name == "sqlite" else CoreRowWriter()
