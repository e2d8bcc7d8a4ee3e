"""All surfaces of a style in one picture, from which the renderer paints.

Look at a random set quickly:  python -m vision.training.trays.paint.atlas R7 r7.png
"""

import argparse
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.marks.canvas import Canvas, clouds
from vision.training.trays.paint import card_face
from vision.training.trays.paint.card_face import paint_card
from vision.training.trays.paint.faces import CELL, paint_die_face, paint_token
from vision.training.trays.paint.materials import flat
from vision.training.trays.shapes.tray import DICE, FACES, LATER_SYMBOLS, RANKS, SUITS, TOKENS
from vision.training.trays.styles.by_name import style_named
from vision.training.trays.styles.style import Style, Things

Key = tuple[str | int, ...]
"""Content of a cell: (kind, colourway, value) of playing pieces, (name,) of other objects, ("aruco", number)."""
Tile = tuple[Key, NDArray[np.floating]]
COLUMNS = 18
WIDTH = COLUMNS * CELL
INSET = 1.5
"""Px that are kept from a cell's border, so that no neighbour shines through."""
MARKER_PX = (26, 134)
"""Start and end of a printed marker's pattern in its cell."""


@dataclass(frozen=True, slots=True, eq=False)
class Atlas:
    """The picture and the places in it."""

    colours: NDArray[np.float32]
    """(H, W, 3) linear RGB."""
    cells: Mapping[Key, tuple[int, int, int, int]]
    """x, y, width, height, px, y down."""

    def paint(self, key: Key, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Places (n, 2) of a cell, -1 to 1 and y up, as shares of the whole picture, y down."""
        x, y, width, height = self.cells[key]
        right = x + width / 2 + np.clip(places[:, 0], -1, 1) * (width / 2 - INSET)
        down = y + height / 2 - np.clip(places[:, 1], -1, 1) * (height / 2 - INSET)
        return np.stack([right / self.colours.shape[1], down / self.colours.shape[0]], 1)


def paint_atlas(style: Style, seed: int = 0) -> Atlas:
    """Paint everything; the same seed wears and mottles it in the same places."""
    rng = np.random.default_rng(seed)
    tiles = [*_dice(style, rng), *_tokens(style, TOKENS, rng), *_others(style, rng), *later_tokens(style, rng)]
    rows, cards_a_row = -(-len(tiles) // COLUMNS), WIDTH // card_face.WIDTH
    height = rows * CELL + -(-len(SUITS) * len(RANKS) // cards_a_row) * card_face.HEIGHT
    colours = np.zeros((height, WIDTH, 3), np.float32)
    cells: dict[Key, tuple[int, int, int, int]] = {}
    for i, (key, image) in enumerate(tiles):
        cells[key] = (i % COLUMNS * CELL, i // COLUMNS * CELL, CELL, CELL)
        _put(colours, cells[key], np.clip(image, 0.004, 0.95))
    for i, (suit, rank) in enumerate((s, r) for s in SUITS for r in RANKS):
        x, y = i % cards_a_row * card_face.WIDTH, rows * CELL + i // cards_a_row * card_face.HEIGHT
        cells["card", 0, rank + suit] = (x, y, card_face.WIDTH, card_face.HEIGHT)
        _put(colours, cells["card", 0, rank + suit], paint_card(style, rank, suit))
    return Atlas(colours, cells)


def _put(colours: NDArray[np.float32], cell: tuple[int, int, int, int], image: NDArray[np.floating]) -> None:
    x, y, width, height = cell
    colours[y : y + height, x : x + width] = image


def _dice(style: Style, rng: Generator) -> list[Tile]:
    return [
        ((kind, i, value), paint_die_face(style, kind, look, value, rng))
        for kind in DICE
        for i, look in enumerate(style.dice[kind])
        for value in FACES[kind]
    ]


def _tokens(style: Style, values: Iterable[str], rng: Generator) -> list[Tile]:
    return [(("token", 0, value), paint_token(style, value, rng)) for value in values]


def later_tokens(style: Style, rng: Generator) -> list[Tile]:
    """Tokens that only some sets have, painted after all else, so that nothing else is worn or mottled otherwise."""
    return _tokens(style, (value for value in LATER_SYMBOLS if value in style.symbols), rng)


def _others(style: Style, rng: Generator) -> list[Tile]:
    """Return edges and backs of tokens and cards, printed markers, and distractors."""
    cardboard = flat(style.token.rim, CELL) * 1.25 * (0.8 + 0.4 * clouds(CELL, rng, 6, 8)[..., None])
    tiles: list[Tile] = [
        (("cardboard",), cardboard),
        (("cardedge",), flat((0.78,) * 3, CELL)),
        (("cardback",), _card_back(style)),
    ]
    tiles += [(("aruco", i), _marker(i)) for i in range(4)]
    return tiles + _things(style.things, style.font, rng)


def _card_back(style: Style) -> NDArray[np.floating]:
    canvas = Canvas(CELL)
    for k in range(-9, 10):
        canvas.line([(k * 0.22 - 1, -1), (k * 0.22 + 1, 1)], 0.05)
    share = canvas.mask()[..., None]
    return np.array(style.card.back) * (1 - share) + 0.8 * share


def _marker(number: int) -> NDArray[np.floating]:
    """Return a marker of the 4x4 dictionary on white paper."""
    first, last = MARKER_PX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    printed = cv2.aruco.generateImageMarker(dictionary, number, last - first)
    paper = np.full((CELL, CELL), 0.82, np.float32)
    paper[first:last, first:last] = np.where(printed > 127, 0.82, 0.02)
    return np.repeat(paper[..., None], 3, 2)


def _things(look: Things, font: str, rng: Generator) -> list[Tile]:
    skin = np.array(look.skin) * (0.85 + 0.3 * clouds(CELL, rng, 6, 6)[..., None]) * np.array([1, 0.98, 0.96])
    nail = flat(look.skin, CELL) * 1.15 + np.array([0.06, 0.02, 0.02])
    sleeve = np.array(look.sleeve) * (0.6 + 0.8 * rng.random((CELL, CELL, 1)))
    stamped = Canvas(CELL).ring((0, 0), 0.9, 0.06).text(look.coin_text, font, 0.7, (0, 0.05), most=1.3)
    coin = np.array(look.coin) * 0.5 * (1 - 0.35 * stamped.mask()[..., None])
    share = _rosette().mask()[..., None] * 0.6
    coaster = np.array(look.coaster) * (0.7 + 0.6 * clouds(CELL, rng, 6, 10)[..., None]) * (1 - share) + 0.7 * share
    pen, tip = flat(look.pen, CELL), flat((0.7,) * 3, CELL)
    names = ("skin", "nail", "sleeve", "coin", "coaster", "pen", "pentip")
    return [((n,), image) for n, image in zip(names, (skin, nail, sleeve, coin, coaster, pen, tip), strict=True)]


def _rosette() -> Canvas:
    canvas = Canvas(CELL).ring((0, 0), 0.8, 0.05).ring((0, 0), 0.55, 0.03)
    for k in range(6):
        angle = math.radians(60 * k)
        canvas.ring((0.27 * math.cos(angle), 0.27 * math.sin(angle)), 0.27, 0.025)
    return canvas


def on_screen(colours: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Linear colours as a screen shows them (sRGB)."""
    light = np.clip(colours, 0, 1)
    value = np.where(light <= 0.0031308, light * 12.92, 1.055 * np.power(light, 1 / 2.4) - 0.055)
    return (value * 255 + 0.5).astype(np.uint8)


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the atlas of a style as a picture.")
    parser.add_argument("style")
    parser.add_argument("out", type=Path)
    chosen = parser.parse_args()
    atlas = paint_atlas(style_named(chosen.style))
    cv2.imwrite(str(chosen.out), on_screen(atlas.colours)[..., ::-1])


if __name__ == "__main__":
    main()
