"""A table as a worker serves it: read from the hall's database, and brought to what other workers have made of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Engine, update

from companion.hall.database import TableDatabase, change_count, lamps
from companion.hall.tables.state_publisher import HallPublisher, PublisherHooks
from companion.hall.tables.table_bus import TableBus
from companion.hall_link.shared_event import SharedEventClient
from companion.hall_link.table_report import report_of, with_answered
from companion.i18n.languages import Languages
from companion.messaging import MqttBus
from companion.messaging.alarms import AlarmSource
from companion.messaging.reading_consumer import Outcome
from companion.ops.health.metrics import Metrics
from companion.schema import Reading
from companion.sessions import ReadOnlyTransactionError, SqlEventLog
from companion.settings import Settings
from companion.table_runtime import TableHost, TableRuntime
from companion.web.request import ServedApp, assets
from companion.web.sse import RenderGate

DEVICES_FRESH = 60.0
"""s; each change of a device is heard of, and the devices are read with it."""


class StoredStaffCall:
    """Somebody at a table asks for the staff of the hall. Safe for threads."""

    def __init__(self, database: TableDatabase, since: float, changed: Callable[[], None]) -> None:
        self._database, self._changed = database, changed
        self.since = since  # s, Unix; 0 = nobody asks

    def call(self, *, on: bool) -> None:
        """Ask for somebody, or say that nobody need come any more. Raises StoreError."""
        if bool(self.since) == on:
            return
        since = time.time() if on else 0.0
        with self._database.begin() as connection:
            connection.execute(update(lamps).where(lamps.c.name == self._database.name).values(called=since))
        self.since = since
        self._changed()


@dataclass(frozen=True, slots=True)
class WorkerParts:
    """What all tables of a worker share."""

    engine: Engine
    bus: MqttBus
    languages: Languages
    metrics: Metrics
    render_gate: RenderGate
    ask: Callable[[str], None]
    """Something of this table is to be told."""


class WorkerHost(TableHost):
    """A worker as the host of its tables, which share the gate."""

    devices_fresh = DEVICES_FRESH

    def __init__(self, render_gate: RenderGate) -> None:
        self.render_gate = render_gate


class ServedTable(TableRuntime):
    """In one of its eras. Safe for threads."""

    def __init__(self, settings: Settings, parts: WorkerParts) -> None:
        """Read the games. Raises NotOwnerError where the table is not played here, StoreError."""
        self._parts = parts
        self.database = TableDatabase(parts.engine, settings.place)
        try:
            with self.database.looking() as mark:
                self._read(settings)
                self.devices.reread()
        except ReadOnlyTransactionError:  # rules that have changed make entries of their own
            self._read(settings)
        self.calling = StoredStaffCall(self.database, mark.called, self.broadcaster.touch_all)
        keep = partial(change_count, self.database, settings.place)
        self.sharing = SharedEventClient(self.broadcaster.touch_all, keep)
        self._catching_up = threading.Lock()
        self._page: ServedApp | None = None
        self.heard = mark.rev  # the newest revision that PostgreSQL has told of
        self.listen()

    def _read(self, settings: Settings) -> None:
        self.table_bus = TableBus(self._parts.bus)
        log = SqlEventLog(self.database, time.time, self._parts.metrics.wrote)
        host = WorkerHost(self._parts.render_gate)
        super().__init__(settings, log, self.table_bus, self._parts.languages, self._parts.metrics, host)

    def _make_publisher(self, alarms: AlarmSource) -> HallPublisher:
        language, hooks = self.settings.language, self._publisher_hooks()
        return HallPublisher(self.sessions, self.bus, self.languages, language, alarms, hooks=hooks)

    def _publisher_hooks(self) -> PublisherHooks:
        name = self.database.name
        return PublisherHooks(
            *(self._parts.engine, self.database, lambda: self._parts.ask(name), self._follow),
            *(self._parts.bus.wait_published, self._announce_all, self._report),
        )

    def _follow(self, is_behind: bool) -> None:
        if is_behind:
            self.catch_up()
        else:
            self.catch_up_with_news()

    def catch_up(self) -> None:
        """Take in what other workers have changed. Raises NotOwnerError where it is another era's now, StoreError."""
        if self.database.mark().rev != self.database.known:
            self._catch_up()

    def catch_up_with_news(self) -> None:
        """The same, as far as PostgreSQL has told of changes: without a way to it where it has told of none."""
        if self.heard > self.database.known:
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
        """Of a game that this worker does not know another one may have been opened just now."""
        name = reading.expect.rpartition(".")[0]
        if name not in self.sessions.ids():
            self.catch_up()
        return super().handle_reading(reading)

    def mark(self) -> str:
        """The same in every worker that knows as much of the table, and shows it with the same files."""
        return f"{self.database.known}.{assets()[:6]}"

    def page(self, make: Callable[[ServedTable], ServedApp]) -> ServedApp:
        """Its page, which is made once."""
        if self._page is None:
            self._page = make(self)
        return self._page

    def publish_pending(self) -> None:
        """Tell the bus what no worker has told yet. Raises NotOwnerError, StoreError."""
        assert isinstance(self.publisher, HallPublisher)
        self.publisher.publish_pending()

    def _announce_all(self) -> None:
        self.announce_online()
        self.announce()

    def _report(self, before: Mapping[str, Any]) -> Mapping[str, Any]:
        """How the table is, for the staff."""
        return with_answered(report_of(self, self.calling.since, before), before, time.time())
