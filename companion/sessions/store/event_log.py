"""The log that lasts, in SQLite or PostgreSQL through SQLAlchemy Core. Append-only; one transaction for each change of a table."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    Engine,
    FromClause,
    Select,
    Text,
    bindparam,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy import Table as Stored
from sqlalchemy.exc import IntegrityError

from companion.errors import StaleError
from companion.i18n import _
from companion.schema import EncodedObject, Reading, from_json, to_json
from companion.sessions.matching import StoredDoubt
from companion.sessions.store.database import AS_JSON, JoinedDatabase, open_database
from companion.sessions.store.row_writer import RowWriter
from companion.sessions.store.schema import boards, brought, entries, inbox, notes, savepoints, sources
from companion.sessions.store.schema import brought_readings as came
from companion.sessions.store.schema import session_states as beside
from companion.sessions.table import LogRow, completed_reading

KNOWN = select(inbox.c.id).where(
    (inbox.c.id == bindparam("id"))
    | (
        (inbox.c.source == bindparam("source"))
        & (inbox.c.epoch == bindparam("epoch"))
        & (inbox.c.seq == bindparam("seq"))
    )
)
NEWEST = select(func.max(inbox.c.seq)).where(
    (inbox.c.source == bindparam("source")) & (inbox.c.epoch == bindparam("epoch"))
)
"""Made once: to make a statement for each reading took longer than what it does."""


def _text(of: Stored) -> ColumnElement[str]:
    """Data as text: to take it apart and put it together again for the record took half of the time in which a table is read."""
    return cast(of.c.data, Text)


_OF_ENTRY = (
    *(entries.c.seq, entries.c.kind, entries.c.name, _text(entries)),
    *(entries.c.by, entries.c.rest, entries.c.v),
)
OF_TABLE = (
    select(*_OF_ENTRY)
    .where(entries.c.table_id == bindparam("table"))
    .where(entries.c.seq > bindparam("after"), entries.c.seq <= bindparam("upto"))
    .order_by(entries.c.seq)
)
HAS_REQUEST = (
    select(entries.c.seq)
    .where(entries.c.table_id == bindparam("table"), entries.c.request == bindparam("request"))
    .limit(1)
)
OF_REQUEST = (
    select(*_OF_ENTRY)
    .where(entries.c.table_id == bindparam("table"), entries.c.request == bindparam("request"))
    .order_by(entries.c.seq)
)
REVISION = select(boards.c.rev).where(boards.c.table_id == bindparam("table"), ~boards.c.closed)
LOCKED = REVISION.with_for_update()
CHANGED = (
    update(boards).where(boards.c.table_id == bindparam("table")).values(rev=bindparam("newest"), seq=bindparam("last"))
)
STATE = select(_text(beside)).where(beside.c.table_id == bindparam("table"))
BESIDE = (
    select(_text(beside))
    .select_from(boards.outerjoin(beside, boards.c.table_id == beside.c.table_id))
    .where(boards.c.table_id == bindparam("table"))
    .where(
        boards.c.seq == select(func.max(entries.c.seq)).where(entries.c.table_id == boards.c.table_id).scalar_subquery()
    )
)
_HERE, _BY_PLACE = inbox.c.table_id == bindparam("table"), inbox.c.place.desc()
_THIS_READING = (_text(inbox), inbox.c.settled)
NEWEST_READINGS = select(*_THIS_READING).where(_HERE).order_by(_BY_PLACE).limit(bindparam("most"))
_OLD = inbox.c.place < func.coalesce(
    select(inbox.c.place).where(_HERE).order_by(_BY_PLACE).limit(1).offset(bindparam("kept")).scalar_subquery(), 0
)
OLD_UNSETTLED = (
    select(*_THIS_READING).where(_HERE & _OLD & ~inbox.c.settled).order_by(_BY_PLACE).limit(bindparam("most"))
)
BROUGHT = (
    select(_text(came), came.c.settled)
    .where(came.c.table_id == bindparam("table"))
    .order_by(came.c.place.desc())
    .limit(bindparam("most"))
)
NEWEST_SEQS = (
    select(inbox.c.seq)
    .where(inbox.c.source == bindparam("source"), inbox.c.epoch == bindparam("epoch"))
    .order_by(inbox.c.seq.desc())
    .limit(bindparam("most"))
)
NEWEST_SEQ = select(func.max(entries.c.seq)).where(entries.c.table_id == bindparam("table"))
RARE = (sources, savepoints, notes, brought)
"""Of what most tables have no row: one query asks for all of them."""
HAS = select(*(select(one.c.table_id).where(one.c.table_id == bindparam("table")).exists() for one in RARE))
LAID = update(beside).where(beside.c.table_id == bindparam("table")).values(data=bindparam(AS_JSON))
ALL_TABLES = select(
    boards.c.table_id, boards.c.game, boards.c.rev, boards.c.opened_at, boards.c.lit, boards.c.closed
).order_by(boards.c.opened_at)
HOUSE = ""  # no table is called so
THINNED = 500  # readings at once: a dozen milliseconds on a slow disk
REMEMBERED = 1000  # newest readings of an epoch: older ones are acknowledged, because an outbox sends its oldest eight
MOST_EPOCHS = 8  # newest of a source: an outbox begins one when its file is lost
MOST_SOURCES = 256  # newest of a physical table
LAST = 2**31 - 1  # no entry has a higher seq


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table that was opened, as the log knows it."""

    table: str
    game: str
    rev: int
    opened_at: float = 0.0  # s, Unix; for display
    lit: bool = False  # it lies under the lamp


