"""The tables that a worker serves just now: each has a slot, and is read when its turn has come."""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from random import sample

from companion.errors import NotOwnerError, StoreError
from companion.hall.tables.page_cache import PageCache
from companion.hall.tables.served_table import ServedTable
from companion.hall.tables.table_loader import TableLoader
from companion.hall.tables.table_slot import ServedElsewhereError, TableSlot, UnreadableLogError, WorkerPools
from companion.hall.worker.message_router import MessageRouter
from companion.messaging import MqttBus

logger = logging.getLogger(__name__)

LEAVES = 9
"""For each second in which tables are read that nobody has asked for, so many are left to those who play."""


class WorkerTables:
    """One thread opens and closes them; others may ask for them."""

    def __init__(
        self,
        slots: dict[str, TableSlot],
        bus: MqttBus,
        router: MessageRouter,
        pages: PageCache,
        loader: TableLoader,
        pools: WorkerPools,
    ) -> None:
        """`slots` are shared with router and pages; nobody else changes them."""
        self.slots, self._bus, self._router = slots, bus, router
        self._pages, self._loader, self._pools = pages, loader, pools

    def open(self, name: str) -> None:
        """Serve this table from now on, beginning with what was laid down while nobody did."""
        load, announcements = partial(self._loader.load, name), partial(self._router.announcements, name)
        slot = self.slots[name] = TableSlot(name, self._bus, self._pools, load, announcements)
        for message in self._router.pop_late(name):
            slot.enqueue(message)

    def close(self, names: Iterable[str]) -> None:
        """What is being done there is done first, and told."""
        for name in names:
            self.slots.pop(name).close()
            self._pages.remove(name)
        self._bus.wait_published()  # or it would come behind what whoever is next says of the same

    @property
    def loaded(self) -> Mapping[str, ServedTable]:
        """Those that were read."""
        return {name: table for name, slot in tuple(self.slots.items()) if (table := slot.table) is not None}

    def choose(self, most: int) -> Collection[str]:
        """Tables to give away, by lot: rather such as are read, for at the others somebody may wait for just that."""
        read = [slot.name for slot in tuple(self.slots.values()) if slot.is_loaded]
        found = read or [*self.slots]
        return sample(found, min(most, len(found)))

    def load_all(self, stopping: threading.Event) -> None:
        """The tables that nobody has wanted anything of yet, and those whose store had failed."""
        for slot in tuple(self.slots.values()):
            was_loaded = slot.is_loaded
            try:
                slot.load().sessions.recover()
            except (ServedElsewhereError, NotOwnerError):
                continue
            except StoreError as error:
                logger.info("the table %s is not read: %s", slot.name, error)
                return  # each of the others would only wait for it too
            except UnreadableLogError as error:  # of this table alone
                logger.debug("%s", error)
            if stopping.wait(0 if was_loaded else LEAVES * slot.took):
                return
