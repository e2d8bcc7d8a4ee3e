"""The seats, as a device is told of them."""

from __future__ import annotations

from companion.presentation.device_context import DeviceContext
from companion.presentation.people import name
from companion.presentation.private_view import private_view
from companion.presentation.prompts import pending_people
from companion.presentation.responses.people import SeatView, SourceView, WholeTableSource
from companion.schema.prompt import TABLE, Seat
from companion.sessions.session import TableSnapshot
from companion.sessions.store.answer_sources import chosen_for, source_of


def seat_view(picture: TableSnapshot, seat: Seat, room: DeviceContext, here: Seat) -> SeatView:
    """One seat, for a device of `here`."""
    asks = [p for p in picture.question.prompts if p.seat == seat]
    waits = any(p.seat == seat for p in pending_people(picture))
    answered = bool(asks) and not any(p.seat == seat for p in picture.open)
    claimed = seat in room.claimed
    looks = here == TABLE and not claimed and bool(private_view(picture, seat))
    watching, source = room.watching.get(seat, 0), source_of(picture.sources, seat)
    return SeatView(
        seat, name(picture, seat), waits, answered, watching, claimed, looks, source, _sources(picture, seat)
    )


def whole_table_source(picture: TableSnapshot, here: Seat) -> WholeTableSource | None:
    """The table as one, for its own device."""
    return WholeTableSource(source_of(picture.sources, TABLE), _sources(picture, TABLE)) if here == TABLE else None


def _sources(picture: TableSnapshot, seat: Seat) -> tuple[SourceView, ...]:
    """What a seat answers with, of each kind that can be chosen for itself."""
    kinds = [kind for kind in picture.game.kinds if chosen_for(kind, picture.game.kinds)]
    return tuple(SourceView(kind, source_of(picture.sources, seat, kind)) for kind in kinds)
