"""Dice: size, print, pose, value."""

import math

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.trays.pieces.assembly import GLOSSY, Assembly
from vision.training.trays.shapes.geometry import Mesh, hull, turn_about, turn_upward
from vision.training.trays.shapes.polyhedra import Polyhedron, RoundedMesh, polyhedron, rounded
from vision.training.trays.shapes.tray import PRINTED
from vision.training.trays.styles.style import Style

Floats = NDArray[np.float64]


class Die:
    """One die of a style; see `assembly.Piece`."""

    def __init__(self, kind: str, style: Style, rng: Generator, colourway: int | None = None) -> None:
        """Draws the colourway, unless it is given, and the size."""
        self.kind = kind
        self.colourway = int(rng.integers(3)) if colourway is None else colourway
        share = rng.random()
        least, most = style.sizes[kind]
        size = round(round((least + share * (most - least)) * 4) / 4, 2)
        self.solid: Polyhedron = polyhedron(kind, size)
        self.surface: RoundedMesh = rounded(kind, size, round(style.roundings[kind][int(share * 2)], 2))
        self.values = printed_values(self.solid)
        self.turn, self.at = np.eye(3), np.zeros(3)
        self.is_cocked = False

    @property
    def top(self) -> int:
        """The most upward face."""
        return int(np.argmax(self.solid.normals @ self.turn[2]))

    @property
    def value(self) -> str:
        return self.values[self.top]

    @property
    def tilt(self) -> float:
        return math.degrees(math.acos(min(1, (self.solid.normals @ self.turn[2]).max())))

    @property
    def top_normal(self) -> Floats:
        return self.turn @ self.solid.normals[self.top]

    @property
    def top_outline(self) -> Floats:
        return self._moved(self.solid.vertices[self.solid.faces[self.top]])

    def points(self) -> Floats:
        return self._moved(self.solid.vertices)

    def _moved(self, points: Floats) -> Floats:
        return points @ self.turn.T + self.at

    def footprint(self) -> Floats:
        return hull(self.points()[:, :2])

    def rest(self, rng: Generator, face: int | None = None) -> None:
        """Lay it on the felt, `face` up, or any face."""
        up = int(rng.integers(len(self.values))) if face is None else face
        self.turn = turn_about((0, 0, 1), rng.uniform(0, 2 * math.pi)) @ turn_upward(self.solid.normals[up])
        self.ground()

    def ground(self, height: float = 0.0) -> None:
        self.at[2] = height - (self.solid.vertices @ self.turn.T)[:, 2].min()

    def put_into(self, scene: Assembly, owner: int) -> None:
        paint = np.zeros((len(self.surface.positions), 2))
        for face, value in enumerate(self.values):
            of_face = self.surface.face_of == face
            paint[of_face] = scene.atlas.paint((self.kind, self.colourway, value), self.surface.on_face[of_face])
        mesh = Mesh(self.surface.positions, self.surface.normals, paint, self.surface.triangles)
        scene.add(mesh.moved(self.turn, self.at), owner, GLOSSY)


def printed_values(solid: Polyhedron) -> tuple[str, ...]:
    """Return the print of each face. Opposite faces of numbered dice sum to one more than the number of faces."""
    if solid.kind in PRINTED:
        return PRINTED[solid.kind]
    count = len(solid.faces)
    values: dict[int, str] = {}
    for face in np.argsort([(i * 7) % count for i in range(count)]):  # neighbours get numbers far apart
        if face not in values:
            lower = len(values) // 2 + 1
            values[int(face)], values[solid.opposite(face)] = str(lower), str(count + 1 - lower)
    return tuple(values[face] for face in range(count))
