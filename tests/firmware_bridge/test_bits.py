"""Bytes on the wires behind our firmware: cards, the MFRC522, the HX711."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.drivers.nfc.iso14443 import crc_a, has_valid_crc
from firmware_bridge.vectors import decode


@given(st.binary(min_size=1, max_size=20), st.data())
def test_crc_a_fits_its_bytes_and_no_damaged_ones(data: bytes, drawn: st.DataObject) -> None:
    whole = bytearray(data + crc_a(data))
    assert has_valid_crc(bytes(whole))
    assert decode("iso14443a", bytes(whole))["data"] == data.hex()
    whole[drawn.draw(st.integers(0, len(whole) - 1))] ^= 1 << drawn.draw(st.integers(0, 7))
    assert not has_valid_crc(bytes(whole))


@pytest.mark.parametrize(
    ("protocol", "data", "expected"),
    [
        ("iso14443a", "52", {"command": "WUPA", "bits": 7}),
        ("iso14443a", "9520", {"command": "ANTICOLL", "level": 2}),
        ("iso14443a", "500057cd", {"command": "HLTA", "crc_ok": True}),
        ("mfrc522", "52", {"atqa": "0400", "answer": "04a1b2c3d4"}),
        ("mfrc522", "9320", {"answer": "04a1b2c3d4"}),
        ("mfrc522", "937004a1b2c3d4", {"sak": 8, "answer": "08b6dd"}),
        ("mfrc522", "500057cd", {"answer": ""}),
        ("mfrc522", "ee00", {"reg": 0x37, "read": True, "name": "VersionReg", "count": 1}),
        ("mfrc522", "92929200", {"reg": 9, "count": 3, "name": "FIFODataReg"}),
        ("mfrc522", "2a80", {"reg": 0x15, "read": False, "name": "TxASKReg", "value": 0x80}),
        ("mfrc522", "129320", {"reg": 9, "data": "9320"}),
        ("mfrc522", "ee", {"error": "truncated"}),
        ("mfrc522", "ef00", {"error": "address"}),
        ("hx711", "800000", {"value": -8388608, "saturated": True}),
        ("hx711", "7ffffe", {"value": 8388606, "saturated": False}),
        ("hx711", "00000119", {"value": 1, "channel": "A", "gain": 128}),
        ("hx711", "0000011a", {"value": 1, "channel": "B", "gain": 32}),
        ("hx711", "0102", {"error": "truncated"}),
        ("hx711", "0102031c", {"error": "pulses"}),
        ("hx711", "0102030405", {"error": "length"}),
        ("morse", "00", {"error": "protocol"}),
    ],
)
def test_bytes_are_decoded(protocol: str, data: str, expected: dict[str, object]) -> None:
    fields = decode(protocol, bytes.fromhex(data))
    assert {key: fields.get(key) for key in expected} == expected
