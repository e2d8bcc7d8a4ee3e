"""Pixels, dice that speak over Bluetooth: one die that is connected. Only a proper roll counts (roll state 1).

A tilted die or one that was set down makes no reading.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.i18n import _, pgettext
from companion.schema import Words
from firmware_bridge.drivers.dice.length_packets import PacketReader, pack_packet
from firmware_bridge.drivers.dice.pixels_messages import (
    BATTERY_STATES,
    BY_LEDS,
    WHO_ARE_YOU,
    WRONG_NORMALS,
    decode,
    face_of,
    name_of,
)
from firmware_bridge.drivers.driver import Driver, Sighting

SERVICE = "a6b90001-7a5a-43f2-a962-350c8edc9b5b"
NOTIFY, WRITE = "a6b90002-7a5a-43f2-a962-350c8edc9b5b", "a6b90003-7a5a-43f2-a962-350c8edc9b5b"
LEGACY_SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"  # Nordic's UART, which firmware before 2023 used
LEGACY_NOTIFY, LEGACY_WRITE = LEGACY_SERVICE, "6e400002-b5a3-f393-e0a9-e50e24dcca9e"

ASK_AGAIN = 2.0  # s before repeating the identity request
KINDS = {"d00": "d100", "d6pipped": "d6"}  # their names in the games
CROOKED = _("the die rolled and lies crooked: roll it again")
WRONG_FACES = _(
    "the firmware of this die names wrong faces (2023-11-17): renew it with the maker's app; its rolls are not counted"
)
UNKNOWN_DIE = _(
    "this die does not say what die it is: renew its firmware with the maker's app; its rolls are not counted"
)


UNKNOWN = pgettext("reader", "unknown")
STATE_TEXTS = {
    "handling": pgettext("reader", "handling"),
    "rolling": pgettext("reader", "rolling"),
    "crooked": pgettext("reader", "crooked"),
    "on_face": _("not rolled"),
}
"""Roll states without a roll."""


def _charge(level: str, state: str) -> Words:
    """Return the charge in percent and the state of its battery."""
    match state:
        case "low":
            return _("{level} %, low", level=level)
        case "charging":
            return _("{level} %, charging", level=level)
        case "bad_charging":
            return _("{level} %, bad charging", level=level)
        case "error":
            return _("{level} %, error", level=level)
    return _("{level} %", level=level)


class Pixels(Driver):
    """Parse packets of one connected die into proper rolls. The type of the die comes with its identity. `clock` is
    in s.
    """

    kind = "pixels"
    model: Words = "Pixels"
    reads: tuple[str, ...] = ()
    uid = ""
    bad_frames = 0
    trouble: Words = ""
    inputs: tuple[tuple[str, Words], ...] = ()

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._die = ""  # as the maker calls it
        self._wrong: Words = ""  # why its rolls do not count
        self._packets = PacketReader()
        self._state: dict[str, Words] = {}
        self._ask_at: float | None = None  # monotonic s; None = it has identified itself

    def on_opened(self) -> None:
        """Ask the connected die for its identity, and drop its previous state."""
        self._packets.reset()
        self._die, self._wrong, self.trouble = "", "", ""
        self._ask_at = self.clock()

    def to_send(self) -> bytes:
        if self._ask_at is None or self.clock() < self._ask_at:
            return b""
        self._ask_at = self.clock() + ASK_AGAIN
        return pack_packet(bytes([WHO_ARE_YOU]))

    def feed(self, data: bytes) -> list[Sighting]:
        """Return the proper rolls among these packets."""
        return [sighting for packet in self._packets.feed(data) for sighting in self._packet(decode(packet))]

    def _packet(self, fields: Mapping[str, object]) -> list[Sighting]:
        if "error" in fields:
            self.bad_frames += 1
        elif fields["message"] == "i_am_a_die":
            self._handle_identity(fields)
        elif fields["message"] == "battery_level":
            self._battery(fields["level"], fields["batt_state"])
        elif fields["message"] == "roll_state":
            return self._handle_roll(str(fields["state"]), fields["face_index"])
        return []

    def _handle_identity(self, fields: Mapping[str, object]) -> None:
        die = str(fields.get("die_type", "unknown"))
        leds, build = fields.get("led_count", 0), fields.get("build", 0)
        self._die = die if die != "unknown" else BY_LEDS.get(leds if isinstance(leds, int) else 0, "unknown")
        self._ask_at = None
        self._wrong = UNKNOWN_DIE if self._die == "unknown" else ""
        if self._die in {"d4", "d6", "d6pipped", "d6fudge"} and isinstance(build, int) and build in WRONG_NORMALS:
            self._wrong = WRONG_FACES
        self.trouble = self._wrong
        pixel = fields.get("pixel_id")
        self.uid = f"{pixel:08x}" if isinstance(pixel, int) else ""
        self.model = f"Pixels {self._die}"
        self.reads = () if self._wrong else (KINDS.get(self._die, self._die),)
        if "battery" in fields:
            state = fields.get("batt_state", 0)
            self._battery(fields["battery"], name_of(BATTERY_STATES, state if isinstance(state, int) else 0))

    def _battery(self, level: object, state: object) -> None:
        self._set_input("battery", _charge(f"{level}", str(state)))

    def _handle_roll(self, state: str, index: object) -> list[Sighting]:
        face = face_of(self._die, index) if isinstance(index, int) else None
        self.trouble = CROOKED if state == "crooked" and not self._wrong else self._wrong
        self._set_input("die", str(face) if state == "rolled" and face is not None else STATE_TEXTS.get(state, UNKNOWN))
        if state != "rolled" or face is None or self._wrong:
            return []
        return [Sighting(self.reads[0], str(face))]

    def _set_input(self, name: str, text: Words) -> None:
        self._state[name] = text
        self.inputs = tuple((name, self._state[name]) for name in sorted(self._state))
