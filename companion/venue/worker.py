"""One of a hall's workers: it serves the lamps that the roll gives it, as a house serves its own."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import sample

from companion import games
from companion.aside import aside
from companion.bus.mqtt import MqttBus
from companion.errors import LamplightError, StoreFails
from companion.health.metrics import Counting, Metrics
from companion.lamp import Lamp
from companion.tables.log import SqlLog
from companion.venue.at_once import AtOnce
from companion.venue.berth import Berth, Left
from companion.venue.counted import numbers
from companion.venue.database import open_hall
from companion.venue.divided import one_of
from companion.venue.doors import doors_of
from companion.venue.events import Count, change, standing
from companion.venue.exchange import Exchange
from companion.venue.front import Front
from companion.venue.litter import Litter
from companion.venue.own import Own
from companion.venue.pages import page_of
from companion.venue.pulse import Pulse
from companion.venue.rehearsal import rehearse
from companion.venue.relay import Relay
from companion.venue.reports import Reports
from companion.venue.roll import Roll
from companion.venue.settings import HallSettings
from companion.venue.staff import WIPE
from companion.venue.wiping import helped, wipe
from companion.web.served import Page
from companion.web.server import PageServer
from companion.wording.languages import Languages

logger = logging.getLogger(__name__)

EVERY = 0.2
"""s between two rolls: so long nobody sees that another one has died."""
AGAIN = 1.0
"""s after which a database that failed is asked again."""
TELLS = 2.0
"""s between two looks how the lamps are, for the staff."""
SLOW = 2.0
"""s of a roll; who is silent for `roll.SILENT` loses its lamps."""
THREADS = 12
"""That deal with what the broker brings; each may hold a connection to the database."""
AT_A_TIME = 2
"""Lamps that are read at once: a dozen would each take a dozen times as long, and all that are read already would wait for them."""
PAGES = 512
"""Threads of the pages: each open page of a table holds one."""
GIVES_EVERY = 0.25
"""s between two times that lamps are given to a worker that has fewer."""
LEAVES = 9
"""For each second in which lamps are read that nobody has asked for, so many are left to those who play."""
PATIENCE = 30.0
"""s for the broker to be there."""


class Worker:
    """From start to stop."""

    def __init__(self, settings: HallSettings) -> None:
        """Raises what opening the database does, and PortTaken."""
        self.settings = settings
        if settings.own_games:
            games.look_in(settings.own_games)
        self.metrics = Metrics()
        self.languages = Languages(settings.data / "words")
        aside(partial(rehearse, settings, self.languages))
        self._litter = aside(Litter)
        self._engine = open_hall(settings.database, THREADS + 4)
        self._pool, self._first = ThreadPoolExecutor(THREADS, "lamps"), ThreadPoolExecutor(AT_A_TIME, "unread")
        self._turns = threading.BoundedSemaphore(AT_A_TIME)
        self._pages: dict[str, tuple[Lamp, Page]] = {}
        self._making = threading.Lock()
        self.berths: dict[str, Berth] = {}
        self._pulse, self._counting = Pulse(self.metrics), Counting(self.metrics)
        doors = doors_of(self._engine, settings, self.languages)
        own = Own(lambda: tuple(self._wrong()), self.metrics.text, lambda: settings.token, doors)
        front = Front(settings.domain, self._serving, own)
        self._server = PageServer(
            *(front, settings.bind, settings.port),
            threads=PAGES,
            proxy=settings.proxy,
            lines=2 * PAGES,
            most=front.most,
        )
        self.roll = Roll(self._engine, f"http://{settings.bind}:{self._server.port}")
        self._called = self.roll.call()
        account = settings.account
        self._bus = MqttBus(account, f"{account.user}.worker-{self.roll.worker}")
        self._exchange = Exchange(self._bus, self.berths, lambda name: name in self._called.all)
        self._reports = Reports(self._engine)
        self.metrics.ask(numbers(self._pulse, self._bus, self.berths, lambda: self._called, settings.data))
        self._stopping = threading.Event()
        self._news = threading.Event()
        self._threads = [
            threading.Thread(target=run, name=run.__name__.strip("_"), daemon=True)
            for run in (self._call_the_roll, self._follow, self._read_on, self._report)
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
        for thread in self._threads:
            thread.start()
        logging.getLogger().addHandler(self._counting)
        self._pulse.begin(self.port)

    def stop(self) -> None:
        """Its lamps are given back before it goes: the others take them at once."""
        self._pulse.end()
        logging.getLogger().removeHandler(self._counting)
        self._stopping.set()
        self._news.set()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()
        self._leave(tuple(self.berths))
        try:
            self.roll.leave()
        except StoreFails as error:
            logger.info("nobody could be told that this worker leaves: %s", error)
        self._server.stop()
        self._first.shutdown()
        self._pool.shutdown()
        self._bus.stop()
        self._engine.dispose()

    def _call_the_roll(self) -> None:
        """By itself: whatever the lamps do, the others hear that this worker lives."""
        while not self._stopping.wait(EVERY):
            began = time.monotonic()
            try:
                self._called = self.roll.call()
            except StoreFails as error:
                logger.warning("the roll cannot be called: %s", error)
                self._pulse.failed()
                self._stopping.wait(AGAIN)
            else:
                self._news.set()
                self._pulse.rolled(time.monotonic() - began)
            self._pulse.feed()
            if (took := time.monotonic() - began) > SLOW:
                logger.warning("a roll took %.1f s: this machine, or the database's, has too much to do", took)

    def _follow(self) -> None:
        """Serve what is ours, and nothing else."""
        gave = float("-inf")
        while not self._stopping.is_set():
            self._news.wait()
            self._news.clear()
            called = self._called
            if lost := self.berths.keys() - called.mine:
                self._give(tuple(lost))  # who has it, or is to move it, may wait for that
            for name, wish in called.wishes.items():
                self._grant(name, wish)
            for name in sorted(called.mine - self.berths.keys()):
                berth = self.berths[name] = self._berth(name)
                self._pulse.taken += 1
                for message in self._exchange.late(name):
                    berth.hear(message)
            if called.surplus and time.monotonic() - gave >= GIVES_EVERY and not self._stopping.is_set():
                gave = time.monotonic()
                self._give(sample([*self.berths], min(called.surplus, len(self.berths))))

    def _grant(self, name: str, wish: str) -> None:
        """What the staff wishes of a lamp that is served here; where it fails the wish stands."""
        try:
            if wish == WIPE:
                self._leave([name] if name in self.berths else [])
                wipe(self._engine, self.settings.of(name))
            elif name in self.berths:
                self.berths[name].lamp().calling.call(on=False)
                helped(self._engine, name)
        except (LamplightError, OSError) as error:
            logger.warning("%s cannot be done at %s yet: %s", wish, name, error)

    def _berth(self, name: str) -> Berth:
        light, said = partial(self._light, name), partial(self._exchange.said, name)
        return Berth(name, self._bus, self._pool, light, said, self._first)

    def _give(self, names: Collection[str]) -> None:
        """To those who have fewer."""
        self._leave(names)
        try:
            self.roll.give(names)
        except StoreFails as error:
            logger.warning("%s tables could not be given to another worker: %s", len(names), error)

    def _leave(self, names: Iterable[str]) -> None:
        """What is being done there is done first, and told."""
        for name in names:
            self.berths.pop(name).leave()
            self._pages.pop(name, None)
            self._reports.forget(name)
        self._bus.wait_said()  # or it would come behind what whoever is next says of the same

    def _light(self, name: str, bus: Relay) -> Lamp:
        settings = self.settings.of(name)
        database = AtOnce(one_of(self._engine, name))
        log = SqlLog(database, time.time, self.metrics.wrote)
        keep = partial(self._count, name)
        with self._turns, database.reading():
            return Lamp(settings, log, bus, self.languages, self.metrics, keep=keep)

    def _count(self, name: str, event: int, count: Count) -> Count:
        """What a table has done in the event of many."""
        return change(self._engine, event, name, count)

    def _read_on(self) -> None:
        """The lamps that nobody has wanted anything of yet, and those whose store had failed."""
        while not self._stopping.wait(EVERY):
            for berth in tuple(self.berths.values()):
                was_lit, began = berth.is_lit, time.monotonic()
                try:
                    berth.lamp().hall.recover()
                except Left:
                    continue
                except LamplightError as error:
                    logger.info("the table %s is not read: %s", berth.name, error)
                    break  # the store: each of the others would only wait for it too
                if self._stopping.wait(0 if was_lit else LEAVES * (time.monotonic() - began)):
                    return

    def _report(self) -> None:
        """How the lamps are, for the staff."""
        while not self._stopping.wait(TELLS):
            berths = tuple(self.berths.values())
            try:
                self._tell_event(berths)
                self._reports.tell((berth.name, lamp) for berth in berths if (lamp := berth.lit) is not None)
            except LamplightError as error:  # the store, or one was left just now
                logger.info("the staff is not told how the tables are: %s", error)
            self._litter.look()

    def _tell_event(self, berths: Iterable[Berth]) -> None:
        """How the event of many tables stands. Raises StoreFails."""
        found = standing(self._engine)
        for berth in berths:
            if (lamp := berth.lit) is not None:
                lamp.sharing.hear(found.of(berth.name) if found is not None else None)

    @contextmanager
    def _serving(self, name: str) -> Iterator[Page | None]:
        """The page of a lamp, None where it is another worker's. Raises StoreFails, Left."""
        berth = self.berths.get(name)
        if berth is None:
            yield None
            return
        with berth.serving() as lamp:
            yield self._page(name, lamp)

    def _page(self, name: str, lamp: Lamp) -> Page:
        with self._making:
            kept = self._pages.get(name)
            if kept is None or kept[0] is not lamp:
                kept = self._pages[name] = (lamp, page_of(lamp))
        return kept[1]

    def _wrong(self) -> Iterator[str]:
        """What keeps it from serving."""
        if not self._pulse.is_regular:
            yield "roll"
        if not self._bus.connected:
            yield "broker"
