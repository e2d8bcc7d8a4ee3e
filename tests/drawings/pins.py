"""Which wire goes to which pin, as the firmware has it: read from the headers of its boards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

BOARDS = Path(__file__).parents[2] / "firmware_bridge" / "firmware" / "boards"
OF_PORT = {"B": ("D", 8), "C": ("A", 0), "D": ("D", 0)}
"""How an Arduino calls bit 0 of each port of its chip."""
MISO = {"MISO": "D12"}
"""Fixed by the ATmega328P: its SPI knows no other pin, so the header needs no name for it."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: what stands on the part, and what the firmware calls the pin."""

    on_part: str
    pin: str
    is_divided: bool = False  # 5 V must be brought down to 3.3 V on it


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is wired to a board."""

    name: str
    fed: str  # what it is powered with; "" = by nothing
    short: str  # what to mind, as it has room in the drawing
    note: str  # and in full
    wires: tuple[Wire, ...]


def parts(is_five_volt: bool) -> tuple[Part, ...]:
    """Return all possible parts of a board. Some wires of a 5 V board need resistors."""
    down = "; divide 5 V down on its wire" if is_five_volt else ""
    kiloohm = 330 if is_five_volt else 100
    fed = "5V" if is_five_volt else "3V3"
    return (
        *(
            Part(
                f"RC522, {which}",
                "3V3",
                "RST to 3V3",
                f"RST to 3V3{down}",
                (Wire("SDA", f"SELECT_{number}", is_five_volt),),
            )
            for number, which in enumerate(("first", "second", "third"))
        ),
        Part(
            "PN532",
            "3V3",
            "switches 0, 1",
            f"its switches on SPI: 0 and 1{down}",
            (Wire("SS", "SELECT_3", is_five_volt),),
        ),
        Part(
            "all these readers",
            "",
            "shared",
            f"shared by all of them{down and '; divide SCK and MOSI'}",
            (Wire("SCK", "SCK", is_five_volt), Wire("MOSI", "MOSI", is_five_volt), Wire("MISO", "MISO")),
        ),
        Part(
            "buttons",
            "",
            "other leg to GND",
            "the other leg to GND",
            (Wire("first", "BUTTON_0"), Wire("second", "BUTTON_1"), Wire("third", "BUTTON_2")),
        ),
        Part("tower beam", fed, "falls at a die", "falls when a die passes", (Wire("OUT", "TOWER"),)),
        Part(
            "HX711, scale",
            fed,
            "load cell below",
            "its load cell under the bag",
            (Wire("DT", "SCALE_DATA"), Wire("SCK", "SCALE_CLOCK")),
        ),
        Part(
            "LED ring, WS2812",
            "5V",
            "through 330 Ω",
            "through 330 Ω; a supply of its own above 8 lamps",
            (Wire("DIN", "LAMPS"),),
        ),
        Part("buzzer", "", "by a transistor", "passive, through a transistor", (Wire("+", "BUZZER"),)),
        Part(
            "battery",
            "",
            f"{kiloohm} kΩ over 100 kΩ",
            f"through {kiloohm} kΩ, and 100 kΩ to GND",
            (Wire("+", "BATTERY"),),
        ),
    )


def uno() -> Mapping[str, str]:
    """Name of the firmware -> what is printed on an Uno or a Nano."""
    found, letter = dict(MISO), ""
    for line in (BOARDS / "avr" / "pins.h").read_text(encoding="utf-8").splitlines():
        if port := re.match(r"/\* Bits of PORT([BCD])", line):
            letter = port[1]
        elif pin := re.match(r"#define PIN_(\w+) (\d+)", line):
            name, first = OF_PORT[letter]
            found[pin[1]] = f"{name}{first + int(pin[2])}"
    return found


def pico() -> Mapping[str, str]:
    """Name of the firmware -> what is printed on a Pico or a Pico 2."""
    text = (BOARDS / "rp2" / "pins.h").read_text(encoding="utf-8")
    return {name: f"GP{number}" for name, number in re.findall(r"PIN_(\w+) = (\d+),", text)}


def table() -> str:
    """The wiring as a table of docs/build-your-table.md: part, wire, pin of each board."""
    head = ["| part | its pin | Uno, Nano | Pico, Pico 2 | fed with | mind |", "|---|---|---|---|---|---|"]
    rows = []
    for five, three in zip(parts(is_five_volt=True), parts(is_five_volt=False), strict=True):
        fed = five.fed if five.fed == three.fed else f"{five.fed}, Pico {three.fed}"
        note = five.note if five.note == three.note else f"Uno: {five.note}; Pico: {three.note}"
        for number, wire in enumerate(five.wires):
            first = (f"**{five.name}**", fed or "-", note) if number == 0 else ("", "", "")
            rows.append(
                f"| {first[0]} | {wire.on_part} | {uno()[wire.pin]} | {pico()[wire.pin]} | {first[1]} | {first[2]} |"
            )
    return "\n".join([*head, *rows])
