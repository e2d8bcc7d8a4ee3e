"""The view of a table for one seat, and what only that seat may be shown. Memoised."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from companion.schema import TABLE, Block, Cards, Counters, Seat, View
from companion.sessions import TableSnapshot

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


_VIEWS = MemoCache[View](64)
"""Those of a few tables with all their seats."""


def view_of(picture: TableSnapshot, seat: Seat) -> View:
    """What a seat sees of a table now."""
    return view_then(picture, picture.state, seat)


def view_then(picture: TableSnapshot, state: Any, seat: Seat) -> View:
    """What a seat saw of a table in an earlier state."""
    game = picture.game
    return _VIEWS.of((game, state), seat, lambda: game.view(state, seat))


def private_view(picture: TableSnapshot, seat: Seat) -> tuple[Block, ...]:
    """The blocks that carry the seat's name and are not shown to all."""
    public, game = view_of(picture, TABLE), picture.game
    mine = game.own(picture.state, seat) if game.own is not None else view_of(picture, seat)
    return tuple(
        block for block in mine if isinstance(block, Cards | Counters) and block.seat == seat and block not in public
    )
