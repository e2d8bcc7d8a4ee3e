"""When a worker looks through its memory for what nobody knows any more.

Python's collector looks through all that lives whenever it is a quarter more than the last time. A worker has hundreds of evenings
of hundreds of entries each: that stops every table for a fifth of a second and more, again and again, and finds next to
nothing, because whatever goes is let go of by those who held it. So it looks by itself only at what is young.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

YOUNG = 2_000
"""Objects that are new since the last look at those."""
MIDDLE = 10
"""Such looks, until what has outlived them is looked at once more."""
NEVER = 1 << 30
EVERY = 600.0
"""s after which all of it is looked through: half a second, for one in a thousand of those who play."""


class GcSchedule:
    """Of one process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """What lives by now lives as long as the process, and is never looked through. `clock`: s."""
        self._clock = clock
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        gc.enable()
        self._looked = clock()

    def collect_when_due(self) -> bool:
        """Where it is time to; whether it was. Call it now and then."""
        if self._clock() - self._looked < EVERY:
            return False
        gc.collect()
        self._looked = self._clock()
        return True
