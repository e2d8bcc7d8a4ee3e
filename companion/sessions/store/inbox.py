"""Store received readings, each exactly once, and the questions about them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    FromClause,
    Select,
    Text,
    bindparam,
    cast,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy import Table as Stored

from companion.schema import Reading, from_json, to_json
from companion.sessions.matching import StoredDoubt
from companion.sessions.store.database import JoinedDatabase
from companion.sessions.store.schema import brought_readings as came
from companion.sessions.store.schema import inbox
from companion.sessions.table import complete_reading

SELECT_KNOWN = select(inbox.c.id).where(
    (inbox.c.id == bindparam("id"))
    | (
        (inbox.c.source == bindparam("source"))
        & (inbox.c.epoch == bindparam("epoch"))
        & (inbox.c.seq == bindparam("seq"))
    )
)
SELECT_NEWEST_SEQ = select(func.max(inbox.c.seq)).where(
    (inbox.c.source == bindparam("source")) & (inbox.c.epoch == bindparam("epoch"))
)
# Built once: building a statement for each reading takes longer than executing it.


def as_text(column: ColumnElement[Any]) -> ColumnElement[str]:
    """Select JSON as text: parsing and dumping it again took half of the time in which a table is read."""
    return cast(column, Text)


_HERE, _BY_PLACE = inbox.c.table_id == bindparam("table"), inbox.c.place.desc()
_THIS_READING = (as_text(inbox.c.data), inbox.c.settled)
SELECT_NEWEST = select(*_THIS_READING).where(_HERE).order_by(_BY_PLACE).limit(bindparam("most"))
_OLD = inbox.c.place < func.coalesce(
    select(inbox.c.place).where(_HERE).order_by(_BY_PLACE).limit(1).offset(bindparam("kept")).scalar_subquery(), 0
)
SELECT_OLD_UNSETTLED = (
    select(*_THIS_READING).where(_HERE & _OLD & ~inbox.c.settled).order_by(_BY_PLACE).limit(bindparam("most"))
)
SELECT_BROUGHT = (
    select(as_text(came.c.data), came.c.settled)
    .where(came.c.table_id == bindparam("table"))
    .order_by(came.c.place.desc())
    .limit(bindparam("most"))
)
SELECT_NEWEST_SEQS = (
    select(inbox.c.seq)
    .where(inbox.c.source == bindparam("source"), inbox.c.epoch == bindparam("epoch"))
    .order_by(inbox.c.seq.desc())
    .limit(bindparam("most"))
)
SELECT_NEWEST_PLACE = select(func.coalesce(func.max(inbox.c.place), literal_column("0"))).where(
    inbox.c.table_id == bindparam("heard_at")
)
INSERT_READING = insert(inbox).values(
    place=SELECT_NEWEST_PLACE.scalar_subquery() + literal_column("1")
)  # a literal needs no parameter
MOST_THINNED = 500  # readings at once: a dozen milliseconds on a slow disk
MOST_REMEMBERED = (
    1000  # newest readings of an epoch: older ones are acknowledged, because an outbox sends its oldest eight
)
MOST_EPOCHS = 8  # newest of a source: an outbox begins one when its file is lost
MOST_SOURCES = 256  # newest of a physical table


@dataclass(frozen=True, slots=True)
class ReceivedReading:
    """A reading that was taken in; `settled` False: a person has still to decide what it means."""

    reading: Reading
    settled: bool = True
    of: str = ""  # the reading that told of the same draw before, where this is another reader's second look
    unheard: bool = False  # not part of the game: of a lesson, or sent by a seat's device in vain
    doubt: StoredDoubt | None = None  # the stored question about it


class ReadingInbox:
    """The readings that were received, over all tables. Thread-safe."""

    def __init__(self, database: JoinedDatabase) -> None:
        self._database = database

    def add(self, connection: Connection, table: str, received: ReceivedReading, at: float) -> None:
        """Insert a reading within a transaction; `at`: s, Unix. Raises IntegrityError if it exists already."""
        connection.execute(INSERT_READING, {**_values(table, received, at), "heard_at": table})

    def has(self, reading: Reading) -> bool:
        """Return whether this reading was received before: the same id, or the same place in its source."""
        with self._database.connect() as connection:
            if connection.scalar(SELECT_KNOWN, _place(reading)) is not None:
                return True
            newest = connection.scalar(SELECT_NEWEST_SEQ, {"source": reading.source, "epoch": reading.epoch})
            if newest is None or reading.seq > newest:
                return False
            of_epoch = (inbox.c.source == reading.source) & (inbox.c.epoch == reading.epoch)
            oldest = connection.scalar(_oldest_remembered(inbox, of_epoch))
            return oldest is not None and reading.seq < oldest

    def contiguous(self, source: str, epoch: str) -> int | None:
        """Return the highest seq up to which every reading of an epoch is stored, counted from the first that came; None = none came."""
        values = {"source": source, "epoch": epoch, "most": MOST_REMEMBERED}
        with self._database.connect() as connection:
            seqs = sorted(seq for (seq,) in connection.execute(SELECT_NEWEST_SEQS, values))
        return next((last for last, seq in pairwise(seqs) if seq != last + 1), seqs[-1] if seqs else None)

    def of(self, table: str, most: int) -> tuple[ReceivedReading, ...]:
        """Return the newest readings of a table in order, and older ones that a player has still to decide."""
        with self._database.connect() as connection:
            rows = list(connection.execute(SELECT_NEWEST, {"table": table, "most": most}))
            if len(rows) == most:
                rows += connection.execute(SELECT_OLD_UNSETTLED, {"table": table, "most": most, "kept": most - 1})
            else:
                rows += connection.execute(SELECT_BROUGHT, {"table": table, "most": most - len(rows)})
        return _parse_rows(rows)

    def newest(self, table: str, most: int) -> tuple[ReceivedReading, ...]:
        """Return the newest readings of a table in order, without those that a file brought."""
        with self._database.connect() as connection:
            return _parse_rows(connection.execute(SELECT_NEWEST, {"table": table, "most": most}).all())

    def find(self, id: str, table: str) -> Reading | None:
        """Return a reading of a table as it was received."""
        with self._database.connect() as connection:
            stored = (
                connection.scalar(select(readings.c.data).where(_is_reading(readings, id, table)))
                for readings in (inbox, came)
            )
            data = next((value for value in stored if value is not None), None)
        return from_json(Reading, data) if data is not None else None

    def settle(self, reading: str, table: str) -> None:
        """Note that no player has to decide about it any more."""
        with self._database.begin() as connection:
            for readings in (inbox, came):
                connection.execute(update(readings).where(_is_reading(readings, reading, table)).values(settled=True))

    def mark_second(self, reading: str, of: str, table: str) -> None:
        """Note that a doubtful reading is a second look at the reading `of`."""
        self._add_to_data(reading, table, {"of": of})

    def save_doubt(self, reading: str, doubt: StoredDoubt, table: str) -> None:
        self._add_to_data(reading, table, {"doubt": to_json(doubt)})

    def _add_to_data(self, reading: str, table: str, beside: dict[str, Any]) -> None:
        """Add keys to the stored JSON of a reading."""
        with self._database.begin() as connection:
            for readings in (inbox, came):
                data = connection.scalar(select(readings.c.data).where(_is_reading(readings, reading, table)))
                if data is not None:
                    connection.execute(
                        update(readings).where(_is_reading(readings, reading, table)).values(data=data | beside)
                    )

    def prune(self, kept: int) -> int:
        """Delete the content of all but the newest `kept` readings of each table; return how many.

        A call deletes few, so that players do not wait: repeat it until it returns 0. The newest rows of each epoch stay, so a reading
        that is sent again counts once. Undecided readings stay too.
        """
        other_row = inbox.alias()
        last = select(func.max(other_row.c.place)).where(other_row.c.table_id == inbox.c.table_id).scalar_subquery()
        old = inbox.c.settled & (inbox.c.place <= last - kept) & (cast(inbox.c.data, Text) != "null")
        with self._database.connect() as connection:  # it may look for long: not where others wait to write
            ids = connection.scalars(select(inbox.c.id).where(old).limit(MOST_THINNED)).all()
        if ids:
            with self._database.begin() as connection:
                connection.execute(update(inbox).where(inbox.c.id.in_(ids)).values(data=JSON.NULL))
        return len(ids) or self._delete_old_rows()

    def _delete_old_rows(self) -> int:
        """Delete the rows of forgotten readings that no reader can send again: a code scanner makes thousands of them.

        Delete rows of epochs that no outbox uses any more, so that a client that invents epochs cannot fill the disk.
        """
        other_row = inbox.alias()
        epoch = (other_row.c.source == inbox.c.source) & (other_row.c.epoch == inbox.c.epoch)
        oldest = _oldest_remembered(other_row, epoch).scalar_subquery()
        is_left = tuple_(inbox.c.source, inbox.c.epoch).in_(_old_epochs())
        old = inbox.c.settled & (cast(inbox.c.data, Text) == "null") & or_(inbox.c.seq < oldest, is_left)
        with self._database.connect() as connection:
            ids = connection.scalars(select(inbox.c.id).where(old).limit(MOST_THINNED)).all()
        if ids:
            with self._database.begin() as connection:
                connection.execute(delete(inbox).where(inbox.c.id.in_(ids)))
        return len(ids)


def _oldest_remembered(rows: FromClause, of_epoch: ColumnElement[bool]) -> Select[int]:
    """Return the seq below which a reading of an epoch was taken in long ago; no row where few came."""
    return select(rows.c.seq).where(of_epoch).order_by(rows.c.seq.desc()).limit(1).offset(MOST_REMEMBERED - 1)


def _old_epochs() -> Select[str, str]:
    """Source and epoch of those beyond the newest of their source, and of all those of a source beyond the newest ones."""
    at = func.max(inbox.c.at)
    age = func.row_number().over(partition_by=inbox.c.source, order_by=(at.desc(), inbox.c.epoch)).label("age")
    newest_at = func.max(at).over(partition_by=inbox.c.source).label("newest_at")
    epochs = select(inbox.c.source, inbox.c.epoch, age, newest_at).group_by(inbox.c.source, inbox.c.epoch).subquery()
    place = func.dense_rank().over(order_by=(epochs.c.newest_at.desc(), epochs.c.source)).label("place")
    ranked = select(epochs.c.source, epochs.c.epoch, epochs.c.age, place).subquery()
    left = (ranked.c.age > MOST_EPOCHS) | (ranked.c.place > MOST_SOURCES)
    return select(ranked.c.source, ranked.c.epoch).where(left)


def _is_reading(readings: Stored, reading: str, table: str) -> ColumnElement[bool]:
    """Match a reading of this table. An imported one may have the id of another table's."""
    return (readings.c.id == reading) & (readings.c.table_id == table)


