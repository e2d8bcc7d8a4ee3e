"""Compute the field of view of a camera's lens, and the heights from which it sees a whole tray, straight and fine enough.

Pure. Lengths are mm, angles degrees; a height is that of the lens above the tray's floor. The limits of the heights were
measured with rendered trays scaled to other sizes, see docs/build-your-table.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

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
    def share(self) -> float:  # the short side of the picture divided by the long one
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


MARGIN_MM = 15.0
"""Visible margin around the tray, so that a nudge cuts nothing off."""
MARKED_MM, TAPPED_MM = 580, 640
"""Largest width of the picture along its long side: beyond it markers, or with tapped corners dice, are too small to be found."""
LEAST_ACROSS_MM = 260
"""Below this, dice are larger in the picture than the detector knows."""
MOST_ASLANT_DEG = 30.0
"""From straight down to the tray's corner: up to 25° 95 of 100 faces are read, up to 30° 88, up to 35° 82."""
MOST_LEAN_DEG = 13.0
"""Largest lean of the measured cameras."""
TRAY_MM = 100.0, 800.0
"""Valid range for the side of a tray."""
Verdict: TypeAlias = Literal["good", "near", "far", "never"]


@dataclass(frozen=True, slots=True)
class TrayFloor:
    """Inside of a tray, long side first."""

    long_mm: float
    short_mm: float
    is_marked: bool = True  # markers show the corners, no taps

    @classmethod
    def of(cls, one_mm: float, other_mm: float, is_marked: bool = True) -> TrayFloor:
        """Return the floor of these sizes, in any order. Raises LensError."""
        for side in (one_mm, other_mm):
            within(_("Side of the tray in mm"), side, TRAY_MM)
        return cls(max(one_mm, other_mm), min(one_mm, other_mm), is_marked)

    @property
    def most_across_mm(self) -> int:
        return MARKED_MM if self.is_marked else TAPPED_MM

    @property
    def half_diagonal_mm(self) -> float:
        return math.hypot(self.long_mm, self.short_mm) / 2


@dataclass(frozen=True, slots=True)
class HeightRange:
    """Heights from which a lens reads a floor, and the cause of each limit. No height fits if `least_mm` is above `most_mm`."""

    fits_mm: float  # above, the whole tray is in the picture, with a margin
    straight_mm: float  # above, its corners are seen straight enough
    small_mm: float  # above, dice are small enough in the picture
    found_mm: float  # below, markers and dice are found
    fine_mm: float  # below, there are enough px a mm

    @property
    def least_mm(self) -> float:
        return max(self.fits_mm, self.straight_mm, self.small_mm)

    @property
    def most_mm(self) -> float:
        return min(self.found_mm, self.fine_mm)

    @property
    def best_mm(self) -> float:
        """The middle, with the most tolerance for mistakes."""
        return (self.least_mm + self.most_mm) / 2


def heights(lens: Lens, floor: TrayFloor, least_px_per_mm: float) -> HeightRange:
    """Compute the limits of the heights."""
    along = floor.long_mm + 2 * MARGIN_MM, (floor.short_mm + 2 * MARGIN_MM) / lens.share
    return HeightRange(
        fits_mm=max(along) / 2 / lens.slope,
        straight_mm=floor.half_diagonal_mm / math.tan(math.radians(MOST_ASLANT_DEG)),
        small_mm=LEAST_ACROSS_MM / 2 / lens.slope,
        found_mm=floor.most_across_mm / 2 / lens.slope,
        fine_mm=lens.width_px / least_px_per_mm / 2 / lens.slope,
    )


def px_per_mm(lens: Lens, at_mm: float) -> float:
    """Return the resolution on the tray's floor."""
    return lens.width_px / (2 * at_mm * lens.slope)


def aslant_deg(floor: TrayFloor, at_mm: float) -> float:
    """Return the angle from straight down to the tray's corner."""
    return math.degrees(math.atan(floor.half_diagonal_mm / at_mm))


def lean_deg(lens: Lens, floor: TrayFloor, at_mm: float) -> int:
    """Return how far the camera may lean until a corner leaves the picture or is too aslant. Whole degrees, rounded down."""
    seen = at_mm * lens.slope
    spare = min(seen - floor.long_mm / 2, seen * lens.share - floor.short_mm / 2)
    by_sight = math.degrees(math.atan(spare / at_mm))
    return max(0, math.floor(min(by_sight, MOST_ASLANT_DEG - aslant_deg(floor, at_mm), MOST_LEAN_DEG)))


def verdict_of(band: HeightRange, at_mm: float) -> Verdict:
    """Return the verdict on a height, with 1 mm of tolerance for rounding."""
    if math.ceil(band.least_mm) > math.floor(band.most_mm):
        return "never"
    if at_mm < band.least_mm - 1:
        return "near"
    return "far" if at_mm > band.most_mm + 1 else "good"
