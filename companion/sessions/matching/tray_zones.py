"""The zones of a tray: where several seats lay things at once, each has a column of it.

The columns go in the order of the seats, from the left as the camera sees the tray; a setting turns that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.schema import Corner, Prompt, Question, Seat, SeenObject

Side: TypeAlias = Literal["left", "right", "top", "bottom"]
TRAY = "tray"
OF_A_SEAT = "seat-"  # what the zone of a seat begins with: "seat-2", "seat-dealer"
INNER = 0.25  # of a thing's or a zone's size on either side of the middle: a border that runs there runs across it


@dataclass(frozen=True, slots=True)
class TrayZones:
    """How a question divides the tray; without names it does not."""

    names: tuple[str, ...] = ()  # of the zones, from `side` on
    side: Side = "left"
    owners: Mapping[str, str] = field(default_factory=dict, compare=False)  # prompt id -> the name that it addresses

    def owner_names(self, prompts: Sequence[Prompt]) -> str:
        return " or ".join(self.owners.get(p.id, p.seat) for p in prompts)

    def holding(self, seen: SeenObject, tray: tuple[Corner, ...]) -> tuple[str, ...]:
        """The zones a thing may lie in: its middle's, both beside a border it lies across, all where it is not known."""
        reach = self._reach(seen, tray)
        if reach is None:
            return self.names
        first, last = (min(max(int(along * len(self.names)), 0), len(self.names) - 1) for along in reach)
        return self.names[first : last + 1]

    def in_sight(self) -> tuple[Seat, ...]:
        """The seats as the camera sees their zones: from left to right, or from top to bottom."""
        seats = tuple(name.removeprefix(OF_A_SEAT) for name in self.names)
        return seats if self.side in ("left", "top") else seats[::-1]

    def _reach(self, seen: SeenObject, tray: tuple[Corner, ...]) -> tuple[float, float] | None:
        """From where to where its inner part lies, as shares of the tray from `side` on; None where it is not known."""
        if seen.box is None:
            return None
        x, y, w, h = seen.box
        dx, dy = (INNER * w, 0.0) if self.side in ("left", "right") else (0.0, INNER * h)
        middle = (x + w / 2, y + h / 2)
        points = [share(tray, (middle[0] + k * dx, middle[1] + k * dy)) for k in (-1, 0, 1)]
        known = [self._along(point) for point in points if point is not None]
        if len(known) < 3:
            return None
        most = INNER / len(self.names)  # where zones are narrower than cards the middle still decides
        return max(min(known), known[1] - most), min(max(known), known[1] + most)

    def _along(self, on_floor: Corner) -> float:
        along = on_floor[0 if self.side in ("left", "right") else 1]
        return along if self.side in ("left", "top") else 1 - along


def zones_of(question: Question, side: Side = "left") -> TrayZones:
    """The zones of a question, those of seats that have answered among them; one seat has the whole tray.

    Where the first answer closes the question nobody needs a zone: whoever lays something is asked whose it is.
    """
    names = {prompt.zone for prompt in question.prompts if is_of_a_seat(prompt.zone)}
    return (
        TrayZones(tuple(sorted(names, key=_order)), side)
        if len(names) > 1 and not question.first
        else TrayZones((), side)
    )


def is_of_a_seat(zone: str) -> bool:
    return zone.startswith(OF_A_SEAT)


def share(tray: tuple[Corner, ...], point: Corner) -> Corner | None:
    """Where a point of the picture lies on the tray's floor: 0..1 from the left and from the top; None without a tray.

    Seen aslant the nearer half of a tray is the larger one, so this is the perspective's own share.
    """
    corners = _as_seen(tray)
    if corners is None:
        return None
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    dx1, dy1, dx2, dy2 = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    turn = dx1 * dy2 - dx2 * dy1
    if not turn:
        return None
    g, h = (sx * dy2 - dx2 * sy) / turn, (dx1 * sy - sx * dy1) / turn
    x, y = point
    a, b, c = x1 - x0 + g * (x1 - x), x3 - x0 + h * (x3 - x), x - x0
    d, e, f = y1 - y0 + g * (y1 - y), y3 - y0 + h * (y3 - y), y - y0
    whole = a * e - b * d
    return ((c * e - b * f) / whole, (a * f - c * d) / whole) if whole else None


def _as_seen(tray: tuple[Corner, ...]) -> tuple[Corner, ...] | None:
    """The corners clockwise from the top left of the picture, whichever the markers call the first."""
    if len(tray) != 4:
        return None
    after = (*tray[1:], tray[0])
    twice = sum(x * v - u * y for (x, y), (u, v) in zip(tray, after, strict=True))
    round_ = tray if twice > 0 else tray[::-1]
    first = min(range(4), key=lambda k: sum(round_[k]))
    return round_[first:] + round_[:first]


def _order(zone: str) -> tuple[bool, str]:
    """Seats with a number first, the Dealer last."""
    seat = zone.removeprefix(OF_A_SEAT)
    return not seat.isdecimal(), seat
