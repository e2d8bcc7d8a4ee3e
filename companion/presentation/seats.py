"""The seats, as a device is told of them."""

from __future__ import annotations

from companion.presentation.device_context import Room
from companion.presentation.people import name
from companion.presentation.private_view import own
from companion.presentation.prompts import waited_for
from companion.presentation.responses.people import Sitting, SourceOf, Whole
from companion.schema.prompt import TABLE, Seat
from companion.sessions.answer_sources import chosen_for, source_of
from companion.sessions.session import Picture


def sitting(picture: Picture, seat: Seat, room: Room, here: Seat) -> Sitting:
    """One seat, for a device of `here`."""
    asks = [p for p in picture.question.prompts if p.seat == seat]
    waits = any(p.seat == seat for p in waited_for(picture))
    answered = bool(asks) and not any(p.seat == seat for p in picture.open)
    claimed = seat in room.claimed
    looks = here == TABLE and not claimed and bool(own(picture, seat))
    watching, source = room.watching.get(seat, 0), source_of(picture.sources, seat)
    return Sitting(
        seat, name(picture, seat), waits, answered, watching, claimed, looks, source, _sources(picture, seat)
    )


def whole(picture: Picture, here: Seat) -> Whole | None:
    """The table as one, for its own device."""
    return Whole(source_of(picture.sources, TABLE), _sources(picture, TABLE)) if here == TABLE else None


def _sources(picture: Picture, seat: Seat) -> tuple[SourceOf, ...]:
    """What a seat answers with, of each kind that can be chosen for itself."""
    kinds = [kind for kind in picture.game.kinds if chosen_for(kind, picture.game.kinds)]
    return tuple(SourceOf(kind, source_of(picture.sources, seat, kind)) for kind in kinds)