@dataclass(frozen=True, slots=True)
class ReceivedReading:
    """A reading that was taken in; `settled` False: a person has still to decide what it means."""

    reading: Reading
    settled: bool = True
    of: str = ""  # the reading that told of the same draw before, where this is another reader's second look
    unheard: bool = False  # it is no part of the game: a lesson's, or a seat's device sent it in vain
    doubt: StoredDoubt | None = None  # what is asked about it, where that was written


class EventLog(Protocol):
    """What a hall needs of a store."""

    def append(self, table: str, rows: Sequence[LogRow], received: ReceivedReading | None = None) -> None:
        """All rows and the reading that caused them, or nothing. Raises StaleError where a seq is taken already."""

    def read(self, table: str, after: int = 0, upto: int = LAST) -> Iterator[LogRow]:
        """All rows of a table in order, or those after an entry and up to one."""

    def of_request(self, table: str, id: str) -> Sequence[LogRow]:
        """The rows that were written for an answer or a request of this id."""

    def newest_seq(self, table: str) -> int:
        """The seq of its newest row; 0 = there is none."""

    def has_reading(self, reading: Reading) -> bool:
        """Was this reading taken in before (same id, or same place in its source)?"""

    def contiguous(self, source: str, epoch: str) -> int | None:
        """The highest seq up to which every reading of that epoch is committed, from the first that came; None: none came."""

    def readings(self, table: str, most: int) -> tuple[ReceivedReading, ...]:
        """The newest readings of a table, the oldest of them first, and older ones on which a person has still to decide."""

    def newest_readings(self, table: str, most: int) -> tuple[ReceivedReading, ...]:
        """The newest readings of a table, the oldest of them first; none of those that a file brought."""

    def settle_reading(self, reading: str, table: str) -> None:
        """A person has decided, or it does not matter any more."""

    def mark_second_reading(self, reading: str, of: str, table: str) -> None:
        """It was in doubt, and what came after it answered: it is a second look at that, the reading `of`."""

    def save_doubt(self, reading: str, doubt: StoredDoubt, table: str) -> None:
        """What is asked about it."""

    def open(self, table: str, game: str, rows: Sequence[LogRow] = (), rev: int = 0, *, aside: bool = False) -> None:
        """Note a new table with what it begins with, under the lamp or `aside` of it, or nothing; `rev`: its revision.

        Raises StaleError where there is one of that name.
        """

    def open_tables(self) -> tuple[TableRecord, ...]:
        """The tables that are open, the oldest first."""

    def tables_put_away(self) -> tuple[TableRecord, ...]:
        """The tables that were put away, the oldest first."""

    def all_tables(self) -> tuple[tuple[TableRecord, ...], tuple[TableRecord, ...]]:
        """The tables that are open, and those that were put away, the oldest first."""

    def has_rare(self, table: str) -> frozenset[str]:
        """Which of `RARE` has a row of this table, by their names."""

    def put_away(self, table: str, *, away: bool = True) -> None:
        """Note that a table is opened no more, or again; what is written of it stays."""

    def light(self, table: str) -> None:
        """This one lies under the lamp, and no other does."""

    def changing(self, table: str) -> AbstractContextManager[int | None]:
        """What this thread does here meanwhile is one transaction, and nobody else changes the table.

        Its revision as it is stored; None where no table of that name is open.
        """

    def reading_together(self) -> AbstractContextManager[object]:
        """What this thread reads here meanwhile is of one moment."""

    def looking(self, table: str) -> AbstractContextManager[int | None]:
        """What this thread reads here meanwhile is of one moment: then this is the table's revision, None where none is open.

        Whatever would write raises ReadOnlyTransactionError.
        """

    def save_revision(self, table: str, rev: int, seq: int = 0, state: str | None = None) -> None:
        """This table has changed: no public state of a smaller revision will be sent. `seq`: of its newest entry; `state`: what is
        known of it beside its log now, as JSON; None = as before.
        """

    def state_beside(self, table: str) -> Mapping[str, Any] | None:
        """What is known of a table beside its log; {} = nothing is. None where the log was written to without it."""

    def noted_revision(self) -> int:
        """The newest that was noted for the whole house; 0 = none was."""

    def note_revision(self, rev: int) -> None:
        """It was said though no table had changed."""

    @property
    def database(self) -> JoinedDatabase:
        """Where it lies, with all else that is kept of tables."""

    @property
    def clock(self) -> Callable[[], float]:
        """What it writes times by; s, Unix."""

    def reading(self, id: str, table: str) -> Reading | None:
        """A reading that was taken in at a table, as it came."""


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
        self._pen = RowWriter()
        self.clock, self._wrote = clock, wrote

    def close(self) -> None:
        self.database.dispose()

    def append(self, table: str, rows: Sequence[LogRow], received: ReceivedReading | None = None) -> None:
        at, began = self.clock(), time.perf_counter()
        try:
            with self.database.begin() as connection:
                if received is not None:
                    self._pen.write_reading(connection, _inbox_values(table, received, at))
                if rows:
                    self._pen.write_entries(connection, table, rows, at)
        except (IntegrityError, StaleError) as error:
            raise StaleError(
                _("Table {table} was written to by somebody else, or the reading came twice.", table=table)
            ) from error
        self._wrote(rows, time.perf_counter() - began)

    def read(self, table: str, after: int = 0, upto: int = LAST) -> Iterator[LogRow]:
        with self.database.connect() as connection:  # whoever stumbles over a row holds no connection
            rows = self._pen.all(connection, OF_TABLE, {"table": table, "after": after, "upto": upto})
        yield from map(_row, rows)

    def of_request(self, table: str, id: str) -> Sequence[LogRow]:
        with self.database.connect() as connection:
            if self._pen.first(connection, HAS_REQUEST, {"table": table, "request": id}) is None:
                return ()  # nearly always
            return tuple(map(_row, self._pen.all(connection, OF_REQUEST, {"table": table, "request": id})))

    def newest_seq(self, table: str) -> int:
        with self.database.connect() as connection:
            return self._pen.first(connection, NEWEST_SEQ, {"table": table}) or 0

    def has_reading(self, reading: Reading) -> bool:
        with self.database.connect() as connection:
            if self._pen.first(connection, KNOWN, _place(reading)) is not None:
                return True
            newest = self._pen.first(connection, NEWEST, {"source": reading.source, "epoch": reading.epoch})
            if newest is None or reading.seq > newest:
                return False
            here = (inbox.c.source == reading.source) & (inbox.c.epoch == reading.epoch)
            oldest = connection.scalar(_oldest_remembered(inbox, here))
            return oldest is not None and reading.seq < oldest

    def contiguous(self, source: str, epoch: str) -> int | None:
        values = {"source": source, "epoch": epoch, "most": REMEMBERED}
        with self.database.connect() as connection:
            seqs = sorted(seq for (seq,) in self._pen.all(connection, NEWEST_SEQS, values))
        return next((last for last, seq in pairwise(seqs) if seq != last + 1), seqs[-1] if seqs else None)

    def readings(self, table: str, most: int) -> tuple[ReceivedReading, ...]:
        with self.database.connect() as connection:
            rows = list(self._pen.all(connection, NEWEST_READINGS, {"table": table, "most": most}))
            if len(rows) == most:
                rows += self._pen.all(connection, OLD_UNSETTLED, {"table": table, "most": most, "kept": most - 1})
            else:
                rows += self._pen.all(connection, BROUGHT, {"table": table, "most": most - len(rows)})
        return _all_received(rows)

    def newest_readings(self, table: str, most: int) -> tuple[ReceivedReading, ...]:
        with self.database.connect() as connection:
            return _all_received(self._pen.all(connection, NEWEST_READINGS, {"table": table, "most": most}))

    def reading(self, id: str, table: str) -> Reading | None:
        with self.database.connect() as connection:
            found = (connection.scalar(select(own.c.data).where(_told(own, id, table))) for own in (inbox, came))
            data = next((one for one in found if one is not None), None)
        return from_json(Reading, data) if data is not None else None

    def settle_reading(self, reading: str, table: str) -> None:
        with self.database.begin() as connection:
            for own in (inbox, came):
                connection.execute(update(own).where(_told(own, reading, table)).values(settled=True))

    def mark_second_reading(self, reading: str, of: str, table: str) -> None:
        self._lay_beside(reading, table, {"of": of})

    def save_doubt(self, reading: str, doubt: StoredDoubt, table: str) -> None:
        self._lay_beside(reading, table, {"doubt": to_json(doubt)})

    def _lay_beside(self, reading: str, table: str, beside: dict[str, Any]) -> None:
        """Something more of it lies beside it."""
        with self.database.begin() as connection:
            for own in (inbox, came):
                data = connection.scalar(select(own.c.data).where(_told(own, reading, table)))
                if data is not None:
                    connection.execute(update(own).where(_told(own, reading, table)).values(data=data | beside))

    def prune_readings(self, kept: int) -> int:
        """Forget what lay there at all but the newest `kept` readings of each table; of how many it is forgotten now.

        So many at once that nobody who plays waits for it: call it again until it is none. That they came stays for the newest
        of each epoch, so a reading that is sent again counts once. What waits for a person stays too.
        """
        same = inbox.alias()
        last = select(func.max(same.c.place)).where(same.c.table_id == inbox.c.table_id).scalar_subquery()
        old = inbox.c.settled & (inbox.c.place <= last - kept) & (cast(inbox.c.data, Text) != "null")
        with self.database.connect() as connection:  # it may look for long: not where others wait to write
            ids = connection.scalars(select(inbox.c.id).where(old).limit(THINNED)).all()
        if ids:
            with self.database.begin() as connection:
                connection.execute(update(inbox).where(inbox.c.id.in_(ids)).values(data=JSON.NULL))
        return len(ids) or self._delete_old_rows()

    def _delete_old_rows(self) -> int:
        """Delete the rows of forgotten readings that no reader can send again: a code scanner makes thousands of them.

        Rows of epochs that no outbox has any more go too: whoever invents an epoch for each reading fills no disk.
        """
        same = inbox.alias()
        epoch = (same.c.source == inbox.c.source) & (same.c.epoch == inbox.c.epoch)
        oldest = _oldest_remembered(same, epoch).scalar_subquery()
        is_left = tuple_(inbox.c.source, inbox.c.epoch).in_(_old_epochs())
        old = inbox.c.settled & (cast(inbox.c.data, Text) == "null") & or_(inbox.c.seq < oldest, is_left)
        with self.database.connect() as connection:
            ids = connection.scalars(select(inbox.c.id).where(old).limit(THINNED)).all()
        if ids:
            with self.database.begin() as connection:
                connection.execute(delete(inbox).where(inbox.c.id.in_(ids)))
        return len(ids)

    def check_writable(self) -> None:
        """A transaction that may write, and writes nothing. Raises StoreError."""
        with self.database.begin() as connection:
            connection.execute(update(boards).where(boards.c.table_id == "").values(rev=0))

    def open(self, table: str, game: str, rows: Sequence[LogRow] = (), rev: int = 0, *, aside: bool = False) -> None:
        at = self.clock()
        values = {"table_id": table, "game": game, "opened_at": at, "closed": False, "rev": rev, "lit": not aside}
        try:
            with self.database.begin() as connection:
                if not aside:
                    connection.execute(update(boards).where(boards.c.lit).values(lit=False))
                connection.execute(insert(boards), values)
                if rows:
                    self._pen.write_entries(connection, table, rows, at)
        except (IntegrityError, StaleError) as error:
            raise StaleError(_("There is a table {table} already.", table=table)) from error

    def open_tables(self) -> tuple[TableRecord, ...]:
        return self.all_tables()[0]

    def tables_put_away(self) -> tuple[TableRecord, ...]:
        return self.all_tables()[1]

    def all_tables(self) -> tuple[tuple[TableRecord, ...], tuple[TableRecord, ...]]:
        with self.database.connect() as connection:
            rows = [(_record(*row), is_closed) for *row, is_closed in self._pen.all(connection, ALL_TABLES, {})]
        return tuple(one for one, is_closed in rows if not is_closed), tuple(
            one for one, is_closed in rows if is_closed
        )

    def has_rare(self, table: str) -> frozenset[str]:
        with self.database.connect() as connection:
            ((*found,),) = self._pen.all(connection, HAS, {"table": table})
        return frozenset(one.name for one, is_there in zip(RARE, found, strict=True) if is_there)

    def put_away(self, table: str, *, away: bool = True) -> None:
        with self.database.begin() as connection:
            connection.execute(update(boards).where(boards.c.table_id == table).values(closed=away, lit=False))

    def light(self, table: str) -> None:
        with self.database.begin() as connection:
            here = boards.c.table_id == table
            connection.execute(update(boards).where(boards.c.lit | here).values(lit=here))

    @contextmanager
    def changing(self, table: str) -> Iterator[int | None]:
        with self.database.transaction() as connection:
            yield self._pen.first(connection, LOCKED, {"table": table})

    @contextmanager
    def looking(self, table: str) -> Iterator[int | None]:
        with self.reading_together(), self.database.connect() as connection:
            yield self._pen.first(connection, REVISION, {"table": table})

    def save_revision(self, table: str, rev: int, seq: int = 0, state: str | None = None) -> None:
        with self.database.begin() as connection:
            self._pen.change(connection, CHANGED, {"table": table, "newest": rev, "last": seq})
            if state is not None:
                self._lay(connection, table, state)

    def state_beside(self, table: str) -> Mapping[str, Any] | None:
        with self.database.connect() as connection:
            rows = self._pen.all(connection, BESIDE, {"table": table})
        return json.loads(rows[0][0] or "{}") if rows else None

    def noted_revision(self) -> int:
        with self.database.connect() as connection:
            noted = self._pen.first(connection, STATE, {"table": HOUSE})
        return int(json.loads(noted or "{}").get("rev", 0))

    def note_revision(self, rev: int) -> None:
        with self.database.begin() as connection:
            self._lay(connection, HOUSE, json.dumps({"rev": rev}))

    def _lay(self, connection: Connection, table: str, state: str) -> None:
        if not self._pen.change(connection, LAID, {"table": table, AS_JSON: state}):
            connection.execute(insert(beside), {"table_id": table, "data": json.loads(state)})

    def reading_together(self) -> AbstractContextManager[object]:
        """What this thread reads here meanwhile is of one moment."""
        return self.database.transaction(writes=False)


