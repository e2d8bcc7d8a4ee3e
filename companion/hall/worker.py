"""One of a hall's workers: it serves the lamps that the roll gives it, as a house serves its own."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import sample

from companion import games
from companion.errors import LamplightError, NotOwnerError, StoreError
from companion.hall.database import open_hall
from companion.hall.event_repository import change_count, load_standing, read_standing
from companion.hall.gc_schedule import GcSchedule
from companion.hall.hall_app import create_hall_app
from companion.hall.health_app import HealthApp
from companion.hall.liveness import WorkerLiveness
from companion.hall.load_queue import LoadQueue, Priority
from companion.hall.message_router import MessageRouter
from companion.hall.reading_pruner import ReadingPruner
from companion.hall.report_writer import ReportWriter, stored_call
from companion.hall.row_security import engine_for_table
from companion.hall.schema import WIPE
from companion.hall.served_table import ServedHooks, ServedTable
from companion.hall.settings import HallSettings
from companion.hall.table_bus import TableBus
from companion.hall.table_deletion import clear_help_wish, wipe_table
from companion.hall.table_log import ReadTransactionEngine
from companion.hall.table_page import create_table_page
from companion.hall.table_slot import ServedElsewhereError, TableSlot, UnreadableLogError, WorkerPools
from companion.hall.virtual_hosts import VirtualHosts
from companion.hall.warm_up import warm_up_games
from companion.hall.worker_metrics import worker_gauges
from companion.hall.worker_registry import WorkerRegistry
from companion.hall.worker_threads import PeriodicThread
from companion.i18n import Languages
from companion.messaging import MqttBus
from companion.ops.health.metrics import Metrics, WarningCounter
from companion.schema import EventCount
from companion.sessions import SqlEventLog
from companion.system.background_priority import aside, nicely
from companion.web.request import ServedApp
from companion.web.server import PageServer, ServerLimits
from companion.web.sse import RenderGate

logger = logging.getLogger(__name__)

EVERY = 0.2
"""s between two rolls: so long nobody sees that another one has died."""
AGAIN = 1.0
"""s after which a database that failed is asked again."""
TELLS = 2.0
"""s between two looks how the lamps are, for the staff."""
SLOW = 2.0
"""s of a roll; who is silent for `worker_registry.SILENT` loses its lamps."""
THREADS = 12
"""That deal with what the broker brings; each may hold a connection to the database."""
AT_A_TIME = 2
"""Lamps that are read at once: a dozen would each take a dozen times as long, and all that are read already would wait for them."""
UNREAD = 6
"""Threads that deal with what comes for lamps that are not read yet: they mostly wait for their turn."""
PAGES = 512
"""Threads of the pages: each open page of a table holds one."""
TAPS = 48
"""Threads that no open page takes: whoever taps, the staff and whoever asks how the worker is always find one."""
GIVES_EVERY = 0.25
"""s between two times that lamps are given to a worker that has fewer."""
LEAVES = 9
"""For each second in which lamps are read that nobody has asked for, so many are left to those who play."""
PATIENCE = 30.0
"""s for the broker to be there."""


class Worker:
    """From start to stop."""

    def __init__(self, settings: HallSettings) -> None:
        """Raises what opening the database does, and PortInUseError."""
        self.settings = settings
        if settings.own_games:
            games.look_in(settings.own_games)
        self.metrics = Metrics()
        self.languages = Languages(settings.data / "words")
        aside(partial(warm_up_games, settings, self.languages))
        self._gc_schedule = nicely(GcSchedule)
        self._engine = open_hall(settings.database, THREADS + 4)
        self._pool, self._first = ThreadPoolExecutor(THREADS, "lamps"), ThreadPoolExecutor(UNREAD, "unread")
        self._turns, self._screens = LoadQueue(AT_A_TIME), RenderGate(PAGES - TAPS)
        self._pages: dict[str, tuple[ServedTable, ServedApp]] = {}
        self._making = threading.Lock()
        self.slots: dict[str, TableSlot] = {}
        self._liveness, self._counting = WorkerLiveness(self.metrics), WarningCounter(self.metrics)
        doors = create_hall_app(self._engine, settings, self.languages)
        own = HealthApp(lambda: tuple(self._wrong()), self.metrics.text, lambda: settings.token, doors)
        front = VirtualHosts(settings.domain, self._serving, own, self._shown, self.languages, settings.language)
        self._server = PageServer(
            front,
            settings.bind,
            settings.port,
            proxy=settings.proxy,
            limits=ServerLimits(PAGES, 2 * PAGES, front.most),
        )
        self._rolls = open_hall(settings.database, 1)  # of its own: a roll waits for no page
        self.registry = WorkerRegistry(self._rolls, f"http://{settings.bind}:{self._server.port}")
        self._called = self.registry.renew()
        account = settings.account
        self._bus = MqttBus(account, f"{account.user}.worker-{self.registry.worker}")
        self._router = MessageRouter(self._bus, self.slots, lambda name: name in self._called.all)
        self._reports = ReportWriter(self._engine, lambda: self.registry.worker)
        self.metrics.ask(
            worker_gauges(self._liveness, self._bus, self.slots, lambda: self._called, self._failed, settings.data)
        )
        self._pruner = ReadingPruner(settings.upkeep.readings)
        self._stopping = threading.Event()
        self._news = threading.Event()
        self._gave = float("-inf")  # s, monotonic: when lamps were given to others last
        self._threads = [
            PeriodicThread(self._call_the_roll, lambda: not self._stopping.wait(EVERY)),
            PeriodicThread(self._follow, self._has_news),
            PeriodicThread(
                self._read_on, lambda: not self._stopping.wait(EVERY), within=math.inf
            ),  # one table after the other
            PeriodicThread(self._report, lambda: not self._stopping.wait(TELLS)),
            PeriodicThread(self._tidy, lambda: not self._stopping.wait(TELLS)),
        ]

    @property
    def port(self) -> int:
        """Of the pages."""
        return self._server.port

    def start(self) -> None:
        """Raises BusError where the broker is not reached."""
        self._bus.start()
        self._bus.wait_connected(PATIENCE)
        self._server.start()
        for thread in reversed(self._threads):  # the roll's asks after the others
            thread.start()
        logging.getLogger().addHandler(self._counting)
        self._liveness.begin(self.port)

    def stop(self) -> None:
        """Its lamps are given back before it goes: the others take them at once."""
        self._liveness.end()
        logging.getLogger().removeHandler(self._counting)
        self._stopping.set()
        self._news.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        self._leave(tuple(self.slots))
        try:
            self.registry.leave()
        except StoreError as error:
            logger.info("nobody could be told that this worker leaves: %s", error)
        self._server.stop()
        self._first.shutdown()
        self._pool.shutdown()
        self._bus.stop()
        self._engine.dispose()
        self._rolls.dispose()

    def _call_the_roll(self) -> None:
        """By itself: whatever the lamps do, the others hear that this worker lives."""
        began = time.monotonic()
        try:
            self._called = self.registry.renew()
        except StoreError as error:
            logger.warning("the roll cannot be called: %s", error)
            self._liveness.note_failure()
            self._stopping.wait(AGAIN)
        else:
            self._news.set()
            self._liveness.note_renewal(time.monotonic() - began)
        if not self._stopping.is_set():  # else the others may have ended, as they should
            self._liveness.feed_watchdog(self._threads)
        if (took := time.monotonic() - began) > SLOW:
            logger.warning("a roll took %.1f s: this machine, or the database's, has too much to do", took)

    def _has_news(self) -> bool:
        """Once a roll was called that knows what this worker gave away last: by an older one it would take that up again."""
        while not self._stopping.is_set():
            self._news.wait()
            self._news.clear()
            if self._called.releases == self.registry.releases:
                break
        return not self._stopping.is_set()

    def _follow(self) -> None:
        """Serve what is ours, and nothing else."""
        called = self._called
        for name in sorted(called.mine - self.slots.keys()):
            slot = self.slots[name] = self._berth(name)
            self._liveness.tables_taken += 1
            for message in self._router.pop_late(name):
                slot.enqueue(message)
        if lost := self.slots.keys() - called.mine:
            self._give(tuple(lost))  # who has it, or is to move it, may wait for that
        for name, wish in called.wishes.items():
            self._grant(name, wish)
        if called.surplus and time.monotonic() - self._gave >= GIVES_EVERY:
            self._gave = time.monotonic()
            self._give(self._easiest(called.surplus))

    def _easiest(self, most: int) -> Collection[str]:
        """Lamps to give away, by lot: rather such as are read, for at the others somebody may wait for just that."""
        lit = [slot.name for slot in tuple(self.slots.values()) if slot.is_loaded]
        found = lit or [*self.slots]
        return sample(found, min(most, len(found)))

    def _grant(self, name: str, wish: str) -> None:
        """What the staff wishes of a lamp that is served here; where it fails the wish stands."""
        try:
            if wish == WIPE:
                self._leave([name] if name in self.slots else [])
                wipe_table(self._engine, self.settings.of(name), self.registry.worker)
            elif name in self.slots and (lamp := self.slots[name].table) is not None:  # else once it is read
                lamp.calling.call(on=False)
                clear_help_wish(self._engine, name)
        except (LamplightError, OSError) as error:
            logger.warning("%s cannot be done at %s yet: %s", wish, name, error)

    def _berth(self, name: str) -> TableSlot:
        light, said = partial(self._light, name), partial(self._router.announcements, name)
        return TableSlot(name, self._bus, WorkerPools(self._pool, self._first, self._turns), light, said)

    def _give(self, names: Collection[str]) -> None:
        """To those who have fewer."""
        self._leave(names)
        try:
            self.registry.release(names)
        except StoreError as error:
            logger.warning("%s tables could not be given to another worker: %s", len(names), error)

    def _leave(self, names: Iterable[str]) -> None:
        """What is being done there is done first, and told."""
        for name in names:
            self.slots.pop(name).close()
            self._pages.pop(name, None)
        self._bus.wait_published()  # or it would come behind what whoever is next says of the same

    def _light(self, name: str, bus: TableBus) -> ServedTable:
        settings = self.settings.of(name)
        database = ReadTransactionEngine(engine_for_table(self._engine, name))
        log = SqlEventLog(database, time.time, self.metrics.wrote)
        hooks = ServedHooks(keep=partial(self._count, name), render_gate=self._screens)
        with database.read_transaction():
            lamp = ServedTable(settings, log, bus, self.languages, self.metrics, hooks)
            with database.connect() as connection:
                lamp.calling.since = stored_call(connection, name)
                found = read_standing(connection)
            lamp.sharing.update_event(found.of(name) if found is not None else None)
        return lamp

    def _count(self, name: str, event: int, count: EventCount) -> EventCount:
        """What a table has done in the event of many."""
        return change_count(self._engine, event, name, count)

    def _read_on(self) -> None:
        """The lamps that nobody has wanted anything of yet, and those whose store had failed."""
        for slot in tuple(self.slots.values()):
            was_lit = slot.is_loaded
            try:
                slot.load().sessions.recover()
            except (ServedElsewhereError, NotOwnerError):
                continue
            except StoreError as error:
                logger.info("the table %s is not read: %s", slot.name, error)
                return  # each of the others would only wait for it too
            except UnreadableLogError as error:  # of this table alone
                logger.debug("%s", error)
            if self._stopping.wait(0 if was_lit else LEAVES * slot.took):
                return

    def _report(self) -> None:
        """How the lamps are, for the staff."""
        served = self._served()
        try:
            self._tell_event(served)
            self._reports.write_changed(served)
        except StoreError as error:
            logger.info("the staff is not told how the tables are: %s", error)

    def _tidy(self) -> None:
        """What lay at the lamps long ago is forgotten, and what nobody knows any more is looked for."""
        self._pruner.prune_next(self._served())
        self._gc_schedule.collect_when_due()

    def _served(self) -> Mapping[str, ServedTable]:
        """Those that were read."""
        return {name: lamp for name, slot in tuple(self.slots.items()) if (lamp := slot.table) is not None}

    def _tell_event(self, served: Mapping[str, ServedTable]) -> None:
        """How the event of many tables stands. Raises StoreError."""
        found = load_standing(self._engine)
        for name, lamp in served.items():
            lamp.sharing.update_event(found.of(name) if found is not None else None)

    @contextmanager
    def _serving(self, name: str, haste: Priority) -> Iterator[ServedApp | None]:
        """The page of a lamp, None where it is another worker's. Raises StoreError, ServedElsewhereError."""
        slot = self.slots.get(name)
        if slot is None:
            yield None
            return
        with slot.serving(haste) as lamp:
            yield self._page(name, lamp)

    def _shown(self, name: str) -> ServedApp | None:
        """The same where it was read already: who only looks waits for nothing."""
        slot = self.slots.get(name)
        lamp = slot.table if slot is not None else None
        return self._page(name, lamp) if lamp is not None else None

    def _page(self, name: str, lamp: ServedTable) -> ServedApp:
        with self._making:
            kept = self._pages.get(name)
            if kept is None or kept[0] is not lamp:
                kept = self._pages[name] = (lamp, create_table_page(lamp))
        return kept[1]

    def _failed(self) -> int:
        """Rounds of its threads."""
        return sum(thread.failed for thread in self._threads)

    def _wrong(self) -> Iterator[str]:
        """What keeps it from serving."""
        if not self._liveness.is_regular:
            yield "roll"
        if not self._bus.connected:
            yield "broker"
