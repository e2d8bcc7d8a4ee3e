"""What the table is covered with, painted as seen from straight above."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.marks.colours import Colour, from_hsv, lightness, linear, random_colour

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

SMOOTH_FROM = 4.0
"""Px of a cell of noise from which its corners would be seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A stretch of the table to paint on."""

    rows: int
    columns: int
    """Px."""
    fine: float
    """Px per mm."""
    lit_from: NDArray[np.float64]
    """(2,) right and down on the sheet, toward the main lamp."""
    steepness: float
    """How aslant that lamp shines: 0 from above, 1 level."""
    like: Colour
    """Of the pieces; some grounds nearly have it."""

    def noise(self, rng: Generator, wide: float, high: float | None = None) -> Floats:
        """Return soft noise of about -1 to 1 with cells of `wide` by `high` mm, never finer than 1.3 px."""
        cells, sizes, offsets = [], [], []
        for length, size in ((self.rows, high or wide), (self.columns, wide)):
            cell = max(1.3, size * self.fine)
            cells.append(math.ceil(length / cell) + 3)
            sizes.append(max(length + 2, round(cells[-1] * cell)))
            offsets.append(int(rng.uniform(0, sizes[-1] - length)))
        grid = rng.standard_normal(cells, dtype=np.float32)
        how = cv2.INTER_CUBIC if min(high or wide, wide) * self.fine > SMOOTH_FROM else cv2.INTER_LINEAR
        grown = cv2.resize(grid, sizes[::-1], interpolation=how)
        y, x = offsets
        return np.ascontiguousarray(grown[y : y + self.rows, x : x + self.columns], np.float32)

    def places(self) -> tuple[Floats, Floats]:
        """Return x, (1, columns), and y, (rows, 1), mm."""
        x = np.arange(self.columns, dtype=np.float32)[None] / np.float32(self.fine)
        return x, np.arange(self.rows, dtype=np.float32)[:, None] / np.float32(self.fine)

    def embossed(self, heights: Floats) -> Floats:
        """Return how much brighter each px is for its slope, for heights in mm."""
        right = cv2.Sobel(heights, cv2.CV_32F, 1, 0, scale=self.fine / 8)
        down = cv2.Sobel(heights, cv2.CV_32F, 0, 1, scale=self.fine / 8)
        x, y = self.lit_from * (0.3 + 1.2 * self.steepness)
        return -(np.float32(x) * right + np.float32(y) * down)


def paint(kind: str, sheet: Sheet, rng: Generator) -> Floats:
    """Return the colours (rows, columns, 3), linear RGB, of a ground of this kind."""
    return np.clip(PAINTERS[kind](sheet, rng), 0.003, 0.95)


def _tinted(colour: Colour, grain: Floats) -> Floats:
    return np.asarray(cv2.merge([grain * np.float32(part) for part in colour]), np.float32)


def _between(one: Colour, other: Colour, share: Floats) -> Floats:
    share = np.clip(share, 0, 1)
    parts = [np.float32(a) + share * np.float32(b - a) for a, b in zip(one, other, strict=True)]
    return np.asarray(cv2.merge(parts), np.float32)


def _shaded(colours: Floats, grain: Floats) -> Floats:
    """Return colours (rows, columns, 3) made lighter and darker, (rows, columns)."""
    return np.asarray(cv2.multiply(colours, cv2.merge([grain] * 3)), np.float32)


def cream(rng: Generator) -> Colour:
    """Return the colour of plaster, cream lacquer, paper: nearly that of ivory dice."""
    return from_hsv(rng.uniform(0.05, 0.17), rng.uniform(0, 0.3), rng.uniform(0.65, 0.97))


def surface_colour(rng: Generator, low: float, high: float) -> Colour:
    """Return the colour of a floor, a wall or a cloth: mostly grey, beige or brown, lightness in [low, high]."""
    if rng.random() < 0.3:
        return random_colour(rng, low, high, 0.7)
    for _ in range(60):
        colour = from_hsv(rng.uniform(0.02, 0.15), rng.beta(1.2, 3), rng.uniform(0.05, 1))
        if low <= lightness(colour) <= high:
            return colour
    return random_colour(rng, low, high, 0.2)


def _near(rng: Generator, colour: Colour) -> Colour:
    """Return a colour hardly unlike this one."""
    drawn = np.clip(np.asarray(colour) * rng.uniform(0.8, 1.35) * np.exp(rng.normal(0, 0.07, 3)), 0.004, 0.92)
    return float(drawn[0]), float(drawn[1]), float(drawn[2])


def _plain(sheet: Sheet, rng: Generator) -> Floats:
    """Plaster, lacquer, plastic: soft blotches, dust and scratches."""
    lot = rng.random()
    colour = cream(rng) if lot < 0.45 else _near(rng, sheet.like) if lot < 0.75 else surface_colour(rng, 0.1, 0.95)
    grain = 1 + 0.03 * sheet.noise(rng, 60) + rng.uniform(0, 0.02) * sheet.noise(rng, 5)
    if rng.random() < 0.5:
        grain += sheet.embossed(rng.uniform(0, 0.10) * sheet.noise(rng, 2.5))
    _dust(grain, sheet, rng)
    return _tinted(colour, grain)


def _dust(grain: Floats, sheet: Sheet, rng: Generator) -> None:
    for _ in range(int(rng.integers(0, 60))):
        at = (int(rng.integers(sheet.columns)), int(rng.integers(sheet.rows)))
        size = max(1, round(sheet.fine * rng.uniform(0.1, 0.7)))
        cv2.ellipse(grain, at, (size, max(1, size // 2)), rng.uniform(0, 180), 0, 360, rng.uniform(0.35, 0.95), -1, 16)
    for _ in range(int(rng.integers(0, 5)) * int(rng.random() < 0.4)):
        start = rng.uniform(0, 1, 2) * (sheet.columns, sheet.rows)
        end = start + rng.normal(0, 40, 2) * sheet.fine
        cv2.line(grain, start.astype(int).tolist(), end.astype(int).tolist(), rng.uniform(0.85, 1.1), 1, cv2.LINE_AA)


def _paper(sheet: Sheet, rng: Generator) -> Floats:
    """White paper, often printed or ruled."""
    grain = 1 + 0.02 * sheet.noise(rng, 0.5) + 0.015 * sheet.noise(rng, 40)
    page = np.full((sheet.rows, sheet.columns, 3), 255, np.uint8)
    lot = rng.random()
    if lot < 0.3:
        _lines_of_text(page, sheet, rng)
    elif lot < 0.5:
        _ruled(page, sheet, rng)
    white = np.asarray(from_hsv(rng.random(), rng.uniform(0, 0.06), rng.uniform(0.85, 0.97)), np.float32)
    return _shaded(_light_of(page) * white, grain)


def _light_of(page: Bytes) -> Floats:
    """Return the light of an sRGB picture, quickly."""
    table = (np.arange(256, dtype=np.float32) / 255) ** 2.2
    return np.asarray(cv2.LUT(page, table), np.float32)


def random_ink(rng: Generator) -> tuple[int, int, int]:
    """Return a printed colour, sRGB."""
    red, green, blue = (np.asarray(from_hsv(rng.random(), rng.random(), rng.random())) ** (1 / 2.2) * 255).astype(int)
    return int(red), int(green), int(blue)


FONTS = (0, 1, 2, 3, 4, 5, 6, 7)
"""OpenCV's own."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789      .,:-!?"


