"""What a worker is assigned, done: it renews its place in the registry, and opens and closes tables as that says."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Collection

from sqlalchemy import Engine

from companion.errors import LamplightError, StoreError
from companion.hall.database.schema import WIPE
from companion.hall.database.worker_registry import WorkerRegistry
from companion.hall.settings import HallSettings
from companion.hall.table_deletion import clear_help_wish, wipe_table
from companion.hall.worker.liveness import WorkerLiveness
from companion.hall.worker.worker_tables import WorkerTables
from companion.hall.worker.worker_threads import WorkerThreads

logger = logging.getLogger(__name__)

AGAIN = 1.0
"""s after which a database that failed is asked again."""
SLOW = 2.0
"""s of a renewal; who is silent for `hall.database.worker_registry.SILENT` loses its tables."""
GIVES_EVERY = 0.25
"""s between two times that tables are given to a worker that has fewer."""


class AssignmentFollower:
    """Of one worker. One thread renews, another one follows."""

    def __init__(
        self,
        registry: WorkerRegistry,
        tables: WorkerTables,
        liveness: WorkerLiveness,
        threads: WorkerThreads,
        engine: Engine,
        settings: HallSettings,
    ) -> None:
        """`threads` are all of the worker: the watchdog is told of them with each renewal."""
        self._registry, self._tables, self._liveness = registry, tables, liveness
        self._threads, self._engine, self._settings = threads, engine, settings
        self._news = threading.Event()
        self._gave = float("-inf")  # s, monotonic: when tables were given to others last

    def renew(self) -> None:
        """By itself: whatever the tables do, the others hear that this worker lives."""
        began, stopping = time.monotonic(), self._threads.stopping
        try:
            self._registry.renew()
        except StoreError as error:
            logger.warning("the roll cannot be called: %s", error)
            self._liveness.note_failure()
            stopping.wait(AGAIN)
        else:
            self._news.set()
            self._liveness.note_renewal(time.monotonic() - began)
        if not stopping.is_set():  # else the others may have ended, as they should
            self._liveness.feed_watchdog(self._threads)
        if (took := time.monotonic() - began) > SLOW:
            logger.warning("a roll took %.1f s: this machine, or the database's, has too much to do", took)

    def has_news(self) -> bool:
        """Wait for a renewal that knows what this worker gave away last: by an older one it would take that up again."""
        while not self._threads.stopping.is_set():
            self._news.wait()
            self._news.clear()
            if self._registry.assignment.releases == self._registry.releases:
                break
        return not self._threads.stopping.is_set()

    def wake(self) -> None:
        """Whoever waits for news finds out that the worker stops."""
        self._news.set()

    def follow(self) -> None:
        """Serve what is ours, and nothing else."""
        assignment, slots = self._registry.assignment, self._tables.slots
        for name in sorted(assignment.mine - slots.keys()):
            self._tables.open(name)
            self._liveness.tables_taken += 1
        if lost := slots.keys() - assignment.mine:
            self._give(tuple(lost))  # who has it, or is to move it, may wait for that
        for name, wish in assignment.wishes.items():
            self._grant(name, wish)
        if assignment.surplus and time.monotonic() - self._gave >= GIVES_EVERY:
            self._gave = time.monotonic()
            self._give(self._tables.choose(assignment.surplus))

    def _grant(self, name: str, wish: str) -> None:
        """What the staff wishes of a table that is served here; where it fails the wish stands."""
        try:
            if wish == WIPE:
                self._tables.close([name] if name in self._tables.slots else [])
                wipe_table(self._engine, self._settings.of(name), self._registry.worker)
            elif (table := self._tables.loaded.get(name)) is not None:  # else once it is read
                table.calling.call(on=False)
                clear_help_wish(self._engine, name)
        except (LamplightError, OSError) as error:
            logger.warning("%s cannot be done at %s yet: %s", wish, name, error)

    def _give(self, names: Collection[str]) -> None:
        """To those who have fewer."""
        self._tables.close(names)
        try:
            self._registry.release(names)
        except StoreError as error:
            logger.warning("%s tables could not be given to another worker: %s", len(names), error)
