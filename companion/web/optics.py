"""Where a camera may hang over a tray: from which heights it sees the whole of it, straight enough and fine enough. Pure.

Lengths are mm, angles degrees. The limits are what the reader was measured at, with rendered trays brought to other sizes:
docs/build-your-table.md says how. A height is that of the lens over the tray's floor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.errors import LamplightError
from companion.wire.words import Words

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
ROOM_SHARE = 0.97
"""Of the largest tray that would fit: a height to the mm is none to hang a camera at."""
LENS_DEG, CORNER_DEG = (15.0, 140.0), (15.0, 160.0)
PICTURE_PX = (160, 8000)
GLASS_MM, RULER_MM, TRAY_MM, HEIGHT_MM = (0.5, 100.0), (20.0, 5000.0), (100.0, 800.0), (50.0, 3000.0)
"""What may be told, from and to."""

Verdict: TypeAlias = Literal["good", "near", "far", "never"]


class NoLens(LamplightError):
    """What was told of a lens, a picture or a tray cannot be; the message names the number and what may be."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that is read off the tray."""

    kind: str
    title: Words
    least_px_per_mm: float


THINGS = (
    Thing("d6", "Dice with pips", 1.3),
    Thing("mom_d8", "Investigation dice", 1.3),
    Thing("token", "Tokens", 1.3),
    Thing("card", "Playing cards", 1.3),
    Thing("nemesis", "Small dice with symbols", 1.5),
    Thing("d20", "Dice with numbers, up to twenty", 2.0),
)
"""With the scale from which on nine in ten of them are read, and none wrongly."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera: how wide it sees along the long side of its picture, and how many px that has."""

    across_deg: float
    width_px: int
    height_px: int

    def __post_init__(self) -> None:
        """Raises NoLens."""
        within("Degrees along the long side", self.across_deg, LENS_DEG)
        check_picture(self.width_px, self.height_px)

    @classmethod
    def of(cls, across_deg: float, one_px: int, other_px: int) -> Lens:
        """Whichever way its picture was told. Raises NoLens."""
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
    within("Degrees from corner to corner", corner_deg, CORNER_DEG)
    long = max(width_px, height_px) / math.hypot(width_px, height_px)
    return 2 * math.degrees(math.atan(long * math.tan(math.radians(corner_deg / 2))))


def across_of_glass(focal_mm: float, sensor_mm: float) -> float:
    """Degrees along the long side of a sensor so wide, behind a lens of that focal length.

    >>> round(across_of_glass(4.74, 6.45))
    68
    """
    within("Focal length in mm", focal_mm, GLASS_MM)
    within("Width of the sensor in mm", sensor_mm, GLASS_MM)
    return 2 * math.degrees(math.atan(sensor_mm / 2 / focal_mm))


def across_of_ruler(seen_mm: float, from_mm: float) -> float:
    """Degrees along the long side of a camera that sees so much of a ruler from so far.

    >>> round(across_of_ruler(400, 300))
    67
    """
    within("Millimetres of the ruler that are seen", seen_mm, RULER_MM)
    within("Millimetres from the ruler to the lens", from_mm, RULER_MM)
    return 2 * math.degrees(math.atan(seen_mm / 2 / from_mm))


@dataclass(frozen=True, slots=True)
class Floor:
    """What is to be seen: the inside of a tray, its long side first whichever way it was told."""

    long_mm: float
    short_mm: float
    is_marked: bool = True  # markers say where it lies, no taps

    @classmethod
    def of(cls, one_mm: float, other_mm: float, is_marked: bool = True) -> Floor:
        """Raises NoLens."""
        for side in (one_mm, other_mm):
            within("Side of the tray in mm", side, TRAY_MM)
        return cls(max(one_mm, other_mm), min(one_mm, other_mm), is_marked)

    @property
    def most_across_mm(self) -> int:
        """That the picture may show along its long side."""
        return MARKED_MM if self.is_marked else TAPPED_MM

    @property
    def half_diagonal_mm(self) -> float:
        return math.hypot(self.long_mm, self.short_mm) / 2


@dataclass(frozen=True, slots=True)
class Heights:
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


