"""Doors and impassable borders of a map that knows spaces, where two of them meet."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.mansions.content.scenario import Room
from companion.games.mansions.rules.map.spaces import revealed
from companion.games.mansions.state import State
from companion.schema.maps import Piece

UPRIGHT = 90.0  # degrees


def borders(s: State) -> Iterator[Piece]:
    """A door or wall for each border that a room of the tiles on the table names, once for both sides."""
    if s.story is None:
        return
    rooms, seen = s.story.scenario.rooms, set[frozenset[str]]()
    for name, room in rooms.items():
        for icon, others in (("door", room.doors), ("wall", room.impassable)):
            for other in others:
                pair = frozenset((name, other))
                lies = {room.tile, rooms[other].tile} & set(s.story.board) if other in rooms else set[str]()
                if pair not in seen and lies:
                    seen.add(pair)
                    yield _piece(s, icon, name, other)


def _piece(s: State, icon: str, name: str, other: str) -> Piece:
    """What lies behind a door that is shut is not told."""
    rooms = s.story.scenario.rooms if s.story else {}
    x, y, turned = between(rooms[name], rooms[other])
    titles = " and ".join(rooms[one].title for one in (name, other) if revealed(s, one))
    return Piece(f"{icon}/{name}/{other}", f"{icon.capitalize()}, {titles}", icon, x, y, turned)


def between(a: Room, b: Room) -> tuple[float, float, float]:
    """The middle of the line that two rooms share (x, y down) and how far a bar on it is turned, in degrees.

    Of two that do not touch it is the middle of the gap.
    """
    left, right = max(a.x, b.x), min(a.x + a.w, b.x + b.w)
    top, bottom = min(a.y, b.y), max(a.y - a.h, b.y - b.h)
    return (left + right) / 2, -(top + bottom) / 2, UPRIGHT if right - left < top - bottom else 0.0
