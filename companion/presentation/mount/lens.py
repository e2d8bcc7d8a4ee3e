"""A camera's lens: how wide it sees, whichever way that was told. Pure. Lengths are mm, angles degrees."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.errors import LamplightError
from companion.i18n import Text, _

LENS_DEG, CORNER_DEG = (15.0, 140.0), (15.0, 160.0)
PICTURE_PX = (160, 8000)
GLASS_MM, RULER_MM = (0.5, 100.0), (20.0, 5000.0)
"""What may be told, from and to."""
MOST_WRITTEN = 1e6
"""A greater number is told in short."""


class LensError(LamplightError):
    """What was told of a lens, a picture or a tray cannot be; the message names the number and what may be."""

    code = "NOLENS"


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera: how wide it sees along the long side of its picture, and how many px that has."""

    across_deg: float
    width_px: int
    height_px: int

    def __post_init__(self) -> None:
        """Raises LensError."""
        within(_("Degrees along the long side"), self.across_deg, LENS_DEG)
        check_picture(self.width_px, self.height_px)

    @classmethod
    def of(cls, across_deg: float, one_px: int, other_px: int) -> Lens:
        """Whichever way its picture was told. Raises LensError."""
        return cls(across_deg, max(one_px, other_px), min(one_px, other_px))

    @property
    def slope(self) -> float:
        """Half of what is seen along the long side, for each mm of height."""
        return math.tan(math.radians(self.across_deg / 2))

    @property
    def share(self) -> float:
        """The short side of the picture, of the long one."""
        return self.height_px / self.width_px


def across_of_corners(corner_deg: float, width_px: int, height_px: int) -> float:
    """Degrees along the long side of a lens that is sold by its diagonal, as most webcams are.

    >>> round(across_of_corners(78, 1280, 720), 1)
    70.4
    """
    check_picture(width_px, height_px)
    within(_("Degrees from corner to corner"), corner_deg, CORNER_DEG)
    long = max(width_px, height_px) / math.hypot(width_px, height_px)
    return 2 * math.degrees(math.atan(long * math.tan(math.radians(corner_deg / 2))))


def across_of_glass(focal_mm: float, sensor_mm: float) -> float:
    """Degrees along the long side of a sensor so wide, behind a lens of that focal length.

    >>> round(across_of_glass(4.74, 6.45))
    68
    """
    within(_("Focal length in mm"), focal_mm, GLASS_MM)
    within(_("Width of the sensor in mm"), sensor_mm, GLASS_MM)
    return 2 * math.degrees(math.atan(sensor_mm / 2 / focal_mm))


def across_of_ruler(seen_mm: float, from_mm: float) -> float:
    """Degrees along the long side of a camera that sees so much of a ruler from so far.

    >>> round(across_of_ruler(400, 300))
    67
    """
    within(_("Millimetres of the ruler that are seen"), seen_mm, RULER_MM)
    within(_("Millimetres from the ruler to the lens"), from_mm, RULER_MM)
    return 2 * math.degrees(math.atan(seen_mm / 2 / from_mm))


def check_picture(width_px: int, height_px: int) -> None:
    """Raises LensError."""
    for side in (width_px, height_px):
        within(_("Side of the picture in pixels"), side, PICTURE_PX)


def within(of: Text, number: float, ends: tuple[float, float]) -> None:
    """Raises LensError where a number is none of what may be told."""
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