def heights(lens: Lens, floor: Floor, least_px_per_mm: float) -> Heights:
    """The ends of the band of heights."""
    along = floor.long_mm + 2 * MARGIN_MM, (floor.short_mm + 2 * MARGIN_MM) / lens.share
    return Heights(
        fits_mm=max(along) / 2 / lens.slope,
        straight_mm=floor.half_diagonal_mm / math.tan(math.radians(MOST_ASLANT_DEG)),
        small_mm=LEAST_ACROSS_MM / 2 / lens.slope,
        found_mm=floor.most_across_mm / 2 / lens.slope,
        fine_mm=lens.width_px / least_px_per_mm / 2 / lens.slope,
    )


@dataclass(frozen=True, slots=True)
class Read:
    """Whether one kind of thing is read at a height, and up to which it would be."""

    kind: str
    title: Words
    is_read: bool
    most_mm: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a camera sees of a tray from a height, and what to do about it."""

    height_mm: int
    least_mm: int  # the band of good heights; 0, 0 and 0 where there is none
    best_mm: int
    most_mm: int
    across_deg: float  # along the long side of the picture
    seen_mm: tuple[int, int]  # of the table, along the long and the short side of the picture
    tray_mm: tuple[int, int]
    px_per_mm: float  # on the tray's floor
    corner_deg: int  # from straight down to the tray's corner
    lean_deg: int  # so far may the camera lean
    verdict: Verdict
    words: Words
    advice: tuple[Words, ...]
    things: tuple[Read, ...]


def outlook(lens: Lens, floor: Floor, kinds: tuple[str, ...] = (), height_mm: float = 0) -> Outlook:
    """What is seen from a height; 0 = the best one. `kinds`: what is to be read, none = dice with pips. Raises NoLens."""
    need = needed(kinds)
    band = heights(lens, floor, need)
    at = float(height_mm) or min(max(band.best_mm, HEIGHT_MM[0]), HEIGHT_MM[1])
    within("Height above the tray in mm", at, HEIGHT_MM)
    verdict = verdict_of(band, at)
    there = verdict != "never"
    return Outlook(
        height_mm=round(at),
        least_mm=math.ceil(band.least_mm) if there else 0,
        best_mm=round(band.best_mm) if there else 0,
        most_mm=math.floor(band.most_mm) if there else 0,
        across_deg=round(lens.across_deg, 1),
        seen_mm=(round(2 * at * lens.slope), round(2 * at * lens.slope * lens.share)),
        tray_mm=(round(floor.long_mm), round(floor.short_mm)),
        px_per_mm=round(px_per_mm(lens, at), 1),
        corner_deg=round(aslant_deg(floor, at)),
        lean_deg=lean_deg(lens, floor, at),
        verdict=verdict,
        words=summary(verdict, at, band),
        advice=advice(lens, floor, band, at, need),
        things=tuple(read(lens, floor, thing, at) for thing in THINGS),
    )


def needed(kinds: tuple[str, ...]) -> float:
    """Pixels a mm for the most demanding of these; for dice with pips where none is named. Raises NoLens."""
    every = {thing.kind: thing.least_px_per_mm for thing in THINGS}
    if unknown := sorted(set(kinds) - set(every)):
        raise NoLens(f"{unknown[0]!r} is nothing to read here; there are {', '.join(every)}.")
    return max((every[kind] for kind in kinds), default=every["d6"])


def px_per_mm(lens: Lens, at_mm: float) -> float:
    """On the tray's floor."""
    return lens.width_px / (2 * at_mm * lens.slope)


def aslant_deg(floor: Floor, at_mm: float) -> float:
    """From straight down to the tray's corner."""
    return math.degrees(math.atan(floor.half_diagonal_mm / at_mm))


def lean_deg(lens: Lens, floor: Floor, at_mm: float) -> int:
    """So far may the camera lean before a corner leaves the picture, or is seen too aslant. Whole degrees, rounded down."""
    spare = min(
        at_mm * lens.slope - floor.long_mm / 2,
        at_mm * lens.slope * lens.share - floor.short_mm / 2,
    )
    by_sight = math.degrees(math.atan(spare / at_mm))
    return max(0, math.floor(min(by_sight, MOST_ASLANT_DEG - aslant_deg(floor, at_mm), MOST_LEAN_DEG)))


