"""Bytes on the wires behind our firmware: cards, the MFRC522, the HX711."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.decode import decode
from firmware_bridge.drivers.nfc.iso14443 import bcc, crc_a, has_valid_crc


def said(protocol: str, data: str, *keys: str) -> tuple[object, ...]:
    got = decode(protocol, bytes.fromhex(data))
    return tuple(got.get(key) for key in keys)


@given(st.binary(min_size=1, max_size=20))
def test_bytes_with_their_crc_behind_are_known_as_such(data: bytes) -> None:
    assert has_valid_crc(data + crc_a(data))
    assert decode("iso14443a", data + crc_a(data))["data"] == data.hex()


@given(st.binary(min_size=1, max_size=20), st.data())
def test_damaged_bit_never_fits_crc_a(data: bytes, drawn: st.DataObject) -> None:
    whole = bytearray(data + crc_a(data))
    whole[drawn.draw(st.integers(0, len(whole) - 1))] ^= 1 << drawn.draw(st.integers(0, 7))
    assert not has_valid_crc(bytes(whole))


@pytest.mark.parametrize(
    ("data", "command", "more"),
    [
        ("26", "REQA", {"bits": 7}),
        ("52", "WUPA", {"bits": 7}),
        ("9320", "ANTICOLL", {"level": 1}),
        ("9370", "SELECT", {"level": 1}),
        ("9520", "ANTICOLL", {"level": 2}),
        ("500057cd", "HLTA", {"crc_ok": True}),
    ],
)
def test_first_commands_have_names(data: str, command: str, more: dict[str, object]) -> None:
    got = decode("iso14443a", bytes.fromhex(data))
    assert {key: got.get(key) for key in ("command", *more)} == {"command": command, **more}


def test_example_card_answers_with_id_and_check_byte() -> None:
    assert said("mfrc522", "52", "atqa", "answer") == ("0400", "04a1b2c3d4")
    assert said("mfrc522", "9320", "answer") == ("04a1b2c3d4",)
    assert said("mfrc522", "937004a1b2c3d4", "sak", "answer") == (8, "08b6dd")
    assert said("mfrc522", "500057cd", "answer") == ("",)
    assert bcc(bytes.fromhex("04a1b2c3")) == 0xD4


@pytest.mark.parametrize(
    ("data", "reg", "read", "name", "value"),
    [
        ("ee00", 0x37, True, "VersionReg", None),
        ("9200", 0x09, True, "FIFODataReg", None),
        ("020f", 0x01, False, "CommandReg", 0x0F),
        ("2a80", 0x15, False, "TxASKReg", 0x80),
        ("2883", 0x14, False, "TxControlReg", 0x83),
        ("1a07", 0x0D, False, "BitFramingReg", 7),
    ],
)
def test_transfer_names_its_register(data: str, reg: int, read: bool, name: str, value: int | None) -> None:
    assert said("mfrc522", data, "reg", "read", "name", "value") == (reg, read, name, value)


def test_several_bytes_are_read_and_written_in_one_transfer() -> None:
    assert said("mfrc522", "92929200", "reg", "count") == (9, 3)
    assert said("mfrc522", "129320", "reg", "data") == (9, "9320")


def test_invalid_transfer_is_an_error() -> None:
    assert decode("mfrc522", b"\xee") == {"error": "truncated"}
    assert decode("mfrc522", b"\xef\x00") == {"error": "address"}


@pytest.mark.parametrize(
    ("word", "value", "saturated"),
    [
        ("000001", 1, False),
        ("800000", -8388608, True),
        ("7ffffe", 8388606, False),
        ("800001", -8388607, False),
        ("fffffe", -2, False),
    ],
)
def test_load_cell_word_is_signed(word: str, value: int, saturated: bool) -> None:
    assert said("hx711", word, "value", "saturated") == (value, saturated)


@pytest.mark.parametrize(("pulses", "channel", "gain"), [("19", "A", 128), ("1a", "B", 32), ("1b", "A", 64)])
def test_hx711_clocks_select_the_channel(pulses: str, channel: str, gain: int) -> None:
    assert said("hx711", "000001" + pulses, "value", "channel", "gain") == (1, channel, gain)


@pytest.mark.parametrize(
    ("data", "error"), [("", "truncated"), ("0102", "truncated"), ("0102031c", "pulses"), ("0102030405", "length")]
)
def test_invalid_word_is_an_error(data: str, error: str) -> None:
    assert decode("hx711", bytes.fromhex(data)) == {"error": error}