def _record(table: str, game: str, rev: int, opened_at: float, is_lit: object) -> TableRecord:
    return TableRecord(table, game, rev, opened_at, bool(is_lit))


def _row(row: Sequence[Any]) -> LogRow:
    seq, kind, name, text, by, rest, v = row
    return LogRow(seq, kind, name, EncodedObject(text), by, bool(rest), v)


def _oldest_remembered(rows: FromClause, of_epoch: ColumnElement[bool]) -> Select[int]:
    """The seq below which a reading of an epoch was taken in long ago; no row where few came."""
    return select(rows.c.seq).where(of_epoch).order_by(rows.c.seq.desc()).limit(1).offset(REMEMBERED - 1)


def _old_epochs() -> Select[str, str]:
    """Source and epoch of those beyond the newest of their source, and of all those of a source beyond the newest ones."""
    at = func.max(inbox.c.at)
    age = func.row_number().over(partition_by=inbox.c.source, order_by=(at.desc(), inbox.c.epoch)).label("age")
    heard = func.max(at).over(partition_by=inbox.c.source).label("heard")
    epochs = select(inbox.c.source, inbox.c.epoch, age, heard).group_by(inbox.c.source, inbox.c.epoch).subquery()
    place = func.dense_rank().over(order_by=(epochs.c.heard.desc(), epochs.c.source)).label("place")
    ranked = select(epochs.c.source, epochs.c.epoch, epochs.c.age, place).subquery()
    left = (ranked.c.age > MOST_EPOCHS) | (ranked.c.place > MOST_SOURCES)
    return select(ranked.c.source, ranked.c.epoch).where(left)


