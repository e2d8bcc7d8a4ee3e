"""Compute the field of view of a camera's lens from different specifications. Pure. Lengths are mm, angles degrees."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.errors import LamplightError
from companion.i18n import Text, _

LENS_DEG, CORNER_DEG = (15.0, 140.0), (15.0, 160.0)
PICTURE_PX = (160, 8000)
GLASS_MM, RULER_MM = (0.5, 100.0), (20.0, 5000.0)
"""Valid ranges."""
MOST_WRITTEN = 1e6
"""Greater numbers are displayed in scientific notation."""


class LensError(LamplightError):
    """A lens, picture or tray is out of range. The message names the number and its range."""

    code = "NOLENS"


@dataclass(frozen=True, slots=True)
class Lens:
    """Field of view along the long side of a camera's picture, and its size in px."""

    across_deg: float
    width_px: int
    height_px: int

    def __post_init__(self) -> None:
        """Check the lens. Raises LensError."""
        within(_("Degrees along the long side"), self.across_deg, LENS_DEG)
        check_picture(self.width_px, self.height_px)

    @classmethod
    def of(cls, across_deg: float, one_px: int, other_px: int) -> Lens:
        """Create a lens from a picture's sides in any order. Raises LensError."""
        return cls(across_deg, max(one_px, other_px), min(one_px, other_px))

    @property
    def slope(self) -> float:
        """Half of the visible length along the long side per mm of height."""
        return math.tan(math.radians(self.across_deg / 2))

    @property
    def share(self) -> float:
        """Short side of the picture divided by the long one."""
        return self.height_px / self.width_px


def across_of_corners(corner_deg: float, width_px: int, height_px: int) -> float:
    """Convert from the diagonal, by which most webcams are sold. Degrees along the long side.

    >>> round(across_of_corners(78, 1280, 720), 1)
    70.4
    """
    check_picture(width_px, height_px)
    within(_("Degrees from corner to corner"), corner_deg, CORNER_DEG)
    long = max(width_px, height_px) / math.hypot(width_px, height_px)
    return 2 * math.degrees(math.atan(long * math.tan(math.radians(corner_deg / 2))))


def across_of_glass(focal_mm: float, sensor_mm: float) -> float:
    """Convert from focal length and width of the sensor. Degrees along the long side.

    >>> round(across_of_glass(4.74, 6.45))
    68
    """
    within(_("Focal length in mm"), focal_mm, GLASS_MM)
    within(_("Width of the sensor in mm"), sensor_mm, GLASS_MM)
    return 2 * math.degrees(math.atan(sensor_mm / 2 / focal_mm))


def across_of_ruler(seen_mm: float, from_mm: float) -> float:
    """Convert from the visible part of a ruler at a distance. Degrees along the long side.

    >>> round(across_of_ruler(400, 300))
    67
    """
    within(_("Millimetres of the ruler that are seen"), seen_mm, RULER_MM)
    within(_("Millimetres from the ruler to the lens"), from_mm, RULER_MM)
    return 2 * math.degrees(math.atan(seen_mm / 2 / from_mm))


def check_picture(width_px: int, height_px: int) -> None:
    """Check the size of a picture. Raises LensError."""
    for side in (width_px, height_px):
        within(_("Side of the picture in pixels"), side, PICTURE_PX)


def within(of: Text, number: float, ends: tuple[float, float]) -> None:
    """Raise LensError if a number is out of range."""
    least, most = ends
    if not least <= number <= most:
        raise LensError(
            _(
                "{of}: {number} was told, and {least} to {most} can be worked out.",
                of=of,
                number=float(number) if abs(number) < MOST_WRITTEN else f"{number:g}",
                least=float(least),
                most=float(most),
            )
        )
