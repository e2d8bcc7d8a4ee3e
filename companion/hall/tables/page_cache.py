"""The pages of the tables that a worker serves: each is made once, when somebody asks for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from companion.hall.tables.load_queue import Priority
from companion.hall.tables.served_table import ServedTable
from companion.hall.tables.table_page import create_table_page
from companion.hall.tables.table_slot import TableSlot
from companion.web.request import ServedApp


class PageCache:
    """Of one worker. Safe for threads."""

    def __init__(self, slots: Mapping[str, TableSlot]) -> None:
        self._slots = slots
        self._pages: dict[str, tuple[ServedTable, ServedApp]] = {}
        self._making = threading.Lock()

    @contextmanager
    def serving(self, name: str, priority: Priority) -> Iterator[ServedApp | None]:
        """The page of a table, None where it is another worker's. Raises StoreError, ServedElsewhereError."""
        slot = self._slots.get(name)
        if slot is None:
            yield None
            return
        with slot.serving(priority) as table:
            yield self._page(name, table)

    def loaded(self, name: str) -> ServedApp | None:
        """The same where it was read already: who only looks waits for nothing."""
        slot = self._slots.get(name)
        table = slot.table if slot is not None else None
        return self._page(name, table) if table is not None else None

    def remove(self, name: str) -> None:
        """Its table is served here no more."""
        self._pages.pop(name, None)

    def _page(self, name: str, table: ServedTable) -> ServedApp:
        with self._making:
            kept = self._pages.get(name)
            if kept is None or kept[0] is not table:
                kept = self._pages[name] = (table, create_table_page(table))
        return kept[1]
