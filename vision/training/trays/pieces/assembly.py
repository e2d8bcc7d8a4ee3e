"""The surfaces of one picture, and the pieces that are put into it."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

from vision.training.trays.paint.atlas import Atlas, Key
from vision.training.trays.shapes.geometry import Mesh

GLOSSY, MATTE = "gloss", "matte"


MARKER, THING, HAND, SPECK = -2, -3, -4, -9
"""Owners of triangles that no label stands for; playing pieces are numbered from 0."""


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """All triangles of one material."""

    mesh: Mesh
    owners: NDArray[np.int64]
    """(triangles,)."""


@dataclass(slots=True, eq=False)
class Assembly:
    """A scene in the making."""

    atlas: Atlas
    _parts: dict[str, list[tuple[Mesh, int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # A speck far below the table keeps both meshes from being empty: scenes of one structure share their kernels.
        corners = np.array([[0, 0, -90.0], [1, 0, -90], [0, 1, -90]])
        speck = Mesh(corners, np.tile([0, 0, 1.0], (3, 1)), np.zeros((3, 2)), np.array([[0, 1, 2]]))
        self._parts = {material: [(speck, SPECK)] for material in (GLOSSY, MATTE)}

    def add(self, mesh: Mesh, owner: int, material: str = MATTE) -> None:
        self._parts[material].append((mesh, owner))

    def add_quad(self, corners: ArrayLike, key: Key, owner: int) -> None:
        """A level square painted with a cell: its near left, near right, far right, far left corner, mm."""
        places = self.atlas.paint(key, np.array([[-1, -1], [1, -1], [1, 1], [-1, 1.0]]))
        triangles = np.array([[0, 1, 2], [0, 2, 3]])
        self.add(Mesh(np.asarray(corners, float), np.tile([0, 0, 1.0], (4, 1)), places, triangles), owner)

    def gathered(self, material: str) -> Gathered:
        meshes = [mesh for mesh, _ in self._parts[material]]
        starts = np.cumsum([0] + [len(mesh.positions) for mesh in meshes[:-1]])
        triangles = np.vstack([mesh.triangles + start for mesh, start in zip(meshes, starts, strict=True)])
        owners = np.concatenate([np.full(len(mesh.triangles), owner) for mesh, owner in self._parts[material]])
        positions, normals, paint = (
            np.vstack([getattr(mesh, name) for mesh in meshes]) for name in ("positions", "normals", "paint")
        )
        return Gathered(Mesh(positions, normals, paint, triangles), owners)


Floats = NDArray[np.float64]


class Piece(Protocol):
    """A die, a token or a card on the tray."""

    kind: str
    turn: Floats
    """(3, 3), from the piece's own axes to the tray's."""
    at: Floats
    """(3,) mm, position of its origin."""
    is_cocked: bool
    colourway: int

    @property
    def value(self) -> str:
        """Return the top value, also when cocked."""

    @property
    def tilt(self) -> float:
        """Between the top face and level, degrees."""

    @property
    def top_normal(self) -> Floats:
        """(3,), unit vector out of the top face."""

    @property
    def top_outline(self) -> Floats:
        """(n, 3) mm, the corners of the top face."""

    def points(self) -> Floats:
        """(n, 3) mm, points whose convex hull is the piece."""

    def footprint(self) -> Floats:
        """(n, 2) mm, its outline seen from straight above."""

    def rest(self, rng: Generator) -> None:
        """Lay it flat, turned at random."""

    def ground(self, height: float = 0.0) -> None:
        """Lifts or lowers it onto the height, mm."""

    def put_into(self, scene: Assembly, owner: int) -> None:
        """Add its surface to a scene."""
