"""What is one seat's own to read: the tablet shows it to a seat without a device, when it is asked to and not before."""

from __future__ import annotations

from companion.presentation.seat_views import view_of
from companion.schema.prompt import TABLE, Seat
from companion.schema.view import Block, Cards, Counters
from companion.sessions.session import TableSnapshot


def private_view(picture: TableSnapshot, seat: Seat) -> tuple[Block, ...]:
    """The blocks that carry the seat's name and are not shown to all."""
    public, game = view_of(picture, TABLE), picture.game
    mine = game.own(picture.state, seat) if game.own is not None else view_of(picture, seat)
    return tuple(
        block for block in mine if isinstance(block, Cards | Counters) and block.seat == seat and block not in public
    )
