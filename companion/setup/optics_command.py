"""`./table optics`: how high a camera may hang over a tray, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.presentation.mount import Lens, LensError, Outlook, TrayFloor, across_of_corners, compute_outlook

Tell: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class LensArguments:
    """As it is typed."""

    tray: str  # mm, "300x220"
    picture: str  # px, "1280x720"
    across: float  # degrees along the long side; 0 = computed from `corner`
    corner: float
    kinds: Sequence[str] = ()
    height_mm: float = 0  # 0 = the best


def run(arguments: LensArguments, tell: Tell = print) -> bool:
    """Print what such a camera sees. Return False for an unsuitable height. Raises LensError."""
    wide, tall = parse_size(arguments.picture)
    across = arguments.across or across_of_corners(arguments.corner, wide, tall)
    seen = compute_outlook(
        Lens.of(across, wide, tall),
        TrayFloor.of(*parse_size(arguments.tray)),
        tuple(arguments.kinds),
        arguments.height_mm,
    )
    for line in lines(seen):
        tell(line)
    return seen.verdict == "good"


def parse_size(text: str) -> tuple[int, int]:
    """Two numbers with an x between them. Raises LensError."""
    wide, _, tall = text.partition("x")
    if not (wide.isdecimal() and tall.isdecimal()):
        raise LensError(f"{text!r} is no size. Write two whole numbers with an x between them, as in 300x220.")
    return int(wide), int(tall)


def lines(seen: Outlook) -> tuple[str, ...]:
    """Return the outlook for a terminal."""
    across, down = (round(mm / 10) for mm in seen.seen_mm)
    read = ", ".join(str(thing.title).lower() for thing in seen.things if thing.is_read)
    return (
        str(seen.words),
        *map(str, seen.advice),
        f"It sees {across} x {down} cm of the table, {seen.px_per_mm} px a mm, the tray's corner {seen.corner_deg}° from straight down.",
        f"It may lean by {seen.lean_deg}°. Read from here: {read or 'nothing'}.",
    )
