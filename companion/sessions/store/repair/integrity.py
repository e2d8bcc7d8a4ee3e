"""Check a database: its pages, its write-ahead log, and the checksum of each row."""

from __future__ import annotations

import logging
import os
import sqlite3
import struct
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from companion.errors import StoreError
from companion.i18n import Text, _, ngettext
from companion.sessions.store.database import require_known_revision
from companion.sessions.store.event_log import sum_of

MAGIC = 0x377F0682  # the lowest bit says in which order the checksum reads its words
HEADER, FRAME = 32, 24  # bytes
LEAST_PAGE, MOST_PAGE = 512, 65536


class WalFrame(NamedTuple):
    """A page as it is from that frame on."""

    is_commit: bool
    salts: bytes
    told: tuple[int, int]  # its checksum
    over: bytes  # what it is over, beside all that comes before


def forgotten(wal: bytes) -> int:
    """How many commits SQLite would not read although they were synced; a torn last one is none of them.

    >>> forgotten(b"")
    0
    """
    if len(wal) < HEADER:
        return 0
    magic, _version, page = struct.unpack_from(">III", wal)
    order = ">" if magic & 1 else "<"
    so_far, is_read = _checksum(wal[:24], (0, 0), order), magic & ~1 == MAGIC
    is_read = is_read and so_far == struct.unpack_from(">II", wal, 24)
    beyond = 0
    for frame in _frames(wal, page):
        if is_read:
            so_far = _checksum(frame.over, so_far, order)
            is_read = frame.salts == wal[16:24] and frame.told == so_far
        beyond += not is_read and frame.is_commit and frame.salts == _salts_of(wal, page)
    return max(0, beyond - 1)


def _frames(wal: bytes, page: int) -> Iterator[WalFrame]:
    size = page if LEAST_PAGE <= page <= MOST_PAGE and page & (page - 1) == 0 else 4096
    for at in range(HEADER, len(wal) - FRAME - size + 1, FRAME + size):
        _page, after, *_salts, one, two = struct.unpack_from(">IIIIII", wal, at)
        body = wal[at : at + 8] + wal[at + FRAME : at + FRAME + size]
        yield WalFrame(after != 0, wal[at + 8 : at + 16], (one, two), body)


def _salts_of(wal: bytes, page: int) -> bytes:
    """Of this log; where its head is damaged those of the first frame."""
    first = next(_frames(wal, page), None)
    return first.salts if first is not None else b""


def _checksum(content: bytes, so_far: tuple[int, int], order: str) -> tuple[int, int]:
    one, two = so_far
    words = struct.Struct(f"{order}{len(content) // 4}I").unpack(content)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


logger = logging.getLogger(__name__)

SMALL = 100_000_000  # bytes; indexes of larger files are not compared with their tables, nor is more read of a log: it takes minutes
LONGEST = 20.0  # s
STEPS = 20_000  # of SQLite's machine between two looks at the clock
NAMED = 3  # faults; the others are only counted


def find_faults(path: Path) -> tuple[Text, ...]:
    """What is wrong with the database file, a sentence each; () = nothing, or there is none yet.

    Raises StoreError where it may not be read or written, Newer. Never of a file that this process has open: closing a second
    handle lets go of the locks that SQLite holds through the first (https://www.sqlite.org/howtocorrupt.html, 2.2).
    """
    wal = path.with_name(f"{path.name}-wal")
    if not path.exists() or path.stat().st_size == 0:
        is_left = wal.exists() and wal.stat().st_size > 0
        gone = _("{path} is gone or empty, and {wal} still holds what was written last.", path=path.name, wal=wal.name)
        return (gone,) if is_left else ()
    _may(path)
    found = [*_forgotten(wal), *_inside(path)]
    more = (
        (ngettext("and {n} more fault of this kind", "and {n} more faults of this kind", len(found) - NAMED),)
        if len(found) > NAMED
        else ()
    )
    return (*found[:NAMED], *more)


def _may(path: Path) -> None:
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        raise StoreError(
            _(
                "The disk on which {path} lies may only be read. Make it writable again; a memory card that has become so"
                " by itself is worn out: copy what is on it to a new one.",
                path=str(path),
            )
        )
    if not os.access(path, os.R_OK | os.W_OK) or not os.access(path.parent, os.W_OK):
        raise StoreError(
            _(
                "{path} may not be read and written by this user: give the file, and the folder it lies in, to who runs"
                " Lamplight.",
                path=str(path),
            )
        )


def _forgotten(wal: Path) -> Iterator[Text]:
    if not wal.exists():
        return
    with wal.open("rb") as file:
        lost = forgotten(file.read(SMALL))
    if lost:
        yield _(
            "{wal} is damaged: at least {lost} of the last changes in it would be forgotten.", wal=wal.name, lost=lost
        )


def _inside(path: Path) -> Iterator[Text]:
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
                yield _("{path} cannot be read ({error}).", path=path.name, error=str(error))
                return
            logger.info("%s is large: after %s s the rest of it was not looked through", path, LONGEST)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            # only SQLite can tell: the first page of a sound file may be torn, and whole in the write-ahead log
            is_none = "not a database" in str(error)
            yield (
                _("{path} is no database any more: its beginning is overwritten.", path=path.name)
                if is_none
                else _("{path} cannot be read ({error}).", path=path.name, error=str(error))
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


def _pages(database: sqlite3.Connection, path: Path) -> Iterator[Text]:
    way = "integrity_check" if path.stat().st_size < SMALL else "quick_check"
    for (said,) in database.execute(f"PRAGMA {way}({2 * NAMED})"):
        if said != "ok":
            yield _("{path} is damaged: {why}.", path=path.name, why=" ".join(said.split())[:160])


def _gaps(database: sqlite3.Connection) -> Iterator[Text]:
    if not _columns(database, "entries"):
        return
    numbers = "SELECT table_id, count(*), min(seq), max(seq) FROM entries NOT INDEXED GROUP BY table_id"
    for table, many, first, last in database.execute(numbers):
        if (first, last) != (1, many):
            yield _gap(str(table), many, last)
    for (table,) in database.execute(
        "SELECT table_id FROM boards WHERE table_id NOT IN (SELECT table_id FROM entries)"
    ):
        yield _("Table {table}: all of its entries are missing.", table=str(table))


def _gap(table: str, many: int, last: object) -> Text:
    if not isinstance(last, int) or last <= many:
        return _("Table {table}: its entries are in disorder.", table=table)
    return ngettext(
        "Table {table}: of {last} entries {n} is missing.",
        "Table {table}: of {last} entries {n} are missing.",
        last - many,
        table=table,
        last=last,
    )


def _changed(database: sqlite3.Connection) -> Iterator[Text]:
    if "sum" not in _columns(database, "entries"):
        return
    for row in database.execute("SELECT * FROM entries NOT INDEXED WHERE sum IS NOT NULL"):
        if not is_whole(dict(row)):
            yield _(
                "Table {table}: the disk has changed the entry {seq}.", table=str(row["table_id"]), seq=str(row["seq"])
            )


def is_whole(row: Mapping[str, object]) -> bool:
    """Whether an entry is as it was written; of one without a sum nobody knows better."""
    try:
        return row.get("sum") is None or row["sum"] == sum_of(row)
    except (TypeError, ValueError, KeyError):
        return False


def _columns(database: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in database.execute(f"PRAGMA table_info({table})")}
