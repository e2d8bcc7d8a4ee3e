"""From which heights a lens sees the whole of a tray, straight enough and fine enough. Pure. Lengths are mm, angles degrees.

The limits are what the reader was measured at, with rendered trays brought to other sizes: docs/build-your-table.md says how.
A height is that of the lens over the tray's floor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.i18n import _
from companion.presentation.mount.lens import Lens, within

MARGIN_MM = 15.0
"""Of the tray's rim and the table that is seen all round, so that a nudge cuts nothing off."""
MARKED_MM, TAPPED_MM = 580, 640
"""That the picture may show along its long side: beyond the first the markers are too small to be found, beyond the second,
where the corners were tapped, the dice."""
LEAST_ACROSS_MM = 260
"""Nearer than this, dice are larger in the picture than the finder knows them."""
MOST_ASLANT_DEG = 30.0
"""From straight down to where the camera sees the tray's corner: up to 25° 95 of 100 faces are read, up to 30° 88, up to 35° 82."""
MOST_LEAN_DEG = 13.0
"""So far lean the cameras of the trays that were measured."""
TRAY_MM = 100.0, 800.0
"""Side of a tray that may be told, from and to."""
Verdict: TypeAlias = Literal["good", "near", "far", "never"]


@dataclass(frozen=True, slots=True)
class TrayFloor:
    """What is to be seen: the inside of a tray, its long side first whichever way it was told."""

    long_mm: float
    short_mm: float
    is_marked: bool = True  # markers say where it lies, no taps

    @classmethod
    def of(cls, one_mm: float, other_mm: float, is_marked: bool = True) -> TrayFloor:
        """Raises LensError."""
        for side in (one_mm, other_mm):
            within(_("Side of the tray in mm"), side, TRAY_MM)
        return cls(max(one_mm, other_mm), min(one_mm, other_mm), is_marked)

    @property
    def most_across_mm(self) -> int:
        """That the picture may show along its long side."""
        return MARKED_MM if self.is_marked else TAPPED_MM

    @property
    def half_diagonal_mm(self) -> float:
        return math.hypot(self.long_mm, self.short_mm) / 2


@dataclass(frozen=True, slots=True)
class HeightRange:
    """Between which heights a lens reads a floor, and what sets each end. None fits where `least_mm` is above `most_mm`."""

    fits_mm: float  # from here on the whole tray is in the picture, with a margin
    straight_mm: float  # from here on its corners are not seen too aslant
    small_mm: float  # from here on dice are not too large in the picture
    found_mm: float  # up to here markers and dice are found
    fine_mm: float  # up to here there are enough px a mm

    @property
    def least_mm(self) -> float:
        return max(self.fits_mm, self.straight_mm, self.small_mm)

    @property
    def most_mm(self) -> float:
        return min(self.found_mm, self.fine_mm)

    @property
    def best_mm(self) -> float:
        """Half way: it may be hung a little wrong either way."""
        return (self.least_mm + self.most_mm) / 2


def heights(lens: Lens, floor: TrayFloor, least_px_per_mm: float) -> HeightRange:
    """The ends of the band of heights."""
    along = floor.long_mm + 2 * MARGIN_MM, (floor.short_mm + 2 * MARGIN_MM) / lens.share
    return HeightRange(
        fits_mm=max(along) / 2 / lens.slope,
        straight_mm=floor.half_diagonal_mm / math.tan(math.radians(MOST_ASLANT_DEG)),
        small_mm=LEAST_ACROSS_MM / 2 / lens.slope,
        found_mm=floor.most_across_mm / 2 / lens.slope,
        fine_mm=lens.width_px / least_px_per_mm / 2 / lens.slope,
    )


def px_per_mm(lens: Lens, at_mm: float) -> float:
    """On the tray's floor."""
    return lens.width_px / (2 * at_mm * lens.slope)


def aslant_deg(floor: TrayFloor, at_mm: float) -> float:
    """From straight down to the tray's corner."""
    return math.degrees(math.atan(floor.half_diagonal_mm / at_mm))


def lean_deg(lens: Lens, floor: TrayFloor, at_mm: float) -> int:
    """So far may the camera lean before a corner leaves the picture, or is seen too aslant. Whole degrees, rounded down."""
    spare = min(
        at_mm * lens.slope - floor.long_mm / 2,
        at_mm * lens.slope * lens.share - floor.short_mm / 2,
    )
    by_sight = math.degrees(math.atan(spare / at_mm))
    return max(0, math.floor(min(by_sight, MOST_ASLANT_DEG - aslant_deg(floor, at_mm), MOST_LEAN_DEG)))


def verdict_of(band: HeightRange, at_mm: float) -> Verdict:
    """How a height is. A mm of rounding is forgiven."""
    if math.ceil(band.least_mm) > math.floor(band.most_mm):
        return "never"
    if at_mm < band.least_mm - 1:
        return "near"
    return "far" if at_mm > band.most_mm + 1 else "good"
