"""Write log rows with their checksums."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Update, bindparam, func, insert, literal_column, select

from companion.sessions.store.database import execute
from companion.sessions.store.schema import entries, inbox
from companion.sessions.table import LogRow

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
OF_ENTRY = tuple(entries.c.keys())


class RowWriter:
    """Within a transaction. What the store cannot do is raised as StoreError; that something is there already, as StaleError."""

    def write_reading(self, connection: Connection, values: Mapping[str, Any]) -> None:
        """A reading, under HEARD; its data are JSON values."""
        heard = {**values, "data": text_of(values["data"]), "heard_at": values["table_id"]}
        execute(connection, HEAR, heard, HEARD)

    def write_entries(self, connection: Connection, table: str, rows: Sequence[LogRow], at: float) -> None:
        """Entries; `at`: s, Unix. The JSON of each is made once, for its row and for its sum."""
        for row in rows:
            execute(connection, WRITE, stored_of(table, row, at), OF_ENTRY)

    def all(
        self, connection: Connection, statement: Select[*tuple[Any, ...]], values: Mapping[str, Any]
    ) -> Sequence[Any]:
        """The rows, as tuples. `statement`: a constant of a module."""
        rows: Sequence[Any] = execute(connection, statement, values).fetchall()
        return rows

    def first(self, connection: Connection, statement: Select[*tuple[Any, ...]], values: Mapping[str, Any]) -> Any:
        """What the first row has in its first column; None where there is no row."""
        row = execute(connection, statement, values).fetchone()
        return row[0] if row is not None else None

    def change(self, connection: Connection, statement: Update, values: Mapping[str, Any]) -> int:
        """How many rows an update has changed."""
        return int(execute(connection, statement, values).rowcount)
