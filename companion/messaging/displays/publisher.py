"""Publishes what everybody at the table may see; retained, so that a display that comes late knows it at once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from companion.errors import CodecError
from companion.i18n.record_translation import Say, said
from companion.messaging.bus import Bus
from companion.messaging.displays.plain_text import all_plain
from companion.schema import codec, topics
from companion.schema.public_state import Light, PublicEvent, PublicState

logger = logging.getLogger(__name__)


def publish(bus: Bus, place: str, state: PublicState, public_view: Sequence[object] = (), say: Say = str) -> None:
    """The state and the view of the seat "table", as blocks, in the words of `say`.

    Where that is too large to travel the fields go out alone, marked; where even they are, no more than the rev.
    """
    fields = all_plain(said(state, say))
    whole = {**fields, "view": [said(block, say) for block in public_view]}
    for made in (whole, {**fields, "cut": True}):
        if (payload := _fitting(place, state, made)) is not None:
            bus.publish(topics.public_state(place), payload, retain=True)
            return
    least = codec.encode(PublicState(state.rev, state.table, state.game, language=state.language, cut=True))
    bus.publish(topics.public_state(place), least, retain=True)


def publish_event(bus: Bus, place: str, event: PublicEvent, say: Say = str) -> None:
    """Something happened that everybody saw. A text that is a book is not told: the state after it is."""
    if (payload := _fitting(place, event, all_plain(said(event, say)))) is not None:
        bus.publish(topics.public_event(place), payload)


def publish_light(bus: Bus, place: str, seat: str, colour: str, mood: str = "calm") -> None:
    """The edge of a seat; colour as "#rrggbb"."""
    bus.publish(topics.public_light(place, seat), codec.encode(Light(colour, mood)), retain=True)


def _fitting(place: str, record: PublicState | PublicEvent, made: dict[str, Any]) -> bytes | None:
    try:
        return codec.encode_json(type(record).__name__, made)
    except CodecError as error:
        logger.info("place=%s rev=%s: the displays are sent less: %s", place, record.rev, error)
        return None
