"""Flat pieces: tokens, cards, coins, coasters, as prisms with a bevelled upper edge."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.paint.atlas import Key
from vision.training.trays.pieces.assembly import GLOSSY, MATTE, Assembly
from vision.training.trays.shapes.geometry import Mesh, hull, turn_about
from vision.training.trays.styles.style import Style

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
CARD_SIZE, CARD_CORNER, CARD_THICK = (63.0, 88.0), 3.2, 0.35
"""Mm."""
SIDES = 48
"""Sides of a disc."""
BEVEL_PRINT = 14
"""Mm: the bevel takes this share of its width from the print, whatever the size of the piece."""
LABELLED = 12
"""Approximate number of labelled corners of a top face."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The outline of a flat piece."""

    corners: Floats
    """(n, 2) mm, anticlockwise."""
    printed: Floats
    """(n, 2), the places of the corners on the print, -1 to 1."""
    reach: float
    """Half its width, mm."""


def disc(radius: float) -> Outline:
    angle = np.linspace(0, 2 * math.pi, SIDES + 1)[:-1]
    unit = np.stack([np.cos(angle), np.sin(angle)], 1)
    return Outline(unit * radius, unit, radius)


def rectangle(width: float, height: float, corner: float) -> Outline:
    """With round corners of radius `corner`, all mm."""
    x, y = width / 2 - corner, height / 2 - corner
    points = []
    for cx, cy, first in ((x, y, 0), (-x, y, 90), (-x, -y, 180), (x, -y, 270)):
        angles = [math.radians(first + d) for d in np.linspace(0, 90, 6)]
        points += [(cx + corner * math.cos(a), cy + corner * math.sin(a)) for a in angles]
    return Outline(np.array(points), np.array(points) / [width / 2, height / 2], width / 2)


@dataclass(frozen=True, slots=True)
class Paint:
    """The cells with which a flat piece is painted."""

    front: Key
    edge: Key
    back: Key


class Flat:
    """A flat piece; see `assembly.Piece`. Its origin is the middle of its underside."""

    def __init__(self, kind: str, value: str, outline: Outline, thick: float, paint: Paint) -> None:
        self.kind, self.value, self.outline, self.thick, self.paint = kind, value, outline, thick, paint
        self.turn, self.at = np.eye(3), np.zeros(3)
        self.is_cocked, self.colourway = False, 0

    @property
    def tilt(self) -> float:
        return math.degrees(math.acos(min(1, self.turn[2, 2])))

    @property
    def top_normal(self) -> Floats:
        return self.turn[:, 2]

    @property
    def top_outline(self) -> Floats:
        count = len(self.outline.corners)
        return self.points()[count:][:: max(1, count // LABELLED)]

    def points(self) -> Floats:
        """Return the corners of the underside, then those of the upper side."""
        corners = self.outline.corners
        sides = [np.c_[corners, np.full(len(corners), height)] for height in (0.0, self.thick)]
        return np.vstack(sides) @ self.turn.T + self.at

    def footprint(self) -> Floats:
        return hull(self.points()[:, :2])

    def rest(self, rng: Generator) -> None:
        self.turn = turn_about((0, 0, 1), rng.uniform(0, 2 * math.pi))

    def ground(self, height: float = 0.0) -> None:
        self.at[2] += height - self.points()[:, 2].min()

    def put_into(self, scene: Assembly, owner: int) -> None:
        for mesh in self._surface(scene):
            scene.add(mesh.moved(self.turn, self.at), owner, GLOSSY if self.kind == "coin" else MATTE)

    def _surface(self, scene: Assembly) -> list[Mesh]:
        """Upper side, bevel, edge and underside, before it is laid down."""
        corners, printed = self.outline.corners, self.outline.printed
        count, bevel = len(corners), min(0.35, self.thick * 0.3)
        outward = corners / np.linalg.norm(corners, axis=1)[:, None]
        front, edge, back = self.paint.front, self.paint.edge, self.paint.back
        rim = np.c_[corners - outward * bevel, np.full(count, self.thick)]
        shoulder = np.c_[corners, np.full(count, self.thick - bevel)]
        foot = np.c_[corners, np.zeros(count)]
        inner_print = printed * (1 - bevel / BEVEL_PRINT)
        slopes = np.vstack([np.c_[outward * 0.4, np.full(count, 0.9)], np.c_[outward, np.full(count, 0.2)]])
        level = np.vstack([np.c_[outward, np.zeros(count)]] * 2)
        paint = scene.atlas.paint
        upper = paint(front, np.vstack([[[0, 0]], inner_print]))
        return [
            Mesh(np.vstack([[[0, 0, self.thick]], rim]), _straight(1, count), upper, _fan(count)),
            Mesh(
                np.vstack([rim, shoulder]), _unit(slopes), paint(front, np.vstack([inner_print, printed])), _band(count)
            ),
            Mesh(
                np.vstack([shoulder, foot]),
                _unit(level),
                paint(edge, np.vstack([printed * 0.9, printed * 0.8])),
                _band(count),
            ),
            Mesh(
                np.vstack([[[0, 0, 0]], foot]),
                _straight(-1, count),
                paint(back, np.vstack([[[0, 0]], printed])),
                _fan(count)[:, [0, 2, 1]],
            ),
        ]


def _unit(normals: Floats) -> Floats:
    return normals / np.linalg.norm(normals, axis=1)[:, None]


def _straight(sign: int, count: int) -> Floats:
    return np.tile([0, 0, float(sign)], (count + 1, 1))


def _fan(count: int) -> Ints:
    """Triangles from point 0 to the `count` points around it."""
    i = np.arange(count)
    return np.stack([np.zeros(count, int), 1 + i, 1 + (i + 1) % count], 1)


def _band(count: int) -> Ints:
    """Triangles between two rings of `count` points."""
    i = np.arange(count)
    j = (i + 1) % count
    return np.vstack([np.stack([i, count + i, count + j], 1), np.stack([i, count + j, j], 1)])


def token(value: str, style: Style) -> Flat:
    cardboard: Key = ("cardboard",)
    paint = Paint(("token", 0, value), cardboard, cardboard)
    return Flat("token", value, disc(style.token.radius), style.token.thick, paint)


def card(value: str) -> Flat:
    return Flat("card", value, _card_outline(), CARD_THICK, Paint(("card", 0, value), ("cardedge",), ("cardback",)))


def card_back() -> Flat:
    """Return a card that is face down."""
    return Flat("cardback", "", _card_outline(), CARD_THICK, Paint(("cardback",), ("cardedge",), ("cardedge",)))


def _card_outline() -> Outline:
    return rectangle(*CARD_SIZE, CARD_CORNER)


def coin(radius: float) -> Flat:
    return _plain("coin", disc(radius), 2.0)


def round_coaster() -> Flat:
    return _plain("coaster", disc(47.0), 4.0)


def square_coaster() -> Flat:
    return _plain("coaster", rectangle(94.0, 94.0, 8.0), 4.0)


def pen_space() -> Flat:
    """Return the space of a pen on the felt. The pen itself is round."""
    return _plain("pen", rectangle(138.0, 10.0, 4.9), 10.0)


def _plain(name: str, outline: Outline, thick: float) -> Flat:
    return Flat(name, "", outline, thick, Paint((name,), (name,), (name,)))
