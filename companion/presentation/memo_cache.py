"""What was worked out of things that never change, for whoever asks again with the very same things."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class MemoCache(Generic[T]):
    """The newest of what was made, each with what it was made of. Safe for threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[tuple[Hashable, ...], tuple[tuple[object, ...], T]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, things: tuple[object, ...], how: Hashable, make: Callable[[], T]) -> T:
        """What `make` makes of these very objects; `how`: what else it depends on."""
        key = (*map(id, things), how)
        with self._lock:
            known = self._made.get(key)
        if known is not None:
            return known[1]
        made = make()
        with self._lock:
            self._made[key] = (things, made)  # what is kept stays alive: its number is nobody else's
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return made
