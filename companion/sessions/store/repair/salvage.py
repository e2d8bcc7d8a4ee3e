"""What can still be read of a damaged database, row by row: of each table's log as much as has no gap and is as it was written."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import JSON, Boolean, Connection, insert
from sqlalchemy import Table as Stored
from sqlalchemy.exc import IntegrityError

from companion.sessions.store.database import open_database
from companion.sessions.store.event_log import request_id_of
from companion.sessions.store.repair.integrity import is_whole, looked_at
from companion.sessions.store.schema import (
    boards,
    brought,
    entries,
    metadata,
    notes,
    resting_states,
    savepoints,
    session_states,
)

Rows: TypeAlias = tuple[Mapping[str, Any], ...]
AT_ONCE = 500  # rows
FURTHEST = 2**40  # no row has a higher number


@dataclass(frozen=True, slots=True)
class SalvagedTable:
    """A table of the house, as it is in a file."""

    table: str
    game: str
    entries: int
    at: float  # s, Unix; when the last of them was written
    lost: int = 0  # entries beyond them that were seen and cannot be used, for something before them is missing


@dataclass(frozen=True, slots=True)
class SalvagedDatabase:
    """What was read, by the name of the database's tables; JSON as the text that it is there: it takes a tenth of the memory."""

    rows: Mapping[str, Rows] = field(default_factory=dict)
    tables: tuple[SalvagedTable, ...] = ()


def salvage_database(path: Path) -> SalvagedDatabase:
    """All that can be had of a file; of one that is none, nothing. The file is not changed."""
    found: dict[str, Rows] = {}
    if not path.exists():
        return SalvagedDatabase()
    for stored in metadata.sorted_tables:
        if stored not in (resting_states, session_states):  # they are made of the entries and readings
            found[stored.name] = tuple(_all(path, stored))
    return _that_fits(found)


def write_salvaged(saved: SalvagedDatabase, path: Path) -> None:
    """A new database with it. Raises StoreError, FileExistsError."""
    path.touch(exist_ok=False)
    engine = open_database(f"sqlite:///{path}")
    with engine.begin() as connection:
        for stored in metadata.sorted_tables:
            rows = saved.rows.get(stored.name, ())
            for start in range(0, len(rows), AT_ONCE):
                _insert(connection, stored, rows[start : start + AT_ONCE])
    engine.dispose()


def _insert(connection: Connection, stored: Stored, rows: Rows) -> None:
    """All at once; where one is there twice in the damaged file, or lacks what it needs, without that one."""
    try:
        with connection.begin_nested():
            connection.execute(insert(stored), [_typed(stored, row) for row in rows])
    except IntegrityError:
        if len(rows) > 1:
            _insert(connection, stored, rows[: len(rows) // 2])
            _insert(connection, stored, rows[len(rows) // 2 :])


def _typed(stored: Stored, row: Mapping[str, Any]) -> dict[str, Any]:
    names = (column.name for column in stored.columns if isinstance(column.type, JSON) and column.name in row)
    parsed = {name: json.loads(row[name]) for name in names}
    made = {"request": request_id_of(row["kind"], parsed["data"])} if stored is entries else {}
    return {**row, **parsed, **made}


def list_tables(path: Path) -> tuple[SalvagedTable, ...]:
    """The tables of a sound file, the newest first."""
    query = (
        "SELECT b.table_id, b.game, count(*), max(e.at) FROM boards b JOIN entries e USING (table_id)"
        " GROUP BY b.table_id ORDER BY max(e.at) DESC"
    )
    with closing(looked_at(path)) as database:
        return tuple(SalvagedTable(*row) for row in database.execute(query))


def _all(path: Path, stored: Stored) -> Iterator[Mapping[str, Any]]:
    """Upwards to the first row that cannot be read, on behind it with longer and longer steps, and downwards from the end."""
    seen: set[int] = set()
    for query, start, way in ((_UP, 0, 1), (_DOWN, FURTHEST, -1)):
        at, step = start, 1
        while 0 <= at <= FURTHEST and step < FURTHEST:
            at, is_done = yield from _some(path, stored, query, at, seen)
            if is_done and step == 1:
                return  # nothing was in the way
            if is_done:
                break
            at, step = at + way * step, step * 2


_UP = "SELECT rowid AS _row, * FROM {} NOT INDEXED WHERE rowid > ? ORDER BY rowid"
_DOWN = "SELECT rowid AS _row, * FROM {} NOT INDEXED WHERE rowid < ? ORDER BY rowid DESC"


def _some(path: Path, stored: Stored, query: str, at: int, seen: set[int]) -> Any:
    """Rows from there on; returns the last number that was read, and whether the end was reached."""
    try:
        with closing(looked_at(path)) as database:
            database.text_factory = lambda content: content.decode(errors="replace")
            for row in database.execute(query.format(stored.name), (at,)):
                at = row["_row"]
                if at not in seen:
                    seen.add(at)
                    yield from _shaped(stored, dict(row))
    except sqlite3.OperationalError as error:
        return at, "no such table" in str(error)
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return at, False
    return at, True


def _shaped(stored: Stored, row: dict[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The columns that there are today, with their types; nothing of a row that is not as it was written."""
    if stored is entries and not is_whole(row):
        return
    made = {name: row[name] for name in (column.name for column in stored.columns) if name in row}
    try:
        for column in stored.columns:
            if column.name in made and isinstance(column.type, JSON):
                json.loads(made[column.name])  # or it would be no row
            if column.name in made and isinstance(column.type, Boolean):
                made[column.name] = bool(made[column.name])
    except (TypeError, ValueError):
        return
    yield made


def _that_fits(found: dict[str, Rows]) -> SalvagedDatabase:
    logs: dict[str, dict[int, Mapping[str, Any]]] = defaultdict(dict)
    for row in found[entries.name]:
        if isinstance(row["seq"], int):
            logs[row["table_id"]].setdefault(row["seq"], row)
    whole = {table: tuple(_gapless(log)) for table, log in logs.items()}
    whole = {table: log for table, log in whole.items() if log}
    known = {row["table_id"]: row for row in found[boards.name]}
    opened = [known.get(table) or _board(table, log[0]) for table, log in whole.items()]
    rows = {name: tuple(row for row in many if _belongs(name, row, whole)) for name, many in found.items()}
    rows |= {boards.name: tuple(opened), entries.name: tuple(row for log in whole.values() for row in log)}
    told = (
        SalvagedTable(table, str(log[0]["name"]), len(log), float(log[-1]["at"]), max(logs[table]) - len(log))
        for table, log in whole.items()
    )
    return SalvagedDatabase(rows, tuple(sorted(told, key=lambda one: -one.at)))


def _gapless(log: Mapping[int, Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    seq = 1
    while seq in log:
        yield log[seq]
        seq += 1


def _board(table: str, first: Mapping[str, Any]) -> Mapping[str, Any]:
    """Of a table whose own row is gone; its first entry names the game."""
    return {"table_id": table, "game": first["name"], "opened_at": first["at"], "closed": False, "rev": 0}


def _belongs(name: str, row: Mapping[str, Any], whole: Mapping[str, tuple[Mapping[str, Any], ...]]) -> bool:
    """Whether a row speaks of entries that are there."""
    many = len(whole.get(row.get("table_id", ""), ()))
    if name in {savepoints.name, notes.name}:
        return bool(0 < row["seq"] <= many)
    return name != brought.name or bool(many >= row["entries"])
