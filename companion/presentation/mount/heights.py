"""Compute heights from which a lens sees a whole tray, straight and fine enough. Pure. Lengths are mm, angles degrees.

The limits were measured with rendered trays scaled to other sizes, see docs/build-your-table.md.
A height is that of the lens above the tray's floor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.i18n import _
from companion.presentation.mount.lens import Lens, within

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
        """Largest width of the picture along its long side."""
        return MARKED_MM if self.is_marked else TAPPED_MM

    @property
    def half_diagonal_mm(self) -> float:
        """Return half of the tray's diagonal, mm."""
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
        """Return the least height, mm."""
        return max(self.fits_mm, self.straight_mm, self.small_mm)

    @property
    def most_mm(self) -> float:
        """Return the greatest height, mm."""
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
    spare = min(
        at_mm * lens.slope - floor.long_mm / 2,
        at_mm * lens.slope * lens.share - floor.short_mm / 2,
    )
    by_sight = math.degrees(math.atan(spare / at_mm))
    return max(0, math.floor(min(by_sight, MOST_ASLANT_DEG - aslant_deg(floor, at_mm), MOST_LEAN_DEG)))


def verdict_of(band: HeightRange, at_mm: float) -> Verdict:
    """Return the verdict on a height, with 1 mm of tolerance for rounding."""
    if math.ceil(band.least_mm) > math.floor(band.most_mm):
        return "never"
    if at_mm < band.least_mm - 1:
        return "near"
    return "far" if at_mm > band.most_mm + 1 else "good"
