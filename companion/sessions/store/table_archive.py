"""All that is kept of one table, to be given away as a file and to be brought from one: read in one go, written whole or not at all.

Devices are left out: the seats of another installation are private.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, Text, cast, delete, insert, select
from sqlalchemy.exc import IntegrityError

from companion.errors import StaleError
from companion.i18n import _
from companion.schema import Reading, from_json, to_json
from companion.sessions.store.beside_log import AnswerSources, SavePoint, SavePoints
from companion.sessions.store.database import Database
from companion.sessions.store.event_log import entry_row
from companion.sessions.store.schema import (
    boards,
    brought,
    brought_readings,
    devices,
    entries,
    inbox,
    savepoints,
    sources,
)
from companion.sessions.table import Chosen, LogRow


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry as it is stored, and when it was."""

    at: float  # s, Unix
    row: LogRow


@dataclass(frozen=True, slots=True)
class StoredReading:
    """A reading that was taken in at the table; fields as of `event_log.Received`."""

    at: float  # s, Unix
    reading: Reading
    settled: bool = True
    of: str = ""
    seen: str = ""  # of one that came as a file: the digest of its picture as the camera saw it


@dataclass(frozen=True, slots=True)
class StoredTable:
    """One table."""

    game: str
    opened_at: float  # s, Unix
    log: tuple[StoredEntry, ...]
    heard: tuple[StoredReading, ...] = ()  # the oldest first
    sources: Chosen = field(default_factory=dict)
    saved: tuple[SavePoint, ...] = ()


class TableArchive:
    """The tables of a database. Thread-safe; each command is one transaction."""

    def __init__(self, engine: Database, clock: Callable[[], float]) -> None:
        """`clock`: s, Unix."""
        self._engine, self._clock = engine, clock

    def export_table(self, table: str) -> StoredTable | None:
        """Read a stored table; None where it does not exist. The caller holds its lock."""
        with self._engine.connect() as connection:
            board = connection.execute(select(boards).where(boards.c.table_id == table)).one_or_none()
            if board is None:
                return None
            return StoredTable(
                board.game,
                board.opened_at,
                tuple(_log(connection, table)),
                tuple(_readings(connection, table)),
                AnswerSources(self._engine).of(table),
                SavePoints(self._engine, self._clock).of(table),
            )

    def import_table(self, table: str, holding: StoredTable) -> None:
        """Insert a table with everything but device seats. Raises StaleError if the name is taken."""
        try:
            with self._engine.begin() as connection:
                connection.execute(delete(devices).where(devices.c.table_id == table))
                for kind, rows in _rows(table, holding, self._clock()):
                    if rows:
                        connection.execute(insert(kind), rows)
        except IntegrityError as error:
            raise StaleError(_("There is a table {table} already.", table=table)) from error

    def imported_part(self, table: str) -> tuple[int, frozenset[str]]:
        """Return how many entries of a table came as a file, and the ids of the readings that came with them."""
        with self._engine.connect() as connection:
            count = connection.scalar(select(brought.c.entries).where(brought.c.table_id == table)) or 0
            ids = select(brought_readings.c.id).where(brought_readings.c.table_id == table) if count else None
            return count, frozenset(connection.scalars(ids)) if ids is not None else frozenset()


def _of(query: Select[Any], kind: Any, table: str) -> Select[Any]:
    return query.where(kind.c.table_id == table)


def _log(connection: Connection, table: str) -> Iterator[StoredEntry]:
    for row in connection.execute(_of(select(entries), entries, table).order_by(entries.c.seq)):
        yield StoredEntry(row.at, LogRow(row.seq, row.kind, row.name, row.data, row.by, row.rest, row.v))


def _readings(connection: Connection, table: str) -> Iterator[StoredReading]:
    """Yield imported readings first: they came before the table was imported."""
    before = _of(select(brought_readings), brought_readings, table).order_by(brought_readings.c.place)
    since = _of(select(inbox), inbox, table).order_by(inbox.c.place)
    for kind, query in ((brought_readings, before), (inbox, since)):
        for row in connection.execute(query.where(cast(kind.c.data, Text) != "null")):  # old readings have no content
            beside = (row.data.get("of", ""), row.data.get("seen", ""))
            yield StoredReading(row.at, from_json(Reading, row.data), row.settled, *beside)


def _rows(table: str, holding: StoredTable, now: float) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    of_table = {"table_id": table}
    opened = {"game": holding.game, "opened_at": holding.opened_at, "closed": False, "rev": 0, "lit": False}
    yield boards, [{**of_table, **opened}]
    yield brought, [{**of_table, "entries": len(holding.log), "at": now}]
    yield entries, [entry_row(table, logged.row, logged.at) for logged in holding.log]
    yield brought_readings, [{**of_table, "place": k, **_reading(stored)} for k, stored in enumerate(holding.heard)]
    chosen = holding.sources.items()
    yield sources, [{**of_table, "seat": seat, "kind": kind, "source": source} for (seat, kind), source in chosen]
    yield (
        savepoints,
        [{**of_table, "id": p.id, "seq": p.seq, "name": p.name, "at": p.at, "by": p.by} for p in holding.saved],
    )


def _reading(stored: StoredReading) -> dict[str, Any]:
    beside = {"of": stored.of, "seen": stored.seen}
    data = to_json(stored.reading) | {name: value for name, value in beside.items() if value}
    return {"id": stored.reading.id, "at": stored.at, "data": data, "settled": stored.settled}
