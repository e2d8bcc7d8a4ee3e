"""Where the pieces lie: the rectangles of spaces and tiles, and a place for every token."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.errors import ContentError
from companion.games.mansions.content.toml_scenarios.map_drawing import Rect, around, border, drawn
from companion.games.mansions.content.toml_scenarios.records import Room, Token

ROW = 0.72  # how far down in its space a token lies: above it the name, beside it the figures


@dataclass(frozen=True, slots=True)
class Lay:
    """The map of a scenario."""

    rooms: Mapping[str, Room]
    rects: Mapping[str, Rect]  # of the spaces

    def tile(self, name: str) -> Rect | None:
        """Of a tile; None where no space lies on it."""
        rects = [self.rects[space] for space, room in self.rooms.items() if room.tile == name]
        return around(rects) if rects else None


def lay(rooms: Mapping[str, Room], drawing: str, where: str) -> Lay:
    """The map as it is drawn. Raises ContentError where rooms and drawing do not fit."""
    rects = drawn(drawing, where)
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
            _touching(laid, name, other, f"{where}: room.{name}")
    return laid


def places(laid: Lay, tokens: Mapping[str, Token], where: str) -> dict[str, tuple[float, float, float]]:
    """x, y and how far each token is turned (degrees): side by side in a space, in the middle of a border."""
    told = dict[str, tuple[float, float, float]]()
    for space, rect in laid.rects.items():
        here = [name for name, token in tokens.items() if token.space == space]
        for number, name in enumerate(here):
            told[name] = (*rect.at((number + 0.5) / len(here), ROW), 0.0)
    for name, token in tokens.items():
        if token.between:
            told[name] = _at_border(laid, token.between, f"{where}: token.{name}")
        elif name not in told:
            raise ContentError(
                f"{where}: token.{name} lies in the space {token.space!r}; there are {_listed(laid.rects)}"
            )
    return told


def _at_border(laid: Lay, between: tuple[str, ...], where: str) -> tuple[float, float, float]:
    if len(between) != 2:
        raise ContentError(f"{where}: between names two spaces")
    line = _touching(laid, *between, where)
    return *line.middle, 90.0 if line.w == 0 else 0.0


def _touching(laid: Lay, a: str, b: str, where: str) -> Rect:
    """The border of two spaces."""
    for name in (a, b):
        if name not in laid.rects:
            raise ContentError(f"{where}: there is no space {name!r}; there are {_listed(laid.rects)}")
    line = border(laid.rects[a], laid.rects[b])
    if line is None:
        raise ContentError(f"{where}: {a} and {b} do not touch on the map")
    return line


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
