"""A lamp's place at a worker: it is there at once, and read from its log when its turn has come.

A worker that takes over the lamps of another has a hundred at a time, and to read an evening takes dozens of milliseconds: who
throws is served first, then who looks at a page, and the others are read meanwhile.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from companion.errors import LamplightError, StoreError
from companion.hall.tables.load_queue import LoadQueue, Priority
from companion.hall.tables.served_table import ServedTable
from companion.hall.tables.table_bus import TableBus
from companion.messaging import Message, RepublishingBus
from companion.schema import topics

logger = logging.getLogger(__name__)


PATIENCE = 2.0
"""s in which whatever is being done at a lamp has to end before it is left; what writes later is refused by the log itself."""


class ServedElsewhereError(LamplightError):
    """The lamp is another worker's by now."""

    code = "LEFT"


class UnreadableLogError(LamplightError):
    """What is kept of this lamp cannot be read, and to wait changes nothing; the log says why, once."""

    code = "UNREADABLE"


@dataclass(frozen=True, slots=True)
class WorkerPools:
    """What all lamps of a worker share."""

    pool: Executor
    first: Executor | None = None
    """Who deals with what comes while a lamp is not read yet, so that lamps that are read hold up none that is; None = `pool`."""
    turns: LoadQueue | None = None
    """The order in which lamps are read; None = one at a time."""

    def shutdown(self) -> None:
        """Wait for what they are doing."""
        if self.first is not None:
            self.first.shutdown()
        self.pool.shutdown()


class TableSlot:
    """One lamp. What comes for it is dealt with in its order, by one thread of the pool at a time. Safe for threads."""

    def __init__(
        self,
        name: str,
        bus: RepublishingBus,
        pools: WorkerPools,
        light: Callable[[TableBus], ServedTable],
        said: Callable[[], Iterable[Message]] = tuple,
    ) -> None:
        """`light` reads the lamp, and raises StoreError; `said`: the newest that its readers said of themselves."""
        self._bus = bus
        self.name, self._pool, self._light, self._said = name, pools.pool, light, said
        self._first, self._turns = pools.first or pools.pool, pools.turns or LoadQueue(1)
        self._relay = TableBus(bus)
        self._reading = threading.Lock()
        self._lamp: ServedTable | None = None
        self._left = False
        self._queue: deque[Message] = deque()
        self._queueing = threading.Condition()
        self._busy = False
        self.took = 0.0  # s in which it was read, or could not be, the last time
        self._is_told = False  # that it cannot be read
        self._requests = 0  # of its pages, that are dealt with just now

    @property
    def table(self) -> ServedTable | None:
        """As far as it was read."""
        return self._lamp

    @property
    def is_loaded(self) -> bool:
        """Whether its log was read."""
        return self._lamp is not None

    @property
    def pages(self) -> int:
        """That are open."""
        return self._lamp.broadcaster.streams if self._lamp is not None else 0

    @property
    def waiting(self) -> int:
        """Messages that are not dealt with."""
        return len(self._queue)

    def load(self, haste: Priority = Priority.UNASKED) -> ServedTable:
        """Read it, when its turn has come, where that was not done yet. Raises StoreError, ServedElsewhereError, UnreadableLogError."""
        lamp = self._lamp
        if lamp is None:
            with self._turns.turn(self.name, haste, self._waits), self._reading:
                self._must_be_here()
                if self._lamp is None:
                    self._try()
                    self._turns.release(self.name)
                lamp = self._lamp
        self._must_be_here()
        assert lamp is not None
        return lamp

    def _waits(self) -> bool:
        """For its turn."""
        return self._lamp is None and not self._left

    def _must_be_here(self) -> None:
        if self._left:
            raise ServedElsewhereError(f"The table {self.name} is served elsewhere by now.")

    def _try(self) -> None:
        began = time.monotonic()
        try:
            self._read()
        except StoreError:
            raise
        except Exception as error:
            if not self._is_told:
                self._is_told = True
                logger.exception("the table %s cannot be read", self.name)
            raise UnreadableLogError(
                f"The table {self.name} cannot be read. Call the staff: the log of its worker says why."
            ) from error
        finally:
            self.took = time.monotonic() - began

    def _read(self) -> None:
        """On a relay of its own: one that fails half way leaves nobody behind who hears."""
        said, relay = tuple(self._said()), TableBus(self._bus)
        lamp = self._light(relay)
        lamp.connect()
        for message in said:
            relay.deliver(message)
        self._relay, self._lamp = relay, lamp
        for message in self._said():
            if message not in said:  # it came in between, when nobody here would have heard it
                self.enqueue(message)

    @contextmanager
    def serving(self, haste: Priority = Priority.LOOKED_AT) -> Iterator[ServedTable]:
        """While a request of its page is dealt with: until then it is not left. Raises StoreError, ServedElsewhereError."""
        with self._queueing:
            self._requests += 1
        try:
            yield self.load(haste)
        finally:
            with self._queueing:
                self._requests -= 1
                self._queueing.notify_all()

    def enqueue(self, message: Message) -> None:
        """Deal with it soon."""
        with self._queueing:
            self._queue.append(message)
            if self._busy:
                return
            self._busy = True
        (self._pool if self.is_loaded else self._first).submit(self._work)

    def tell_connection(self, is_there: bool) -> None:
        """The worker has reached the broker, or lost it."""
        self._relay.tell_connection(is_there)

    def close(self) -> None:
        """Another worker takes it over: what is being done is done first, and nothing more. Who waits for it to be read waits no more."""
        self._left = True
        self._turns.release(self.name)
        with self._queueing:
            while self._queue:
                self._queue.popleft().ack()  # to the broker alone: whoever has sent it hears nothing, and sends it again
            if not self._queueing.wait_for(lambda: not self._busy and not self._requests, PATIENCE):
                logger.warning("the table %s is left while something is still being done there", self.name)
        with self._reading:
            lamp, self._lamp = self._lamp, None
        self._relay.stop_publishing()
        self._bus.forget(partial(topics.is_of, self.name))
        if lamp is not None:
            lamp.close()

    def _work(self) -> None:
        while (message := self._next()) is not None:
            try:
                self.load(Priority.THROWN)
            except LamplightError as error:
                message.ack()  # as above: the broker keeps a few that nobody acknowledges, and then sends nothing more
                logger.debug("what came for %s is to be sent again: %s", self.name, error)
                continue
            try:
                self._relay.deliver(message)
            except Exception:  # the lamps beside it must outlive it
                logger.exception("table %s: what came on %s failed", self.name, message.topic)

    def _next(self) -> Message | None:
        with self._queueing:
            if self._queue:
                return self._queue.popleft()
            self._busy = False
            self._queueing.notify_all()
            return None
