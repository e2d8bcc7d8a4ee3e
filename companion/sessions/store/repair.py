"""Find damage of an SQLite file, and salvage what can still be read of it.

`.recover` of SQLite's shell would ignore the checksums, and is not part of Python's module.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Table

from companion.errors import StoreError
from companion.i18n import Text, _, ngettext
from companion.sessions.store.database import open_database, require_known_revision
from companion.sessions.store.event_log import request_id_of, sum_of
from companion.sessions.store.schema import entries, metadata

logger = logging.getLogger(__name__)

MOST_FULLY_CHECKED = 100_000_000  # bytes; the full check of a larger file takes minutes
TIME_LIMIT = 20.0  # s; a check that is not done by then passes
CLOCK_STEPS = 20_000  # instructions of SQLite between two looks at the clock
MOST_NAMED = 3  # faults; the others are only counted
MOST_LETTERS = 160  # of a message of SQLite
HIGHEST_ROWID = 2**40  # no row has a higher number
DERIVED = {"resting_states", "session_states"}  # rebuilt from entries and readings
KEEP_CONSISTENT = """
-- entries behind a gap: their number is higher than their place
DELETE FROM entries WHERE (table_id, seq) IN (SELECT table_id, seq FROM (
    SELECT table_id, seq, row_number() OVER (PARTITION BY table_id ORDER BY seq) AS place FROM entries
) WHERE seq <> place);
-- the first entry names the game of a table whose own row is gone
INSERT OR IGNORE INTO boards (table_id, game, opened_at, closed, rev, lit, seq)
    SELECT table_id, name, at, 0, 0, 0, 0 FROM entries WHERE seq = 1;
DELETE FROM boards WHERE table_id NOT IN (SELECT table_id FROM entries);
-- rows that refer to entries which are missing
DELETE FROM savepoints WHERE seq NOT BETWEEN 1 AND (SELECT count(*) FROM entries e WHERE e.table_id = savepoints.table_id);
DELETE FROM notes WHERE seq NOT BETWEEN 1 AND (SELECT count(*) FROM entries e WHERE e.table_id = notes.table_id);
DELETE FROM brought WHERE entries > (SELECT count(*) FROM entries e WHERE e.table_id = brought.table_id);
"""


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
    """The readable rows of a damaged file, as the content of a new one. None = no rows."""

    content: bytes | None = None
    tables: tuple[SalvagedTable, ...] = ()  # the newest first


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a connection that cannot change the file."""
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    database.row_factory = sqlite3.Row
    return database


def find_faults(path: Path) -> tuple[Text, ...]:
    """Return the faults of a database file, one sentence each. A file that does not exist yet has none.

    Raises StoreError where the file may not be read or written, and NewerSchemaError. Never call it for a file that this
    process has open: a second handle drops the locks of the first when it closes
    (https://www.sqlite.org/howtocorrupt.html, 2.2).
    """
    wal = path.with_name(f"{path.name}-wal")
    if _is_missing_or_empty(path):
        if _is_missing_or_empty(wal):
            return ()
        return (
            _("{path} is gone or empty, and {wal} still holds what was written last.", path=path.name, wal=wal.name),
        )
    _require_access(path)
    faults = tuple(_faults_inside(path))
    if len(faults) <= MOST_NAMED:
        return faults
    more = ngettext("and {n} more fault of this kind", "and {n} more faults of this kind", len(faults) - MOST_NAMED)
    return (*faults[:MOST_NAMED], more)


def _is_missing_or_empty(path: Path) -> bool:
    return not path.exists() or path.stat().st_size == 0


