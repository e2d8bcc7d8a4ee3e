"""The lights of the seats: retained, told only where they change, and put out where nobody sits any more."""

from __future__ import annotations

from collections.abc import Mapping

from companion.messaging.bus import Bus
from companion.messaging.displays import publisher
from companion.schema import topics
from companion.schema.prompt import DEALER, Seat
from companion.schema.public_state import Light

ANY_SEAT: tuple[Seat, ...] = ("1", "2", "3", "4", "5", "6", DEALER)
OUT = b""  # a retained message without content is none: whoever comes later is told nothing


class SeatLightPublisher:
    """Of one table. The first time every seat's is told: another evening may have left some burning. One thread at a time."""

    def __init__(self, bus: Bus, table: str) -> None:
        self._bus = bus
        self._table = table
        self._shown: dict[Seat, Light | None] = {}

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
            publisher.publish_light(self._bus, self._table, seat, light.colour, light.mood)
