"""The log that lasts, in SQLite or PostgreSQL through SQLAlchemy Core. Append-only; one transaction for each change of a table."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Text,
    bindparam,
    cast,
    func,
    insert,
    select,
    update,
)
from sqlalchemy import Table as Stored
from sqlalchemy.exc import IntegrityError

from companion.errors import StaleError
from companion.i18n import _
from companion.schema import EncodedObject
from companion.sessions.store.database import JoinedDatabase, open_database
from companion.sessions.store.inbox import ReadingInbox, ReceivedReading
from companion.sessions.store.schema import boards, brought, entries, notes, savepoints, sources
from companion.sessions.store.schema import session_states as beside
from companion.sessions.table import LogRow


def _text(stored: Stored) -> ColumnElement[str]:
    """Select JSON as text: parsing and dumping it again took half of the time to read a table."""
    return cast(stored.c.data, Text)


_OF_ENTRY = (
    *(entries.c.seq, entries.c.kind, entries.c.name, _text(entries)),
    *(entries.c.by, entries.c.rest, entries.c.v),
)
SELECT_ENTRIES = (
    select(*_OF_ENTRY)
    .where(entries.c.table_id == bindparam("table"))
    .where(entries.c.seq > bindparam("after"), entries.c.seq <= bindparam("upto"))
    .order_by(entries.c.seq)
)
SELECT_REQUEST_SEQ = (
    select(entries.c.seq)
    .where(entries.c.table_id == bindparam("table"), entries.c.request == bindparam("request"))
    .limit(1)
)
SELECT_REQUEST = (
    select(*_OF_ENTRY)
    .where(entries.c.table_id == bindparam("table"), entries.c.request == bindparam("request"))
    .order_by(entries.c.seq)
)
SELECT_REVISION = select(boards.c.rev).where(boards.c.table_id == bindparam("table"), ~boards.c.closed)
LOCK_REVISION = SELECT_REVISION.with_for_update()
UPDATE_REVISION = (
    update(boards).where(boards.c.table_id == bindparam("table")).values(rev=bindparam("newest"), seq=bindparam("last"))
)
SELECT_STATE = select(_text(beside)).where(beside.c.table_id == bindparam("table"))
SELECT_OPEN_STATE = (
    select(_text(beside))
    .select_from(boards.outerjoin(beside, boards.c.table_id == beside.c.table_id))
    .where(boards.c.table_id == bindparam("table"))
    .where(
        boards.c.seq == select(func.max(entries.c.seq)).where(entries.c.table_id == boards.c.table_id).scalar_subquery()
    )
)
SELECT_NEWEST_SEQ = select(func.max(entries.c.seq)).where(entries.c.table_id == bindparam("table"))
RARE = (sources, savepoints, notes, brought)
"""Of what most tables have no row: one query asks for all of them."""
SELECT_RARE = select(*(select(one.c.table_id).where(one.c.table_id == bindparam("table")).exists() for one in RARE))
UPDATE_STATE = update(beside).where(beside.c.table_id == bindparam("table")).values(data=bindparam("state"))
SELECT_TABLES = select(
    boards.c.table_id, boards.c.game, boards.c.rev, boards.c.opened_at, boards.c.lit, boards.c.closed
).order_by(boards.c.opened_at)
HOUSE = ""  # no table is called so
HIGHEST_SEQ = 2**31 - 1  # no entry has a higher seq


SUM_BYTES = 8  # bytes; it guards against accidents, not against forgers
SEPARATOR = "\x1f"


def entry_row(table: str, row: LogRow, at: float) -> dict[str, Any]:
    """Return the columns of an entry, for an insert; `at`: s, Unix."""
    data = dict(row.data)
    columns = {"seq": row.seq, "kind": row.kind, "name": row.name, "v": row.v, "by": row.by, "rest": row.rest}
    stored = {"table_id": table, "at": at, **columns}
    digest = sum_of({**stored, "data": text_of(data)})
    return {**stored, "data": data, "sum": digest, "request": request_id_of(row.kind, data)}


def text_of(data: Mapping[str, Any]) -> str:
    """Return JSON as SQLAlchemy writes it."""
    return json.dumps(data if isinstance(data, dict) else dict(data))


def request_id_of(kind: str, data: Mapping[str, Any]) -> str | None:
    """Return the id of the answer, or of the request that took back or brought back; no other entry has one.

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