def _require_access(path: Path) -> None:
    """Raise StoreError where the disk is read-only, or the file belongs to another user."""
    read_only = _(
        "The disk on which {path} lies may only be read. Make it writable again; a memory card that has become so"
        " by itself is worn out: copy what is on it to a new one.",
        path=str(path),
    )
    forbidden = _(
        "{path} may not be read and written by this user: give the file, and the folder it lies in, to who runs"
        " Lamplight.",
        path=str(path),
    )
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        raise StoreError(read_only)
    if not os.access(path, os.R_OK | os.W_OK) or not os.access(path.parent, os.W_OK):
        raise StoreError(forbidden)


def _faults_inside(path: Path) -> Iterator[Text]:
    """Yield the faults of the content, within the time limit. Raises NewerSchemaError."""
    until = time.monotonic() + TIME_LIMIT
    _roll_back(path)
    with closing(open_read_only(path)) as database:
        database.set_progress_handler(lambda: time.monotonic() > until, CLOCK_STEPS)
        try:
            if _columns(database, "alembic_version"):
                revisions = database.execute("SELECT version_num FROM alembic_version")
                require_known_revision({row[0] for row in revisions}, path)
            check = "integrity_check" if path.stat().st_size < MOST_FULLY_CHECKED else "quick_check"
            for (line,) in database.execute(f"PRAGMA {check}({2 * MOST_NAMED})"):
                if line != "ok":
                    yield _("{path} is damaged: {why}.", path=path.name, why=" ".join(line.split())[:MOST_LETTERS])
            columns = _columns(database, "entries")
            if columns:
                yield from _missing_entries(database)
            if "sum" in columns:  # an old version wrote none
                yield from _changed_entries(database)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if "interrupted" in str(error):
                logger.info("%s is large: the check ended after %s s", path, TIME_LIMIT)
            elif "not a database" in str(error):
                yield _("{path} is no database any more: its beginning is overwritten.", path=path.name)
            else:
                yield _("{path} cannot be read ({error}).", path=path.name, error=str(error))


def _roll_back(path: Path) -> None:
    """Apply a rollback journal: a power cut leaves one while a file is created or changes to WAL mode.

    A read-only connection cannot apply it and would see half a change.
    """
    if path.with_name(f"{path.name}-journal").exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as database:
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _columns(database: sqlite3.Connection, table: str) -> set[str]:
    """Return the names of the columns, none if the table does not exist."""
    return {row[1] for row in database.execute(f"PRAGMA table_info({table})")}


def _missing_entries(database: sqlite3.Connection) -> Iterator[Text]:
    """Yield a fault for each table whose entries are not numbered 1 to n."""
    numbers = "SELECT table_id, count(*), min(seq), max(seq) FROM entries NOT INDEXED GROUP BY table_id"
    for table, number, first, last in database.execute(numbers):
        if not isinstance(last, int) or last < number or (last == number and first != 1):  # damage may leave any value
            yield _("Table {table}: its entries are in disorder.", table=str(table))
        elif last > number:
            yield ngettext(
                "Table {table}: of {last} entries {n} is missing.",
                "Table {table}: of {last} entries {n} are missing.",
                last - number,
                table=str(table),
                last=last,
            )
    empty = "SELECT table_id FROM boards WHERE table_id NOT IN (SELECT table_id FROM entries)"
    for (table,) in database.execute(empty):
        yield _("Table {table}: all of its entries are missing.", table=str(table))


def _changed_entries(database: sqlite3.Connection) -> Iterator[Text]:
    for row in database.execute("SELECT * FROM entries NOT INDEXED WHERE sum IS NOT NULL"):
        if not _has_own_sum(dict(row)):
            yield _(
                "Table {table}: the disk has changed the entry {seq}.", table=str(row["table_id"]), seq=str(row["seq"])
            )


def _has_own_sum(row: Mapping[str, Any]) -> bool:
    """Return whether an entry matches its checksum. An entry without one, of an old version, is accepted."""
    try:
        return row.get("sum") is None or row["sum"] == sum_of(row)
    except (TypeError, ValueError, KeyError):
        return False


