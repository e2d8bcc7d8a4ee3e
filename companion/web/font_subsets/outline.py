"""Outlines with fewer points: the old faces were traced from prints, with ten times the points that a screen can show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any, TypeAlias

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

Point: TypeAlias = tuple[float, float]  # font units
STEPS = (1 / 3, 2 / 3, 1.0)  # along a curve


def smooth(font: Any, tolerance: float) -> None:
    """Draw every glyph of a TrueType font anew in straight lines, nowhere further than `tolerance` (font units) from its old edge."""
    glyphs = font.getGlyphSet()
    drawn = {name: _drawn(glyphs, name, tolerance) for name in font.getGlyphOrder()}
    for name, glyph in drawn.items():
        font["glyf"][name] = glyph


def _drawn(glyphs: Any, name: str, tolerance: float) -> Any:
    heard, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
    glyphs[name].draw(heard)
    for contour in _contours(heard.value):
        first, *rest = _closed(contour, tolerance)
        pen.moveTo(first)
        for point in rest:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


def _contours(strokes: Sequence[tuple[str, Any]]) -> Iterator[list[Point]]:
    """Each closed line as its points; curves in three pieces."""
    line: list[Point] = []
    for stroke, points in strokes:
        if stroke == "moveTo":
            line = [points[0]]
        elif stroke == "lineTo":
            line.append(points[0])
        elif stroke == "qCurveTo":
            line += _curve(line[-1], points)
        else:
            yield [(round(x), round(y)) for x, y in line]


def _curve(start: Point, points: Sequence[Point]) -> Iterator[Point]:
    """A quadratic spline: between two points beside the line lies one on it."""
    *beside, end = points
    if not beside:
        yield end
    for place, (x, y) in enumerate(beside):
        following = beside[place + 1] if place + 1 < len(beside) else None
        stop = ((x + following[0]) / 2, (y + following[1]) / 2) if following else end
        for t in STEPS:
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            yield a * start[0] + b * x + c * stop[0], a * start[1] + b * y + c * stop[1]
        start = stop


def _closed(line: list[Point], tolerance: float) -> list[Point]:
    """A closed line is two open ones, between its first point and the one furthest from it."""
    line = line[:-1] if line[0] == line[-1] else line
    far = max(range(len(line)), key=lambda k: hypot(line[k][0] - line[0][0], line[k][1] - line[0][1]))
    return fewer(line[: far + 1], tolerance)[:-1] + fewer([*line[far:], line[0]], tolerance)[:-1]


def fewer(line: list[Point], tolerance: float) -> list[Point]:
    """Ramer, Douglas and Peucker: what lies near enough to the straight way is left out.

    >>> fewer([(0, 0), (1, 0.1), (2, 0), (3, 4)], 0.5)
    [(0, 0), (2, 0), (3, 4)]
    """
    if len(line) < 3:
        return line
    (x, y), (u, v) = line[0], line[-1]
    long = hypot(u - x, v - y) or 1e-9
    away = [abs((v - y) * a - (u - x) * b + u * y - v * x) / long for a, b in line]
    far = max(range(1, len(line) - 1), key=lambda k: away[k])
    if away[far] <= tolerance:
        return [line[0], line[-1]]
    return fewer(line[: far + 1], tolerance)[:-1] + fewer(line[far:], tolerance)
