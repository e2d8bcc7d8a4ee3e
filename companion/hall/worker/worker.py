"""One worker of a hall server. It serves any table and owns none."""

from __future__ import annotations

import logging
import secrets
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from random import sample

from companion import games
from companion.errors import LamplightError, NotOwnerError, StoreError
from companion.hall.database import count_workers, load_standing, open_hall
from companion.hall.settings import HallSettings
from companion.hall.tables.served_table import ServedTable, WorkerParts
from companion.hall.tables.table_cache import TableCache
from companion.hall.tables.table_queue import PendingTables, TableQueue
from companion.hall.warming import warm_up_games
from companion.hall.web.hall_app import create_hall_app
from companion.hall.web.health_app import HealthApp
from companion.hall.web.table_page import create_table_page
from companion.hall.web.virtual_hosts import Use, VirtualHosts
from companion.hall.worker.change_listener import ChangeListener
from companion.hall.worker.message_router import MessageRouter
from companion.hall.worker.worker_threads import WorkerThreads
from companion.i18n import _
from companion.i18n.languages import Languages
from companion.messaging import Message, MqttBus
from companion.ops.health import systemd
from companion.ops.health.machine import MachineInfo, free
from companion.ops.health.metrics import Gauge, Metrics, WarningCounter
from companion.schema import topics
from companion.web.request import ServedApp
from companion.web.server import PageServer, ServerLimits
from companion.web.sse import RenderGate

logger = logging.getLogger(__name__)

THREADS, PUBLISHING, TAPPED = 3, 1, 3
"""Threads for readings, updates and taps. More would not be faster: each thread that waits for Python's lock wakes
up 500 times a second.
"""
MOST_CONNECTIONS = 24
"""Most database connections."""
PAGE_THREADS = 512
"""Threads for pages: each open page of a table uses one."""
TAP_THREADS = 48
"""Threads that no open page takes, for taps, the staff and health checks."""
YIELD_S = 0.02
"""s, at most, for which a page that opens, and the sweep, let readings go first."""
WORKER_ENDS = _("This part of the hall ends. Do it again: another one answers.")
CONNECT_WITHIN = 30.0
"""Seconds to wait for the broker."""
READING_TOPICS = topics.reading(topics.ANY, topics.ANY)
FINISH_WITHIN = 2.0
"""s for running messages to end after the stop."""
KEEPALIVE = 5
"""s: a worker that hangs is handed readings for one and a half of it."""
SWEEP_EVERY, EVENTS_EVERY, UPKEEP_EVERY, WATCHDOG_EVERY = 0.3, 2.0, 10.0, 5.0
"""s between sweeps for unpublished tables, updates of the event, upkeep, and watchdog checks."""
UNPUBLISHED = "SELECT name, told FROM hall_lamps WHERE told < rev AND plays = 'here'"
CLAIM_UPKEEP = """
    UPDATE hall_lamps SET kept = now() WHERE name = (
        SELECT name FROM hall_lamps WHERE plays = 'here' AND kept < now() - interval '3 hours'
        ORDER BY kept LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING name"""
"""The table whose upkeep has waited longest. One of the workers handles it."""
MOST_SWEPT = 12  # tables, of one look: others take some as well
RESET_TOLD = """
    UPDATE hall_lamps SET told = 0, told_anew = now() WHERE plays = 'here' AND told_anew < now() - interval '3 s'"""
"""Run by one of the workers that reconnect to the broker, which may have lost all retained messages."""


