"""Convex solids with rounded edges, and where rays meet them.

A solid is the set of points whose parts, how far a point is beyond each inset face, have a length of at most `edge`.
That function is convex: Newton's steps along a ray never pass the surface.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.training.trays.shapes.polyhedra import Polyhedron, edges_of, polyhedron

Floats = NDArray[np.float32]
Ints = NDArray[np.intp]
STEPS = 6
"""Newton steps to the surface."""
LONGEST_STEP = 4.0
"""Mm."""
NEAR = 0.02
"""Mm within which a ray has met the surface."""
NEVER = 1e6
"""Mm: farther than anything."""
DIRECTIONS = 200
"""Points that stand for a solid's surface."""
SIDES = 40
"""Points around each rim of a disc."""


Along = Callable[[Floats], tuple[Floats, Floats]]
"""From lengths of rays (n,), mm, to how far their ends are beyond each inset face, (k, n) mm, and how fast."""


class Solid(Protocol):
    """A convex solid about its own origin."""

    @property
    def edge(self) -> float:
        """Radius of the edges, mm."""

    def crossing(self, origin: Floats, rays: Floats) -> tuple[Floats, Floats]:
        """Return where rays (n, 3) enter and leave the sharp solid, (n,) mm from the origin, (3,) or (n, 3)."""

    def along(self, start: Floats, rays: Floats) -> Along:
        """Return the parts along rays (n, 3) from a start, (3,) or (n, 3)."""

    def outward(self, points: Floats) -> Floats:
        """Return the unit normals (n, 3) at points of the surface."""

    def faces_at(self, points: Floats) -> Ints:
        """Return the face of each point, (n,)."""

    def on_face(self, points: Floats, faces: Ints) -> Floats:
        """Return the places (n, 2) of points on their faces, -1 to 1, right and up."""

    def print_axes(self, faces: Ints) -> tuple[Floats, Floats]:
        """Return the directions (n, 3) of right and up on the faces."""


def meet(solid: Solid, origin: Floats, rays: Floats) -> tuple[Ints, Floats]:
    """Return the indices (m,) of rays (n, 3) that meet the solid, and their lengths (m,), mm."""
    enter, leave = solid.crossing(origin, rays)
    tried = np.flatnonzero((enter < leave) & (enter > 0))
    far = enter[tried]
    along = solid.along(origin[tried] if origin.ndim > 1 else origin, rays[tried])
    for _ in range(STEPS):
        parts, slopes = along(far)
        over = np.maximum(parts, 0)
        size = np.sqrt((over * over).sum(0))
        fall = -(over * slopes).sum(0) / (size + np.float32(1e-6))
        far = far + np.clip((size - np.float32(solid.edge)) / np.maximum(fall, 1e-3), 0, LONGEST_STEP)
    over = np.maximum(along(far)[0], 0)
    has_met = (np.sqrt((over * over).sum(0)) - solid.edge < NEAR) & (far < leave[tried])
    return tried[has_met], far[has_met]