def words(rng: Generator, length: int) -> str:
    """Return letters, digits and spaces by lot."""
    return "".join(LETTERS[i] for i in rng.integers(0, len(LETTERS), length))


def _lines_of_text(page: Bytes, sheet: Sheet, rng: Generator) -> None:
    high = rng.uniform(2.5, 9) * sheet.fine
    ink = (30, 30, 35) if rng.random() < 0.7 else random_ink(rng)
    font, scale = int(rng.choice(FONTS)), high / 32
    y, left = high, rng.uniform(0, 0.4) * sheet.columns
    while y < sheet.rows:
        if rng.random() < 0.85:
            text = words(rng, int(rng.integers(20, 70)))
            cv2.putText(page, text, (int(left), int(y)), font, scale, ink, max(1, int(scale * 2.2)), cv2.LINE_AA)
        y += high * 1.5


def _ruled(page: Bytes, sheet: Sheet, rng: Generator) -> None:
    step, ink = rng.choice([4.0, 5.0, 8.0]) * sheet.fine, (190, 200, 225)
    for y in np.arange(0, sheet.rows, step):
        cv2.line(page, (0, int(y)), (sheet.columns, int(y)), ink, max(1, int(sheet.fine * 0.25)), cv2.LINE_AA)
    for x in np.arange(0, sheet.columns, step) if rng.random() < 0.6 else ():
        cv2.line(page, (int(x), 0), (int(x), sheet.rows), ink, max(1, int(sheet.fine * 0.25)), cv2.LINE_AA)


