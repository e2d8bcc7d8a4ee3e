"""Things on the table: dice, tokens and blocks, each a rounded solid in a coat."""

import dataclasses
import math
from typing import Self

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from vision.training.marched.bodies.coats import Coat, plain, styled_cells, token_cells
from vision.training.marched.bodies.pips import pip_coat
from vision.training.marched.bodies.solids import NEVER, Disc, Faceted, box, faceted, prism, surface_points
from vision.training.trays.pieces.dice import printed_values
from vision.training.trays.shapes.geometry import turn_about, turn_upward
from vision.training.trays.shapes.polyhedra import CUBES, Polyhedron, polyhedron
from vision.training.trays.styles.style import Style

Floats = NDArray[np.float64]
SIZES = {
    "mom_d8": (14.0, 20.0),
    "nemesis_noise": (9.0, 12.5),
    "nemesis_combat": (14.0, 18.5),
    "d6": (9.0, 20.0),
    "d8": (12.0, 19.0),
    "d10": (8.5, 12.5),
    "d20": (11.5, 16.0),
}
"""Edge of a die, mm; of the ten-sided die the radius of its middle."""
SHARPEST = 0.2
"""Radius of the sharpest edge, mm."""
ROUNDEST = {"mom_d8": 0.22, "nemesis_noise": 0.2, "nemesis_combat": 0.5, "d6": 0.8}
USUAL_ROUNDEST = 0.22
"""Radius of the roundest edges, in distances of a face from the middle."""
BALL = (1.27, 1.6)
"""Radius of the ball that cuts the corners of a cube, in distances of a face from the middle."""
SHAPES = {"d8": "mom_d8", "d10": "nemesis_noise"}
"""Kinds of dice with numbers that have the shape and the colours of another kind."""
NUMBERED = "d20"
"""The kind whose numerals they have."""
LABELLED = 12
"""Labelled points of the rim of a token."""


class Body:
    """A thing on the table; see `vision.training.trays.pieces.assembly.Piece`. Only what is of a kind is labelled."""

    def __init__(
        self, kind: str, sharp: Polyhedron, rounded: Faceted | Disc, coat: Coat, values: tuple[str, ...]
    ) -> None:
        self.kind, self.solid, self.rounded, self.coat, self.values = kind, sharp, rounded, coat, values
        self.turn, self.at = np.eye(3), np.zeros(3)
        self.is_cocked, self.colourway = False, 0
        self._surface = surface_points(rounded)

    @property
    def reach(self) -> float:
        """Distance of its farthest point from its middle, mm."""
        return float(np.linalg.norm(self._surface, axis=1).max())

    @property
    def top(self) -> int:
        """The most upward face."""
        return int(np.argmax(self.solid.normals @ self.turn[2]))

    @property
    def value(self) -> str:
        return self.values[self.top] if self.values else ""

    @property
    def tilt(self) -> float:
        """Between the most upward face and level, degrees."""
        return math.degrees(math.acos(min(1, (self.solid.normals @ self.turn[2]).max())))

    @property
    def top_normal(self) -> Floats:
        return self.turn @ self.solid.normals[self.top]

    @property
    def top_outline(self) -> Floats:
        """(n, 3) mm, the corners of the top face as if no edge were rounded."""
        outline = self.points()[self.solid.faces[self.top]]
        return outline[:: max(1, len(outline) // LABELLED)]

    def points(self) -> Floats:
        """Return the sharp corners (n, 3), mm."""
        return self.solid.vertices @ self.turn.T + self.at

    def surface(self) -> Floats:
        """Return points (n, 3) mm of the rounded surface; their hull is nearly the whole thing."""
        return self._surface @ self.turn.T + self.at

    def footprint(self) -> Floats:
        return cv2.convexHull(self.surface()[:, :2].astype(np.float32))[:, 0].astype(float)

    def rest(self, rng: Generator) -> None:
        """Lay it flat, dice on any face."""
        up = self.solid.normals[rng.integers(len(self.values))] if self.values else np.array([0, 0, 1.0])
        self.turn = turn_about((0, 0, 1), rng.uniform(0, 2 * math.pi)) @ turn_upward(up)
        self.ground()

    def ground(self, height: float = 0.0) -> None:
        self.at[2] += height - self.surface()[:, 2].min()

    def again(self) -> Self:
        """Return another one of the same make."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.turn, other.at, other.is_cocked = np.eye(3), np.zeros(3), False
        return other


def draw_die(rng: Generator, kind: str, style_name: str, own_pips: bool) -> Body:
    """Return a die in a random size and roundness; `own_pips`: with pips of our own, not of the style."""
    least, most = SIZES[kind]
    shape = polyhedron(SHAPES.get(kind, kind), round(rng.uniform(least, most) * 4) / 4)
    sharp = dataclasses.replace(shape, kind=kind)
    values = printed_values(sharp)
    inside = float(sharp.normals[0] @ sharp.frames[0].centre)
    edge = max(SHARPEST, inside * ROUNDEST.get(kind, USUAL_ROUNDEST) * float(rng.beta(1.0, 2.2)))
    ball = inside * rng.uniform(*BALL) if kind in CUBES and rng.random() < 0.5 else NEVER
    colourway = int(rng.integers(3))
    coat = pip_coat(rng, values) if own_pips else _styled(rng, style_name, kind, colourway, values)
    body = Body(kind, sharp, faceted(sharp, edge, ball), coat, values)
    body.colourway = colourway
    return body


def _styled(rng: Generator, style_name: str, kind: str, colourway: int, values: tuple[str, ...]) -> Coat:
    distinct = tuple(dict.fromkeys(values))
    printed = NUMBERED if kind in SHAPES else kind
    cells, ink = styled_cells(style_name, SHAPES.get(kind, kind), printed, colourway, distinct)
    return Coat(
        cells,
        ink,
        np.array([distinct.index(value) for value in values]),
        float(rng.uniform(0.3, 1.2)) if rng.random() < 0.5 else 0.0,
        gloss=float(rng.beta(1.5, 1.5)),
        sharpness=float(np.exp(rng.uniform(2.2, 6))),
        glow=float(rng.uniform(0, 0.15)),
    )


def draw_token(rng: Generator, style: Style, style_name: str, value: str) -> Body:
    """Return a token of the style with this value."""
    radius, thick = style.token.radius, style.token.thick
    cells = token_cells(style_name, value)
    faces = np.arange(3)
    coat = Coat(cells, np.zeros(cells.shape[:3], np.float32), faces, gloss=float(rng.uniform(0, 0.5)), sharpness=25.0)
    return Body("token", prism(radius, thick), Disc(radius, thick, 0.2 * thick), coat, (value,))


def draw_block(rng: Generator, sides: tuple[float, float, float], colour: ArrayLike, edge: float) -> Body:
    """Return a blank box, such as a cube of sugar or a building block; mm."""
    sharp = box(sides)
    return Body("", sharp, faceted(sharp, edge), plain(colour, 6, rng, gloss=float(rng.uniform(0, 0.6))), ())


def draw_plate(rng: Generator, radius: float, thick: float, colour: ArrayLike) -> Body:
    """Return a blank disc, such as a counter; mm."""
    rounded = Disc(radius, thick, thick * float(rng.uniform(0.1, 0.45)))
    return Body("", prism(radius, thick), rounded, plain(colour, 3, rng, gloss=float(rng.uniform(0, 0.7))), ())
