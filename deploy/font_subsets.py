"""Cut the page's fonts to the glyphs it needs: `python deploy/font_subsets.py FOLDER`, with the original fonts in FOLDER.

A tool for changing the fonts; the page does not use it. Needs `fonttools` and `brotli` (the group `fonts`).
The old faces were traced from prints and have ten times the points that a screen can show, so outlines are simplified too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path
from typing import Any, TypeAlias

from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

Point: TypeAlias = tuple[float, float]  # font units
STEPS = (1 / 3, 2 / 3, 1.0)  # along a curve


def smooth(font: Any, tolerance: float) -> None:
    """Redraw every glyph of a TrueType font in straight lines, nowhere further than `tolerance` (font units) from its old edge."""
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
    """Yield each closed contour as points; curves in three pieces."""
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
    """Yield points of a quadratic spline. Between two control points there is an implied point on the curve."""
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
    """Simplify a closed contour as two open lines, between its first point and the one furthest from it."""
    line = line[:-1] if line[0] == line[-1] else line
    far = max(range(len(line)), key=lambda k: hypot(line[k][0] - line[0][0], line[k][1] - line[0][1]))
    return fewer(line[: far + 1], tolerance)[:-1] + fewer([*line[far:], line[0]], tolerance)[:-1]


def fewer(line: list[Point], tolerance: float) -> list[Point]:
    """Leave out points near enough to the straight line (Ramer, Douglas and Peucker).

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


FONTS = Path(__file__).parents[1] / "companion" / "web" / "static" / "fonts"
GERMAN = "ÄÖÜäöüßẞ"
SIGNS = "«»„“”‚‘’‹›–—…·×−→←↑↓•°€§©\u00a0\u202f\u2011"
UNUSED = frozenset("0123456789#$<=>@[\\]^_`{|}~§©€°•")
"""Left out of the old faces: their old-style figures make 0 and o look alike, and signs look better in the plain face."""
FIRST = frozenset(map(chr, range(0x20, 0x7F))) | frozenset(GERMAN + SIGNS)
"""Letters of English and German. Every page loads them."""
LATIN = frozenset(map(chr, (*range(0xA1, 0x180), *range(0x1E00, 0x1F00), 0x218, 0x219, 0x21A, 0x21B, 0x2BC, 0x2122)))
"""Letters of other Latin languages. Loaded on demand."""
WEIGHTS = (500, 800)
FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "tnum", "pnum"]


@dataclass(frozen=True, slots=True)
class Face:
    """One of the page's fonts."""

    sources: tuple[str, ...]  # files, as the package @fontsource has them
    name: str  # of the cut font: the names of the originals are reserved to them
    file: str
    without: frozenset[str] = frozenset()
    tolerance: float = 0  # font units that an edge may move to save points; 0 = unchanged


FACES = (
    Face(
        (
            "atkinson-hyperlegible-next-latin-wght-normal.woff2",
            "atkinson-hyperlegible-next-latin-ext-wght-normal.woff2",
        ),
        "Lamplight Plain",
        "lamplight-plain",
    ),
    Face(("im-fell-english-latin-400-normal.woff2",), "Lamplight Story", "lamplight-story", UNUSED, 4),
    Face(("im-fell-english-sc-latin-400-normal.woff2",), "Lamplight Title", "lamplight-title", UNUSED, 4),
)


def cut(face: Face, source: Path, letters: frozenset[str], target: Path) -> None:
    """Write the glyphs of these letters that the source has. Write no file if it has none."""
    font = TTFont(source)
    wanted = {ord(letter) for letter in letters - face.without} & set(font.getBestCmap())
    if not wanted:
        return
    options = subset.Options(flavor="woff2", layout_features=FEATURES, hinting=False)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    cutter.subset(font)
    if "fvar" in font:
        instancer.instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    if face.tolerance:
        smooth(font, face.tolerance)
    rename(font, face.name)
    subset.save_font(font, target, options)
    print(f"{target.name}: {target.stat().st_size} bytes, {ranges(target)}")


def rename(font: TTFont, name: str) -> None:
    """Rename a modified font, as its licence requires. The credits stay in it."""
    told = {1: name, 3: f"{name} 1", 4: name, 6: name.replace(" ", ""), 16: name}
    for record in font["name"].names:
        if record.nameID in told:
            record.string = told[record.nameID]


def ranges(file: Path) -> str:
    """Return the code points of a font as the value of `unicode-range` in CSS."""
    found = sorted(TTFont(file).getBestCmap())
    runs: list[list[int]] = []
    for code in found:
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ",".join(f"U+{a:04X}" if a == b else f"U+{a:04X}-{b:04X}" for a, b in runs)


def main(folder: Path) -> None:
    """Cut all fonts and print the ranges for base.css."""
    for face in FACES:
        cut(face, folder / face.sources[0], FIRST, FONTS / f"{face.file}-first.woff2")
        for number, source in enumerate(face.sources):
            cut(face, folder / source, LATIN - FIRST, FONTS / f"{face.file}-more{number or ''}.woff2")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