def _carpet(sheet: Sheet, rng: Generator) -> Floats:
    """Loops in rows, each a little different, in a yarn of two colours."""
    pitch = rng.uniform(2.0, 5.5)
    x, y = sheet.places()
    bend = pitch * rng.uniform(0.15, 0.55)
    across = x + bend * sheet.noise(rng, pitch * 1.6)
    down = y + bend * sheet.noise(rng, pitch * 1.6)
    row = np.floor(down / pitch)
    column = across / np.float32(pitch * rng.uniform(0.8, 1.6)) + 0.5 * (row % 2)
    loops = np.abs(np.sin(np.pi * column) * np.sin(np.pi * down / pitch)) ** np.float32(0.6)
    fibre = sheet.noise(rng, 0.7)
    heights = pitch * (0.20 * loops + 0.09 * fibre + 0.10 * sheet.noise(rng, pitch * 0.7))
    grain = 0.45 + 0.6 * loops + 0.10 * fibre + 0.05 * sheet.noise(rng, 50) + 0.55 * sheet.embossed(heights)
    one = surface_colour(rng, 0.15, 0.8)
    yarn = _between(one, _near(rng, one), 0.5 + 0.5 * sheet.noise(rng, pitch))
    return _shaded(yarn, np.clip(grain, 0.08, 2))


def _felt(sheet: Sheet, rng: Generator) -> Floats:
    """Felt and short plush."""
    deep = rng.uniform(0.03, 0.14)
    grain = 1 + deep * sheet.noise(rng, 0.5) + 0.8 * deep * sheet.noise(rng, 1.6) + 0.05 * sheet.noise(rng, 30)
    for _ in range(int(rng.integers(0, 500))):
        start = rng.uniform(0, 1, 2) * (sheet.columns, sheet.rows)
        end = start + rng.normal(0, 2.5, 2) * sheet.fine
        cv2.line(grain, start.astype(int).tolist(), end.astype(int).tolist(), rng.uniform(0.8, 1.5), 1, cv2.LINE_AA)
    return _tinted(random_colour(rng, 0.08, 0.7, 0.85), grain)


def _cloth(sheet: Sheet, rng: Generator) -> Floats:
    """A woven cloth, often checked or striped."""
    thread = rng.uniform(0.5, 1.6)
    x, y = sheet.places()
    weave = np.sin(x * np.float32(6.28 / thread)) * np.sin(y * np.float32(6.28 / thread))
    is_seen = 1.0 if thread * sheet.fine > 2.5 else 0.2
    folds = sheet.embossed(rng.uniform(0, 2.0) * sheet.noise(rng, rng.uniform(25, 90), rng.uniform(25, 90)))
    grain = 1 + is_seen * rng.uniform(0.05, 0.2) * weave + 0.08 * sheet.noise(rng, 1.0) + folds
    ground = random_colour(rng, 0.2, 0.95, 0.6)
    if rng.random() < 0.35:
        return _tinted(ground, grain)
    other, step = random_colour(rng, 0.05, 0.9), rng.uniform(8, 50)
    share = rng.uniform(0.3, 0.6)
    stripes = (x / step % 1 < share) * np.ones_like(y) * 0.5
    if rng.random() < 0.75:
        stripes = stripes + (y / step % 1 < share) * 0.5
    return _shaded(_between(ground, other, stripes.astype(np.float32)), grain.astype(np.float32))


def _leather(sheet: Sheet, rng: Generator) -> Floats:
    cell = rng.uniform(1.2, 3.5)
    heights = 0.25 * cell * np.abs(sheet.noise(rng, cell)) ** np.float32(0.6)
    grain = 0.95 + 0.08 * sheet.noise(rng, 40) + rng.uniform(0.3, 0.9) * sheet.embossed(heights)
    return _tinted(surface_colour(rng, 0.06, 0.55), grain)


def _wood(sheet: Sheet, rng: Generator) -> Floats:
    """Planks or veneer: rings, pores, knots."""
    x, y = sheet.places()
    down = y + rng.uniform(0, 3) * sheet.noise(rng, 90, 18) + 0.0 * x
    shade = np.zeros(down.shape, np.float32)
    for _ in range(int(rng.integers(0, 4))):
        away_x = (x - rng.uniform(0, sheet.columns / sheet.fine)) / 22
        away_y = (y - rng.uniform(0, sheet.rows / sheet.fine)) / 7
        bump = np.exp(-(away_x**2) - away_y**2)
        down = down + 14 * bump * np.sign(away_y)
        shade += np.exp(-6 * (away_x * 2.2) ** 2 - 6 * away_y**2)
    rings = np.sin(down * np.float32(6.28 / rng.uniform(4, 16)) + 0.8 * sheet.noise(rng, 60, 6))
    pores = sheet.noise(rng, rng.uniform(8, 30), 0.5)
    share = 0.5 + rng.uniform(0.05, 0.28) * rings + rng.uniform(0.03, 0.2) * pores + 0.12 * sheet.noise(rng, 120, 12)
    if rng.random() < 0.5:
        share = share + _planks(sheet, rng)
    hue, light = rng.uniform(0.04, 0.12), rng.uniform(0.25, 0.95)
    one = from_hsv(hue, rng.uniform(0.15, 0.7), light)
    other = from_hsv(hue - 0.015, rng.uniform(0.3, 0.8), light * rng.uniform(0.5, 0.85))
    wood = _between(one, other, share + 0.7 * shade)
    return np.ascontiguousarray(wood.transpose(1, 0, 2)) if sheet.rows == sheet.columns and rng.random() < 0.5 else wood