@dataclass(frozen=True, slots=True, eq=False)
class Faceted:
    """A polyhedron with rounded edges, its corners perhaps turned on a ball."""

    normals: Floats
    """(faces, 3) unit vectors."""
    offsets: Floats
    """(faces,) mm from the origin."""
    centres: Floats
    """(faces, 3) mm."""
    rights: Floats
    ups: Floats
    """(faces, 3): directions of the print, divided by the reach of the print, mm."""
    edge: float
    ball: float = NEVER
    """Radius of the ball that cuts off the corners, mm."""

    def crossing(self, origin: Floats, rays: Floats) -> tuple[Floats, Floats]:
        rise = self.normals @ rays.T
        rise[np.abs(rise) < 1e-7] = 1e-7
        above = self.normals @ origin.T - (self.offsets[:, None] if origin.ndim > 1 else self.offsets)
        far = -(above if origin.ndim > 1 else above[:, None]) / rise
        is_inward = rise < 0
        return np.where(is_inward, far, -NEVER).max(0), np.where(is_inward, NEVER, far).min(0)

    def along(self, start: Floats, rays: Floats) -> Along:
        rise, inset = self.normals @ rays.T, self.offsets - np.float32(self.edge)
        above = self.normals @ start.T - (inset[:, None] if start.ndim > 1 else inset)
        above = above if start.ndim > 1 else above[:, None]
        if self.ball >= NEVER:
            return lambda far: (above + far * rise, rise)
        toward, squared = (rays * start).sum(1), (start * start).sum(-1)
        reach = np.float32(self.ball - self.edge)

        def with_ball(far: Floats) -> tuple[Floats, Floats]:
            length = np.sqrt(squared + far * (2 * toward + far))
            slope = (toward + far) / length
            return np.vstack([above + far * rise, (length - reach)[None]]), np.vstack([rise, slope[None]])

        return with_ball

    def outward(self, points: Floats) -> Floats:
        over = np.maximum(self.normals @ points.T - (self.offsets - np.float32(self.edge))[:, None], 0)
        normals = over.T @ self.normals
        if self.ball < NEVER:
            length = np.sqrt(np.einsum("ij,ij->i", points, points))
            normals += (np.maximum(length - np.float32(self.ball - self.edge), 0) / length)[:, None] * points
        return normals / (np.linalg.norm(normals, axis=1, keepdims=True) + np.float32(1e-6))

    def faces_at(self, points: Floats) -> Ints:
        return np.argmax(self.normals @ points.T - self.offsets[:, None], 0)

    def on_face(self, points: Floats, faces: Ints) -> Floats:
        away = points - self.centres[faces]
        right, up = self.rights[faces], self.ups[faces]
        return np.stack([np.einsum("ij,ij->i", away, right), np.einsum("ij,ij->i", away, up)], 1)

    def points_on(self, face: int, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the points (n, 3) mm at places (n, 2) of a face; the inverse of `on_face`."""
        right, up = self.rights[face], self.ups[face]
        along = places[:, :1] * (right / (right @ right)) + places[:, 1:] * (up / (up @ up))
        return (self.centres[face] + along).astype(np.float64)

    def print_axes(self, faces: Ints) -> tuple[Floats, Floats]:
        right, up = (axis / np.linalg.norm(axis, axis=1, keepdims=True) for axis in (self.rights, self.ups))
        return right[faces], up[faces]


def faceted(solid: Polyhedron, edge: float, ball: float = NEVER) -> Faceted:
    """Round a polyhedron; `edge` and `ball` in mm."""
    frames = solid.frames
    centres = np.array([frame.centre for frame in frames])
    return Faceted(
        solid.normals.astype(np.float32),
        np.einsum("ij,ij->i", solid.normals, centres).astype(np.float32),
        centres.astype(np.float32),
        np.array([frame.right / frame.reach for frame in frames], np.float32),
        np.array([frame.up / frame.reach for frame in frames], np.float32),
        edge,
        ball,
    )


def box(sides: tuple[float, float, float]) -> Polyhedron:
    """Return a box with these sides, mm; the print of a face reaches to its corners."""
    cube = polyhedron("d6", 1.0)
    vertices = cube.vertices * sides
    frames = []
    for frame, members in zip(cube.frames, cube.faces, strict=True):
        centre = vertices[members].mean(0)
        reach = float(np.linalg.norm(vertices[members] - centre, axis=1).max())
        frames.append(type(frame)(centre, frame.right, frame.up, reach))
    return Polyhedron("box", vertices, cube.normals, cube.faces, tuple(frames), cube.edge_directions)


def prism(radius: float, thick: float, sides: int = 24) -> Polyhedron:
    """Return the sharp prism that stands for a disc where it is laid against others; mm."""
    angle = np.arange(sides) * 2 * np.pi / sides
    ring = np.stack([np.cos(angle), np.sin(angle)], 1) * radius
    lower, upper = np.arange(sides), np.arange(sides) + sides
    vertices = np.vstack([np.c_[ring, np.full(sides, height)] for height in (-thick / 2, thick / 2)])
    faces = (upper, lower[::-1], *(np.array([i, (i + 1) % sides, upper[(i + 1) % sides], upper[i]]) for i in lower))
    normals = np.vstack(
        [[[0, 0, 1.0], [0, 0, -1.0]], np.c_[np.cos(angle + np.pi / sides), np.sin(angle + np.pi / sides), 0 * angle]]
    )
    directions = np.array([vertices[a] - vertices[b] for a, b in edges_of(faces[0])[: sides // 2]] + [[0, 0, 1.0]])
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return Polyhedron("disc", vertices, normals, faces, (), directions)


@dataclass(frozen=True, slots=True, eq=False)
class Disc:
    """A flat cylinder about the z axis; its faces are the upper side, the underside and the rim."""

    radius: float
    thick: float
    edge: float
    """Mm."""

    def crossing(self, origin: Floats, rays: Floats) -> tuple[Floats, Floats]:
        start = np.broadcast_to(origin, rays.shape)
        steep = np.where(np.abs(rays[:, 2]) < 1e-7, 1e-7, rays[:, 2])
        caps = np.sort((np.array([[-0.5], [0.5]], np.float32) * self.thick - start[:, 2]) / steep, 0)
        a = np.maximum((rays[:, :2] ** 2).sum(1), 1e-9)
        b = (start[:, :2] * rays[:, :2]).sum(1)
        inside = b * b - a * ((start[:, :2] ** 2).sum(1) - self.radius**2)
        root = np.sqrt(np.maximum(inside, 0))
        enter = np.where(inside > 0, np.maximum(caps[0], (-b - root) / a), NEVER)
        return enter.astype(np.float32), np.minimum(caps[1], (-b + root) / a).astype(np.float32)

    def along(self, start: Floats, rays: Floats) -> Along:
        def parts(far: Floats) -> tuple[Floats, Floats]:
            points = start + far[:, None] * rays
            away = np.hypot(points[:, 0], points[:, 1]) + np.float32(1e-6)
            slope = (points[:, 0] * rays[:, 0] + points[:, 1] * rays[:, 1]) / away
            return self._parts(points), np.stack([rays[:, 2], -rays[:, 2], slope])

        return parts

    def _parts(self, points: Floats) -> Floats:
        inset = np.float32(self.thick / 2 - self.edge)
        away = np.hypot(points[:, 0], points[:, 1]) - np.float32(self.radius - self.edge)
        return np.stack([points[:, 2] - inset, -points[:, 2] - inset, away])

    def outward(self, points: Floats) -> Floats:
        over = np.maximum(self._parts(points), 0)
        away = np.linalg.norm(points[:, :2], axis=1, keepdims=True) + 1e-6
        normals = np.c_[over[2][:, None] * points[:, :2] / away, over[0] - over[1]]
        unit: Floats = (normals / (np.linalg.norm(normals, axis=1, keepdims=True) + 1e-6)).astype(np.float32)
        return unit

    def faces_at(self, points: Floats) -> Ints:
        return np.argmax(self._parts(points), 0)

    def on_face(self, points: Floats, faces: Ints) -> Floats:
        around = np.arctan2(points[:, 1], points[:, 0]) / np.float32(np.pi)
        rim = np.stack([around, 2 * points[:, 2] / np.float32(self.thick)], 1)
        return np.where((faces == 2)[:, None], rim, points[:, :2] / np.float32(self.radius))

    def print_axes(self, faces: Ints) -> tuple[Floats, Floats]:
        right, up = np.eye(3, dtype=np.float32)[:2]
        return np.tile(right, (len(faces), 1)), np.tile(up, (len(faces), 1))


def surface_points(solid: Faceted | Disc) -> NDArray[np.float64]:
    """Return points (n, 3) mm of the surface whose convex hull is nearly the solid."""
    if isinstance(solid, Disc):
        angle = np.arange(SIDES) * 2 * np.pi / SIDES
        ring = np.stack([np.cos(angle), np.sin(angle)], 1) * solid.radius
        return np.vstack([np.c_[ring, np.full(SIDES, z)] for z in (-solid.thick / 2, solid.thick / 2)])
    turn = np.arange(DIRECTIONS) * np.pi * (3 - 5**0.5)
    height = 1 - (np.arange(DIRECTIONS) + 0.5) * 2 / DIRECTIONS
    level = np.sqrt(1 - height**2)
    scale = (
        np.ptp(solid.centres, axis=0) / np.ptp(solid.centres, axis=0).max()
    )  # long boxes: as many points at their ends
    out = np.stack([level * np.cos(turn), level * np.sin(turn), height], 1) * scale
    out = np.vstack([out, _corners(solid)])
    out = (out / np.linalg.norm(out, axis=1, keepdims=True)).astype(np.float32)
    far = np.float32(4 * np.abs(solid.centres).max())
    met, length = meet(solid, out * far, -out)
    return (out[met] * (far - length)[:, None]).astype(np.float64)


def _corners(solid: Faceted) -> NDArray[np.float64]:
    """Return directions (n, 3) near the corners of a box; of other solids those of the faces."""
    if len(solid.normals) != 6:
        return solid.centres.astype(np.float64)
    reach = np.abs(solid.centres).max(0)
    signs = np.array([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], float)
    inset = np.maximum(reach - solid.edge, 0.1)
    return np.vstack([signs * inset + solid.edge * 0.6 * signs * axis for axis in (*np.eye(3), np.ones(3))])
