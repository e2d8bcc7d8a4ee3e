"""One of a hall's workers, put together: it serves the tables that the registry gives it, as a house serves its own."""

from __future__ import annotations

import logging
import math
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from companion import games
from companion.errors import StoreError
from companion.hall.database.connection import open_hall
from companion.hall.database.worker_registry import WorkerRegistry
from companion.hall.settings import HallSettings
from companion.hall.tables.load_queue import LoadQueue
from companion.hall.tables.page_cache import PageCache
from companion.hall.tables.reading_pruner import ReadingPruner
from companion.hall.tables.report_writer import ReportWriter
from companion.hall.tables.served_table import ServedHooks
from companion.hall.tables.table_loader import TableLoader
from companion.hall.tables.table_slot import TableSlot, WorkerPools
from companion.hall.tables.warm_up import warm_up_games
from companion.hall.worker.assignment_follower import AssignmentFollower
from companion.hall.worker.gc_schedule import GcSchedule
from companion.hall.worker.hall_app import create_hall_app
from companion.hall.worker.health_app import HealthApp
from companion.hall.worker.liveness import WorkerLiveness
from companion.hall.worker.message_router import MessageRouter
from companion.hall.worker.virtual_hosts import VirtualHosts
from companion.hall.worker.worker_metrics import worker_gauges
from companion.hall.worker.worker_tables import WorkerTables
from companion.hall.worker.worker_threads import WorkerThreads
from companion.i18n import Languages
from companion.messaging import MqttBus
from companion.ops.health.metrics import Metrics, WarningCounter
from companion.schema import topics
from companion.system.background_priority import aside, nicely
from companion.web.open_streams import RenderGate
from companion.web.server import PageServer, ServerLimits

logger = logging.getLogger(__name__)

EVERY = 0.2
"""s between two renewals: so long nobody sees that another one has died."""
TELLS = 2.0
"""s between two looks how the tables are, for the staff."""
THREADS = 12
"""That deal with what the broker brings; each may hold a connection to the database."""
AT_A_TIME = 2
"""Tables that are read at once: a dozen would each take a dozen times as long, and all that are read already would wait for them."""
UNREAD = 6
"""Threads that deal with what comes for tables that are not read yet: they mostly wait for their turn."""
PAGES = 512
"""Threads of the pages: each open page of a table holds one."""
TAPS = 48
"""Threads that no open page takes: whoever taps, the staff and whoever asks how the worker is always find one."""
PATIENCE = 30.0
"""s for the broker to be there."""


class Worker:
    """From start to stop."""

    def __init__(self, settings: HallSettings) -> None:
        """Raises what opening the database does, and PortInUseError."""
        if settings.own_games:
            games.look_in(settings.own_games)
        self._metrics, self._languages = Metrics(), Languages(settings.data / "words")
        aside(partial(warm_up_games, settings, self._languages))
        self._gc_schedule = nicely(GcSchedule)
        self._engine = open_hall(settings.database, THREADS + 4)
        self._pools = WorkerPools(
            ThreadPoolExecutor(THREADS, "lamps"), ThreadPoolExecutor(UNREAD, "unread"), LoadQueue(AT_A_TIME)
        )
        self._slots: dict[str, TableSlot] = {}
        self._pages = PageCache(self._slots)
        self._liveness, self._counting = WorkerLiveness(self._metrics), WarningCounter(self._metrics)
        self._server = self._create_server(settings)
        self._registry_engine = open_hall(settings.database, 1)  # of its own: a renewal waits for no page
        self._registry = WorkerRegistry(self._registry_engine, f"http://{settings.bind}:{self._server.port}")
        self._registry.renew()
        self._bus = MqttBus(settings.account, f"{settings.account.user}.worker-{self._registry.worker}")
        self._tables = self._create_tables(settings)
        self._threads = WorkerThreads()
        self._follower = AssignmentFollower(
            self._registry, self._tables, self._liveness, self._threads, self._engine, settings
        )
        self._metrics.ask(
            worker_gauges(
                *(self._liveness, self._bus, self._slots),
                *(lambda: self._registry.assignment, lambda: self._threads.failures, settings.data),
            )
        )
        self._add_threads(settings)

    def _create_server(self, settings: HallSettings) -> PageServer:
        health = HealthApp(
            lambda: tuple(self._liveness.failures(self._bus)),
            self._metrics.text,
            lambda: settings.token,
            create_hall_app(self._engine, settings, self._languages),
        )
        hosts = VirtualHosts(
            *(settings.domain, self._pages.serving, health),
            *(self._pages.loaded, self._languages, settings.language),
        )
        limits = ServerLimits(PAGES, 2 * PAGES, hosts.most)
        return PageServer(hosts, settings.bind, settings.port, proxy=settings.proxy, limits=limits)

    def _create_tables(self, settings: HallSettings) -> WorkerTables:
        camera = topics.reader_of(f"vision/{settings.of('').camera.reader}")
        router = MessageRouter(
            self._bus, self._slots, lambda name: name in self._registry.assignment.all, own=(camera,)
        )
        hooks = ServedHooks(render_gate=RenderGate(PAGES - TAPS))
        loader = TableLoader(self._engine, settings, self._languages, self._metrics, hooks)
        return WorkerTables(self._slots, self._bus, router, self._pages, loader, self._pools)

    def _add_threads(self, settings: HallSettings) -> None:
        """The one that renews is first: it starts last, and asks after the others."""
        tables, threads = self._tables, self._threads
        reports = ReportWriter(self._engine, lambda: self._registry.worker)
        pruner = ReadingPruner(settings.upkeep.readings)
        threads.every(EVERY, "renew", self._follower.renew)
        threads.whenever(self._follower.has_news, "follow", self._follower.follow)
        threads.every(EVERY, "load", partial(tables.load_all, threads.stopping), within=math.inf)  # one after the other
        threads.every(TELLS, "report", lambda: reports.exchange_news(tables.loaded))
        threads.every(TELLS, "tidy", lambda: pruner.prune_next(tables.loaded), self._gc_schedule.collect_when_due)

    @property
    def port(self) -> int:
        """Of the pages."""
        return self._server.port

    def start(self) -> None:
        """Raises BusError where the broker is not reached."""
        self._bus.start()
        self._bus.wait_connected(PATIENCE)
        self._server.start()
        self._threads.start()
        logging.getLogger().addHandler(self._counting)
        self._liveness.begin(self.port)

    def stop(self) -> None:
        """Its tables are given back before it goes: the others take them at once."""
        self._liveness.end()
        logging.getLogger().removeHandler(self._counting)
        self._threads.stopping.set()
        self._follower.wake()
        self._threads.join()
        self._tables.close(tuple(self._slots))
        try:
            self._registry.leave()
        except StoreError as error:
            logger.info("nobody could be told that this worker leaves: %s", error)
        self._server.stop()
        self._pools.shutdown()
        self._bus.stop()
        self._engine.dispose()
        self._registry_engine.dispose()