def list_tables(path: Path) -> tuple[SalvagedTable, ...]:
    """Return the tables of a sound file, the newest first."""
    with closing(open_read_only(path)) as database:
        return _tables_in(database, {})


def _tables_in(database: sqlite3.Connection, newest: Mapping[str, int]) -> tuple[SalvagedTable, ...]:
    """Return the tables, the newest first. `newest`: the highest number of an entry that was read of each table."""
    query = (
        "SELECT b.table_id, b.game, count(*), max(e.at) FROM boards b JOIN entries e USING (table_id)"
        " GROUP BY b.table_id ORDER BY max(e.at) DESC"
    )
    return tuple(
        SalvagedTable(table, game, number, at, newest.get(table, number) - number)
        for table, game, number, at in database.execute(query)
    )


def salvage_database(path: Path) -> SalvagedDatabase:
    """Return all that can be read of a file, which is not changed: of each log the entries before the first gap."""
    if not path.exists():
        return SalvagedDatabase()
    engine = open_database("sqlite://")  # in memory: nothing is written before a person has chosen
    with closing(engine.raw_connection()) as pooled:
        database: Any = pooled.driver_connection
        for stored in metadata.sorted_tables:
            if stored.name not in DERIVED:
                for row in _read_rows(path, stored.name):
                    _insert_usable(database, stored, row)
        newest = dict(database.execute("SELECT table_id, max(seq) FROM entries GROUP BY table_id"))
        database.executescript(KEEP_CONSISTENT)
        tables = _tables_in(database, newest)
        content = database.serialize()
    engine.dispose()
    return SalvagedDatabase(content, tables)


def write_salvaged(saved: SalvagedDatabase, path: Path) -> None:
    """Write a new database with this content. Raises StoreError, FileExistsError."""
    path.touch(exist_ok=False)
    if saved.content is not None:
        with closing(sqlite3.connect(":memory:")) as source, closing(sqlite3.connect(path)) as target:
            source.deserialize(saved.content)
            source.backup(target)
    open_database(f"sqlite:///{path}").dispose()


def _read_rows(path: Path, table: str) -> Iterator[dict[str, Any]]:
    """Yield the rows upwards to the first unreadable one, on behind it in growing steps, and downwards from the end.

    A row may come twice.
    """
    for start, direction, condition in ((0, 1, "> ? ORDER BY rowid"), (HIGHEST_ROWID, -1, "< ? ORDER BY rowid DESC")):
        at, step = start, 1
        while 0 <= at <= HIGHEST_ROWID:
            try:
                with closing(open_read_only(path)) as database:
                    database.text_factory = lambda content: content.decode(errors="replace")
                    query = f"SELECT rowid AS _row, * FROM {table} NOT INDEXED WHERE rowid {condition}"  # noqa: S608 - a name of ours
                    for row in database.execute(query, (at,)):
                        at = row["_row"]
                        yield dict(row)
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                if "no such table" not in str(error):
                    at, step = at + direction * step, step * 2
                    continue
            if step == 1:
                return  # nothing was unreadable
            break


def _insert_usable(database: sqlite3.Connection, stored: Table, row: dict[str, Any]) -> None:
    """Insert the known columns of a row, unless it fails its checksum, its JSON cannot be parsed, or it is there already."""
    values = {column.name: row[column.name] for column in stored.columns if column.name in row}
    try:
        data = {
            c.name: json.loads(values[c.name]) for c in stored.columns if isinstance(c.type, JSON) and c.name in values
        }
        if stored is entries:
            if not _has_own_sum(row) or row["seq"] < 1:
                return
            values["request"] = request_id_of(row["kind"], data["data"])
    except (TypeError, ValueError, AttributeError):
        return
    names, places = ", ".join(f'"{name}"' for name in values), ", ".join("?" * len(values))
    database.execute(f"INSERT OR IGNORE INTO {stored.name} ({names}) VALUES ({places})", tuple(values.values()))  # noqa: S608
