"""Whether a database file is sound: looked at before anything is written to it, and without writing to it.

SQLite's own check, what its write-ahead log would forget, and our sums and numbers. All of it is bounded in time: what is not
looked through by then is said to the log.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path

from companion.errors import StoreError
from companion.sessions.store.checksums import sum_of
from companion.sessions.store.database import require_known_revision
from companion.sessions.store.wal import forgotten

logger = logging.getLogger(__name__)

SMALL = 100_000_000  # bytes; indexes of larger files are not compared with their tables, nor is more read of a log: it takes minutes
LONGEST = 20.0  # s
STEPS = 20_000  # of SQLite's machine between two looks at the clock
NAMED = 3  # faults; the others are only counted


def faults(path: Path) -> tuple[str, ...]:
    """What is wrong with the database file, a sentence each; () = nothing, or there is none yet.

    Raises StoreError where it may not be read or written, Newer. Never of a file that this process has open: closing a second
    handle lets go of the locks that SQLite holds through the first (https://www.sqlite.org/howtocorrupt.html, 2.2).
    """
    wal = path.with_name(f"{path.name}-wal")
    if not path.exists() or path.stat().st_size == 0:
        is_left = wal.exists() and wal.stat().st_size > 0
        return (f"{path.name} is gone or empty, and {wal.name} still holds what was written last.",) if is_left else ()
    _may(path)
    found = [*_forgotten(wal), *_inside(path)]
    more = (f"and {len(found) - NAMED} more faults of this kind",) if len(found) > NAMED else ()
    return (*found[:NAMED], *more)


def _may(path: Path) -> None:
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        raise StoreError(
            f"The disk on which {path} lies may only be read. Make it writable again; a memory card that has become so by"
            " itself is worn out: copy what is on it to a new one."
        )
    if not os.access(path, os.R_OK | os.W_OK) or not os.access(path.parent, os.W_OK):
        raise StoreError(
            f"{path} may not be read and written by this user: give the file, and the folder it lies in, to who runs Lamplight."
        )


def _forgotten(wal: Path) -> Iterator[str]:
    if not wal.exists():
        return
    with wal.open("rb") as file:
        lost = forgotten(file.read(SMALL))
    if lost:
        yield f"{wal.name} is damaged: at least {lost} of the last changes in it would be forgotten."


def _inside(path: Path) -> Iterator[str]:
    until = time.monotonic() + LONGEST
    _roll_back(path)
    with closing(looked_at(path)) as database:
        database.set_progress_handler(lambda: time.monotonic() > until, STEPS)
        try:
            _look_at_version(database, path)
            yield from _pages(database, path)
            yield from _gaps(database)
            yield from _changed(database)
        except sqlite3.OperationalError as error:
            if "interrupted" not in str(error):
                yield f"{path.name} cannot be read ({error})."
                return
            logger.info("%s is large: after %s s the rest of it was not looked through", path, LONGEST)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            # only SQLite can tell: the first page of a sound file may be torn, and whole in the write-ahead log
            is_none = "not a database" in str(error)
            yield (
                f"{path.name} is no database any more: its beginning is overwritten."
                if is_none
                else (f"{path.name} cannot be read ({error}).")
            )


def _roll_back(path: Path) -> None:
    """A power cut while a file was made, or got its write-ahead log, leaves a journal with what was there before: without it half
    a change would be looked at. What SQLite cannot roll back it says when it is looked at.
    """
    if path.with_name(f"{path.name}-journal").exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as database:
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()


def looked_at(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing of the file."""
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    database.row_factory = sqlite3.Row
    return database


def _look_at_version(database: sqlite3.Connection, path: Path) -> None:
    tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "alembic_version" not in tables:
        return
    require_known_revision({row[0] for row in database.execute("SELECT version_num FROM alembic_version")}, path)


def _pages(database: sqlite3.Connection, path: Path) -> Iterator[str]:
    way = "integrity_check" if path.stat().st_size < SMALL else "quick_check"
    for (said,) in database.execute(f"PRAGMA {way}({2 * NAMED})"):
        if said != "ok":
            yield f"{path.name} is damaged: {' '.join(said.split())[:160]}."


def _gaps(database: sqlite3.Connection) -> Iterator[str]:
    if not _columns(database, "entries"):
        return
    numbers = "SELECT table_id, count(*), min(seq), max(seq) FROM entries NOT INDEXED GROUP BY table_id"
    for table, many, first, last in database.execute(numbers):
        if (first, last) != (1, many):
            is_told = isinstance(last, int) and last > many
            yield f"Table {table}: {f'of {last} entries {last - many} are missing' if is_told else 'its entries are in disorder'}."
    for (table,) in database.execute(
        "SELECT table_id FROM boards WHERE table_id NOT IN (SELECT table_id FROM entries)"
    ):
        yield f"Table {table}: all of its entries are missing."


def _changed(database: sqlite3.Connection) -> Iterator[str]:
    if "sum" not in _columns(database, "entries"):
        return
    for row in database.execute("SELECT * FROM entries NOT INDEXED WHERE sum IS NOT NULL"):
        if not is_whole(dict(row)):
            yield f"Table {row['table_id']}: the disk has changed the entry {row['seq']}."


def is_whole(row: Mapping[str, object]) -> bool:
    """Whether an entry is as it was written; of one without a sum nobody knows better."""
    try:
        return row.get("sum") is None or row["sum"] == sum_of(row)
    except (TypeError, ValueError, KeyError):
        return False


def _columns(database: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in database.execute(f"PRAGMA table_info({table})")}
