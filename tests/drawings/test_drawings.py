"""Wiring drawings and the guide's table of pins match the firmware."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.drawings.pins import BOARDS, parts, pico, table, uno

DOCS = BOARDS.parents[2] / "docs"


@pytest.mark.parametrize(("board", "pins", "volt"), [("avr", uno(), True), ("rp2", pico(), False)])
def test_drawing_wires_every_pin_of_the_header(board: str, pins: Mapping[str, str], volt: bool) -> None:
    named = set(re.findall(r"\bPIN_([A-Z_0-9]+)\b", (BOARDS / board / "pins.h").read_text(encoding="utf-8")))
    wired = {wire.pin for part in parts(volt) for wire in part.wires}
    assert named - {"TX", "RX"} <= wired
    assert wired <= set(pins)
    assert len({pins[pin] for pin in wired}) == len(wired)


@pytest.mark.parametrize(("drawing", "pins", "volt"), [("wiring-uno", uno(), True), ("wiring-pico", pico(), False)])
def test_drawing_names_every_wired_pin(drawing: str, pins: Mapping[str, str], volt: bool) -> None:
    words = set(re.findall(r">([^<]+)</text>", (DOCS / "pictures" / f"{drawing}.svg").read_text(encoding="utf-8")))
    assert {pins[wire.pin] for part in parts(volt) for wire in part.wires} <= words


def test_uno_pins_have_the_printed_names() -> None:
    assert (uno()["MOSI"], uno()["MISO"], uno()["SCK"]) == ("D11", "D12", "D13")
    assert (uno()["SELECT_0"], uno()["SELECT_3"], uno()["SCALE_DATA"], uno()["LAMPS"]) == ("D10", "A2", "D6", "D8")


def test_guide_table_of_pins_matches_the_firmware() -> None:
    assert table() in (DOCS / "build-your-table.md").read_text(encoding="utf-8"), (
        "python -c 'from tests.drawings.pins import table; print(table())'"
    )
