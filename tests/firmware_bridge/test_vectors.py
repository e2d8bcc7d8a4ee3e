"""Known bytes and their fields, and damaged ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import vectors
from firmware_bridge.drivers.nfc.iso14443 import crc_a, has_valid_crc
from firmware_bridge.vectors import decode

GOOD = {"protocol": "cobs", "name": "a zero", "hex": "00", "expect": {"encoded": "0101", "note": "never compared"}}
WRONG = {"protocol": "crc16-ccitt-false", "name": "the check", "hex": "313233", "expect": {"crc": "29b1"}}


def run(*files: Path) -> tuple[bool, list[str]]:
    lines: list[str] = []
    good = vectors.run(files, lines.append)
    return good, lines


def test_known_vectors_pass(shared: Path) -> None:
    assert run(shared / "hardware" / "vectors.json") == (True, ["56 passed, 0 failed"])


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (WRONG, "crc16-ccitt-false, the check: crc should be '29b1' and is '5bce'"),
        ({**GOOD, "expect": {"tag": "1"}}, "tag is not told; told are encoded, error"),
        ({**GOOD, "protocol": ["cobs"]}, "there is no protocol \"['cobs']\""),
        (7, "needs"),
    ],
    ids=["value", "key", "protocol", "no object"],
)
def test_wrong_row_fails_and_others_go_on(tmp_path: Path, row: object, sentence: str) -> None:
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps({"vectors": [row, GOOD]}))
    good, lines = run(file)
    assert not good
    assert sentence in lines[0]
    assert lines[-1] == "1 passed, 1 failed"


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
