"""The LEDs of a board: the ring is divided among the seats that have a light."""

from __future__ import annotations

import re
from types import MappingProxyType

from companion.schema import Light
from firmware_bridge.link import messages
from firmware_bridge.link.messages import Mood

COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
MOODS = MappingProxyType({"calm": Mood.CALM, "asked": Mood.ASKED, "danger": Mood.DANGER, "off": Mood.OFF})
WHITE = Light("#ffffff", "danger")


class LightRing:
    """Lights by seat. A light without a colour, or with the mood "off", is dark."""

    def __init__(self) -> None:
        self._lights: dict[str, Light] = {}

    def set_light(self, seat: str, light: Light) -> bool:
        """Set the light of a seat; return whether it changed."""
        before = dict(self._lights)
        self._lights.pop(seat, None)
        if COLOUR.fullmatch(light.colour) and light.mood != "off":
            self._lights[seat] = light
        return self._lights != before

    def lights(self, lamps: int) -> list[messages.Light]:
        """Return the commands that light a ring of so many lamps: each seat an arc, in the order of their names.

        Together they cover the ring and replace its earlier state.
        """
        seats = sorted(self._lights)
        if not seats:
            return [_arc(0, lamps, None)] if lamps else []
        ends = [lamps * at // len(seats) for at in range(len(seats) + 1)]
        arcs = zip(seats, ends, ends[1:], strict=False)
        return [_arc(first, end - first, self._lights[seat]) for seat, first, end in arcs if end > first]

    def blinking(self, lamps: int) -> list[messages.Light]:
        """Every LED, so that people see which board it is."""
        return [_arc(0, lamps, WHITE)] if lamps else []


def _arc(first: int, count: int, light: Light | None) -> messages.Light:
    if light is None:
        return messages.Light(first, count, 0, 0, 0, Mood.OFF)
    red, green, blue = bytes.fromhex(light.colour[1:])
    return messages.Light(first, count, red, green, blue, MOODS.get(light.mood, Mood.CALM))
