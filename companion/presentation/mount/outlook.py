"""Describe what a camera sees of a tray from a height, which things it can read, and how to improve it. Pure.

Lengths are mm, angles degrees.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion import games
from companion.engine import ReadableThing
from companion.i18n import N_, Text, _, from_data
from companion.presentation.mount.heights import (
    MARGIN_MM,
    HeightRange,
    Lens,
    LensError,
    TrayFloor,
    Verdict,
    aslant_deg,
    heights,
    lean_deg,
    px_per_mm,
    verdict_of,
    within,
)
from companion.schema import Words

ROOM_SHARE = 0.97
"""Share of the largest tray that would fit: cameras cannot be mounted to the mm."""
HEIGHT_MM = 50.0, 3000.0
"""Valid range of a height."""


COMMON_SIZES = (
    ReadableThing("d6", N_("Dice with pips"), 1.3),
    ReadableThing("token", N_("Tokens"), 1.3),
    ReadableThing("card", N_("Playing cards"), 1.3),
    ReadableThing("d20", N_("Dice with numbers, up to twenty"), 2.0),
)
"""With the scale at which nine in ten are read, and none wrongly."""
FLAT_KINDS = ("token", "card")


def things() -> tuple[ReadableThing, ...]:
    """Return the things that can be read from a tray, of all games: readable from furthest first, dice before flat things."""
    every = (*COMMON_SIZES, *(thing for page in games.pages().values() for thing in page.readable))
    return tuple(sorted(every, key=lambda thing: (thing.least_px_per_mm, thing.kind in FLAT_KINDS)))


@dataclass(frozen=True, slots=True)
class ReadRange:
    """Whether one kind of thing can be read at a height, and its maximal height."""

    kind: str
    title: Words
    is_read: bool
    most_mm: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """Result of the calculation for one height."""

    height_mm: int
    least_mm: int  # good heights; 0, 0 and 0 if none is good
    best_mm: int
    most_mm: int
    across_deg: float  # along the long side of the picture
    seen_mm: tuple[int, int]  # of the table, along the long and the short side
    tray_mm: tuple[int, int]
    px_per_mm: float  # on the tray's floor
    corner_deg: int  # from straight down to the tray's corner
    lean_deg: int  # how far the camera may lean
    verdict: Verdict
    words: Words
    advice: tuple[Words, ...]
    things: tuple[ReadRange, ...]


def compute_outlook(lens: Lens, floor: TrayFloor, kinds: tuple[str, ...] = (), height_mm: float = 0) -> Outlook:
    """Compute the result for a height. 0 = the best one. `kinds`: what is to be read, empty = dice with pips. Raises LensError."""
    need = px_needed(kinds)
    band = heights(lens, floor, need)
    at = float(height_mm) or min(max(band.best_mm, HEIGHT_MM[0]), HEIGHT_MM[1])
    within(_("Height above the tray in mm"), at, HEIGHT_MM)
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
        things=tuple(read_range(lens, floor, thing, at) for thing in things()),
    )


def px_needed(kinds: tuple[str, ...]) -> float:
    """Return px a mm for the most demanding kind, for dice with pips without kinds. Raises LensError."""
    every = {thing.kind: thing.least_px_per_mm for thing in things()}
    if unknown := sorted(set(kinds) - set(every)):
        raise LensError(
            _("{kind} is nothing to read here; there are {there}.", kind=repr(unknown[0]), there=", ".join(every))
        )
    return max((every[kind] for kind in kinds), default=every["d6"])


def summary(verdict: Verdict, at_mm: float, band: HeightRange) -> Text:
    """Return the verdict as a sentence."""
    at, least, most = round(at_mm / 10), math.ceil(band.least_mm / 10), math.floor(band.most_mm / 10)
    match verdict:
        case "good":
            return _("{at} cm is a good height. From {least} to {most} cm all is read.", at=at, least=least, most=most)
        case "near":
            return _("{at} cm is too near. Hang it between {least} and {most} cm.", at=at, least=least, most=most)
        case "far":
            return _("{at} cm is too far. Hang it between {least} and {most} cm.", at=at, least=least, most=most)
        case "never":
            return _("With this camera, this tray and these things there is no good height.")


def advice(lens: Lens, floor: TrayFloor, band: HeightRange, at_mm: float, need: float) -> tuple[Text, ...]:
    """Return the problems of a height, the most important first."""
    if verdict_of(band, at_mm) == "never":
        return (remedy(lens, floor, band, need),)
    checks = (
        (at_mm < band.fits_mm - 1, _("The tray is not whole in the picture: its rim and its markers are cut off.")),
        (at_mm < band.straight_mm - 1, _("The tray's corners are seen aslant: dice there show their sides.")),
        (at_mm < band.small_mm - 1, _("Dice are larger in the picture than the reader knows them.")),
        (
            at_mm > band.found_mm + 1,
            _("The markers are too small in the picture to be found.")
            if floor.is_marked
            else _("Dice are too small in the picture to be found."),
        ),
        (
            at_mm > band.fine_mm + 1,
            _("There are too few pixels on a face: bring it nearer, or let it send larger pictures."),
        ),
    )
    return tuple(sentence for is_so, sentence in checks if is_so)


def remedy(lens: Lens, floor: TrayFloor, band: HeightRange, need: float) -> Text:
    """Return what to change if no height is good."""
    if band.fine_mm < band.least_mm:
        wide = math.ceil(need * 2 * band.least_mm * lens.slope / ROOM_SHARE / 10) * 10
        if wide <= need * floor.most_across_mm + 10:  # otherwise finer pictures alone do not help
            return _(
                "The picture is too coarse: let the camera send {wide} px or more along its long side.", wide=str(wide)
            )
    if band.fits_mm >= max(band.straight_mm, band.small_mm):
        most = ROOM_SHARE * ((floor.long_mm + 2 * MARGIN_MM) * band.found_mm / band.fits_mm - 2 * MARGIN_MM)
        return _(
            "The tray is too large for one picture: take one of {n} cm or less in length.", n=math.floor(most / 10)
        )
    narrow = 2 * math.degrees(math.atan(floor.most_across_mm / 2 / band.straight_mm))
    return _(
        "The lens is too wide: hung high enough to look straight down, it sees too much else. Take one of {n}° or less.",
        n=math.floor(narrow),
    )


def read_range(lens: Lens, floor: TrayFloor, thing: ReadableThing, at_mm: float) -> ReadRange:
    """Return whether a kind can be read from a height."""
    band = heights(lens, floor, thing.least_px_per_mm)
    return ReadRange(
        thing.kind, from_data(thing.title), verdict_of(band, at_mm) == "good", max(0, math.floor(band.most_mm))
    )
