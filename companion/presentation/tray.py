"""The tray: what lies there, and where each seat lays its thing."""

from __future__ import annotations

from companion.presentation.people import name
from companion.presentation.responses.readings import TrayView, ZonedTray, ZoneView
from companion.presentation.visibility import as_known, may_see
from companion.schema.prompt import Seat
from companion.schema.reading import Reading
from companion.sessions.prompts import free_roll
from companion.sessions.session import TableSnapshot


def tray(picture: TableSnapshot, seat: Seat, mine: frozenset[Seat]) -> TrayView | None:
    """What lay there last, for who may see it."""
    rest = picture.rest
    if rest is None or not may_see(picture, rest.reading, seat, mine):
        return None
    reading = rest.reading
    things = as_known(picture, reading, reading.objects, mine)
    roll = free_roll(things)
    crop = crop_of(picture, reading, seat, mine)
    return TrayView(
        reading=reading.id,
        source=reading.source,
        objects=things,
        heaps=roll.heaps,
        total=roll.total,
        unread=roll.unread,
        words=roll.words,
        picture=crop,
        settled_at=reading.settled_at,
        taken=rest.taken,
        agrees=rest.agrees,
    )


def zoned(picture: TableSnapshot) -> ZonedTray | None:
    """Where each seat lays its thing, while several are asked to; the zones of those who have stay where they are."""
    seen = picture.zones.in_sight()
    if not seen:
        return None
    owed = {p.seat for p in picture.open}
    return ZonedTray(
        tuple(ZoneView(seat, name(picture, seat), seat in owed) for seat in seen),
        picture.zones.side in ("top", "bottom"),
    )


def crop_of(picture: TableSnapshot, reading: Reading, seat: Seat, mine: frozenset[Seat]) -> str:
    """Where the picture of a reading is fetched; "" where it has none, or not for these eyes."""
    is_seen = reading.picture and may_see(picture, reading, seat, mine)
    return f"/picture/{reading.picture}" if is_seen else ""
