"""What a table of a hall tells the bus: in its order although several workers tell it, and again where one dies over it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Row

from companion.hall.database import TableDatabase
from companion.messaging import Bus
from companion.messaging.table_publisher import SeatLightPublisher, TablePublisher
from companion.schema import topics
from companion.sessions import SessionManager

UNTOLD = (
    "SELECT rev, told, told_of, told_seq, said, lights, report, set_config('synchronous_commit', 'off', true) FROM hall_lamps"
    " WHERE name = %s AND era = %s AND plays = 'here' FOR UPDATE SKIP LOCKED"
)
"""What is told twice after a power cut does no harm, so nobody waits for the disk."""
TOLD = (
    "UPDATE hall_lamps SET told = %s, told_of = %s, told_seq = %s, said = %s, lights = %s, report = %s WHERE name = %s"
)
TRIES = 3  # others may change the table while this worker catches up


@dataclass(frozen=True, slots=True)
class PublisherHooks:
    """What the publisher of a table asks its worker."""

    engine: Engine
    database: TableDatabase
    ask: Callable[[], None]
    """Somebody shall call `publish_pending` soon."""
    catch_up: Callable[[bool], object]
    """Take in what other workers have changed; told whether it is known that they have."""
    is_confirmed: Callable[[], bool]
    """Wait until the broker has all that was published; whether it has."""
    announce: Callable[[], None]
    """Say that the table is there: the broker has nothing of it."""
    report: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    """How the table is, for the staff; it is given what was told before."""


class UnchangedLights:
    """A way to the bus past which no light goes that burns already, whichever worker has lit it: most do for a whole round."""

    def __init__(self, bus: Bus, place: str) -> None:
        self._bus, self._begins = bus, topics.public_light(place, topics.ANY).removesuffix(topics.ANY)
        self.sent: dict[str, int] = {}  # topic -> checksum of the light that was sent last

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        if topic.startswith(self._begins):
            digest = zlib.crc32(payload)
            if self.sent.get(topic) == digest:
                return
            self.sent[topic] = digest
        self._bus.publish(topic, payload, retain=retain)


class HallPublisher(TablePublisher):
    """Of one table, at one of its workers.

    The table's row says up to which revision the broker keeps what is so. It is held while this worker publishes.
    """

    def __init__(self, sessions: SessionManager, bus: Bus, *parts: Any, hooks: PublisherHooks) -> None:
        super().__init__(sessions, bus, *parts)
        self._unchanged = UnchangedLights(bus, sessions.place)
        self._lights = SeatLightPublisher(self._unchanged, sessions.place)
        self._hooks = hooks
        self._has_news = False  # of alarms, which are in no database
        self._said = 0  # what this worker has noted as `said` last

    def publish_initial(self) -> None:
        """Nothing: the row says whether something is to be told."""

    def publish_table(self, _name: str) -> None:
        self._hooks.ask()

    def _next_rev(self) -> int:
        return self._rev + 1  # the table's row keeps it, and is held

    def publish_alarms(self) -> None:
        with self._lock:
            before, self._is_due = self._alarms, True
            if self._look_for_alarms() != before:
                self._has_news = True
        if self._has_news:
            self._hooks.ask()

    def publish_pending(self) -> None:
        """Tell what no worker has told yet. What cannot be told now is found by whoever looks for it next.

        Raises NotOwnerError, StoreError.
        """
        with self._lock:
            for number in range(TRIES):
                self._hooks.catch_up(number > 0)
                if self._tell_at_once():
                    break

    def _tell_at_once(self) -> bool:
        """False where others have changed the table since it was caught up with.

        The lock of the game comes before the row, as with every change: else each would wait for the other.
        """
        database = self._hooks.database
        with self._sessions.holding(self._sessions.lit), self._hooks.engine.begin() as connection:
            row = connection.exec_driver_sql(UNTOLD, (database.name, database.era)).one_or_none()
            if row is None or (row.told >= row.rev and not self._has_news):
                return True  # whoever holds the row tells more
            if row.rev > database.known:
                return False
            self._tell_all(connection, row)
        return True

    def _tell_all(self, connection: Connection, row: Row[Any]) -> None:
        if row.said != self._said:
            self._heard.clear()  # another worker has told meanwhile, perhaps of a game that lay there in between
        self.resume(row.told_of, row.told_seq, row.said)
        self._unchanged.sent = dict(row.lights) if row.told else {}
        if not row.told:
            self._hooks.announce()
        self._publish()
        if not self._hooks.is_confirmed():
            return
        lit, report = self._sessions.lit, self._hooks.report(row.report or {})
        told = (row.rev, lit, self.heard_until(lit), self._rev, json.dumps(self._unchanged.sent), json.dumps(report))
        connection.exec_driver_sql(TOLD, (*told, self._place))
        self._has_news, self._said = False, self._rev