def _parse_rows(rows: Sequence[Any]) -> tuple[ReceivedReading, ...]:
    """Parse rows that are sorted newest first; skip those whose content was deleted."""
    parsed = ((json.loads(text), is_settled) for text, is_settled in reversed(rows) if text is not None)
    return tuple(_parse_reading(data, bool(is_settled)) for data, is_settled in parsed if data is not None)


def _parse_reading(data: dict[str, Any], settled: bool) -> ReceivedReading:
    """Parse a reading; a decided one has no question."""
    stored, doubt = data.get("doubt") if not settled else None, None
    if stored is not None:
        doubt = from_json(StoredDoubt, stored)
        doubt = replace(doubt, reading=complete_reading(doubt.reading, stored["reading"]))
    return ReceivedReading(from_json(Reading, data), settled, data.get("of", ""), data.get("unheard", False), doubt)


def _values(table: str, received: ReceivedReading, at: float) -> dict[str, Any]:
    reading = received.reading
    data = to_json(reading) | ({"of": received.of} if received.of else {})
    if received.unheard:
        data |= {"unheard": True}
    if received.doubt is not None:
        data |= {"doubt": to_json(received.doubt)}
    columns = {"at": at, "data": data, "settled": received.settled}
    return {"table_id": table, **columns, **_place(reading)}


def _place(reading: Reading) -> dict[str, Any]:
    return {"source": reading.source, "epoch": reading.epoch, "seq": reading.seq, "id": reading.id}
