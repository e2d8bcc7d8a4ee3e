"""Whose turn it is to be read: a worker takes hundreds of lamps over at once, and reads a few at a time.

At one somebody has thrown: that one comes first, one turn is kept free for it, and while it is read no other begins. At most of the
others a page waits, and at the rest nobody does. What comes for lamps that are read already does not wait for any of this, as long
as few are read at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count


class Priority(IntEnum):
    """Who waits for a lamp, the one who comes first before the others."""

    THROWN = 0  # something that was laid down there, or tapped
    LOOKED_AT = 1  # a page
    UNASKED = 2  # nobody yet


@dataclass(order=True, slots=True)
class _Waiting:
    haste: Priority
    number: int  # in which they came
    lamp: str
    goes_on: threading.Event = field(default_factory=threading.Event, compare=False)
    has_turn: bool = field(default=False, compare=False)


class LoadQueue:
    """Safe for threads. A lamp has one turn at a time. Who waits is woken alone: of three hundred that are woken together all but one
    would wait again.
    """

    def __init__(self, at_once: int) -> None:
        self._free, self._kept = at_once, min(1, at_once - 1)  # of the free ones, for who throws
        self._thrown = 0  # turns of those
        self._lock = threading.Lock()
        self._reading: set[str] = set()  # lamps that have a turn
        self._waiting: list[_Waiting] = []
        self._numbers = count()

    @contextmanager
    def turn(self, lamp: str, haste: Priority, is_needed: Callable[[], bool] = lambda: True) -> Iterator[None]:
        """Wait for it; or until this lamp needs none any more, and then go on without one."""
        mine = _Waiting(haste, next(self._numbers), lamp)
        if self._wish(mine, is_needed):
            mine.goes_on.wait()
        try:
            yield
        finally:
            if mine.has_turn:
                self._end(mine)

    def release(self, lamp: str) -> None:
        """Whoever waits for a turn of this lamp needs none: it is read, or left."""
        with self._lock:
            gone = [one for one in self._waiting if one.lamp == lamp]
            self._waiting = [one for one in self._waiting if one.lamp != lamp]
        for one in gone:
            one.goes_on.set()

    def _wish(self, mine: _Waiting, is_needed: Callable[[], bool]) -> bool:
        """Whether it has to wait; asked once nobody can say any more, unheard, that it need not."""
        with self._lock:
            if not is_needed():
                return False
            self._waiting.append(mine)
        self._go_on()
        return True

    def _end(self, mine: _Waiting) -> None:
        with self._lock:
            self._free += 1
            self._thrown -= mine.haste is Priority.THROWN
            self._reading.discard(mine.lamp)
        self._go_on()

    def _go_on(self) -> None:
        """Whose turn has come, begins."""
        with self._lock:
            begun = []
            for one in sorted(self._waiting):
                if not self._is_free(one.haste):
                    break  # nor is it for who is in less haste
                if one.lamp not in self._reading:
                    self._begin(one)
                    begun.append(one)
            self._waiting = [one for one in self._waiting if not one.has_turn]
        for one in begun:
            one.goes_on.set()

    def _begin(self, one: _Waiting) -> None:
        one.has_turn = True
        self._free -= 1
        self._thrown += one.haste is Priority.THROWN
        self._reading.add(one.lamp)

    def _is_free(self, haste: Priority) -> bool:
        if haste is Priority.THROWN:
            return self._free > 0
        return self._free > self._kept and not self._thrown
