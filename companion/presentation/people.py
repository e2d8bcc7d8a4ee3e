"""The people at a table: who sits there, what they are called, and for whom a device answers."""

from __future__ import annotations

from companion.schema.prompt import DEALER, TABLE, Seat
from companion.sessions.device_access import WALL
from companion.sessions.session import TableSnapshot


def seats(picture: TableSnapshot) -> tuple[Seat, ...]:
    """Who sits there, the Dealer last."""
    return picture.setup.seats + ((DEALER,) if picture.game.dealer else ())


def name(picture: TableSnapshot, seat: Seat) -> str:
    """What people call a seat."""
    if seat == TABLE:
        return "Everyone"
    return picture.setup.names.get(seat, "Dealer" if seat == DEALER else picture.setup.name(seat))


def acts_for(seat: Seat, picture: TableSnapshot, claimed: frozenset[Seat]) -> frozenset[Seat]:
    """The seats that a device may answer for."""
    if seat == TABLE:
        return frozenset({TABLE, *seats(picture)}) - claimed
    return frozenset({seat} - {WALL})
