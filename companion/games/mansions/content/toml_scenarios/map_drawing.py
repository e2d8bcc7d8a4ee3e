"""Read the drawing of a map, and place its spaces, tiles and tokens. A character is a cell, one unit wide and two high."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import ContentError
from companion.games.mansions.content.toml_scenarios.records import Room, Token

WIDE, HIGH = 1.0, 2.0  # of a cell, in units of tiles
EMPTY = " ."


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, x right and y up. x and y are its top left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y - self.h / 2

    def at(self, across: float, down: float) -> tuple[float, float]:
        return self.x + self.w * across, self.y - self.h * down


def read_drawing(drawing: str, where: str) -> dict[str, Rect]:
    """Return the rectangle of each character. Raises ContentError for any other shape."""
    cells = dict[str, list[tuple[int, int]]]()
    for row, line in enumerate(drawing.splitlines()):
        for column, sign in enumerate(line):
            if sign not in EMPTY:
                cells.setdefault(sign, []).append((column, row))
    return {sign: _rectangle(sign, places, where) for sign, places in cells.items()}


def _rectangle(sign: str, cells: list[tuple[int, int]], where: str) -> Rect:
    left, right = min(x for x, _ in cells), max(x for x, _ in cells) + 1
    top, bottom = min(y for _, y in cells), max(y for _, y in cells) + 1
    if (right - left) * (bottom - top) != len(cells):
        raise ContentError(f"{where}: the {sign} in the map are no rectangle without gaps")
    return Rect(left * WIDE, -top * HIGH, (right - left) * WIDE, (bottom - top) * HIGH)


def rectangle_around(rects: list[Rect]) -> Rect:
    left, right = min(r.x for r in rects), max(r.x + r.w for r in rects)
    top, bottom = max(r.y for r in rects), min(r.y - r.h for r in rects)
    return Rect(left, top, right - left, top - bottom)


def border(a: Rect, b: Rect) -> Rect | None:
    """Return the common border as a rectangle without width or height, or None if they do not touch."""
    left, right = max(a.x, b.x), min(a.x + a.w, b.x + b.w)
    top, bottom = min(a.y, b.y), max(a.y - a.h, b.y - b.h)
    w, h = right - left, top - bottom
    if w < 0 or h < 0 or (w == 0) == (h == 0):
        return None
    return Rect(left, top, w, h)


TOKEN_HEIGHT = 0.72  # share of the height above a token: the name is above it, the figures are beside it


@dataclass(frozen=True, slots=True)
class Lay:
    """The map of a scenario."""

    rooms: Mapping[str, Room]
    rects: Mapping[str, Rect]  # of the spaces

    def tile(self, name: str) -> Rect | None:
        rects = [self.rects[space] for space, room in self.rooms.items() if room.tile == name]
        return rectangle_around(rects) if rects else None


def lay_out(rooms: Mapping[str, Room], drawing: str, where: str) -> Lay:
    """Read a drawing. Raises ContentError if rooms and drawing differ."""
    rects = read_drawing(drawing, where)
    signs = {room.sign: name for name, room in rooms.items()}
    for name, room in rooms.items():
        if room.sign not in rects:
            raise ContentError(f"{where}: room.{name} has the sign {room.sign!r}, which the map does not show")
        if signs[room.sign] != name:
            raise ContentError(f"{where}: room.{name} and room.{signs[room.sign]} have the same sign {room.sign!r}")
    if strange := sorted(set(rects) - set(signs)):
        raise ContentError(f"{where}: the map shows {', '.join(strange)}, which is the sign of no room")
    laid = Lay(rooms, {name: rects[room.sign] for name, room in rooms.items()})
    for name, room in rooms.items():
        for other in (*room.adjacent, *room.doors, *room.impassable):
            _common_border(laid, name, other, f"{where}: room.{name}")
    return laid


def positions_of(laid: Lay, tokens: Mapping[str, Token], where: str) -> dict[str, tuple[float, float, float]]:
    """Return x, y and rotation (degrees) of each token: side by side in a space, or in the middle of a border."""
    positions = dict[str, tuple[float, float, float]]()
    for space, rect in laid.rects.items():
        here = [name for name, token in tokens.items() if token.space == space]
        for number, name in enumerate(here):
            positions[name] = (*rect.at((number + 0.5) / len(here), TOKEN_HEIGHT), 0.0)
    for name, token in tokens.items():
        place = f"{where}: token.{name}"
        if token.between:
            if len(token.between) != 2:
                raise ContentError(f"{place}: between names two spaces")
            line = _common_border(laid, *token.between, place)
            positions[name] = (*line.middle, 90.0 if line.w == 0 else 0.0)
        elif name not in positions:
            raise ContentError(f"{place} lies in the space {token.space!r}; there are {', '.join(laid.rects)}")
    return positions


def _common_border(laid: Lay, a: str, b: str, where: str) -> Rect:
    for name in (a, b):
        if name not in laid.rects:
            raise ContentError(f"{where}: there is no space {name!r}; there are {', '.join(laid.rects)}")
    line = border(laid.rects[a], laid.rects[b])
    if line is None:
        raise ContentError(f"{where}: {a} and {b} do not touch on the map")
    return line
