"""Boards with their wires. The parts stand at their pins, so that wires do not cross."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.drawings.pins import Part, parts, pico, uno
from tests.drawings.svg import BRASS, INK, LINE, MUTED, WARN, Drawing, Font

WIDE = 980
ROW, GAP = 34, 20  # px a wire, px between parts
TOP = 96
BOARD = (410, 570)  # left and right edge of the board
SIDE = (24, 300), (680, 956)  # left and right edges of the parts on each side
LEFT = 5
"""So many parts stand on the left: all readers. The others stand on the right."""
COLOURS = ("#1f6feb", "#8250df", "#0b6b52", "#b35900", "#a0276b", "#2b7a9e")
FED = {"3V3": "#b35900", "5V": "#b3210c"}


@dataclass(frozen=True, slots=True)
class Row:
    part: Part
    top: float
    height: float


def placed(some: Sequence[Part]) -> list[Row]:
    """The parts below one another."""
    rows, top = list[Row](), float(TOP)
    for part in some:
        height = len(part.wires) * ROW + 34.0
        rows.append(Row(part, top, height))
        top += height + GAP
    return rows


def wiring(name: str, pins: Mapping[str, str], is_five_volt: bool) -> Drawing:
    """One board with all that may be wired to it."""
    every = parts(is_five_volt)
    left, right = placed(every[:LEFT]), placed(every[LEFT:])
    bottom = max(rows[-1].top + rows[-1].height for rows in (left, right))
    drawing = Drawing(WIDE, int(bottom + (108 if is_five_volt else 76)), f"{name}: what is wired to which pin")
    drawing.text(24, 46, name, Font(30, INK, weight=700))
    drawing.text(24, 74, "Fit what you have; what is not wired is not missed.", Font(18, MUTED))
    drawing.rect(
        BOARD[0], TOP - 10, BOARD[1] - BOARD[0], bottom - TOP + 20, "#20453b", "#0e241e", rx=14, stroke_width=3
    )
    drawing.text(sum(BOARD) / 2, TOP + 22, "USB", Font(18, "#f4ecdc", "middle", 700))
    for number, row in enumerate(left):
        _part(drawing, row, pins, SIDE[0], COLOURS[number % len(COLOURS)])
    for number, row in enumerate(right):
        _part(drawing, row, pins, SIDE[1], COLOURS[number % len(COLOURS)])
    _foot(drawing, bottom + 44)
    if is_five_volt:
        drawing.text(
            24,
            bottom + 80,
            "÷  Two resistors or a level shifter: 5 V of the board is 3.3 V at the reader.",
            Font(18, INK, weight=650),
        )
    return drawing


def _part(drawing: Drawing, row: Row, pins: Mapping[str, str], side: tuple[int, int], colour: str) -> None:
    is_left = side[0] < BOARD[0]
    edge, pad = (side[1], BOARD[0]) if is_left else (side[0], BOARD[1])
    drawing.rect(side[0], row.top, side[1] - side[0], row.height, "#fffdf6", LINE, rx=10, stroke_width=2)
    drawing.text(side[0] + 14, row.top + 25, row.part.name, Font(19, INK, weight=700))
    if row.part.fed:
        fed = FED[row.part.fed]
        drawing.rect(side[1] - 62, row.top + 8, 50, 24, fed, rx=6)
        drawing.text(side[1] - 37, row.top + 26, row.part.fed, Font(16, "#fffdf6", "middle", 700))
    note_x = side[0] + 14 if is_left else side[1] - 14
    drawing.text(note_x, row.top + 34 + ROW / 2 + 6, row.part.short, Font(16, MUTED, "start" if is_left else "end"))
    for number, wire in enumerate(row.part.wires):
        y = row.top + 34 + number * ROW + ROW / 2
        drawing.path(f"M{edge} {y:g}H{pad}", colour, 4)
        drawing.circle(edge, y, 6, colour)
        drawing.circle(pad, y, 7, "#e2b366", "#0e241e", stroke_width=2)
        if wire.is_divided:
            drawing.rect((edge + pad) / 2 - 15, y - 13, 30, 26, "#fffdf6", INK, rx=4, stroke_width=2)
            drawing.text((edge + pad) / 2, y + 7, "÷", Font(20, INK, "middle", 700))
        inner = edge - 16 if is_left else edge + 16
        drawing.text(inner, y + 6, wire.on_part, Font(18, INK, "end" if is_left else "start", 650))
        at_pad = pad + 16 if is_left else pad - 16
        drawing.text(at_pad, y + 6, pins[wire.pin], Font(19, "#f4ecdc", "start" if is_left else "end", 700))


def _foot(drawing: Drawing, y: float) -> None:
    drawing.rect(24, y - 20, 50, 24, FED["3V3"], rx=6)
    drawing.text(49, y - 2, "3V3", Font(16, "#fffdf6", "middle", 700))
    drawing.text(84, y - 2, "and GND of the board", Font(18, MUTED))
    drawing.rect(290, y - 20, 50, 24, FED["5V"], rx=6)
    drawing.text(315, y - 2, "5V", Font(16, "#fffdf6", "middle", 700))
    drawing.text(350, y - 2, "of the USB, and GND", Font(18, MUTED))
    drawing.text(560, y - 2, "An RC522 on 5 V is broken at once.", Font(18, WARN, weight=700))


def uno_wiring() -> Drawing:
    return wiring("Arduino Uno or Nano", uno(), is_five_volt=True)


def pico_wiring() -> Drawing:
    return wiring("Raspberry Pi Pico or Pico 2", pico(), is_five_volt=False)


ADAPTERS = (
    (
        "RDM6300",
        (("TX", "RXD", "through 1 kΩ at 3.3 V"), ("5V", "5V", ""), ("GND", "GND", "")),
        "9600 baud, 125 kHz tags",
    ),
    (
        "PN532",
        (("TXD", "RXD", ""), ("RXD", "TXD", ""), ("VCC", "3V3", ""), ("GND", "GND", "")),
        "both switches on 0; 115200 baud, NFC stickers",
    ),
)
"""A bought reader and what its pins go to on a USB serial adapter."""


def adapters() -> Drawing:
    """Two readers that need no board, each on its adapter."""
    drawing = Drawing(WIDE, 330, "RDM6300 and PN532, each wired to a USB serial adapter")
    drawing.text(24, 46, "Without a board: a reader on a USB serial adapter", Font(28, INK, weight=700))
    for number, (name, wires, note) in enumerate(ADAPTERS):
        x = 24 + number * 480
        drawing.rect(x, 80, 180, 200, "#fffdf6", LINE, rx=10, stroke_width=2)
        drawing.text(x + 14, 108, name, Font(18, INK, weight=700))
        drawing.rect(x + 290, 80, 150, 200, "#20453b", "#0e241e", rx=10, stroke_width=3)
        drawing.text(x + 365, 108, "USB adapter", Font(18, "#f4ecdc", "middle", 700))
        for row, (own, other, said) in enumerate(wires):
            y = 140 + row * 38
            drawing.path(f"M{x + 180} {y}H{x + 290}", COLOURS[row], 4)
            drawing.text(x + 166, y + 6, own, Font(18, INK, "end", 650))
            drawing.text(x + 306, y + 6, other, Font(18, "#f4ecdc", "start", 700))
            drawing.text(x + 235, y - 7, said if len(said) < 8 else "1 kΩ", Font(16, BRASS, "middle")) if said else None
        drawing.text(x, 308, note, Font(17, MUTED))
    return drawing