class Worker:
    """From start to stop."""

    def __init__(self, settings: HallSettings) -> None:
        """Open the databases. Raises their errors."""
        self._settings = settings
        if settings.own_games:
            games.look_in(settings.own_games)
        self._metrics, self._languages = Metrics(), Languages(settings.data / "words")
        self._engine = open_hall(settings.database, MOST_CONNECTIONS)
        warm_up_games()
        name = f"{settings.account.user}.worker-{secrets.token_hex(4)}"
        self._bus = MqttBus(settings.account, name, keepalive=KEEPALIVE, republishes=False)
        self._pools = ThreadPoolExecutor(THREADS, "readings"), ThreadPoolExecutor(PUBLISHING, "tell")
        self._publishing, self._refreshing = (
            PendingTables(self._pools[1], self._publish),
            PendingTables(self._pools[1], self._refresh),
        )
        gate = RenderGate(PAGE_THREADS - TAP_THREADS)
        self._parts = WorkerParts(self._engine, self._bus, self._languages, self._metrics, gate, self._publishing.add)
        self._tables = TableCache(self._load)
        self._queue = TableQueue(self._pools[0], self._process)
        camera = topics.reader_of(f"vision/{settings.of('').camera.reader}")
        self._router = MessageRouter(self._bus, self._tables, self._queue, (camera,), self._republish_all)
        self._listener = ChangeListener(self._engine, self._note_change, self._refresh_all)
        self._turns: Mapping[Use, AbstractContextManager[object]] = {
            "stream": threading.Lock(),
            "tap": threading.Semaphore(TAPPED),
        }
        self._is_leaving = False
        self._unpublished: frozenset[str] = frozenset()  # as the last look found them
        self._threads = WorkerThreads()
        self._add_threads()
        self._counting = WarningCounter(self._metrics)
        self._server: PageServer | None = None
        self._metrics.ask(self._gauges())

    def _add_threads(self) -> None:
        self._threads.always("changes", self._listener.listen)
        self._threads.every(SWEEP_EVERY, "sweep", self._sweep)
        self._threads.every(EVENTS_EVERY, "event", self._update_event)
        self._threads.every(UPKEEP_EVERY, "upkeep", self._prune_next)
        self._threads.every(WATCHDOG_EVERY, "watchdog", self._feed_watchdog)

    def _gauges(self) -> tuple[Gauge, ...]:
        tables, bus, machine, data = self._tables, self._bus, MachineInfo(), self._settings.data

        def pages() -> float:
            return sum(table.broadcaster.streams for table in tables.tables)

        return (
            Gauge("lamplight_hall_tables_at_hand", "That this worker has in memory.", lambda: len(tables)),
            Gauge("lamplight_hall_tables_read_total", "Read from the database.", lambda: tables.loaded),
            Gauge("lamplight_hall_pages", "That are open.", pages),
            Gauge("lamplight_hall_messages_waiting", "Off the bus, not dealt with.", lambda: self._queue.length),
            Gauge("lamplight_hall_database_up", "1 = it is reached.", lambda: float(self._listener.is_listening)),
            Gauge("lamplight_bus_connected", "1 = the broker is reached.", lambda: float(bus.connected)),
            Gauge("lamplight_bus_reconnects_total", "It was reached again.", lambda: bus.reconnects),
            Gauge(
                "lamplight_hall_rounds_failed_total",
                "Of what a worker does again and again; see its log.",
                lambda: self._threads.failures,
            ),
            Gauge("lamplight_disk_free_bytes", "On the disk of the data folder.", lambda: free(data)),
            Gauge("lamplight_memory_bytes", "Resident.", lambda: machine.memory),
            Gauge("lamplight_handles", "Open files and sockets.", lambda: machine.handles),
            Gauge("lamplight_threads", "Threads of the worker.", threading.active_count),
        )

    def _create_server(self) -> PageServer:
        settings = self._settings
        house = create_hall_app(self._engine, settings, self._languages)
        health = HealthApp(self._threads.stuck, self._missing, self._metrics.text, lambda: settings.token, house)
        hosts = VirtualHosts(
            settings.domain,
            serving=self._page,
            house=health,
            shown=self._page_at_hand,
            languages=self._languages,
            language=settings.language,
        )
        limits = ServerLimits(PAGE_THREADS, 2 * PAGE_THREADS, hosts.most)
        return PageServer(hosts, settings.bind, settings.port, proxy=settings.proxy, limits=limits)

    @property
    def port(self) -> int:
        """Port of the pages. Valid after `start()`."""
        assert self._server is not None, "the pages have no port before the start"
        return self._server.port

    def start(self) -> None:
        """Start all parts, the page server last: earlier requests wait. Raises BusError when the broker cannot be
        reached, PortInUseError.
        """
        if not self._are_others_there():
            self._republish_all()  # no worker has kept the broker up to date since
        self._bus.start()
        self._bus.wait_connected(CONNECT_WITHIN)
        self._bus.on_connection(self._follow_broker)
        self._threads.start()
        self._server = self._create_server()
        self._server.start()
        self._router.share_readings()
        logging.getLogger().addHandler(self._counting)
        systemd.notify(f"READY=1\nSTATUS=Its pages are at port {self.port}.")

    def stop(self) -> None:
        """Finish running messages. Later ones go to other workers."""
        systemd.notify("STOPPING=1")
        self._is_leaving = True
        logging.getLogger().removeHandler(self._counting)
        self._bus.unsubscribe(READING_TOPICS)
        self._queue.wait_empty(FINISH_WITHIN)
        self._tables.close()
        if self._server is not None:
            self._server.stop()
        self._threads.join()
        for pool in self._pools:
            pool.shutdown()
        self._bus.stop()
        self._engine.dispose()

    def _load(self, name: str) -> ServedTable:
        """Load a table. Raises NotOwnerError if it is not played here, StoreError."""
        table = ServedTable(self._settings.of(name), self._parts)
        for message in self._router.announcements(name):
            table.reader_states.update(message.topic, message.payload, tells=False)
        return table

    @contextmanager
    def _page(self, name: str, use: Use, is_there: Callable[[], bool]) -> Iterator[ServedApp | None]:
        """Streams open one by one: when another worker has died, hundreds arrive at once, and throws would wait for
        all of them.
        """
        is_stream = use == "stream"
        with self._turns.get(use, nullcontext()):
            if self._is_leaving:  # pages reconnect at once
                raise StoreError(WORKER_ENDS)
            if not is_there():  # the page belongs to another worker by now
                yield None
                return
            if is_stream:
                self._queue.wait_empty(YIELD_S)
            with self._tables.serving(name, by_news=is_stream and self._listener.is_listening) as table:
                yield table.page(create_table_page)

    def _page_at_hand(self, name: str) -> ServedApp | None:
        table = self._tables.find(name)
        return table.page(create_table_page) if table is not None else None

    def _process(self, name: str, message: Message) -> None:
        """Process a message for a table. Raises StoreError."""
        if topics.parse(message.topic).name != "reading":
            if (table := self._tables.find(name)) is not None:
                table.table_bus.deliver(message)
            return
        with self._tables.serving(name, by_news=self._listener.is_listening) as table:
            table.table_bus.deliver(message)

    def _publish(self, name: str) -> None:
        with self._tables.serving(name, by_news=self._listener.is_listening) as table:
            table.publish_pending()

    def _refresh(self, name: str) -> None:
        """Update a table's pages after a change elsewhere; end them if the table was deleted or moved."""
        table = self._tables.find(name)
        if table is None:
            return
        try:
            table.catch_up_with_news() if self._listener.is_listening else table.catch_up()
        except NotOwnerError:
            self._tables.drop(table)

    def _note_change(self, name: str, rev: int) -> None:
        """Schedule an update of the open pages. A table without pages is loaded when a message arrives."""
        table = self._tables.find(name)
        if table is None:
            return
        table.notified = max(table.notified, rev)
        if table.broadcaster.streams and rev > table.database.known:
            self._refreshing.add(name)

    def _refresh_all(self) -> None:
        for table in self._tables.tables:
            table.notified = sys.maxsize  # until it is looked at
            if table.broadcaster.streams:
                self._refreshing.add(table.settings.place)

    def _sweep(self) -> None:
        """Publish tables that the broker has lost, and tables that stayed unpublished for two sweeps, because a
        worker died.

        Each worker takes a random sample, cached tables first, and checks again before it loads a table, which costs
        more.
        """
        if not self._bus.connected:
            return
        with self._engine.begin() as connection:
            rows = connection.exec_driver_sql(UNPUBLISHED).all()
        due = [row.name for row in rows if not row.told or row.name in self._unpublished]
        self._unpublished = frozenset(row.name for row in rows)
        by_lot = sample(due, len(due))
        for name in sorted(by_lot, key=lambda name: self._tables.find(name) is None)[:MOST_SWEPT]:
            self._queue.wait_empty(YIELD_S)
            if self._is_unpublished(name):
                self._publishing.work(name)

    def _prune_next(self) -> None:
        """Prune old readings of the table that is due, and compare its stored states with the log. Raises StoreError."""
        with self._engine.begin() as connection:
            name = connection.exec_driver_sql(CLAIM_UPKEEP).scalar()
        if name is None:
            return
        with suppress(LamplightError), self._tables.serving(name) as table:  # it is reported elsewhere and tried again
            while table.log.inbox.prune(self._settings.upkeep.readings):
                pass
            for game in table.sessions.ids():
                table.sessions.tables.compare_stored_states(game)

    def _is_unpublished(self, name: str) -> bool:
        with self._engine.begin() as connection:
            return bool(connection.exec_driver_sql(f"{UNPUBLISHED} AND name = %s", (name,)).first())

    def _republish_all(self) -> None:
        """Mark all tables as unpublished. While the database is away the next sweep does it."""
        try:
            with self._engine.begin() as connection:
                connection.exec_driver_sql(RESET_TOLD)
        except LamplightError as error:
            logger.info("what the broker keeps could not be said anew: %s", error)

    def _follow_broker(self, is_there: bool) -> None:
        if is_there and self._bus.reconnects:  # nothing was missed before the first connection
            self._pools[1].submit(self._republish_all)

    def _are_others_there(self) -> bool:
        with self._engine.connect() as connection:
            return count_workers(connection) > 0

    def _update_event(self) -> None:
        """Update the shared event's standing on the pages. Raises StoreError."""
        standing = load_standing(self._engine)
        for table in self._tables.tables:
            table.sharing.update_event(standing.of(table.settings.place) if standing is not None else None)

    def _missing(self) -> tuple[str, ...]:
        """Return the connections without which it cannot serve."""
        parts = (("database", self._listener.is_listening), ("broker", self._bus.connected))
        return tuple(name for name, is_there in parts if not is_there)

    def _feed_watchdog(self) -> None:
        """Notify systemd while no thread hangs. Without that systemd restarts the worker."""
        if stuck := self._threads.stuck():
            logger.error("%s hangs, and systemd is told nothing more", ", ".join(stuck))
        else:
            systemd.notify("WATCHDOG=1")
