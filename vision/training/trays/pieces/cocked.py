"""Tilted pieces: dice that lean on the rim, on another die or on a token, tokens on the rim."""

import math
from typing import Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.pieces.dice import Die
from vision.training.trays.pieces.flats import Flat
from vision.training.trays.pieces.placer import Placer
from vision.training.trays.shapes.geometry import across, toward, turn_about
from vision.training.trays.shapes.polyhedra import Polyhedron, edges_of
from vision.training.trays.shapes.tray import EDGES, HEIGHT, WIDTH

Floats = NDArray[np.float64]
TRIES = 40
GAP = 0.5
"""Mm to other pieces."""
LEAST_TILT = 9.0
"""Degrees. A die tilted further, almost onto a neighbouring face, is not cocked."""
SIDES = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))


class Convex(Protocol):
    """A convex body that can be tilted."""

    solid: Polyhedron
    turn: Floats
    at: Floats
    is_cocked: bool

    def points(self) -> Floats:
        """(n, 3) mm, the corners of its solid."""

    def ground(self) -> None:
        """Lower it onto the felt."""


def separation(one: Convex, other: Convex) -> float:
    """Mm between two bodies along the axis that parts them best; negative where they overlap."""
    axes = [one.solid.normals @ one.turn.T, other.solid.normals @ other.turn.T]
    crossed = np.cross(
        (one.solid.edge_directions @ one.turn.T)[:, None, :], (other.solid.edge_directions @ other.turn.T)[None, :, :]
    ).reshape(-1, 3)
    length = np.linalg.norm(crossed, axis=1)
    axes.append(crossed[length > 1e-6] / length[length > 1e-6][:, None])
    a, b = (die.points() @ np.vstack(axes).T for die in (one, other))
    return float(np.maximum(b.min(0) - a.max(0), a.min(0) - b.max(0)).max())


def lean(die: Convex, angle: float, direction: Floats) -> None:
    """Tilt a resting die by `angle` (rad) toward `direction` (2,), over the bottom edge on that side."""
    outward = _nearest_side(die, direction)
    yaw = math.atan2(direction[1], direction[0]) - math.atan2(outward[1], outward[0])
    axis = np.cross([0, 0, 1.0], [direction[0], direction[1], 0])
    die.turn = turn_about(axis, angle) @ turn_about((0, 0, 1), yaw) @ die.turn
    die.ground()
    die.is_cocked = True


def _nearest_side(die: Convex, direction: Floats) -> Floats:
    """Return the normal (2,) of that edge of the bottom face that looks most toward `direction`."""
    points = die.points()
    bottom = die.solid.faces[int(np.argmin(die.solid.normals @ die.turn[2]))]
    centre = points[bottom].mean(0)
    normals = []
    for a, b in edges_of(bottom):
        normal = np.cross(points[b] - points[a], [0, 0, 1.0])[:2]
        normal /= np.linalg.norm(normal)
        is_inward = normal @ ((points[a] + points[b]) / 2 - centre)[:2] < 0
        normals.append(-normal if is_inward else normal)
    return max(normals, key=lambda normal: normal @ direction)


def lean_on_rim(placer: Placer, die: Die) -> bool:
    """Commit the die where it leans on the rim; False when 40 tries find no place."""
    rng = placer.rng
    for _ in range(TRIES):
        outward = np.array(SIDES[rng.integers(4)])
        die.rest(rng)
        lean(die, math.radians(rng.uniform(16, 30) if rng.random() < 0.5 else rng.uniform(30, 44)), outward)
        if die.tilt < LEAST_TILT:
            continue
        is_sideways = abs(outward[0]) > 0.5
        reach = (die.points()[:, :2] @ outward).max() - die.at[:2] @ outward
        along = across(outward) * rng.uniform(-0.6, 0.6) * (HEIGHT if is_sideways else WIDTH) / 2
        die.at[:2] = outward * (EDGES[0 if is_sideways else 1] - reach - 0.05) + along
        if placer.fits(die, GAP, 0.0):
            placer.commit(die)
            return True
    return False


def lean_on_die(placer: Placer, die: Die, support: Die) -> bool:
    """Commit the die and the one it leans on; False when 40 tries find no place."""
    rng = placer.rng
    for _ in range(TRIES):
        direction = toward(rng.uniform(0, 2 * math.pi))
        die.rest(rng)
        support.rest(rng)
        lean(die, math.radians(rng.uniform(16, 42)), direction)
        if die.tilt < LEAST_TILT:
            continue
        die.at[:2] = rng.uniform(-0.7, 0.7, 2) * EDGES
        _bring_near(support, die, direction)
        if placer.fits(die, GAP) and placer.fits(support, GAP):
            placer.commit(die)
            placer.commit(support)
            return True
    return False


def _bring_near(support: Die, die: Die, direction: Floats) -> None:
    near, far = 0.0, 60.0
    for _ in range(16):
        middle = (near + far) / 2
        support.at[:2] = die.at[:2] + direction * middle
        if separation(die, support) < 0.05:
            near = middle
        else:
            far = middle
    support.at[:2] = die.at[:2] + direction * far


def lean_on_token(placer: Placer, die: Die, token: Flat) -> bool:
    """Commit the token and the die that stands on its edge; False when 40 tries find no place."""
    rng = placer.rng
    for _ in range(TRIES):
        direction = toward(rng.uniform(0, 2 * math.pi))
        angle = math.radians(rng.uniform(9.5, 13))
        die.rest(rng)
        token.rest(rng)
        lean(die, angle, direction)
        die.at[:2] = rng.uniform(-0.6, 0.6, 2) * EDGES
        points = die.points()
        pivot = (points[points[:, 2] < 0.05][:, :2] @ direction).mean()
        along = pivot - token.thick / math.tan(angle) - token.outline.reach - 0.1
        token.at[:2] = direction * along + across(direction) * (die.at[:2] @ across(direction))
        if placer.fits(die, GAP) and placer.fits(token, GAP):
            placer.commit(die)
            placer.commit(token)
            return True
    return False


def lay_over_rim(flat: Flat, rng: Generator, side: int, rim_height: float, inward: float) -> None:
    """Lay a resting flat piece half on the rim (mm high) and half on the felt; `side`: -1 left, 1 right.

    The rim's inner edge meets the underside `inward` half widths from the piece's middle.
    """
    reach = float(np.ptp(flat.points()[:, 0])) / 2
    contact = inward * reach
    angle = math.asin(min(0.92, (rim_height + 0.3) / (reach + contact)))
    flat.turn = turn_about((0, 1, 0), -side * angle) @ flat.turn
    flat.at = np.array([side * (EDGES[0] - contact * math.cos(angle)), rng.uniform(-60, 60), 0.0])
    flat.ground()
    flat.is_cocked = True
