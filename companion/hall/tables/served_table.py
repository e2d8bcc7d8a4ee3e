"""One table as a worker serves it: loaded from PostgreSQL, kept up to date with other workers, published in order."""

from __future__ import annotations

import json
import threading
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine, Row, update

from companion.hall.database import TableDatabase, change_count, lamps
from companion.hall.tables.table_bus import TableBus
from companion.hall_link import SharedEventClient, report_of, with_answered
from companion.i18n.languages import Languages
from companion.messaging import Bus, MqttBus
from companion.messaging.reading_consumer import Outcome
from companion.messaging.table_publisher import AlarmSource, SeatLightPublisher, TablePublisher
from companion.ops.health.metrics import Metrics
from companion.schema import Reading, topics
from companion.sessions import ReadOnlyTransactionError, SessionManager, SqlEventLog
from companion.settings import Settings
from companion.table_runtime import TableHost, TableRuntime
from companion.web.request import ServedApp, assets
from companion.web.sse import RenderGate

DEVICES_FRESH = 60.0
"""s. PostgreSQL notifies of each change of a device, and devices are reread then"""
LOCK_UNPUBLISHED = (
    "SELECT rev, told, told_of, told_seq, said, lights, report, set_config('synchronous_commit', 'off', true) FROM hall_lamps"
    " WHERE name = %s AND era = %s AND plays = 'here' FOR UPDATE SKIP LOCKED"
)
"""Without waiting for the disk: publishing twice after a power cut does no harm."""
SET_TOLD = (
    "UPDATE hall_lamps SET told = %s, told_of = %s, told_seq = %s, said = %s, lights = %s, report = %s WHERE name = %s"
)
PUBLISH_TRIES = 3  # other workers may change the table while this one catches up


class StoredStaffCall:
    """A table's call for staff, stored in the table's row. Thread-safe."""

    def __init__(self, database: TableDatabase, since: float, changed: Callable[[], None]) -> None:
        self._database, self._changed = database, changed
        self.since = since  # s, Unix; 0 = no call

    def call(self, *, on: bool) -> None:
        """Call the staff, or cancel the call. Raises StoreError."""
        if bool(self.since) == on:
            return
        since = time.time() if on else 0.0
        with self._database.begin() as connection:
            connection.execute(update(lamps).where(lamps.c.name == self._database.name).values(called=since))
        self.since = since
        self._changed()


@dataclass(frozen=True, slots=True)
class WorkerParts:
    """Shared by all tables of a worker."""

    engine: Engine
    bus: MqttBus
    languages: Languages
    metrics: Metrics
    render_gate: RenderGate
    ask: Callable[[str], None]
    """Request `publish_pending` of the named table soon."""


class UnchangedLights:
    """Drop lights that are already lit, by whichever worker: most stay the same for a whole round."""

    def __init__(self, bus: Bus, place: str) -> None:
        self._bus, self._prefix = bus, topics.public_light(place, topics.ANY).removesuffix(topics.ANY)
        self.sent: dict[str, int] = {}  # topic -> checksum of the newest light

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        if topic.startswith(self._prefix):
            digest = zlib.crc32(payload)
            if self.sent.get(topic) == digest:
                return
            self.sent[topic] = digest
        self._bus.publish(topic, payload, retain=retain)


class HallPublisher(TablePublisher):
    """Publish one table in order, although several workers do it, and again where a worker dies meanwhile.

    The table's row stores the revision that the broker has. The row is locked while a worker publishes.
    """

    def __init__(self, sessions: SessionManager, bus: Bus, *parts: Any, table: ServedTable) -> None:
        super().__init__(sessions, bus, *parts)
        self._table = table
        self._unchanged = UnchangedLights(bus, sessions.place)
        self._lights = SeatLightPublisher(self._unchanged, sessions.place)
        self._has_news = False  # alarms, which no database stores
        self._stored_rev = 0  # the revision that this worker stored last

    def publish_initial(self) -> None:
        """Do nothing: the table's row says whether something is to be published."""

    def publish_table(self, _name: str) -> None:
        self._table.request_publish()

    def _next_rev(self) -> int:
        return self._rev + 1  # the locked row stores it

    def publish_alarms(self) -> None:
        with self._lock:
            before, self._is_due = self._alarms, True
            if self._look_for_alarms() != before:
                self._has_news = True
        if self._has_news:
            self._table.request_publish()

    def publish_pending(self) -> None:
        """Publish all changes that no worker has published. A later sweep retries what fails now.

        Raises NotOwnerError, StoreError.
        """
        with self._lock:
            for number in range(PUBLISH_TRIES):
                self._table.catch_up() if number else self._table.catch_up_with_news()
                if self._publish_locked():
                    break

    def _publish_locked(self) -> bool:
        """Return False where other workers have changed the table since it was caught up.

        Locks the game before the row, like every change; the other order would deadlock.
        """
        database = self._table.database
        with self._sessions.holding(self._sessions.lit), database.hall.begin() as connection:
            row = connection.exec_driver_sql(LOCK_UNPUBLISHED, (database.name, database.era)).one_or_none()
            if row is None or (row.told >= row.rev and not self._has_news):
                return True  # the worker that has the lock publishes more
            if row.rev > database.known:
                return False
            self._publish_all(connection, row)
        return True

    def _publish_all(self, connection: Connection, row: Row[Any]) -> None:
        if row.said != self._stored_rev:
            self._covered.clear()  # another worker has published, perhaps for another game in between
        self.resume(row.told_of, row.told_seq, row.said)
        self._unchanged.sent = dict(row.lights) if row.told else {}
        if not row.told:
            self._table.announce_all()
        self._publish()
        if not self._table.wait_published():
            return
        lit, report = self._sessions.lit, self._table.report(row.report or {})
        published = row.rev, lit, self.covered_until(lit), self._rev
        stored = json.dumps(self._unchanged.sent), json.dumps(report)
        connection.exec_driver_sql(SET_TOLD, (*published, *stored, self._place))
        self._has_news, self._stored_rev = False, self._rev


