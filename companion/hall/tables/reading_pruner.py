"""What lay at a worker's tables long ago is forgotten, as a house does it: that it came, and its number, stays."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from companion.errors import StoreError
from companion.hall.tables.served_table import ServedTable

EVERY = 3600.0
"""s after which a table is looked at again: an hour is some hundreds of throws."""


class ReadingPruner:
    """Of one worker, a table at a time. For one thread."""

    def __init__(self, kept: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`kept`: readings of a table of which is known what lay there; `clock`: s."""
        self._kept, self._clock = kept, clock
        self._due: dict[str, float] = {}

    def prune_next(self, served: Mapping[str, ServedTable]) -> str:
        """The one that has waited longest, where one is due; its name, "" = none was. Call it now and then."""
        now = self._clock()
        self._due = {name: self._due.get(name, now + EVERY) for name in served}
        name = min(self._due, key=self._due.__getitem__, default="")
        if not name or self._due[name] > now:
            return ""
        self._due[name] = now + EVERY  # where it fails the others come first
        with suppress(StoreError):  # it is told elsewhere, and tried again
            forgot = served[name].log.prune_readings(self._kept)
            self._due[name] = now if forgot else now + EVERY  # a little at a time, until nothing is left to forget
        return name