def _told(own: Stored, reading: str, table: str) -> ColumnElement[bool]:
    """That reading of this table: one that came with a file may be called as another table's."""
    return (own.c.id == reading) & (own.c.table_id == table)


def _all_received(rows: Sequence[Any]) -> tuple[ReceivedReading, ...]:
    """Of rows that have the newest first; nothing is known any more of what lay there at those without data."""
    found = ((json.loads(text), is_settled) for text, is_settled in reversed(rows) if text is not None)
    return tuple(_received(data, bool(is_settled)) for data, is_settled in found if data is not None)


def _received(data: dict[str, Any], settled: bool) -> ReceivedReading:
    """What was decided is not asked about any more."""
    doubt = data.get("doubt") if not settled else None
    return ReceivedReading(
        from_json(Reading, data),
        settled,
        data.get("of", ""),
        data.get("unheard", False),
        _doubt(doubt) if doubt is not None else None,
    )


def _doubt(data: dict[str, Any]) -> StoredDoubt:
    doubt = from_json(StoredDoubt, data)
    return replace(doubt, reading=completed_reading(doubt.reading, data["reading"]))


def _inbox_values(table: str, received: ReceivedReading, at: float) -> dict[str, Any]:
    reading = received.reading
    data = to_json(reading) | ({"of": received.of} if received.of else {})
    if received.unheard:
        data |= {"unheard": True}
    if received.doubt is not None:
        data |= {"doubt": to_json(received.doubt)}
    kept = {"at": at, "data": data, "settled": received.settled}
    return {"table_id": table, **kept, **_place(reading)}


def _place(reading: Reading) -> dict[str, Any]:
    return {"source": reading.source, "epoch": reading.epoch, "seq": reading.seq, "id": reading.id}
