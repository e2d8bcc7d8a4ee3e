"""LAMPLIGHT_FUZZ=10000000 sends so many random bytes through every decoder and every driver; the default is small."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.drivers.dice.godice import GoDice
from firmware_bridge.drivers.dice.pixels import Pixels
from firmware_bridge.drivers.driver import Driver
from firmware_bridge.drivers.nfc.pn532 import Pn532
from firmware_bridge.drivers.rdm6300 import Rdm6300
from firmware_bridge.drivers.scanner import Scanner
from firmware_bridge.drivers.text_lines import TextLineDriver
from firmware_bridge.readers.driver_registry import KINDS, driver_of
from firmware_bridge.settings import BridgeSettingsError, ReaderSettings
from firmware_bridge.vectors import PROTOCOLS, decode
from tests.firmware_bridge.link.fake_board import Clock

BYTES = int(os.environ.get("LAMPLIGHT_FUZZ", "60000"))  # random bytes, all tests of a decoder together

STARTS: dict[str, tuple[str, ...]] = {
    "rdm6300": ("02", "0236324533303836434544303803"),
    "pn532": ("0000ff", "0000ff0ff1d54b0101004400070416c6c2d738816100", "0000ffffff"),
    "ntag21x": ("0004040201001303",),
    "type2tag": ("0416c65cc2d73881ac480000e1103e00", "010203040506070800000000e110060f000103c01022020370040200"),
    "ndef": ("d101", "c101", "030cd101085402656e736b756c6cfe", "d10203537091010a55"),
    "godice": ("53", "5453", "426174", "0817"),
    "pixels": ("0214", "02", "03", "04", "22"),
    "pixels_advertisement": ("390d",),
    "serial_scanner": ("544f4b454e3a", "34303036"),
}
"""Valid beginnings, so that random bytes pass the first checks."""


def pieces(count: int, seed: int) -> Iterator[bytes]:
    """Random bytes of random lengths, `count` in all."""
    chance = random.Random(seed)
    while count > 0:
        size = min(chance.randrange(1, 120), count)
        count -= size
        yield chance.randbytes(size)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_decoders_survive_random_bytes(protocol: str) -> None:
    starts = (b"", *(bytes.fromhex(start) for start in STARTS.get(protocol, ())))
    assert isinstance(decode(protocol, b""), dict)
    for number, data in enumerate(pieces(BYTES // len(PROTOCOLS), seed=7)):
        start = starts[number % len(starts)]
        said = decode(protocol, start[: len(start) - number % 3] + data)
        assert said.get("error") is None or isinstance(said["error"], str)


@pytest.mark.parametrize("protocol", STARTS)
def test_decoders_survive_flipped_bits(protocol: str) -> None:
    for start in STARTS[protocol]:
        whole = bytes.fromhex(start)
        for place in range(len(whole) * 8):
            flipped = bytearray(whole)
            flipped[place // 8] ^= 1 << place % 8
            decode(protocol, bytes(flipped))


DRIVERS: dict[str, Callable[[Clock], Driver]] = {
    "rdm6300": Rdm6300,
    "pn532": Pn532,
    "godice": lambda _: GoDice(),
    "pixels": Pixels,
    "scanner with a prefix": lambda clock: Scanner(clock, "TOKEN:"),
    "lines": lambda clock: TextLineDriver(clock, "UID: ([0-9A-F ]+)"),
}


@pytest.mark.parametrize("kind", [kind for kind in DRIVERS if kind != "godice"])
def test_random_bytes_break_no_driver_and_make_no_sighting(kind: str) -> None:
    """Formats without a checksum have a prefix or pattern. A GoDice packet has neither, so Bluetooth's checksum
    stands in for it.
    """
    clock = Clock()
    driver = DRIVERS[kind](clock)
    driver.on_opened()
    for data in pieces(BYTES // len(DRIVERS), seed=11):
        assert driver.feed(data) == []
        driver.to_send()
        clock.now += 0.01
        assert 0 <= driver.wait() <= 1
    assert driver.bad_frames > 0


def test_random_die_packets_show_only_existing_faces() -> None:
    driver = GoDice("d20")
    for data in pieces(BYTES // len(DRIVERS), seed=11):
        for sighting in driver.feed(data):
            assert sighting.kind == "d20"
            assert 1 <= int(sighting.value) <= 20


def test_each_kind_of_reader_has_a_driver() -> None:
    for kind in KINDS:
        settings = ReaderSettings(driver=kind, prefix="(.+)" if kind == "lines" else "")
        assert driver_of(settings, lambda: 0.0).kind == kind
    for settings, why in (
        (ReaderSettings(driver="psychic"), "no driver"),
        (ReaderSettings("x", "godice", prefix="d7"), "shell"),
    ):
        with pytest.raises(BridgeSettingsError, match=why):
            driver_of(settings, lambda: 0.0)
