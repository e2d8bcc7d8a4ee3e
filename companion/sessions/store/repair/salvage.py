"""Read what can still be read of a damaged database, row by row: of each table's log the entries before the first gap.

`.recover` of SQLite's shell would ignore the checksums, and is not part of Python's module.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count, takewhile
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import JSON, Boolean, Connection, insert
from sqlalchemy import Table as Stored
from sqlalchemy.exc import IntegrityError

from companion.sessions.store.database import open_database
from companion.sessions.store.event_log import request_id_of
from companion.sessions.store.repair.integrity import is_whole, open_read_only
from companion.sessions.store.schema import boards, brought, entries, metadata, notes, savepoints

Row: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = tuple[Row, ...]
AT_ONCE = 500  # rows
HIGHEST = 2**40  # no row has a higher number
DERIVED = {"resting_states", "session_states"}  # rebuilt from entries and readings


@dataclass(frozen=True, slots=True)
class SalvagedTable:
    """A table of the installation, as a file has it."""

    table: str
    game: str
    entries: int
    at: float  # s, Unix; when the last of them was written
    lost: int = 0  # entries after a gap, which cannot be used


@dataclass(frozen=True, slots=True)
class SalvagedDatabase:
    """Rows by the name of their database table. JSON stays text, which takes a tenth of the memory."""

    rows: Mapping[str, Rows] = field(default_factory=dict)
    tables: tuple[SalvagedTable, ...] = ()


def list_tables(path: Path) -> tuple[SalvagedTable, ...]:
    """Return the tables of a sound file, the newest first."""
    query = (
        "SELECT b.table_id, b.game, count(*), max(e.at) FROM boards b JOIN entries e USING (table_id)"
        " GROUP BY b.table_id ORDER BY max(e.at) DESC"
    )
    with closing(open_read_only(path)) as database:
        return tuple(SalvagedTable(*row) for row in database.execute(query))


def salvage_database(path: Path) -> SalvagedDatabase:
    """Return all that can be read of a file, which is not changed."""
    if not path.exists():
        return SalvagedDatabase()
    return _fit_together(
        {
            stored.name: tuple(_read_rows(path, stored))
            for stored in metadata.sorted_tables
            if stored.name not in DERIVED
        }
    )


def write_salvaged(saved: SalvagedDatabase, path: Path) -> None:
    """Write a new database with these rows. Raises StoreError, FileExistsError."""
    path.touch(exist_ok=False)
    engine = open_database(f"sqlite:///{path}")
    with engine.begin() as connection:
        for stored in metadata.sorted_tables:
            rows = saved.rows.get(stored.name, ())
            for start in range(0, len(rows), AT_ONCE):
                _insert(connection, stored, rows[start : start + AT_ONCE])
    engine.dispose()


def _insert(connection: Connection, stored: Stored, rows: Rows) -> None:
    """Insert all rows but those that the damaged file holds twice, or without a column that they need."""
    try:
        with connection.begin_nested():
            connection.execute(insert(stored), [_parsed(stored, row) for row in rows])
    except IntegrityError:
        if len(rows) > 1:
            _insert(connection, stored, rows[: len(rows) // 2])
            _insert(connection, stored, rows[len(rows) // 2 :])


def _parsed(stored: Stored, row: Row) -> dict[str, Any]:
    names = (column.name for column in stored.columns if isinstance(column.type, JSON) and column.name in row)
    parsed = {name: json.loads(row[name]) for name in names}
    made = {"request": request_id_of(row["kind"], parsed["data"])} if stored is entries else {}
    return {**row, **parsed, **made}


def _read_rows(path: Path, stored: Stored) -> Iterator[Row]:
    """Read upwards to the first unreadable row, on behind it in growing steps, and downwards from the end."""
    seen: set[int] = set()
    for start, way in ((0, 1), (HIGHEST, -1)):
        at, step = start, 1
        while 0 <= at <= HIGHEST and step < HIGHEST:
            at, is_at_end = yield from _read_from(path, stored, at, way, seen)
            if is_at_end and step == 1:
                return  # nothing was unreadable
            if is_at_end:
                break
            at, step = at + way * step, step * 2


def _read_from(path: Path, stored: Stored, at: int, way: int, seen: set[int]) -> Any:
    """Yield the rows after the number `at`. Return the last number read, and whether the end was reached."""
    where = "rowid > ? ORDER BY rowid" if way > 0 else "rowid < ? ORDER BY rowid DESC"
    try:
        with closing(open_read_only(path)) as database:
            database.text_factory = lambda content: content.decode(errors="replace")
            query = f"SELECT rowid AS _row, * FROM {stored.name} NOT INDEXED WHERE {where}"  # noqa: S608 - a name of ours
            for row in database.execute(query, (at,)):
                at = row["_row"]
                if at not in seen:
                    seen.add(at)
                    yield from _usable(stored, dict(row))
    except sqlite3.OperationalError as error:
        return at, "no such table" in str(error)
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return at, False
    return at, True


def _usable(stored: Stored, row: dict[str, Any]) -> Iterator[Row]:
    """Yield the row with its known columns, unless it fails its checksum or its JSON cannot be parsed."""
    if stored is entries and not is_whole(row):
        return
    made = {column.name: row[column.name] for column in stored.columns if column.name in row}
    try:
        for column in stored.columns:
            if column.name in made and isinstance(column.type, JSON):
                json.loads(made[column.name])
            if column.name in made and isinstance(column.type, Boolean):
                made[column.name] = bool(made[column.name])
    except (TypeError, ValueError):
        return
    yield made


def _fit_together(found: dict[str, Rows]) -> SalvagedDatabase:
    """Leave out entries behind a gap, and rows that refer to entries which are missing."""
    logs: dict[str, dict[int, Row]] = defaultdict(dict)
    for row in found[entries.name]:
        if isinstance(row["seq"], int):
            logs[row["table_id"]].setdefault(row["seq"], row)
    whole = {table: [log[seq] for seq in takewhile(log.__contains__, count(1))] for table, log in logs.items()}
    whole = {table: log for table, log in whole.items() if log}
    opened = {  # the first entry names the game of a table whose own row is gone
        table: {"table_id": table, "game": log[0]["name"], "opened_at": log[0]["at"], "closed": False, "rev": 0}
        for table, log in whole.items()
    } | {row["table_id"]: row for row in found[boards.name] if row["table_id"] in whole}
    rows = {name: tuple(row for row in many if _is_consistent(name, row, whole)) for name, many in found.items()}
    rows[boards.name] = tuple(opened.values())
    rows[entries.name] = tuple(row for log in whole.values() for row in log)
    tables = (
        SalvagedTable(table, str(log[0]["name"]), len(log), float(log[-1]["at"]), max(logs[table]) - len(log))
        for table, log in whole.items()
    )
    return SalvagedDatabase(rows, tuple(sorted(tables, key=lambda one: -one.at)))


def _is_consistent(name: str, row: Row, whole: Mapping[str, list[Row]]) -> bool:
    many = len(whole.get(row.get("table_id", ""), ()))
    if name in {savepoints.name, notes.name}:
        return bool(0 < row["seq"] <= many)
    return name != brought.name or bool(many >= row["entries"])
