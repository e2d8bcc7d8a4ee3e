"""The drawings of the guides are those of the script, and the script draws what the firmware has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree as ET

import pytest

from tests.drawings.all import DRAWINGS, FOLDER
from tests.drawings.pins import BOARDS, parts, pico, table, uno
from tests.drawings.svg import Drawing

GUIDE = FOLDER.parent / "build-your-table.md"
LEAST_TEXT = 16
TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_as_the_script_draws_it(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == DRAWINGS[name]().rendered(), "python -m tests.drawings"


def texts(drawing: Drawing) -> Iterator[ET.Element]:
    yield from ET.fromstring(drawing.rendered()).iter(TEXT)


@pytest.mark.parametrize("name", DRAWINGS)
def test_its_words_are_large_enough_and_inside(name: str) -> None:
    drawing = DRAWINGS[name]()
    for text in texts(drawing):
        size, words = float(text.get("font-size", 0)), text.text or ""
        wide = len(words) * size * 0.6  # more than any letter of these takes on the average
        left = (
            float(text.get("x", 0)) - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "start")] * wide
        )
        assert size >= LEAST_TEXT, words
        assert left > -6, words
        assert left + wide < drawing.width + 6, words


@pytest.mark.parametrize(("board", "pins", "volt"), [("avr", uno(), True), ("rp2", pico(), False)])
def test_every_pin_of_a_header_is_wired_in_its_drawing(board: str, pins: Mapping[str, str], volt: bool) -> None:
    named = set(re.findall(r"\bPIN_([A-Z_0-9]+)\b", (BOARDS / board / "pins.h").read_text(encoding="utf-8")))
    wired = {wire.pin for part in parts(volt) for wire in part.wires}
    assert named - {"TX", "RX"} <= wired
    assert wired <= set(pins)
    assert len({pins[pin] for pin in wired}) == len(wired)


def test_the_header_s_own_words_name_the_same_pins() -> None:
    """Its comment is what the person with the soldering iron reads first."""
    said = (BOARDS / "avr" / "pins.h").read_text(encoding="utf-8").split("*/")[0]
    assert "D11 MOSI, D12 MISO, D13 SCK" in said
    assert (uno()["MOSI"], uno()["MISO"], uno()["SCK"]) == ("D11", "D12", "D13")
    assert (uno()["SELECT_0"], uno()["SELECT_3"], uno()["SCALE_DATA"], uno()["LAMPS"]) == ("D10", "A2", "D6", "D8")


def test_the_guide_s_table_of_pins_is_that_of_the_firmware() -> None:
    assert table() in GUIDE.read_text(encoding="utf-8"), (
        "python -c 'from tests.drawings.pins import table; print(table())'"
    )
