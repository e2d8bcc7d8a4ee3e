"""Publish the public state as JSON, as plain text and as colours of seats."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import CodecError
from companion.i18n import Say
from companion.messaging.bus import Bus, Publisher
from companion.schema import DEALER, Light, PublicEvent, PublicState, Seat, codec, to_json, topics

TAG = re.compile(r"</?[a-zA-Z]+(?:=[^<>]*)?>|\[/?[bi]\]")
SIGN = re.compile(r"\{([a-z_]+)\}(\s*)(\w*)")
BLANKS = re.compile(r"[ \t]{2,}")


def plain(text: str) -> str:
    """A text as it is read out: what slants and thickens is gone, a sign is its word, unless that follows anyway.

    >>> plain("<b>Test</b> {lore}: 2 {success} successes")
    'Test lore: 2 successes'
    """
    return BLANKS.sub(" ", SIGN.sub(_word, TAG.sub("", text)))


def all_plain(made: Any) -> Any:
    """The same of every text in JSON values."""
    match made:
        case str():
            return plain(made)
        case list():
            return [all_plain(one) for one in made]
        case dict():
            return {key: all_plain(one) for key, one in made.items()}
        case _:
            return made


def _word(found: re.Match[str]) -> str:
    sign, blank, after = found.groups()
    word = sign.replace("_", " ")
    return after if after.lower().startswith(word) else f"{word}{blank}{after}"


logger = logging.getLogger(__name__)


def publish(bus: Bus, place: str, state: PublicState, public_view: Sequence[object] = (), say: Say = str) -> None:
    """The state and the view of the seat "table", as blocks, in the words of `say`.

    Where that is too large to travel the fields go out alone, marked; where even they are, no more than the rev.
    """
    fields = all_plain(to_json(state, say))
    whole = {**fields, "view": [to_json(block, say) for block in public_view]}
    for made in (whole, {**fields, "cut": True}):
        if (payload := _fitting(place, state, made)) is not None:
            bus.publish(topics.public_state(place), payload, retain=True)
            return
    least = codec.encode(PublicState(state.rev, state.table, state.game, language=state.language, cut=True))
    bus.publish(topics.public_state(place), least, retain=True)


def publish_event(bus: Bus, place: str, event: PublicEvent, say: Say = str) -> None:
    """Something happened that everybody saw. A text that is a book is not told: the state after it is."""
    if (payload := _fitting(place, event, all_plain(to_json(event, say)))) is not None:
        bus.publish(topics.public_event(place), payload)


def publish_light(bus: Publisher, place: str, seat: str, colour: str, mood: str = "calm") -> None:
    """The edge of a seat; colour as "#rrggbb"."""
    bus.publish(topics.public_light(place, seat), codec.encode(Light(colour, mood)), retain=True)


def _fitting(place: str, record: PublicState | PublicEvent, made: dict[str, Any]) -> bytes | None:
    try:
        return codec.encode_json(type(record).__name__, made)
    except CodecError as error:
        logger.info("place=%s rev=%s: the displays are sent less: %s", place, record.rev, error)
        return None


ANY_SEAT: tuple[Seat, ...] = ("1", "2", "3", "4", "5", "6", DEALER)
OUT = b""  # a retained message without content is none: whoever comes later is told nothing


class SeatLightPublisher:
    """Of one table. The first time every seat's is told: another evening may have left some burning. One thread at a time."""

    def __init__(self, bus: Publisher, table: str) -> None:
        self._bus = bus
        self._table = table
        self._shown: dict[Seat, Light | None] = {}

    def forget(self) -> None:
        """Others may have lit them since: the next time every seat's is told."""
        self._shown.clear()

    def show(self, lights: Mapping[Seat, Light]) -> None:
        """Let these burn and no others."""
        for seat in (*ANY_SEAT, *(seat for seat in lights if seat not in ANY_SEAT)):
            self._turn(seat, lights.get(seat))

    def _turn(self, seat: Seat, light: Light | None) -> None:
        if seat in self._shown and self._shown[seat] == light:
            return
        self._shown[seat] = light
        if light is None:
            self._bus.publish(topics.public_light(self._table, seat), OUT, retain=True)
        else:
            publish_light(self._bus, self._table, seat, light.colour, light.mood)
