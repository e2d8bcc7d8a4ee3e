"""Whose turn it is to be read: a worker takes hundreds of lamps over at once, and reads a few at a time.

At one somebody has thrown: that one comes first, one turn is kept free for it, and while it is read no other begins. At most of the
others a page waits, and at the rest nobody does. What comes for lamps that are read already does not wait for any of this, as long
as few are read at once.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heapify, heappop, heappush
from itertools import count


class Haste(IntEnum):
    """Who waits for a lamp, the one who comes first before the others."""

    THROWN = 0  # something that was laid down there, or tapped
    LOOKED_AT = 1  # a page
    UNASKED = 2  # nobody yet


@dataclass(order=True, slots=True)
class _Waiting:
    haste: Haste
    number: int  # in which they came
    lamp: str
    goes_on: threading.Event = field(default_factory=threading.Event, compare=False)
    has_turn: bool = field(default=False, compare=False)


class Turns:
    """Safe for threads. Each waiting one is woken by itself: of three hundred that are woken together all but one would wait again."""

    def __init__(self, at_once: int) -> None:
        self._free, self._kept = at_once, min(1, at_once - 1)  # of the free ones, for who throws
        self._thrown = 0  # turns of those
        self._lock = threading.Lock()
        self._waiting: list[_Waiting] = []  # a heap
        self._numbers = count()

    @contextmanager
    def turn(self, lamp: str, haste: Haste) -> Iterator[None]:
        """Wait for it; or until this lamp needs none any more, and then go on without one."""
        has_turn = self._take(lamp, haste)
        try:
            yield
        finally:
            if has_turn:
                self._give_back(haste)

    def release(self, lamp: str) -> None:
        """Whoever waits for a turn of this lamp needs none: it is read, or left."""
        with self._lock:
            gone = [one for one in self._waiting if one.lamp == lamp]
            if gone:
                self._waiting = [one for one in self._waiting if one.lamp != lamp]
                heapify(self._waiting)
        for one in gone:
            one.goes_on.set()

    def _take(self, lamp: str, haste: Haste) -> bool:
        with self._lock:
            if self._is_free(haste):
                self._begin(haste)
                return True
            mine = _Waiting(haste, next(self._numbers), lamp)
            heappush(self._waiting, mine)
        mine.goes_on.wait()
        return mine.has_turn

    def _give_back(self, haste: Haste) -> None:
        with self._lock:
            self._free += 1
            self._thrown -= haste is Haste.THROWN
            if not self._waiting or not self._is_free(self._waiting[0].haste):
                return
            following = heappop(self._waiting)
            self._begin(following.haste)
            following.has_turn = True
        following.goes_on.set()

    def _begin(self, haste: Haste) -> None:
        self._free -= 1
        self._thrown += haste is Haste.THROWN

    def _is_free(self, haste: Haste) -> bool:
        if haste is Haste.THROWN:
            return self._free > 0
        return self._free > self._kept and not self._thrown
