"""What a seat sees of a state, worked out once: a snapshot asks for the same view several times, and so does every device."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from companion.rules.game import Game
from companion.tables.seated import Picture
from companion.wire.prompt import Seat
from companion.wire.view import View

MOST = 64
"""Views kept: those of a few tables with all their seats."""


class Views:
    """A view is made of its state alone, and a state never changes: whoever has the same one is given the same. Safe for threads."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[int, Seat], tuple[Any, Any, View]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, game: Game[Any, Any], state: Any, seat: Seat) -> View:
        """`game.view(state, seat)`."""
        key = (id(state), seat)
        with self._lock:
            known = self._made.get(key)
        if known is not None and known[0] is state and known[1] is game.view:
            return known[2]
        view = game.view(state, seat)
        with self._lock:
            self._made[key] = (state, game.view, view)  # what is kept stays alive: its number is nobody else's
            self._made.move_to_end(key)
            while len(self._made) > MOST:
                self._made.popitem(last=False)
        return view


_VIEWS = Views()


def view_of(picture: Picture, seat: Seat) -> View:
    """What a seat sees of a table now."""
    return view_then(picture, picture.state, seat)


def view_then(picture: Picture, state: Any, seat: Seat) -> View:
    """What a seat saw of a table in an earlier state."""
    return _VIEWS.of(picture.game, state, seat)