def verdict_of(band: Heights, at_mm: float) -> Verdict:
    """How a height is. A mm of rounding is forgiven."""
    if math.ceil(band.least_mm) > math.floor(band.most_mm):
        return "never"
    if at_mm < band.least_mm - 1:
        return "near"
    return "far" if at_mm > band.most_mm + 1 else "good"


def summary(verdict: Verdict, at_mm: float, band: Heights) -> str:
    """The verdict in a sentence."""
    at, least, most = round(at_mm / 10), up(band.least_mm), down(band.most_mm)
    match verdict:
        case "good":
            return f"{at} cm is a good height. From {least} to {most} cm all is read."
        case "near":
            return f"{at} cm is too near. Hang it between {least} and {most} cm."
        case "far":
            return f"{at} cm is too far. Hang it between {least} and {most} cm."
        case "never":
            return "With this camera, this tray and these things there is no good height."


def advice(lens: Lens, floor: Floor, band: Heights, at_mm: float, need: float) -> tuple[str, ...]:
    """What is wrong from this height, and what would mend it; the most important first."""
    if verdict_of(band, at_mm) == "never":
        return (remedy(lens, floor, band, need),)
    said = (
        (at_mm < band.fits_mm - 1, "The tray is not whole in the picture: its rim and its markers are cut off."),
        (at_mm < band.straight_mm - 1, "The tray's corners are seen aslant: dice there show their sides."),
        (at_mm < band.small_mm - 1, "Dice are larger in the picture than the reader knows them."),
        (
            at_mm > band.found_mm + 1,
            "The markers are too small in the picture to be found."
            if floor.is_marked
            else "Dice are too small in the picture to be found.",
        ),
        (
            at_mm > band.fine_mm + 1,
            "There are too few pixels on a face: bring it nearer, or let it send larger pictures.",
        ),
    )
    return tuple(sentence for is_so, sentence in said if is_so)


def remedy(lens: Lens, floor: Floor, band: Heights, need: float) -> str:
    """What to change where no height is good."""
    if band.fine_mm < band.least_mm:
        wide = math.ceil(need * 2 * band.least_mm * lens.slope / ROOM_SHARE / 10) * 10
        if wide <= need * floor.most_across_mm + 10:  # else finer pictures alone mend nothing
            return f"The picture is too coarse: let the camera send {wide} px or more along its long side."
    if band.fits_mm >= max(band.straight_mm, band.small_mm):
        most = ROOM_SHARE * ((floor.long_mm + 2 * MARGIN_MM) * band.found_mm / band.fits_mm - 2 * MARGIN_MM)
        return f"The tray is too large for one picture: take one of {down(most)} cm or less in length."
    narrow = 2 * math.degrees(math.atan(floor.most_across_mm / 2 / band.straight_mm))
    return f"The lens is too wide: hung high enough to look straight down, it sees too much else. Take one of {math.floor(narrow)}° or less."


def read(lens: Lens, floor: Floor, thing: Thing, at_mm: float) -> Read:
    """Whether that kind is read from there."""
    band = heights(lens, floor, thing.least_px_per_mm)
    return Read(thing.kind, thing.title, verdict_of(band, at_mm) == "good", max(0, math.floor(band.most_mm)))


def check_picture(width_px: int, height_px: int) -> None:
    """Raises NoLens."""
    for side in (width_px, height_px):
        within("Side of the picture in pixels", side, PICTURE_PX)


def within(of: str, number: float, ends: tuple[float, float]) -> None:
    """Raises NoLens where a number is none of what may be told."""
    least, most = ends
    if not least <= number <= most:
        raise NoLens(f"{of}: {number:g} was told, and {least:g} to {most:g} can be worked out.")


def up(mm: float) -> int:
    """Whole cm, rounded up."""
    return math.ceil(mm / 10)


def down(mm: float) -> int:
    """Whole cm, rounded down."""
    return math.floor(mm / 10)