def sum_of(stored: Mapping[str, Any]) -> str:
    """Return the checksum over the stored columns of an entry, its data as the stored text."""
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
    return blake2b(SEPARATOR.join(map(str, parts)).encode(errors="replace"), digest_size=SUM_BYTES).hexdigest()


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table that was opened."""

    table: str
    game: str
    rev: int
    opened_at: float = 0.0  # s, Unix; for display
    lit: bool = False  # readers look for its prompts


class SqlEventLog:
    """The one implementation, for SQLite (WAL, synchronous FULL) and PostgreSQL."""

    def __init__(
        self,
        url: str | Engine | JoinedDatabase,
        clock: Callable[[], float],
        wrote: Callable[[Sequence[LogRow], float], None] = lambda _rows, _seconds: None,
    ) -> None:
        """`url`: "sqlite:////var/lib/lamplight/log.db" or "postgresql+psycopg://...", or the database itself; `clock`: s, Unix.

        `wrote(rows, seconds)` is called after each transaction of `append`, for who counts.
        """
        engine = open_database(url) if isinstance(url, str) else url
        self.database = engine if isinstance(engine, JoinedDatabase) else JoinedDatabase(engine)
        self.inbox = ReadingInbox(self.database)
        self.clock, self._wrote = clock, wrote

    def close(self) -> None:
        self.database.dispose()

    def append(self, table: str, rows: Sequence[LogRow], received: ReceivedReading | None = None) -> None:
        """Store all rows and the reading that caused them, or nothing. Raises StaleError where a seq is taken already."""
        at, began = self.clock(), time.perf_counter()
        try:
            with self.database.begin() as connection:
                if received is not None:
                    self.inbox.add(connection, table, received, at)
                self._write_entries(connection, table, rows, at)
        except IntegrityError as error:
            raise StaleError(
                _("Table {table} was written to by somebody else, or the reading came twice.", table=table)
            ) from error
        self._wrote(rows, time.perf_counter() - began)

    def _write_entries(self, connection: Connection, table: str, rows: Sequence[LogRow], at: float) -> None:
        if rows:
            connection.execute(insert(entries), [entry_row(table, row, at) for row in rows])

    def read(self, table: str, after: int = 0, upto: int = HIGHEST_SEQ) -> Iterator[LogRow]:
        """Yield the rows of a table in order, after one entry and up to another."""
        with self.database.connect() as connection:  # do not hold a connection while the caller parses rows
            rows = connection.execute(SELECT_ENTRIES, {"table": table, "after": after, "upto": upto}).all()
        yield from map(_row, rows)

    def of_request(self, table: str, id: str) -> Sequence[LogRow]:
        """Return the rows that were written for an answer or a request of this id."""
        with self.database.connect() as connection:
            if connection.scalar(SELECT_REQUEST_SEQ, {"table": table, "request": id}) is None:
                return ()  # nearly always
            return tuple(map(_row, connection.execute(SELECT_REQUEST, {"table": table, "request": id})))

    def newest_seq(self, table: str) -> int:
        """Return the seq of the newest row; 0 = no row."""
        with self.database.connect() as connection:
            return connection.scalar(SELECT_NEWEST_SEQ, {"table": table}) or 0

    def check_writable(self) -> None:
        """Run a transaction that locks for writing and writes nothing. Raises StoreError."""
        with self.database.begin() as connection:
            connection.execute(update(boards).where(boards.c.table_id == "").values(rev=0))

    def open(self, table: str, game: str, rows: Sequence[LogRow] = (), rev: int = 0, *, aside: bool = False) -> None:
        """Insert a table with its first rows in one transaction, lit or `aside`; `rev`: its revision.

        Raises StaleError where the name is taken.
        """
        at = self.clock()
        values = {"table_id": table, "game": game, "opened_at": at, "closed": False, "rev": rev, "lit": not aside}
        try:
            with self.database.begin() as connection:
                if not aside:
                    connection.execute(update(boards).where(boards.c.lit).values(lit=False))
                connection.execute(insert(boards), values)
                self._write_entries(connection, table, rows, at)
        except IntegrityError as error:
            raise StaleError(_("There is a table {table} already.", table=table)) from error

    def open_tables(self) -> tuple[TableRecord, ...]:
        """Return the tables that are open, the oldest first."""
        return self.all_tables()[0]

    def tables_put_away(self) -> tuple[TableRecord, ...]:
        """Return the tables that were put away, the oldest first."""
        return self.all_tables()[1]

    def all_tables(self) -> tuple[tuple[TableRecord, ...], tuple[TableRecord, ...]]:
        """Return the tables that are open, and those that were put away, the oldest first."""
        with self.database.connect() as connection:
            rows = connection.execute(SELECT_TABLES, {}).all()
        open_ones, away = (
            tuple(TableRecord(*row[:4], lit=bool(row.lit)) for row in rows if bool(row.closed) is is_closed)
            for is_closed in (False, True)
        )
        return open_ones, away

    def has_rare(self, table: str) -> frozenset[str]:
        """Return the names of those of `RARE` that have a row of this table."""
        with self.database.connect() as connection:
            row = connection.execute(SELECT_RARE, {"table": table}).one()
        return frozenset(rare.name for rare, is_there in zip(RARE, row, strict=True) if is_there)

    def put_away(self, table: str, *, away: bool = True) -> None:
        """Mark a table as closed, or open it again. Its rows stay."""
        with self.database.begin() as connection:
            connection.execute(update(boards).where(boards.c.table_id == table).values(closed=away, lit=False))

    def light(self, table: str) -> None:
        """Make this the only lit table."""
        with self.database.begin() as connection:
            this_table = boards.c.table_id == table
            connection.execute(update(boards).where(boards.c.lit | this_table).values(lit=this_table))

    @contextmanager
    def changing(self, table: str) -> Iterator[int | None]:
        """Run a transaction of this thread, in which no other writer changes the table.

        Yield its stored revision; None where it is not open.
        """
        with self.database.transaction() as connection:
            yield connection.scalar(LOCK_REVISION, {"table": table})

    @contextmanager
    def looking(self, table: str) -> Iterator[int | None]:
        """Run a read-only snapshot transaction of this thread, and yield the table's revision; None where it is not open.

        A write raises ReadOnlyTransactionError.
        """
        with self.database.transaction(writes=False), self.database.connect() as connection:
            yield connection.scalar(SELECT_REVISION, {"table": table})

    def save_revision(self, table: str, rev: int, seq: int = 0, state: str | None = None) -> None:
        """Store a new revision, after which no smaller one is published. `seq`: of the newest entry; `state`: its state apart from the log,
        as JSON; None = unchanged.
        """
        with self.database.begin() as connection:
            connection.execute(UPDATE_REVISION, {"table": table, "newest": rev, "last": seq})
            if state is not None:
                self._write_state(connection, table, state)

    def state_beside(self, table: str) -> Mapping[str, Any] | None:
        """Return a table's state apart from the log; {} = none. None where an older version wrote to the log since."""
        with self.database.connect() as connection:
            row = connection.execute(SELECT_OPEN_STATE, {"table": table}).first()
        return json.loads(row[0] or "{}") if row is not None else None

    def noted_revision(self) -> int:
        """Return the newest revision that was noted for the installation; 0 = none was."""
        with self.database.connect() as connection:
            noted = connection.scalar(SELECT_STATE, {"table": HOUSE})
        return int(json.loads(noted or "{}").get("rev", 0))

    def note_revision(self, rev: int) -> None:
        """Store a revision that was published without a change of a table."""
        with self.database.begin() as connection:
            self._write_state(connection, HOUSE, json.dumps({"rev": rev}))

    def _write_state(self, connection: Connection, table: str, state: str) -> None:
        data = json.loads(state)
        if not connection.execute(UPDATE_STATE, {"table": table, "state": data}).rowcount:
            connection.execute(insert(beside), {"table_id": table, "data": data})


def _row(row: Sequence[Any]) -> LogRow:
    seq, kind, name, text, by, rest, v = row
    return LogRow(seq, kind, name, EncodedObject(text), by, bool(rest), v)
