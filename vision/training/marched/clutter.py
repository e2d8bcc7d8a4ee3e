"""Things that lie about and are no dice, painted flat onto the table with a shadow: coins, keys, pens, telephones."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.marched.grounds import FONTS, Sheet, random_ink, words

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Size = tuple[float, float]
SUBPIXEL = 4


@dataclass(frozen=True, slots=True, eq=False)
class Sticker:
    """A flat picture of a thing."""

    colours: Bytes
    """(h, w, 3), sRGB."""
    mask: Bytes
    """(h, w), 255 where the thing is."""
    fine: float
    """Px per mm."""
    tall: float
    """Mm, the height of the thing."""


class Drawing:
    """A thing being drawn: colours and mask, in mm from its middle, y down."""

    def __init__(self, size: Size, fine: float) -> None:
        self.fine = fine
        wide, high = (max(6, math.ceil(side * fine)) for side in size)
        self.colours = np.zeros((high, wide, 3), np.uint8)
        self.mask = np.zeros((high, wide), np.uint8)

    def _at(self, place: tuple[float, float]) -> tuple[int, int]:
        unit = self.fine * 2**SUBPIXEL
        high, wide = self.mask.shape
        return int(place[0] * unit + wide * 2**SUBPIXEL / 2), int(place[1] * unit + high * 2**SUBPIXEL / 2)

    def circle(self, at: Size, radius: float, ink: tuple[int, int, int], width: float = 0) -> None:
        thick = max(1, round(width * self.fine)) if width else -1
        reach = int(radius * self.fine * 2**SUBPIXEL)
        for part, value in ((self.colours, ink), (self.mask, (255,))):
            cv2.circle(part, self._at(at), reach, value, thick, cv2.LINE_AA, SUBPIXEL)

    def polygon(self, outline: list[Size], ink: tuple[int, int, int]) -> None:
        fixed = np.array([self._at(place) for place in outline], np.int32)
        for part, value in ((self.colours, ink), (self.mask, (255,))):
            cv2.fillPoly(part, [fixed], value, cv2.LINE_AA, SUBPIXEL)

    def box(self, left: float, upper: float, right: float, lower: float, ink: tuple[int, int, int]) -> None:
        self.polygon([(left, upper), (right, upper), (right, lower), (left, lower)], ink)

    def line(self, one: Size, other: Size, width: float, ink: tuple[int, int, int]) -> None:
        thick = max(1, round(width * self.fine))
        for part, value in ((self.colours, ink), (self.mask, (255,))):
            cv2.line(part, self._at(one), self._at(other), value, thick, cv2.LINE_AA, SUBPIXEL)

    def text(self, text: str, at: Size, high: float, ink: tuple[int, int, int], font: int = 0) -> None:
        """Write on what is there already; `at`: the lower left corner."""
        scale, place = high * self.fine / 22, tuple(v >> SUBPIXEL for v in self._at(at))
        cv2.putText(self.colours, text, place, font, scale, ink, max(1, round(scale * 2)), cv2.LINE_AA)

    def shade(self, share: Floats) -> None:
        self.colours = np.clip(self.colours * share[..., None], 0, 255).astype(np.uint8)

    def done(self, tall: float) -> Sticker:
        return Sticker(self.colours, self.mask, self.fine, tall)


def stick(ground: Floats, sheet: Sheet, sticker: Sticker, at: NDArray[np.float64], angle: float) -> None:
    """Paint a thing with its shadow onto the ground; `at`: right and down, px of the sheet; `angle`: rad."""
    scale = sheet.fine / sticker.fine
    high, wide = sticker.mask.shape
    throw = sticker.tall * sheet.fine * math.tan(min(1.25, 1.4 * sheet.steepness))
    half = math.ceil(math.hypot(high, wide) * scale / 2 + throw + 4)
    left, upper = (int(v) - half for v in at)
    x0, y0, x1, y1 = max(0, left), max(0, upper), min(sheet.columns, left + 2 * half), min(sheet.rows, upper + 2 * half)
    if x0 >= x1 or y0 >= y1:
        return
    cosine, sine = math.cos(angle) * scale, math.sin(angle) * scale
    turn = np.array([[cosine, -sine], [sine, cosine]])
    shift = np.array([at[0] - x0, at[1] - y0]) - turn @ (wide / 2, high / 2)
    matrix, size = np.c_[turn, shift], (x1 - x0, y1 - y0)
    mask = cv2.warpAffine(sticker.mask, matrix, size, flags=cv2.INTER_LINEAR)
    colours = cv2.warpAffine(sticker.colours, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    part = ground[y0:y1, x0:x1]
    away = np.float32([[1, 0, -sheet.lit_from[0] * throw], [0, 1, -sheet.lit_from[1] * throw]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(mask, away, size), (0, 0), 0.5 + 0.3 * sticker.tall * sheet.fine)
    part *= 1 - np.float32(0.6) * (shadow / np.float32(255))[..., None]
    share = (mask / np.float32(255))[..., None]
    part += share * ((colours / np.float32(255)) ** np.float32(2.2) - part)


def _metal(rng: Generator) -> tuple[int, int, int]:
    tone = ((190, 190, 195), (205, 175, 95), (180, 115, 80), (120, 120, 125))[rng.integers(4)]
    return tuple(int(v * rng.uniform(0.75, 1.15)) for v in tone)  # type: ignore[return-value]


def _darker(ink: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    return tuple(int(np.clip(v * share, 0, 255)) for v in ink)  # type: ignore[return-value]


def _gleam(drawing: Drawing, rng: Generator, depth: float = 0.35) -> None:
    """Let the thing be lighter to one side, with a streak."""
    high, wide = drawing.mask.shape
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j].astype(np.float32)
    angle = rng.uniform(0, 6.28)
    across = np.float32(math.cos(angle)) * x + np.float32(math.sin(angle)) * y
    drawing.shade(
        1
        + np.float32(depth) * across
        + np.exp(-((across - rng.uniform(-0.6, 0.6)) ** 2) * 30) * np.float32(0.5 * depth)
    )


def _coin(rng: Generator, fine: float) -> Sticker:
    radius, metal = rng.uniform(8, 13.5), _metal(rng)
    drawing = Drawing((radius * 2 + 1, radius * 2 + 1), fine)
    drawing.circle((0, 0), radius, metal)
    if rng.random() < 0.3:
        drawing.circle((0, 0), radius * 0.68, _metal(rng))
    dark, light = _darker(metal, 0.6), _darker(metal, 1.25)
    drawing.circle((0, 0), radius * 0.92, light, 0.5)
    text, high = str(rng.choice(["1", "2", "5", "10", "20", "25", "50", "6", "8"])), radius * rng.uniform(0.6, 1.1)
    left = -high * 0.4 * len(text)
    drawing.text(text, (left + 0.3, high / 2 + 0.3), high, light, int(rng.choice(FONTS)))
    drawing.text(text, (left, high / 2), high, dark, int(rng.choice(FONTS)))
    for k in range(int(rng.integers(0, 13))):
        angle = k * 2 * math.pi / 12
        drawing.circle((0.8 * radius * math.cos(angle), 0.8 * radius * math.sin(angle)), 0.05 * radius, dark)
    _gleam(drawing, rng)
    return drawing.done(2.0)


def _cap(rng: Generator, fine: float) -> Sticker:
    """A bottle cap with a toothed rim."""
    ink, other = random_ink(rng), random_ink(rng)
    drawing = Drawing((34, 34), fine)
    angle = np.linspace(0, 2 * math.pi, 169)[:-1]
    reach = 15.5 + 0.6 * np.sin(angle * 21)
    drawing.polygon(
        list(zip((reach * np.cos(angle)).tolist(), (reach * np.sin(angle)).tolist(), strict=True)), _darker(ink, 0.7)
    )
    drawing.circle((0, 0), 13.2, ink)
    drawing.text(words(rng, 3), (-6, 3), 6, other, int(rng.choice(FONTS)))
    _gleam(drawing, rng)
    return drawing.done(5.0)


def _button(rng: Generator, fine: float) -> Sticker:
    ink, radius = random_ink(rng), rng.uniform(5, 12)
    drawing = Drawing((radius * 2 + 1, radius * 2 + 1), fine)
    drawing.circle((0, 0), radius, ink)
    drawing.circle((0, 0), radius * 0.75, _darker(ink, 0.85))
    holes = int(rng.choice([2, 4]))
    for k in range(holes):
        angle = 2 * math.pi * k / holes + 0.6
        at = (0.28 * radius * math.cos(angle), 0.28 * radius * math.sin(angle))
        drawing.circle(at, radius * 0.12, _darker(ink, 0.2))
    _gleam(drawing, rng, 0.2)
    return drawing.done(2.5)


def _key(rng: Generator, fine: float) -> Sticker:
    metal = _metal(rng)
    drawing = Drawing((64, 26), fine)
    drawing.circle((-20, 0), 11.5, metal)
    drawing.box(-12, -3.5, 28, 3, metal)
    for x in np.arange(2, 28, 3.2):
        drawing.box(x, 2, x + 2, 2 + rng.uniform(0.5, 3), metal)
    drawing.circle((-26, 0), 2.8, (25, 25, 25))
    drawing.line((-8, -0.5), (27, -0.5), 0.7, _darker(metal, 0.6))
    _gleam(drawing, rng)
    return drawing.done(2.5)


def _pen(rng: Generator, fine: float) -> Sticker:
    ink, half = random_ink(rng), rng.uniform(3.5, 5.5)
    drawing = Drawing((150, 2 * half + 1), fine)
    drawing.box(-62, -half, 55, half, ink)
    drawing.polygon([(55, -half), (72, -0.8), (72, 0.8), (55, half)], _metal(rng))
    drawing.box(-74, -half * 0.8, -62, half * 0.8, _metal(rng))
    if rng.random() < 0.6:
        drawing.text(words(rng, 14), (-40, half * 0.4), half * 0.8, random_ink(rng))
    high = drawing.mask.shape[0]
    round_ = np.sqrt(np.clip(1 - np.linspace(-1, 1, high, dtype=np.float32) ** 2, 0, 1))[:, None]
    drawing.shade(0.35 + 0.8 * round_ * np.ones((1, drawing.mask.shape[1]), np.float32))
    return drawing.done(7.0)


def _telephone(rng: Generator, fine: float) -> Sticker:
    """A telephone whose screen shows icons, text or nothing."""
    drawing = Drawing((74, 150), fine)
    drawing.box(-36, -74, 36, 74, (18, 18, 20))
    drawing.box(-33.5, -68, 33.5, 68, (8, 8, 10) if rng.random() < 0.3 else random_ink(rng))
    if rng.random() < 0.5:
        for row in range(6):
            for column in range(4):
                x, y, ink = -26 + 16 * column, -58 + 20 * row, random_ink(rng)
                drawing.box(x - 5, y - 5, x + 5, y + 5, ink)
                drawing.text(words(rng, 1), (x - 2.5, y + 3), 5, random_ink(rng))
    else:
        ink = random_ink(rng)
        for y in np.arange(-60, 60, 7):
            drawing.text(words(rng, int(rng.integers(5, 18))), (-31, float(y)), 3.4, ink)
    _gleam(drawing, rng, 0.15)
    return drawing.done(8.0)


RED, BLACK = (185, 25, 35), (25, 25, 30)


def _suit(drawing: Drawing, suit: int, at: Size, r: float) -> None:
    """Draw hearts, diamonds, clubs or spades, `r` mm in radius."""
    x, y = at
    ink = RED if suit < 2 else BLACK
    if suit == 1:
        drawing.polygon([(x, y - r), (x + 0.75 * r, y), (x, y + r), (x - 0.75 * r, y)], ink)
        return
    way = 1 if suit == 0 else -1
    if suit == 2:
        for dx, dy in ((-0.45, 0.1), (0.45, 0.1), (0, -0.5)):
            drawing.circle((x + dx * r, y + dy * r), 0.42 * r, ink)
    else:
        for dx in (-0.4, 0.4):
            drawing.circle((x + dx * r, y - way * 0.3 * r), 0.45 * r, ink)
        drawing.polygon([(x - 0.82 * r, y - way * 0.1 * r), (x + 0.82 * r, y - way * 0.1 * r), (x, y + way * r)], ink)
    if suit >= 2:
        drawing.polygon([(x, y), (x + 0.35 * r, y + r), (x - 0.35 * r, y + r)], ink)


PIP_ROWS = {1: "m", 2: "tb", 3: "tmb", 4: "TB", 5: "TmB", 6: "TMB", 7: "TtMB", 8: "TtMbB", 9: "TUmLB", 10: "TtULbB"}
ROW_HEIGHT = {"t": -0.5, "b": 0.5, "m": 0.0, "T": -0.75, "B": 0.75, "M": 0.0, "U": -0.25, "L": 0.25}


def _card(rng: Generator, fine: float) -> Sticker:
    """A playing card with pips and indices."""
    drawing = Drawing((63, 88), fine)
    drawing.box(-31, -43.5, 31, 43.5, (238, 238, 232))
    count, suit = int(rng.integers(1, 11)), int(rng.integers(4))
    for row in PIP_ROWS[count]:
        for side in (-1, 1) if row.isupper() else (0,):
            _suit(drawing, suit, (side * 11, ROW_HEIGHT[row] * 38), 5.0)
    ink = RED if suit < 2 else BLACK
    text = "A" if count == 1 else str(count)
    drawing.text(text, (-29, -33), 8, ink, 2)
    drawing.text(text, (22, 41), 8, ink, 2)
    for side in (-1, 1):
        _suit(drawing, suit, (side * 26, side * 26), 2.6)
    return drawing.done(0.4)


def _note(rng: Generator, fine: float) -> Sticker:
    """A slip with printed or written text, a leaflet, a box with large digits."""
    wide, high = rng.uniform(30, 120), rng.uniform(25, 120)
    drawing = Drawing((wide, high), fine)
    paper = (245, 245, 240) if rng.random() < 0.5 else random_ink(rng)
    drawing.box(-wide / 2, -high / 2, wide / 2, high / 2, paper)
    tall, ink, font = rng.uniform(2, 14), random_ink(rng), int(rng.choice(FONTS))
    for y in np.arange(-high / 2 + tall * 1.3, high / 2 - 1, tall * 1.7):
        drawing.text(words(rng, int(wide / tall)), (-wide / 2 + 2, float(y)), tall, ink, font)
    return drawing.done(rng.choice([0.3, 0.3, 4.0]))


def _screw(rng: Generator, fine: float) -> Sticker:
    metal, long = _metal(rng), rng.uniform(8, 30)
    drawing = Drawing((long + 10, 10), fine)
    drawing.box(-long / 2, -1.6, long / 2, 1.6, metal)
    for x in np.arange(-long / 2, long / 2, 1.2):
        drawing.line((x, -1.9), (x + 0.6, 1.9), 0.35, _darker(metal, 0.5))
    drawing.circle((-long / 2, 0), 3.6, metal)
    drawing.line((-long / 2 - 2, -1.5), (-long / 2 + 2, 1.5), 0.9, _darker(metal, 0.35))
    return drawing.done(3.0)


def _bricks(rng: Generator, fine: float) -> Sticker:
    """A toy brick from above: studs in rows, which look like pips."""
    rows, columns, ink = int(rng.integers(1, 4)), int(rng.integers(1, 5)), random_ink(rng)
    drawing = Drawing((columns * 8, rows * 8), fine)
    drawing.box(-columns * 4 + 0.1, -rows * 4 + 0.1, columns * 4 - 0.1, rows * 4 - 0.1, ink)
    for row in range(rows):
        for column in range(columns):
            x, y = column * 8 - columns * 4 + 4, row * 8 - rows * 4 + 4
            drawing.circle((x + 0.4, y + 0.5), 2.6, _darker(ink, 0.6))
            drawing.circle((x, y), 2.4, _darker(ink, 1.1))
    return drawing.done(9.0)


def _crumbs(rng: Generator, fine: float) -> Sticker:
    drawing = Drawing((60, 60), fine)
    ink = random_ink(rng) if rng.random() < 0.5 else (120, 85, 50)
    for _ in range(int(rng.integers(3, 25))):
        x, y = rng.normal(0, 10, 2).clip(-26, 26)
        drawing.circle((x, y), rng.uniform(0.3, 2.2), _darker(ink, rng.uniform(0.6, 1.3)))
    return drawing.done(1.0)


def _cable(rng: Generator, fine: float) -> Sticker:
    drawing = Drawing((180, 120), fine)
    ink = (15, 15, 17) if rng.random() < 0.6 else random_ink(rng)
    width, turn, at = rng.uniform(2.5, 6), rng.uniform(-0.5, 0.5), np.array([-88.0, rng.uniform(-40, 40)])
    angle = 0.0
    for _ in range(60):
        ahead = at + 3.2 * np.array([math.cos(angle), math.sin(angle)])
        drawing.line((at[0], at[1]), (ahead[0], ahead[1]), width, ink)
        drawing.line((at[0], at[1] - width / 5), (ahead[0], ahead[1] - width / 5), width / 5, _darker(ink, 1.9))
        at, turn = ahead, turn * 0.9 + rng.normal(0, 0.1)
        angle += turn * 0.4
    if rng.random() < 0.5:
        drawing.box(-20, -12, 16, 12, _darker(ink, 0.8))
    return drawing.done(4.0)


MAKERS: dict[str, Callable[[Generator, float], Sticker]] = {
    "coin": _coin,
    "cap": _cap,
    "button": _button,
    "key": _key,
    "pen": _pen,
    "telephone": _telephone,
    "card": _card,
    "note": _note,
    "screw": _screw,
    "bricks": _bricks,
    "crumbs": _crumbs,
    "cable": _cable,
}
