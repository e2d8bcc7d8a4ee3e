"""Where things lie: scattered, in a heap or in a pattern, touching, leaning, half out of the picture."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.marched.lens import Lens
from vision.training.marched.pieces import Body
from vision.training.trays.pieces.cocked import LEAST_TILT, lean, separation
from vision.training.trays.shapes.geometry import is_overlapping, toward, turn_about

Floats = NDArray[np.float64]
TRIES = 40
GAP, TOUCHING = 0.8, 0.05
"""Mm between separate things, and between things that touch."""
SMALLEST_PX = 12.0
"""Radius below which a die is too far away to be laid there."""
FAR = 70.0
"""Mm: surely apart."""
BISECTIONS = 13
IN_RIM = 1.5
"""Mm between a thing and the rim of its tray."""

Place = Callable[[], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Tray:
    """A rectangle with a rim, around the middle of the view."""

    half: Floats
    """Half its inner width and height, mm."""
    turn: float
    """Rad."""
    rim_width: float
    rim_height: float
    """Mm."""

    def own(self, points: Floats) -> Floats:
        """Return points (n, 2) as right and up in the tray."""
        cosine, sine = math.cos(self.turn), math.sin(self.turn)
        turned: Floats = points @ np.array([[cosine, -sine], [sine, cosine]])
        return turned

    def out(self, points: Floats) -> Floats:
        """Return points (n, 2) of the tray as those of the table; the inverse of `own`."""
        cosine, sine = math.cos(self.turn), math.sin(self.turn)
        turned: Floats = points @ np.array([[cosine, sine], [-sine, cosine]])
        return turned

    def holds(self, points: Floats) -> bool:
        """Return whether all points (n, 2) are on its floor."""
        return bool((np.abs(self.own(points)) <= self.half - IN_RIM).all())

    def excludes(self, points: Floats) -> bool:
        """Return whether the hull of points (n, 2) is outside its rim."""
        own = self.own(points)
        outer = self.half + self.rim_width + IN_RIM
        return bool(((own > outer).all(0) | (own < -outer).all(0)).any())


class Layout:
    """What lies on the table so far."""

    def __init__(self, rng: Generator, lens: Lens, tray: Tray | None) -> None:
        self.rng, self.lens, self.tray = rng, lens, tray
        self.bodies: list[Body] = []
        self._outlines: list[Floats] = []
        self._is_heap = rng.random() < 0.3
        self._heap = self.lens.on_table(self._pixels(0.3))[0]

    def _pixels(self, margin: float) -> Floats:
        """Return a pixel (1, 2), at least `margin` of the picture from its border."""
        return self.rng.uniform(margin, 1 - margin, (1, 2)) * self.lens.middle * 2

    def somewhere(self, body: Body) -> Floats:
        """Return a place (2,) in view."""
        if self._is_heap:
            return self._heap + self.rng.normal(0, 2.2 * body.reach, 2) * math.sqrt(1 + len(self.bodies))
        return self.lens.on_table(self._pixels(0.06))[0]

    def at_the_border(self) -> Floats:
        """Return a place (2,) at the border of the picture."""
        pixel = self._pixels(0.1)
        axis = int(self.rng.integers(2))
        pixel[0, axis] = self.rng.choice([0, self.lens.middle[axis] * 2])
        return self.lens.on_table(pixel)[0]

    def fits(self, body: Body, outline: Floats, gap: float, is_outside: bool = False) -> bool:
        """Return whether it lies in view, inside or outside the tray, and `gap` mm from all others."""
        rim = self.lens.project(np.array([body.at, body.at + self.lens.axes[0] * body.reach]))
        if np.linalg.norm(rim[1] - rim[0]) < SMALLEST_PX:
            return False
        if self.tray and not (self.tray.excludes(outline) if is_outside else self.tray.holds(outline)):
            return False
        for other, known in zip(self.bodies, self._outlines, strict=True):
            is_near = np.linalg.norm(other.at[:2] - body.at[:2]) < other.reach + body.reach + gap
            if is_near and is_overlapping(outline, known, gap):
                return False
        return True

    def keep(self, body: Body) -> None:
        self.bodies.append(body)
        self._outlines.append(body.footprint())

    def lay(self, body: Body, place: Place, gap: float = GAP, is_outside: bool = False) -> bool:
        """Lay a resting thing where there is room; False when no place is found."""
        outline = body.footprint() - body.at[:2]
        for _ in range(TRIES):
            body.at[:2] = place()
            if self.fits(body, outline + body.at[:2], gap, is_outside):
                self.keep(body)
                return True
        return False

    def lay_beside(self, body: Body, other: Body, is_aligned: bool) -> bool:
        """Push a resting thing against another; `is_aligned`: side by side, as a row of dice."""
        for _ in range(TRIES // 4):
            direction = toward(self.rng.uniform(0, 2 * math.pi))
            if is_aligned:
                body.turn = other.turn.copy()
                body.at = other.at.copy()
                sides = other.solid.normals @ other.turn.T
                level = sides[np.abs(sides[:, 2]) < 0.3]
                direction = level[self.rng.integers(len(level)), :2] if len(level) else direction
            _bring_near(body, other, direction / np.linalg.norm(direction))
            if self.fits(body, body.footprint(), TOUCHING / 2):
                self.keep(body)
                return True
        return False

    def lean(self, body: Body, support: Body, is_thin: bool) -> bool:
        """Lay a support and a die that leans on it; `is_thin`: the die stands on the support's edge instead."""
        for _ in range(TRIES // 2):
            direction = toward(self.rng.uniform(0, 2 * math.pi))
            body.rest(self.rng)
            body.at[:2] = self.somewhere(body)
            angle = self.rng.uniform(10, 16) if is_thin else self.rng.uniform(14, 42)
            lean(body, math.radians(angle), direction)
            if body.tilt < LEAST_TILT:
                continue
            support.rest(self.rng)
            support.at[:2] = 0
            _bring_near(support, body, -direction if is_thin else direction)
            if all(self.fits(thing, thing.footprint(), GAP) for thing in (body, support)):
                self.keep(body)
                self.keep(support)
                return True
        body.is_cocked = False
        return False


def _bring_near(body: Body, other: Body, direction: Floats) -> None:
    """Move a body toward another, from `direction` (2,), until they touch."""
    near, far = 0.0, FAR
    for _ in range(BISECTIONS):
        middle = (near + far) / 2
        body.at[:2] = other.at[:2] + direction * middle
        if separation(body, other) < TOUCHING:
            near = middle
        else:
            far = middle
    body.at[:2] = other.at[:2] + direction * far


def pattern(rng: Generator, count: int, step: float) -> Floats:
    """Return places (count, 2) mm of a cross, a ring, a grid or a row; `step`: mm between neighbours."""
    form = str(rng.choice(["cross", "ring", "grid", "row"]))
    number = np.arange(count)
    if form == "ring" or (form == "cross" and count > 9):
        angle = number * 2 * math.pi / max(1, count)
        places = np.stack([np.cos(angle), np.sin(angle)], 1) * max(step, step * count / (2 * math.pi))
    elif form == "cross":
        cross = np.array([(0, 0), (1, 1), (-1, 1), (-1, -1), (1, -1), (2, 2), (-2, 2), (-2, -2), (2, -2)])
        places = cross[:count] * step * 0.8
    else:
        columns = count if form == "row" else math.ceil(math.sqrt(count))
        places = np.stack([number % columns, number // columns], 1) * step
    places = places - places.mean(0) + rng.normal(0, step * 0.06, (count, 2))
    turned: Floats = places @ turn_about((0, 0, 1), rng.uniform(0, 6.28))[:2, :2]
    return turned
