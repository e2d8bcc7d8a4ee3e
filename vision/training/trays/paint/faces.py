"""Paint the faces of dice and tokens."""

import math

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.marks.canvas import Canvas, clouds
from vision.training.trays.paint.materials import die_body
from vision.training.trays.styles.style import DieLook, PipLook, Style

CELL = 160
"""Px of the picture of one face, which reaches from -1 to 1 of the face's frame."""
ROUNDER = {3: 1.5, 4: 1.3}
"""Pips of few corners are larger by this factor."""


def paint_die_face(style: Style, kind: str, look: DieLook, value: str, rng: Generator) -> NDArray[np.floating]:
    """One face of one colourway, (CELL, CELL, 3) linear; the ink is worn in places."""
    ink = look.ink
    if value == "danger" and style.danger_ink and max(look.body) < 0.2:
        ink = style.danger_ink
    share = die_ink(style, kind, value) * (1 - style.wear * clouds(CELL, rng, 4, 6))
    share = share[..., None]
    return die_body(look, rng, CELL) * (1 - share) + np.asarray(ink, np.float32) * share


def die_ink(style: Style, kind: str, value: str) -> NDArray[np.float32]:
    """Return the print of one face, (CELL, CELL), 0 to 1."""
    canvas = Canvas(CELL)
    if value in style.symbols:
        style.symbols[value](canvas)
    elif kind == "d6":
        _draw_pips(canvas, style.pips, int(value))
    elif kind in style.digits:
        _draw_number(canvas, style, kind, value)
    mask = canvas.mask()
    turn = style.spin.get(kind, 0)
    if turn:
        middle = ((CELL - 1) / 2,) * 2
        mask = cv2.warpAffine(mask, cv2.getRotationMatrix2D(middle, turn, 1), (CELL, CELL))
    return mask


def _draw_pips(canvas: Canvas, look: PipLook, count: int) -> None:
    d = look.spread
    spots = [(0.0, 0.0)] * (count % 2) + [(-d, d), (d, -d)] * (count >= 2)
    spots += [(d, d), (-d, -d)] * (count >= 4) + [(-d, 0), (d, 0)] * (count == 6)
    for x, y in spots:
        if look.corners:
            angle = math.radians(look.turn) + np.arange(look.corners) * 2 * math.pi / look.corners
            reach = look.radius * ROUNDER.get(look.corners, 1.15)
            canvas.polygon(np.stack([x + reach * np.cos(angle), y + reach * np.sin(angle)], 1))
        else:
            canvas.circle((x, y), look.radius)


def _draw_number(canvas: Canvas, style: Style, kind: str, value: str) -> None:
    height = style.digits[kind]
    canvas.text(value, style.font, height, (0, -0.02 if kind == "d20" else 0), most=0.72)
    if value not in {"6", "9"}:
        return
    below = -0.02 - height * 0.5 - 0.13
    if style.six_nine == "underline":
        canvas.line([(-0.16, below + 0.02), (0.16, below + 0.02)], 0.065, capped=False)
    elif style.six_nine == "bar":
        canvas.line([(-0.10, below + 0.02), (0.10, below + 0.02)], 0.10)
    else:
        canvas.circle((0, below + 0.01), 0.06)


def paint_token(style: Style, value: str, rng: Generator) -> NDArray[np.floating]:
    """Return the front of one token, (CELL, CELL, 3) linear; its disc touches the cell's borders."""
    look = style.token
    is_symbol = value in style.symbols
    ground = np.asarray(look.symbol_grounds[value] if is_symbol else look.ground, np.float32)
    ink = np.asarray(look.symbol_ink if is_symbol else look.ink, np.float32)
    mottle = clouds(CELL, rng, 5, 5)[..., None]
    image = np.ones((CELL, CELL, 3), np.float32) * ground * (1 + look.mottle * (mottle - 0.5))
    y, x = np.mgrid[0:CELL, 0:CELL] / (CELL / 2) - 1
    image = image * (1 - look.vignette * np.clip((np.hypot(x, y) - 0.55) / 0.45, 0, 1)[..., None])
    for radius, width, colour in look.rings:
        share = Canvas(CELL).ring((0, 0), radius, width).mask()[..., None]
        image = image * (1 - share) + np.asarray(colour, np.float32) * share
    share = _token_ink(style, value).mask()[..., None] * (0.93 + 0.07 * mottle)
    return (image * (1 - share) + ink * share).clip(0.005, 0.93)


def _token_ink(style: Style, value: str) -> Canvas:
    canvas = Canvas(CELL)
    if value in style.symbols:
        style.symbols[value](canvas)
        return canvas
    return canvas.text(value.replace("-", style.token.minus), style.token_font, style.token.digit, most=1.22)
