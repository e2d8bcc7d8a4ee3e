"""Installed fonts: which there are, what they draw, and which are fit for numbers."""

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont, ImageFont

Ink = NDArray[np.uint8]
ROOT = Path("/usr/share/fonts")
NOT_CHARACTERS = ("\U0010fffe", "\uffff")
"""Characters that no font has. Their glyph stands for every missing one."""
TRIES = 80


@functools.lru_cache(1)
def installed() -> tuple[str, ...]:
    """Return the paths of all fonts, sorted; what a random style looks like depends on them."""
    return tuple(sorted(str(p) for ending in ("ttf", "otf") for p in ROOT.rglob(f"*.{ending}")))


def load(path: str, size: int) -> "FreeTypeFont | ImageFont":
    """Return the font at `size` px. Falls back to Pillow's own."""
    from PIL import ImageFont  # optional: comes with the group `train`

    try:
        return ImageFont.truetype(path, size)
    except OSError:
        return ImageFont.load_default(size)


def glyph(path: str, text: str, size: int = 150) -> Ink | None:
    """Return the ink of a text, cut to its bounding box; None where the font has nothing of sensible size to draw."""
    from PIL import Image, ImageDraw, ImageFont  # optional: comes with the group `train`

    try:
        font = ImageFont.truetype(path, size)
        x0, y0, x1, y1 = font.getbbox(text)
        if not (4 < x1 - x0 < 9 * size and 4 < y1 - y0 < 4 * size):
            return None
        image = Image.new("L", (int(x1 - x0) + 2, int(y1 - y0) + 2), 0)
        ImageDraw.Draw(image).text((1 - x0, 1 - y0), text, fill=255, font=font)
    except (OSError, ValueError):  # a broken font, or one of bitmaps only
        return None
    return np.asarray(image)


def is_same(one: Ink | None, other: Ink | None) -> bool:
    """Return whether two glyphs look the same."""
    return (
        one is not None
        and other is not None
        and one.shape == other.shape
        and bool(np.abs(one.astype(int) - other).mean() < 4)
    )


def has(path: str, text: str) -> bool:
    """Return whether the font has a glyph for `text`."""
    drawn = glyph(path, text)
    return drawn is not None and not any(is_same(drawn, glyph(path, missing)) for missing in NOT_CHARACTERS)


@functools.cache
def is_fit_for_numbers(path: str) -> bool:
    """Return whether the font has all digits and letters of cards, all different, and neither hair-thin nor tiny."""
    drawn = [glyph(path, character) for character in "0123456789AJQK"]
    glyphs = [ink for ink in drawn if ink is not None]
    if len(glyphs) < len(drawn) or not all(has(path, character) for character in "08AQ"):
        return False
    if any(is_same(a, b) for i, a in enumerate(glyphs) for b in glyphs[:i]):
        return False
    if min(ink.shape[0] for ink in glyphs) < 0.72 * max(glyphs[8].shape[0], glyphs[0].shape[0]):
        return False
    return all(0.105 < stroke(glyphs[i]) < 0.6 for i in (1, 8))


def stroke(ink: Ink) -> float:
    """Typical width of the strokes, in heights of the glyph."""
    depth = cv2.distanceTransform((np.pad(ink, 2) > 127).astype(np.uint8), cv2.DIST_L2, 3)
    return float(2 * np.percentile(depth[depth > 0], 85) / ink.shape[0]) if (depth > 0).any() else 0.0


def random_font(rng: Generator) -> str:
    """Return the path of a font fit for numbers; "" where none is found."""
    fonts = installed()
    for _ in range(TRIES if fonts else 0):
        path = fonts[rng.integers(len(fonts))]
        if is_fit_for_numbers(path):
            return path
    return ""
