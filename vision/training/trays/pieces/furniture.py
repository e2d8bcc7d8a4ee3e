"""Static objects: the table, the tray's rim and felt, and printed markers."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.training.trays.pieces.assembly import MARKER, Assembly
from vision.training.trays.shapes.geometry import Mesh
from vision.training.trays.shapes.tray import EDGES, MARKER_INSET, MARKER_SIDE, RIM_WIDTH, TABLE_Z

Floats = NDArray[np.float64]
TABLE_REACH = 900
"""Half side of the table, mm."""
BOUNDS = ((-2600.0, -2600.0, -300.0), (2600.0, 2600.0, 2600.0))
"""Specks here make all scenes equally large: the size is baked into the kernels."""
SPECK = np.array([[0, 0, 0], [0.1, 0, 0], [0.1, 0.1, 0], [0, 0.1, 0]])
UP = (0, 0, 1)
MARKER_CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
"""Far left, far right, near right, near left: markers 0 to 3."""
PATTERN = 108 / 157.0
"""Side of a marker's pattern, in sides of its paper."""


@dataclass(slots=True, eq=False)
class _Quads:
    """Squares of one surface."""

    positions: list[ArrayLike] = field(default_factory=list)
    normals: list[ArrayLike] = field(default_factory=list)
    paint: list[ArrayLike] = field(default_factory=list)

    def add(self, corners: ArrayLike, normal: ArrayLike, paint: ArrayLike) -> None:
        self.positions.append(corners)
        self.normals.append([normal] * 4)
        self.paint.append(paint)

    def mesh(self) -> Mesh:
        first = np.arange(len(self.positions)) * 4
        triangles = np.stack([first, first + 1, first + 2, first, first + 2, first + 3], 1).reshape(-1, 3)
        positions, normals = (np.array(v, float).reshape(-1, 3) for v in (self.positions, self.normals))
        return Mesh(positions, normals, np.array(self.paint, float).reshape(-1, 2), triangles)


def felt_mesh() -> Mesh:
    x, y = EDGES
    corners = np.array([[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]])
    paint = np.array([[0, 1], [1, 1], [1, 0], [0, 0.0]])
    return Mesh(corners, np.tile([0, 0, 1.0], (4, 1)), paint, np.array([[0, 1, 2], [0, 2, 3]]))


def table_mesh(rim_height: float) -> Mesh:
    """Table and rim, painted with the table's colours above and the rim's below (see `paint.materials.table_and_rim`)."""
    quads = _Quads()
    for bound in BOUNDS:
        quads.add(np.array(bound) + SPECK, UP, [[0, 0]] * 4)
    s, z = TABLE_REACH, TABLE_Z
    table = [[0, 0.499], [1, 0.499], [1, 0.001], [0, 0.001]]
    quads.add([[-s, -s, z], [s, -s, z], [s, s, z], [-s, s, z]], UP, table)
    (x, y), w = EDGES, RIM_WIDTH
    for x0, x1, y0, y1, is_along_x in (
        (-x - w, x + w, -y - w, -y, True),
        (-x - w, x + w, y, y + w, True),
        (-x - w, -x, -y, y, False),
        (x, x + w, -y, y, False),
    ):
        _add_bar(quads, (x0, x1), (y0, y1), (TABLE_Z, rim_height), is_along_x)
    return quads.mesh()


def _add_bar(
    quads: _Quads, x: tuple[float, float], y: tuple[float, float], z: tuple[float, float], is_along_x: bool
) -> None:
    """Add one side of the rim: its top and its four sides. The wood's grain runs along it."""
    (x0, x1), (y0, y1), (z0, z1) = x, y, z
    top = _wood(0.1, 0.2)
    if not is_along_x:
        top = [top[3], top[0], top[1], top[2]]
    side = _wood(0.3, 0.5)
    quads.add([[x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1]], UP, top)
    quads.add([[x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1]], (0, -1, 0), side)
    quads.add([[x1, y1, z0], [x0, y1, z0], [x0, y1, z1], [x1, y1, z1]], (0, 1, 0), side)
    quads.add([[x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1]], (1, 0, 0), side)
    quads.add([[x0, y1, z0], [x0, y0, z0], [x0, y0, z1], [x0, y1, z1]], (-1, 0, 0), side)


def _wood(low: float, high: float) -> list[list[float]]:
    """Return a strip of the lower half of the picture."""
    return [[0.1 + 0.8 * a, 0.51 + 0.48 * b] for a, b in ((0, low), (1, low), (1, high), (0, high))]


def marker_middles(is_inside: bool) -> list[Floats]:
    """Return the middles (3,) mm of markers 0 to 3: on the felt's corners, or on the table left and right of the tray."""
    inset = EDGES - MARKER_INSET if is_inside else EDGES + np.array([RIM_WIDTH + 19, -16])
    height = 0.15 if is_inside else TABLE_Z + 0.2
    return [np.append(np.array(corner) * inset, height) for corner in MARKER_CORNERS]


def put_markers(scene: Assembly, is_inside: bool) -> dict[int, Floats]:
    """Add the four markers. Returns the outer corners (4, 3) mm of each pattern: far left, far right, near right, near
    left.
    """
    half = MARKER_SIDE / 2
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
    corners = {}
    for number, middle in enumerate(marker_middles(is_inside)):
        scene.add_quad(middle + half * square, ("aruco", number), MARKER)
        corners[number] = middle + half * PATTERN * square[[3, 2, 1, 0]]
    return corners
