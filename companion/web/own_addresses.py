"""The addresses whose connections strangers never compete with: this machine, the proxy, and where the table's own devices are."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

MACHINE = frozenset({"127.0.0.1", "::1"})
INSIDE = "inside"
"""What stands for the address of a connection that began in this process: no socket of the network has it."""
LASTS = 12 * 3600.0  # s after its last request; an evening with its break
MOST = 256  # the latest


class OwnAddresses:
    """Learnt from the requests of devices that were let in. Safe for threads."""

    def __init__(self, proxy: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        """`proxy`: the address of one that is believed, "" = there is none; `clock`: s."""
        self._always = MACHINE | {INSIDE, proxy}
        self._clock = clock
        self._lock = threading.Lock()
        self._asked: dict[str, float] = {}  # when a device asked from there last; the latest is the last

    def note(self, address: str) -> None:
        """A device that was let in asks from there."""
        with self._lock:
            self._asked.pop(address, None)
            self._asked[address] = self._clock()
            if len(self._asked) > MOST:
                del self._asked[next(iter(self._asked))]

    def __contains__(self, address: object) -> bool:
        with self._lock:
            asked = self._asked.get(str(address))
        return address in self._always or (asked is not None and self._clock() - asked < LASTS)
