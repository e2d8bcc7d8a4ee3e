"""The drawing of a map: every character is a cell, one unit wide and two high, as it looks in a text."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import ContentError

WIDE, HIGH = 1.0, 2.0  # of a cell, in the units of tiles
EMPTY = " ."


@dataclass(frozen=True, slots=True)
class Rect:
    """x right, y up; x and y are its top left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y - self.h / 2

    def at(self, across: float, down: float) -> tuple[float, float]:
        """A point in it, both shares of its size."""
        return self.x + self.w * across, self.y - self.h * down


def drawn(drawing: str, where: str) -> dict[str, Rect]:
    """The rectangle of each character. Raises ContentError for one that is no rectangle."""
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


def around(rects: list[Rect]) -> Rect:
    """The smallest that holds them all."""
    left, right = min(r.x for r in rects), max(r.x + r.w for r in rects)
    top, bottom = max(r.y for r in rects), min(r.y - r.h for r in rects)
    return Rect(left, top, right - left, top - bottom)


def border(a: Rect, b: Rect) -> Rect | None:
    """The line that both share, as a rectangle without a width or without a height; None where they do not touch."""
    left, right = max(a.x, b.x), min(a.x + a.w, b.x + b.w)
    top, bottom = min(a.y, b.y), max(a.y - a.h, b.y - b.h)
    w, h = right - left, top - bottom
    if w < 0 or h < 0 or (w == 0) == (h == 0):
        return None
    return Rect(left, top, w, h)