def _planks(sheet: Sheet, rng: Generator) -> Floats:
    """Return how much darker each plank is, and the gaps between them."""
    wide = rng.uniform(40, 140)
    y = sheet.places()[1] + rng.uniform(0, wide)
    plank = (y / wide).astype(int)
    darker = (rng.normal(0, 0.12, plank.max() + 1)[plank]).astype(np.float32)
    gap = (y % wide < rng.uniform(0.4, 2.0)) * np.float32(rng.uniform(0.4, 1.2))
    return darker + gap


def _board(sheet: Sheet, rng: Generator) -> Floats:
    """A printed game board or mat: fields, paths, digits, shapes."""
    page = np.full((sheet.rows, sheet.columns, 3), random_ink(rng), np.uint8)
    long = max(sheet.rows, sheet.columns)
    for _ in range(int(rng.integers(6, 40))):
        _shape(page, rng, long)
    if rng.random() < 0.6:
        _fields(page, sheet, rng)
    for _ in range(int(rng.integers(2, 25))):
        at = (int(rng.integers(sheet.columns)), int(rng.integers(sheet.rows)))
        scale = float(np.exp(rng.uniform(-1, 1.6))) * sheet.fine / 5
        text, font = words(rng, int(rng.integers(1, 12))), int(rng.choice(FONTS))
        cv2.putText(page, text, at, font, scale, random_ink(rng), max(1, int(2 * scale)), cv2.LINE_AA)
    grain = 1 + 0.02 * sheet.noise(rng, 0.8) + sheet.embossed(rng.uniform(0, 0.06) * sheet.noise(rng, 1.5))
    mottle = 1 + rng.uniform(0, 0.25) * sheet.noise(rng, 25)
    return _shaded(_light_of(page), (grain * mottle * 0.85).astype(np.float32))


def _shape(page: Bytes, rng: Generator, long: int) -> None:
    at = rng.uniform(0, 1, 2) * page.shape[1::-1]
    reach = float(np.exp(rng.uniform(math.log(0.01), math.log(0.25)))) * long
    ink, thick = random_ink(rng), -1 if rng.random() < 0.6 else max(1, int(reach * 0.12))
    corners = int(rng.integers(3, 9))
    if rng.random() < 0.4:
        cv2.circle(page, at.astype(int).tolist(), int(reach), ink, thick, cv2.LINE_AA)
        return
    angle = np.sort(rng.uniform(0, 6.28, corners))
    outline = at + np.stack([np.cos(angle), np.sin(angle)], 1) * reach * rng.uniform(0.5, 1, (corners, 1))
    if thick < 0:
        cv2.fillPoly(page, [outline.astype(np.int32)], ink, cv2.LINE_AA)
    else:
        cv2.polylines(page, [outline.astype(np.int32)], True, ink, thick, cv2.LINE_AA)


def _fields(page: Bytes, sheet: Sheet, rng: Generator) -> None:
    """A grid of fields, some of them numbered."""
    step, ink = int(rng.uniform(12, 40) * sheet.fine) + 2, random_ink(rng)
    thick, scale = max(1, int(sheet.fine * rng.uniform(0.3, 1.5))), step / 60
    for row in range(0, sheet.rows, step):
        for column in range(0, sheet.columns, step):
            if rng.random() < 0.75:
                cv2.rectangle(page, (column, row), (column + step, row + step), ink, thick, cv2.LINE_AA)
            if rng.random() < 0.3:
                place = (column + step // 4, row + 3 * step // 4)
                cv2.putText(page, str(rng.integers(1, 100)), place, 0, scale, ink, max(1, int(2 * scale)), cv2.LINE_AA)


def _dark(sheet: Sheet, rng: Generator) -> Floats:
    """The bottom of a dark box."""
    grain = 1 + 0.1 * sheet.noise(rng, 0.8) + 0.1 * sheet.noise(rng, 20)
    _dust(grain, sheet, rng)
    return _tinted(linear(rng.uniform(0.01, 0.13, 3)), grain)


PAINTERS: dict[str, Callable[[Sheet, Generator], Floats]] = {
    "plain": _plain,
    "paper": _paper,
    "carpet": _carpet,
    "felt": _felt,
    "cloth": _cloth,
    "leather": _leather,
    "wood": _wood,
    "board": _board,
    "dark": _dark,
}
SHARES = (0.25, 0.09, 0.18, 0.09, 0.07, 0.04, 0.17, 0.08, 0.03)
"""Of the painters."""
