"""Random marks: glyphs of installed fonts and compositions of shapes, all distinct within one set.

A mark is (256, 256) uint8, 255 is ink, its enclosing circle a little inside the border.
"""

import math
import unicodedata
from collections.abc import Iterable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.marks.canvas import FINE, Canvas
from vision.training.trays.marks.fonts import glyph, has, installed
from vision.training.trays.marks.mark_shapes import composition
from vision.training.trays.shapes.geometry import toward

Mark = NDArray[np.uint8]
Turned = list[NDArray[np.bool_]]
SIDE = 256
BLOCKS = (
    *((0x41, 0x5A), (0x61, 0x7A), (0x21, 0x2F), (0x3A, 0x40), (0xA1, 0xBF)),
    *((0x391, 0x3C9), (0x402, 0x44F), (0x5D0, 0x5EA), (0x16A0, 0x16EA)),
    *((0x2190, 0x21FF), (0x2200, 0x22FF), (0x2300, 0x23FF), (0x25A0, 0x25FF), (0x2600, 0x265F), (0x2668, 0x26FF)),
    *((0x2701, 0x2775), (0x2794, 0x27BF), (0x27C0, 0x27EF), (0x2900, 0x297F), (0x2A00, 0x2AFF), (0x2B00, 0x2B5F)),
)
"""First and last character of what marks are taken from."""
UNCLEAR = "OoQIl+-|\u039f\u03bf\u041e\u043e\u0399\u0406"
"""Too like digits or signs."""
LIKENESS = 0.6
"""Greatest likeness of two marks of a set, grown a little with each try."""
TURNS = 24


def fit(ink: Mark) -> Mark | None:
    """Move and scale ink so that its enclosing circle is the unit circle; None where there is hardly any."""
    ys, xs = np.nonzero(ink > 127)
    if len(xs) < 50:
        return None
    (x, y), radius = cv2.minEnclosingCircle(np.stack([xs, ys], 1).astype(np.float32))
    scale = SIDE / 2 * 0.98 / max(radius, 1)
    matrix = np.array([[scale, 0, SIDE / 2 - scale * x], [0, scale, SIDE / 2 - scale * y]], np.float32)
    if scale < 1:
        ink = cv2.GaussianBlur(ink, (0, 0), 0.5 / scale)
    return cv2.warpAffine(ink, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR)


def is_readable(mark: Mark) -> bool:
    """Enough ink, not a solid blob, strokes that survive a blurred picture 30 px wide."""
    ink = (mark > 127).astype(np.uint8)
    if not 0.11 < ink.mean() < 0.52:
        return False
    total = ink.sum()
    if cv2.erode(ink, np.ones((19, 19))).sum() < 0.16 * total or cv2.erode(ink, np.ones((11, 11))).sum() < 0.42 * total:
        return False
    parts = cv2.connectedComponentsWithStats(ink)[2][1:, cv2.CC_STAT_AREA]
    if len(parts) > 6 or parts.min() < 0.03 * total:  # dust
        return False
    round_brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (13, 13))
    if cv2.morphologyEx(ink, cv2.MORPH_OPEN, round_brush).sum() < 0.88 * total:  # fine teeth and hairs
        return False
    gaps = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((13, 13))).sum() - total
    return bool(gaps < 0.10 * total)  # too fine to see


def glyph_mark(rng: Generator) -> Mark | None:
    """Return a glyph of any font, three in ten turned; None where the lot falls on nothing of use."""
    fonts = installed()
    if not fonts:
        return None
    path = fonts[rng.integers(len(fonts))]
    first, last = BLOCKS[rng.integers(len(BLOCKS))]
    character = chr(int(rng.integers(first, last + 1)))
    if character in UNCLEAR or unicodedata.category(character)[0] in "NZCM" or not has(path, character):
        return None
    drawn = glyph(path, character, 230)
    mark = fit(np.pad(drawn, 4)) if drawn is not None else None
    if mark is not None and rng.random() < 0.3:
        turn = float(rng.choice([-90, -45, -20, 20, 45, 90, 180]))
        mark = cv2.warpAffine(mark, cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), turn, 1), (SIDE, SIDE))
    return mark


def shape_mark(rng: Generator) -> Mark | None:
    """Return a composition of shapes; None where they cut each other away."""
    return fit(composition(rng).ink)


def doubled(mark: Mark, rng: Generator) -> Mark | None:
    """Two small copies side by side."""
    aside = toward(rng.uniform(0, 2 * math.pi))
    return fit(_page().stamp(mark, 0.49, 0.5 * aside).stamp(mark, 0.49, -0.5 * aside).ink)


def turned(mark: Mark) -> Turned:
    """Return the mark, small and soft, in each of `TURNS` turns."""
    small = cv2.resize(cv2.GaussianBlur(mark, (0, 0), 3), (48, 48), interpolation=cv2.INTER_AREA)
    matrices = [cv2.getRotationMatrix2D((23.5, 23.5), 360 * i / TURNS, 1) for i in range(TURNS)]
    return [cv2.warpAffine(small, matrix, (48, 48)) > 110 for matrix in matrices]


def likeness(mark: NDArray[np.bool_], others: Turned) -> float:
    """Ink in common by ink of either, in the turn in which they are most alike."""
    return max(float((mark & other).sum() / max(1, (mark | other).sum())) for other in others)


def draw_set(rng: Generator, names: Iterable[str]) -> dict[str, Mark]:
    """Draw a mark for every name. Every two differ in every rotation, and none looks like a digit."""
    glyph_share = rng.uniform(0.1, 0.7)
    seen = _digits()
    marks: dict[str, Mark] = {}
    is_doubled = rng.random() < 0.5
    for name in names:
        twin = marks["hit1"] if name == "hit2" and is_doubled else None
        marks[name] = _new_mark(rng, glyph_share, seen, twin)
        seen.append(turned(marks[name]))
    return marks


def _new_mark(rng: Generator, glyph_share: float, seen: list[Turned], twin: Mark | None) -> Mark:
    """Return a readable mark unlike all seen; the last readable one where 3000 tries find none."""
    last: Mark | None = None
    for attempt in range(3000):
        if twin is not None and attempt < 8:
            mark = doubled(twin, rng)
        elif rng.random() < glyph_share and attempt < 2000:
            mark = glyph_mark(rng)
        else:
            mark = shape_mark(rng)
        if mark is None or not is_readable(mark):
            continue
        last, flat = mark, turned(mark)[0]
        if all(likeness(flat, other) < LIKENESS + attempt * 1e-4 for other in seen):
            return mark
    if last is None:
        raise RuntimeError("No readable mark in 3000 tries: are the installed fonts damaged?")
    return last


def _digits() -> list[Turned]:
    """Return shapes to avoid: digits, and rings of two widths for other fonts' zeros."""
    pages = [_page().text(digit, "", 1.4) for digit in "012345678"]
    pages += [_page().ellipse((0, 0), (w, 1)).ellipse((0, 0), (w - 0.3, 0.7), erase=True) for w in (0.6, 0.75)]
    fitted = [fit(page.ink) for page in pages]
    return [turned(mark) for mark in fitted if mark is not None]


def _page() -> Canvas:
    """Return a canvas whose ink is as large as a mark."""
    return Canvas(SIDE // FINE)
