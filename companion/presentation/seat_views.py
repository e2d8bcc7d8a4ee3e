"""What a seat sees of a state, worked out once: a snapshot asks for the same view several times, and so does every device."""

from __future__ import annotations

from typing import Any

from companion.presentation.memo_cache import MemoCache
from companion.schema.prompt import Seat
from companion.schema.view import View
from companion.sessions.session import TableSnapshot

_VIEWS = MemoCache[View](64)
"""Those of a few tables with all their seats."""


def view_of(picture: TableSnapshot, seat: Seat) -> View:
    """What a seat sees of a table now."""
    return view_then(picture, picture.state, seat)


def view_then(picture: TableSnapshot, state: Any, seat: Seat) -> View:
    """What a seat saw of a table in an earlier state."""
    game = picture.game
    return _VIEWS.of((game, state), seat, lambda: game.view(state, seat))
