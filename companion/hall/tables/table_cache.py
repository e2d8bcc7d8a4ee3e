"""Tables in the memory of a worker: loaded on demand, the least recently used ones dropped."""

from __future__ import annotations

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.errors import NotOwnerError
from companion.hall.tables.served_table import ServedTable

MOST_TABLES = 700  # tables: a few MB of memory each
Load = Callable[[str], ServedTable]


class TableCache:
    """Cache of the tables of one worker. Thread-safe."""

    def __init__(self, load: Load, most: int = MOST_TABLES) -> None:
        """`load` raises NotOwnerError where the table is not played here, StoreError. `most` limits the cache."""
        self._load, self._most = load, most
        self._tables: OrderedDict[str, ServedTable] = OrderedDict()
        self._users: defaultdict[str, int] = defaultdict(int)
        self._lock = threading.Lock()
        self._loading: dict[str, threading.Lock] = {}
        self.loaded = 0  # since the start

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def tables(self) -> tuple[ServedTable, ...]:
        """All cached tables."""
        with self._lock:
            return tuple(self._tables.values())

    def find(self, name: str) -> ServedTable | None:
        """Return a cached table without catching up."""
        return self._tables.get(name)

    @contextmanager
    def serving(self, name: str, *, by_news: bool = False) -> Iterator[ServedTable]:
        """Yield a table as it is now. Raises NotOwnerError where it is not played here, StoreError.

        `by_news` catches up only as far as PostgreSQL has notified, which is enough where a write checks again.
        """
        with self._lock:
            self._users[name] += 1
        try:
            yield self._current(name, by_news)
        finally:
            with self._lock:
                self._users[name] -= 1
            self._shrink()

    def _current(self, name: str, by_news: bool) -> ServedTable:
        known = self._tables.get(name)
        if known is not None:
            try:
                known.catch_up_with_news() if by_news else known.catch_up()
            except NotOwnerError:
                self.drop(known)
            else:
                self._touch(name)
                return known
        return self._load_once(name)

    def _load_once(self, name: str) -> ServedTable:
        with self._lock:
            loading = self._loading.setdefault(name, threading.Lock())
        with loading:
            table = self._tables.get(name)
            if table is None:
                table = self._load(name)
                with self._lock:
                    self._tables[name] = table
                    self.loaded += 1
        return table

    def _touch(self, name: str) -> None:
        with self._lock:
            if name in self._tables:
                self._tables.move_to_end(name)

    def drop(self, table: ServedTable) -> None:
        """Drop a table that was wiped or moved, or that is unused. Its pages reconnect."""
        name = table.settings.place
        with self._lock:
            if self._tables.get(name) is table:
                del self._tables[name]
        table.close()

    def _shrink(self) -> None:
        with self._lock:
            excess = len(self._tables) - self._most
            idle = (cached for cached in self._tables.values() if excess > 0 and self._is_idle(cached))
            going = [table for _, table in zip(range(excess), idle, strict=False)]
            for table in going:  # before other threads request it
                del self._tables[table.settings.place]
        for table in going:
            table.close()

    def _is_idle(self, table: ServedTable) -> bool:
        return not self._users[table.settings.place] and not table.broadcaster.streams

    def close(self) -> None:
        """End all pages."""
        for table in self.tables:
            self.drop(table)
