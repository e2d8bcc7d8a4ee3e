"""Which tile on the table holds a point."""

from __future__ import annotations

from companion.games.mansions.content.tile_geometry import holder
from companion.games.mansions.state import State


def tile_at(s: State, at: tuple[float, float]) -> str:
    """The tile on the table that holds a point (x, y up); "" = none, or no scenario is under way."""
    if s.story is None:
        return ""
    lying = (s.story.component(name) for name in s.story.board)
    return holder((one for one in lying if one is not None), at)
