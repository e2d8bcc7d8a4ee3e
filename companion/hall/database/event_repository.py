"""Shared events: the tables fight one foe, and their counts are added up.

Each table has its own count, with a version that rises at each change. Only that table changes it. The sum over the
newest versions is right after losses, repetitions and delays. A table that was offline adds its count when it is
back.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection, Engine, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from companion.errors import LamplightError
from companion.hall.database.schema import events, hits
from companion.i18n import _
from companion.schema import (
    MOST_COUNT,
    MOST_VERSION,
    EventCount,
    HallEvent,
    Refused,
    SharedEventState,
    parse_part,
    to_json,
)
from companion.sessions import Database

LONGEST_TITLE = 60
FIRST_SECOND = 1_735_689_600  # s, Unix, of 2025. Seconds since then fit a PostgreSQL integer until 2093
BEGIN_LOCK = 0x1A3D
"""Advisory lock while an event begins: a second worker must see the new number."""


class UnknownHallEventError(LamplightError):
    """There is not such an event."""

    code = "NOEVENT"


def begin_event(engine: Engine, title: str, goal: int, clock: Callable[[], float] = time.time) -> int:
    """Begin an event and return its number. `clock` is in s, Unix. Raises Refused.
    Numbers rise and are never reused, even after the database was replaced or restored, because tables store their
    part under the number. Beginning the same event again returns its number: a proxy repeats a request when a worker
    dies.
    """
    title = title.strip()
    if not 0 < len(title) <= LONGEST_TITLE or not title.isprintable():
        raise Refused("NO_NAME", _("Give it a name of at most {n} letters.", n=LONGEST_TITLE))
    if not 1 <= goal <= MOST_COUNT:
        raise Refused("NO_GOAL", _("The goal is a number from 1 to {n}.", n=MOST_COUNT))
    with engine.begin() as connection:
        connection.execute(select(func.pg_advisory_xact_lock(BEGIN_LOCK)))
        row = connection.execute(select(events).order_by(events.c.id.desc()).limit(1)).one_or_none()
        if row is not None and row.ended is None and (row.title, row.goal) == (title, goal):
            return int(row.id)
        number = max(int(clock()) - FIRST_SECOND, 1 + (row.id if row is not None else 0))
        connection.execute(insert(events).values(id=number, title=title, goal=goal))
    return number


def end_event(engine: Engine, event: int) -> None:
    """End an event. Counts from before that arrive later are still added. Raises UnknownHallEventError."""
    with engine.begin() as connection:
        if not connection.execute(update(events).where(events.c.id == event).values(ended=func.now())).rowcount:
            raise UnknownHallEventError(_("There is no such event in this hall."))


@dataclass(frozen=True, slots=True)
class EventStanding:
    """An event and the count of each table."""

    event: HallEvent
    counts: Mapping[str, EventCount]

    def of(self, name: str) -> HallEvent:
        """As this table sees it."""
        return replace(self.event, own=self.counts.get(name, EventCount()))


def load_standing(engine: Engine) -> EventStanding | None:
    """Return the newest event, or None."""
    with engine.begin() as connection:
        return read_standing(connection)


def read_standing(connection: Connection) -> EventStanding | None:
    """Return the same, within a transaction."""
    row = connection.execute(select(events).order_by(events.c.id.desc()).limit(1)).one_or_none()
    if row is None:
        return None
    rows = connection.execute(select(hits).where(hits.c.event == row.id))
    counts = {hit.lamp: EventCount(hit.total, hit.version) for hit in rows}
    total = sum(count.total for count in counts.values())
    return EventStanding(HallEvent(row.id, row.title, row.goal, total, row.ended is not None), counts)


def change_count(engine: Database, name: str, event: int, wanted: EventCount) -> EventCount:
    """Store the count of a table that a worker serves. Raises Refused where another device was faster or the event
    is over.
    """
    if not wanted.is_plausible:
        raise Refused("NO_COUNT", _("A table's count is a number from 0 to {n}.", n=MOST_COUNT))
    with engine.begin() as connection:
        row = connection.execute(select(events).where(events.c.id == event)).one_or_none()
        if row is None or row.ended is not None:
            raise Refused("OVER", _("This event is over."))
        known = merge_counts(connection, name, {event: wanted})[event]
    if known != wanted:
        raise Refused("MEANWHILE", _("Somebody here was faster: it stands at {total} now.", total=known.total))
    return known


def merge_counts(connection: Connection, name: str, counts: Mapping[int, EventCount]) -> Mapping[int, EventCount]:
    """Store a table's counts and return what is stored now. An older version changes nothing.

    The content comes from another machine: impossible counts and unknown events are left out.
    """
    ours = events.c.id.in_([event for event, count in counts.items() if event <= MOST_VERSION and count.is_plausible])
    return {
        event: _merge_count(connection, name, event, counts[event])
        for event in connection.scalars(select(events.c.id).where(ours)).all()
    }


def _merge_count(connection: Connection, name: str, event: int, count: EventCount) -> EventCount:
    values = {"event": event, "lamp": name, "total": count.total, "version": count.version}
    newer = upsert(hits).values(values)
    newer = newer.on_conflict_do_update(
        index_elements=[hits.c.event, hits.c.lamp],
        set_={"total": newer.excluded.total, "version": newer.excluded.version},
        where=hits.c.version < newer.excluded.version,
    )
    connection.execute(newer)
    row = connection.execute(select(hits).where(hits.c.event == event, hits.c.lamp == name)).one()
    return EventCount(row.total, row.version)


def export_part(engine: Engine, name: str) -> bytes | None:
    """Return a table's part in the newest event, in the format of the table's own file, or None."""
    standing = load_standing(engine)
    if standing is None:
        return None
    event = standing.of(name)
    return json.dumps(to_json(SharedEventState(event.id, event.own, event))).encode()


def import_part(connection: Connection, name: str, content: bytes) -> None:
    """Import a table's part in its event, as its export recorded it."""
    part = parse_part(content)
    merge_counts(connection, name, {part.of: part.own})
