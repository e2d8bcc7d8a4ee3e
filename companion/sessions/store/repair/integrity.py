"""Check an SQLite file: its pages, the numbers of its entries, and the checksum of each entry."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path

from companion.errors import StoreError
from companion.i18n import Text, _, ngettext
from companion.sessions.store.database import require_known_revision
from companion.sessions.store.event_log import sum_of

logger = logging.getLogger(__name__)

MOST_FULLY_CHECKED = 100_000_000  # bytes; the full check of a larger file takes minutes
TIME_LIMIT = 20.0  # s; a check that is not done by then passes
CLOCK_STEPS = 20_000  # instructions of SQLite between two looks at the clock
MOST_NAMED = 3  # faults; the others are only counted
MOST_LETTERS = 160  # of a message of SQLite


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


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a connection that cannot change the file."""
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    database.row_factory = sqlite3.Row
    return database


def is_whole(row: Mapping[str, object]) -> bool:
    """Return whether an entry matches its checksum. An entry without one, of an old version, is accepted."""
    try:
        return row.get("sum") is None or row["sum"] == sum_of(row)
    except (TypeError, ValueError, KeyError):
        return False


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
            yield from _damaged_pages(database, path)
            yield from _missing_entries(database)
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


def _damaged_pages(database: sqlite3.Connection, path: Path) -> Iterator[Text]:
    check = "integrity_check" if path.stat().st_size < MOST_FULLY_CHECKED else "quick_check"
    for (line,) in database.execute(f"PRAGMA {check}({2 * MOST_NAMED})"):
        if line != "ok":
            yield _("{path} is damaged: {why}.", path=path.name, why=" ".join(line.split())[:MOST_LETTERS])


def _missing_entries(database: sqlite3.Connection) -> Iterator[Text]:
    """Yield a fault for each table whose entries are not numbered 1 to n."""
    if not _columns(database, "entries"):
        return
    numbers = "SELECT table_id, count(*), min(seq), max(seq) FROM entries NOT INDEXED GROUP BY table_id"
    for table, entries, first, last in database.execute(numbers):
        if (first, last) != (1, entries):
            yield _gap(str(table), entries, last)
    empty = "SELECT table_id FROM boards WHERE table_id NOT IN (SELECT table_id FROM entries)"
    for (table,) in database.execute(empty):
        yield _("Table {table}: all of its entries are missing.", table=str(table))


def _gap(table: str, entries: int, last: object) -> Text:
    """Return the fault of a table. `last` is the highest number of its entries, or any value in a damaged file."""
    if not isinstance(last, int) or last <= entries:
        return _("Table {table}: its entries are in disorder.", table=table)
    return ngettext(
        "Table {table}: of {last} entries {n} is missing.",
        "Table {table}: of {last} entries {n} are missing.",
        last - entries,
        table=table,
        last=last,
    )


def _changed_entries(database: sqlite3.Connection) -> Iterator[Text]:
    if "sum" not in _columns(database, "entries"):  # written by an old version
        return
    for row in database.execute("SELECT * FROM entries NOT INDEXED WHERE sum IS NOT NULL"):
        if not is_whole(dict(row)):
            yield _(
                "Table {table}: the disk has changed the entry {seq}.", table=str(row["table_id"]), seq=str(row["seq"])
            )


def _columns(database: sqlite3.Connection, table: str) -> set[str]:
    """Return the names of the columns, none if the table does not exist."""
    return {row[1] for row in database.execute(f"PRAGMA table_info({table})")}