class WorkerHost(TableHost):
    """A worker as the host of its tables, which share the gate."""

    devices_fresh = DEVICES_FRESH

    def __init__(self, render_gate: RenderGate) -> None:
        self.render_gate = render_gate


class ServedTable(TableRuntime):
    """A table in one of its eras. Thread-safe."""

    def __init__(self, settings: Settings, parts: WorkerParts) -> None:
        """Load the games. Raises NotOwnerError where the table is not played here, StoreError."""
        self._parts = parts
        self.database = TableDatabase(parts.engine, settings.place)
        try:
            with self.database.looking() as mark:
                self._load(settings)
                self.devices.reread()
        except ReadOnlyTransactionError:  # rules that have changed write entries when a game is opened
            self._load(settings)
        self.calling = StoredStaffCall(self.database, mark.called, self.broadcaster.touch_all)
        keep = partial(change_count, self.database, settings.place)
        self.sharing = SharedEventClient(self.broadcaster.touch_all, keep)
        self._catching_up = threading.Lock()
        self._page: ServedApp | None = None
        self.notified = mark.rev  # the newest revision that PostgreSQL has notified of
        self.listen()

    def _load(self, settings: Settings) -> None:
        self.table_bus = TableBus(self._parts.bus)
        log = SqlEventLog(self.database, time.time, self._parts.metrics.count_write)
        host = WorkerHost(self._parts.render_gate)
        super().__init__(settings, log, self.table_bus, self._parts.languages, self._parts.metrics, host)

    def _make_publisher(self, alarms: AlarmSource) -> HallPublisher:
        return HallPublisher(self.sessions, self.bus, self.languages, self.settings.language, alarms, table=self)

    def catch_up(self) -> None:
        """Load what other workers have changed. Raises NotOwnerError where the era has ended, StoreError."""
        if self.database.mark().rev != self.database.known:
            self._catch_up()

    def catch_up_with_news(self) -> None:
        """Like `catch_up`, without a query where PostgreSQL has notified of no change."""
        if self.notified > self.database.known:
            self._catch_up()

    def _catch_up(self) -> None:
        with self._catching_up:
            with self.database.looking() as mark:
                if mark.rev <= self.database.known:
                    return
                self.devices.reread()
                self.sessions.tables.catch_up()
                self.sessions.refresh_shared()
            self.calling.since = mark.called
            self.database.note_known(mark.rev)
        self.broadcaster.touch_all()

    def handle_reading(self, reading: Reading) -> Outcome:
        """Catch up first where the game is unknown: another worker may have opened it just now."""
        name = reading.expect.rpartition(".")[0]
        if name not in self.sessions.ids():
            self.catch_up()
        return super().handle_reading(reading)

    def mark(self) -> str:
        """Return a text that is the same in every worker with this revision and these page files."""
        return f"{self.database.known}.{assets()[:6]}"

    def page(self, make: Callable[[ServedTable], ServedApp]) -> ServedApp:
        """Return its page, made at the first call."""
        if self._page is None:
            self._page = make(self)
        return self._page

    def publish_pending(self) -> None:
        """Publish all changes that no worker has published. Raises NotOwnerError, StoreError."""
        assert isinstance(self.publisher, HallPublisher)
        self.publisher.publish_pending()

    def request_publish(self) -> None:
        self._parts.ask(self.database.name)

    def wait_published(self) -> bool:
        """Wait until the broker has confirmed everything; return False where it does not."""
        return self._parts.bus.wait_published()

    def announce_all(self) -> None:
        """Publish status and discovery: the broker has lost them."""
        self.announce_online()
        self.announce()

    def report(self, before: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the report for the staff; `before` is the previous one."""
        return with_answered(report_of(self, self.calling.since, before), before, time.time())
