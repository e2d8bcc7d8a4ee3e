"""Publishes what everybody at the table may see; retained, so that a display that comes late knows it at once."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from companion.bus.bus import Bus
from companion.errors import CodecError
from companion.wire import codec, topics
from companion.wire.public import Light, PublicEvent, PublicState
from companion.wording.record import Say, said

logger = logging.getLogger(__name__)


def publish(bus: Bus, table: str, rev: int, public_view: Sequence[object], say: Say = str) -> None:
    """The view of the seat "table", as blocks, in the words of `say`. A view too large to travel goes out empty and marked: the rev still rises."""
    try:
        payload = codec.encode(PublicState(rev, tuple(said(block, say) for block in public_view)))
    except CodecError as error:
        logger.info("table=%s rev=%s: the displays are sent no view: %s", table, rev, error)
        payload = codec.encode(PublicState(rev, cut=True))
    bus.publish(topics.public_state(table), payload, retain=True)


def tell(bus: Bus, table: str, rev: int, text: str) -> None:
    """Something happened that everybody saw. Raises CodecError for a text that is a book."""
    bus.publish(topics.public_event(table), codec.encode(PublicEvent(rev, text)))


def light(bus: Bus, table: str, seat: str, colour: str, mood: str = "calm") -> None:
    """The edge of a seat; colour as "#rrggbb"."""
    bus.publish(topics.public_light(table, seat), codec.encode(Light(colour, mood)), retain=True)
