"""GoDice, Bluetooth dice: a few letters name the event, three signed bytes give the direction of gravity.

Only a clean roll counts ("S"). A die that was tilted, moved or set down ("TS", "MS", "FS") makes no reading.
Software cannot detect the D20 and D24 shells around the core cube, so the settings name the shell.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.i18n import _, pgettext
from companion.schema import Words
from firmware_bridge.drivers.dice.length_packets import PacketReader, pack_packet
from firmware_bridge.drivers.driver import Driver, Sighting

SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"  # Nordic's UART
WRITE, NOTIFY = "6e400002-b5a3-f393-e0a9-e50e24dcca9e", "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
NAME = "GoDice"  # how the advertised name begins

Vector = tuple[int, int, int]


def sides_of(vectors: str) -> Mapping[int, Vector]:
    """Parse the vector of each side, from side 1 on."""
    numbers = (tuple(map(int, vector.split())) for vector in vectors.split(","))
    return {side: (x, y, z) for side, (x, y, z) in enumerate(numbers, 1)}


CUBE = sides_of("-64 0 0, 0 0 64, 0 64 0, 0 -64 0, 0 0 -64, 64 0 0")
# The third number of side 2 is 40 and not 42, as its maker has it.
TWENTY = sides_of(
    "-64 0 -22, 42 -42 40, 0 22 -64, 0 22 64, -42 -42 42, 22 64 0, -42 -42 -42, 64 0 -22, -22 64 0, "
    "42 -42 -42, -42 42 42, 22 -64 0, -64 0 22, 42 42 42, -22 -64 0, 42 42 -42, 0 -22 -64, 0 -22 64, "
    "-42 42 -42, 64 0 22"
)
TWENTY_FOUR = sides_of(
    "20 -60 -20, 20 0 60, -40 -40 40, -60 0 20, 40 20 40, -20 -60 -20, 20 60 20, -40 20 -40, -40 40 40, "
    "-20 0 60, -20 -60 20, 60 0 20, -60 0 -20, 20 60 -20, 20 0 -60, 40 -20 -40, -20 60 -20, -40 -40 -40, "
    "40 -20 40, 20 -60 20, 60 0 -20, 40 20 -40, -20 0 -60, -20 60 20"
)
# Number on a shell for each upper side of the core, from side 1 on.
TEN = (8, 2, 6, 1, 4, 3, 9, 0, 7, 5, 5, 7, 0, 9, 3, 4, 1, 6, 2, 8)
FOUR = (3, 1, 4, 1, 4, 4, 1, 4, 2, 3, 1, 1, 1, 4, 2, 3, 3, 2, 2, 2, 4, 1, 3, 2)
EIGHT = (3, 3, 6, 1, 2, 8, 1, 1, 4, 7, 5, 5, 4, 4, 2, 5, 7, 7, 8, 2, 8, 3, 6, 6)
TWELVE = tuple(side % 12 + 1 for side in range(24))
SHELLS = ("d6", "d20", "d10", "d10x", "d4", "d8", "d12")

COLORS = ("BLACK", "RED", "GREEN", "BLUE", "YELLOW", "ORANGE")
COLOUR_WORDS = {
    "BLACK": _("black"),
    "RED": _("red"),
    "GREEN": _("green"),
    "BLUE": _("blue"),
    "YELLOW": _("yellow"),
    "ORANGE": _("orange"),
}
YES, NO = pgettext("reader", "yes"), pgettext("reader", "no")
ROLLING, NOT_ROLLED = pgettext("reader", "rolling"), _("not rolled")
STABLE = {b"S": "stable", b"FS": "fake_stable", b"TS": "tilt_stable", b"MS": "move_stable"}
COMMANDS = {0x03: 1, 0x17: 1, 0x14: 1, 0x08: 7, 0x10: 9, 0x19: 10, 0x65: 9}  # first byte -> size
ASK_BATTERY, ASK_COLOR = b"\x03", b"\x17"
NOT_CLEAN = {
    "tilt_stable": _("the die lies crooked: roll it again"),
    "fake_stable": _("the die was set down, not rolled: roll it again"),
    "move_stable": _("the die was moved, not rolled: roll it again"),
}


def nearest(sides: Mapping[int, Vector], xyz: Vector) -> int:
    """Return the side whose vector is nearest; of two as near, the lower number.

    >>> nearest(CUBE, (5, -5, 61))
    2
    """
    return min(sides, key=lambda side: sum((a - b) ** 2 for a, b in zip(sides[side], xyz, strict=True)))


def faces(xyz: Vector) -> dict[str, int]:
    """Return the face of each possible shell."""
    twenty, four_and_twenty = nearest(TWENTY, xyz), nearest(TWENTY_FOUR, xyz)
    return {
        "d6": nearest(CUBE, xyz),
        "d20": twenty,
        "d10": TEN[twenty - 1],
        "d10x": TEN[twenty - 1] * 10,
        "d24": four_and_twenty,
        "d4": FOUR[four_and_twenty - 1],
        "d8": EIGHT[four_and_twenty - 1],
        "d12": TWELVE[four_and_twenty - 1],
    }


def decode(data: bytes) -> dict[str, object]:
    """Decode one notification of a die, or commands to one. `error`: "truncated", "length", "unknown", "value".

    >>> decode(bytes.fromhex("530000c0"))["d6"]
    5
    """
    if not data:
        return {"error": "truncated"}
    if data[0] in COMMANDS:
        return commands_in(data)
    if data[:1] == b"R":
        return {"event": "rolling"}
    for head, event in STABLE.items():
        if data.startswith(head):
            return decode_stable(event, data[len(head) :])
    return decode_event(data)


def decode_stable(event: str, rest: bytes) -> dict[str, object]:
    """Decode the body of a stable position."""
    if len(rest) != 3:
        return {"error": "truncated" if len(rest) < 3 else "length"}
    x, y, z = (int.from_bytes(rest[at : at + 1], "big", signed=True) for at in range(3))
    return {"event": event, "xyz": [x, y, z], **faces((x, y, z))}


def decode_event(data: bytes) -> dict[str, object]:
    """Battery, colour, charging and taps."""
    if data.startswith((b"Tap", b"DTap")):
        return {"event": "double_tap" if data[:1] == b"D" else "tap"}
    for head in (b"Bat", b"Color", b"Col", b"Charg", b"Char"):
        if data.startswith(head):
            rest = data[len(head) :]
            if len(rest) != 1:
                return {"error": "length" if rest else "truncated"}
            return decode_value(head, rest[0])
    return {"error": "unknown"}


def decode_value(head: bytes, value: int) -> dict[str, object]:
    """Decode a message with one value."""
    if head == b"Bat" and value <= 100:
        return {"event": "battery", "level": value, "battery": value}
    if head.startswith(b"Col") and value < len(COLORS):
        return {"event": "color", "color": COLORS[value]}
    if head.startswith(b"Char") and value <= 1:
        return {"event": "charging", "charging": bool(value)}
    return {"error": "value"}


def commands_in(data: bytes) -> dict[str, object]:
    """Return the commands of these bytes, one after the other."""
    commands: list[str] = []
    rest = data
    while rest:
        size = COMMANDS.get(rest[0])
        if size is None or len(rest) < size:
            return {"error": "unknown" if size is None else "truncated", "commands": commands}
        commands.append(rest[:size].hex())
        rest = rest[size:]
    return {"commands": commands}


class GoDice(Driver):
    """Parse packets of one die into clean rolls. `shell` is one of SHELLS and the kind of the sighting, "d100" for
    d10x.

    A line of dice carries packets with their length in front (length_packets.py), because a notification has an end and a line has none.
    """

    kind = "godice"
    model = "GoDice"
    reads: tuple[str, ...] = ()
    bad_frames = 0
    trouble: Words = ""
    inputs: tuple[tuple[str, Words], ...] = ()

    def __init__(self, shell: str = "d6") -> None:
        if shell not in SHELLS:
            raise ValueError(f'there is no shell "{shell}"; there are {", ".join(SHELLS)}')
        self.shell = shell
        self.reads = ("d100" if shell == "d10x" else shell,)
        self._packets = PacketReader()
        self._state: dict[str, Words] = {}
        self._asks = b""

    def on_opened(self) -> None:
        """Ask the connected die for battery and colour."""
        self._packets.reset()
        self.trouble = ""
        self._asks = pack_packet(ASK_BATTERY) + pack_packet(ASK_COLOR)

    def to_send(self) -> bytes:
        pending, self._asks = self._asks, b""
        return pending

    def feed(self, data: bytes) -> list[Sighting]:
        """Return the clean rolls among these packets."""
        return [sighting for packet in self._packets.feed(data) for sighting in self._packet(packet)]

    def _packet(self, packet: bytes) -> list[Sighting]:
        fields = decode(packet)
        event = fields.get("event")
        if event is None:
            self.bad_frames += 1
        elif event == "battery":
            charge = f"{fields['level']} %"  # has no words
            self._set_input("battery", charge)
        elif event == "charging":
            self._set_input("charging", YES if fields["charging"] else NO)
        elif event == "color":
            self._set_input("colour", COLOUR_WORDS[str(fields["color"])])
        elif event not in {"tap", "double_tap"}:
            return self._handle_move(str(event), fields)
        return []

    def _handle_move(self, event: str, fields: Mapping[str, object]) -> list[Sighting]:
        self.trouble = NOT_CLEAN.get(event, "")
        shown = str(fields.get(self.shell, ""))
        self._set_input("die", shown if event == "stable" else ROLLING if event == "rolling" else NOT_ROLLED)
        return [Sighting(self.reads[0], shown)] if event == "stable" else []

    def _set_input(self, name: str, text: Words) -> None:
        self._state[name] = text
        self.inputs = tuple((name, self._state[name]) for name in sorted(self._state))
