"""A tray and the picture in which its markers were seen, to tell later whether the camera still shows that place."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.image import Grey, Image, shrink
from vision.stream.motion import LIT
from vision.tray import Point, TrayPlane

ALIKE = 0.6
"""Correlation from which on a corner shows what it showed: 60 rendered trays have 0.83 at least in another light,
blurred or pushed by 4 px, and 0.48 at most against photographs of other places.
"""
CORNER_MM = 22.0
"""Half side of the part around a corner that holds its marker, with the marker's distance from the wall."""

Part: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class FoundTray:
    """Where the tray is, and what the camera saw there."""

    plane: TrayPlane
    grey: Grey
    px: tuple[float, float]
    """Px of the picture for one of `grey`, across and down: `grey` has one format, whatever the picture's."""

    @classmethod
    def of(cls, plane: TrayPlane, image: Image) -> "FoundTray":
        """Return the tray whose markers were seen in `image`."""
        grey = shrink(image)
        return cls(plane, grey, (image.shape[1] / grey.shape[1], image.shape[0] / grey.shape[0]))

    def is_in(self, grey: Grey) -> bool:
        """Return whether a picture may show the same tray: a corner looks the same, or all is too dark to tell.

        A hand or a sheet that covers some markers thus changes nothing.
        """
        return float(np.median(grey)) < LIT or any(self._is_alike(corner, grey) for corner in self.plane.corners)

    def _is_alike(self, corner: Point, grey: Grey) -> bool:
        return _correlation(self._around(corner, self.grey), self._around(corner, grey)) >= ALIKE

    def _around(self, corner: Point, grey: Grey) -> Part:
        rows, columns = (self._reach(corner, axis) for axis in (1, 0))
        return grey[rows, columns].astype(np.float32)

    def _reach(self, corner: Point, axis: int) -> slice:
        """Return the rows (axis 1) or columns (axis 0) of `grey` around a corner."""
        middle, half = (length / self.px[axis] for length in (corner[axis], CORNER_MM * self.plane.px_per_mm))
        return slice(max(0, round(middle - half)), max(0, round(middle + half)))


def _correlation(one: Part, other: Part) -> float:
    """Return the correlation of two parts of one size, -1..1; 0 where one of them shows nothing."""
    if not one.size:
        return 0.0
    one, other = one - one.mean(), other - other.mean()
    spread = float(np.sqrt((one * one).sum() * (other * other).sum()))
    return float((one * other).sum()) / spread if spread else 0.0
