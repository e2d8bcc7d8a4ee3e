"""The camera above the tray: where it hangs and where it sees a point."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole camera; its own axes are right, down and forward."""

    at: Floats
    """(3,) mm."""
    right: Floats
    up: Floats
    forward: Floats
    """Unit vectors; `up` is up in the picture."""
    width: int
    height: int
    """Px."""
    focal: float
    """Px."""

    @property
    def axes(self) -> Floats:
        """(3, 3): `axes @ direction` tells a direction of the tray's as right, down and forward."""
        return np.stack([self.right, -self.up, self.forward])

    def project(self, points: ArrayLike) -> Floats:
        """Project points (n, 3) mm to (n, 2) px."""
        offset = np.asarray(points, float) - self.at
        depth = offset @ self.forward
        x = self.width / 2 + self.focal * (offset @ self.right) / depth
        y = self.height / 2 - self.focal * (offset @ self.up) / depth
        return np.stack([x, y], 1)


def hang_camera(
    rng: Generator,
    size: tuple[int, int],
    px_per_mm: float,
    tilt: float,
    distance: float,
    target: tuple[float, float] = (0, 0),
) -> Camera:
    """Return a camera that looks at `target` (x, y mm) from `distance` mm, `tilt` degrees from straight above.

    It hangs on any side, mostly toward the player, and rolls by up to 3 degrees. `size`: width and height, px.
    """
    azimuth = math.radians(rng.choice([-90, -90, -90, 90, 0, 180]) + rng.uniform(-25, 25))
    lean = math.radians(tilt)
    aim = np.array([target[0], target[1], 0.0])
    offset = np.array([math.sin(lean) * math.cos(azimuth), math.sin(lean) * math.sin(azimuth), math.cos(lean)])
    at = aim + distance * offset
    roll = math.radians(rng.uniform(-3, 3))
    forward = (aim - at) / np.linalg.norm(aim - at)
    right = np.cross(forward, np.array([math.sin(roll), math.cos(roll), 0]))
    right /= np.linalg.norm(right)
    focal = distance * px_per_mm  # so that a mm at the target is px_per_mm wide
    return Camera(at, right, np.cross(right, forward), forward, *size, focal)
