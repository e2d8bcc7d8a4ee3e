"""The memory of type 2 tags, with layouts of the NFC Forum's test cases, and answers of NTAG stickers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.drivers.nfc.iso14443 import crc_a
from firmware_bridge.drivers.nfc.ntag import decode as decode_ntag
from firmware_bridge.drivers.nfc.type2_memory import decode, reserved_by

HEAD = "046fd53611127a0079c80000"
LOCKED_HEAD = "04517ca1e1ed2580a9480000"
URI = "d101065501" + "6e2e636f6d"  # http://www.n.com
LONG = "c101000007e555016e66632e636f6d" + "6d" * 2009 + "2e636f6d"
POSTER = (
    "d1023f537091010a55036e666370792e6f726751012d5402656e507974686f6e206d6f64756c6520666f72206e656172206669656c6420"
    "636f6d6d756e69636174696f6e"
)
RESERVED = f"0344{POSTER[:88]}" + "00" * 16 + f"{POSTER[88:]}fe"  # with 16 bytes that are not the message's


@pytest.mark.parametrize(
    ("text", "size", "expected"),
    [
        (
            f"{HEAD}e1100600030a{URI}fe",
            64,
            {"ndef": URI, "length": 10, "capacity": 46, "uid": "046fd511127a00", "uid_ok": True},
        ),
        (f"{HEAD}e110fe0003ff07ec{LONG}fe", 2064, {"ndef": LONG, "length": 2028, "capacity": 2028}),
        (
            f"{LOCKED_HEAD}e11012000103a010440389d1018555016e6663" + "63" * 122 + "574c462e636f6d",
            176,
            {"length": 137, "capacity": 137},
        ),
        (f"{LOCKED_HEAD}e1101200" + "00" * 11 + f"02035010040000{RESERVED}", 176, {"ndef": POSTER, "capacity": 108}),
        (
            f"{LOCKED_HEAD}e110120000000001035010240000000203520e040000{RESERVED}",
            176,
            {"ndef": POSTER, "capacity": 108},
        ),
        (
            "0416c65dc2d73881ac480000e1103e000300fe",
            32,
            {"uid": "0416c6c2d73881", "bcc0": 0x5D, "bcc1": 0xAC, "uid_ok": False, "ndef": ""},
        ),
        (f"{HEAD}e1100600030a{URI[:12]}", 0, {"error": "truncated", "ndef": None, "uid": "046fd511127a00"}),
    ],
    ids=["static", "long", "lock bytes", "reserved", "reserved and locked", "check bytes", "truncated"],
)
def test_memory_is_decoded(text: str, size: int, expected: dict[str, object]) -> None:
    fields = decode(bytes.fromhex(text).ljust(size, b"\0"))
    assert {key: fields.get(key) for key in expected} == expected


@pytest.mark.parametrize(
    ("access", "readable", "writeable"), [(0, True, True), (0x0F, True, False), (0x80, False, True)]
)
def test_container_reports_access_limits(access: int, readable: bool, writeable: bool) -> None:
    fields = decode(bytes.fromhex(f"{HEAD}e11006{access:02x}030a{URI}fe").ljust(64, b"\0"))
    assert (fields["readable"], fields["writeable"]) == (readable, writeable)


@pytest.mark.parametrize(
    ("kind", "value", "addresses"),
    [
        (1, "a010", range(0)),
        (2, "700402", range(28, 32)),
        (1, "c01022", range(48, 50)),
        (2, "000004", range(256)),
        (3, "700402", range(0)),
    ],
)
def test_control_tlv_reserves_its_addresses(kind: int, value: str, addresses: range) -> None:
    assert list(reserved_by(kind, bytes.fromhex(value))) == list(addresses)


@given(st.binary(max_size=300), st.integers(0, 10), st.integers(0, 30))
def test_message_decodes_as_written(message: bytes, nulls: int, behind: int) -> None:
    size = bytes([len(message)]) if len(message) < 255 else b"\xff" + len(message).to_bytes(2, "big")
    area = bytes(nulls) + b"\x03" + size + message + b"\xfe" + bytes(behind)
    area = area.ljust(-(-len(area) // 8) * 8, b"\0")
    fields = decode(bytes.fromhex(HEAD) + bytes([0xE1, 0x10, len(area) // 8, 0]) + area)
    assert fields["ndef"] == message.hex()


VERSION = bytes.fromhex("0004040201001303")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (bytes.fromhex("0004030101000b03"), {"product": "MF0UL11", "cc2_factory": None, "protocol": 3}),
        (bytes.fromhex("0004040201000f03"), {"product": "NTAG213", "cc2_factory": 0x12}),
        (bytes.fromhex("0004040999ff7703"), {"product": "unknown", "cc2_factory": None}),
        (VERSION + crc_a(VERSION), {"product": "NTAG216"}),
        (VERSION + b"\0\0", {"error": "crc"}),
        (
            bytes.fromhex("000102030405060708090a0b0c0d0e0f77f5"),
            {"pages": ["00010203", "04050607", "08090a0b", "0c0d0e0f"]},
        ),
        (b"\x0a", {"ack": True}),
        (b"\x01", {"ack": False, "nak": 1}),
        (bytes.fromhex("0005040201001303"), {"error": "vendor"}),
        (bytes.fromhex("000404"), {"error": "truncated"}),
    ],
)
def test_sticker_answer_is_decoded(answer: bytes, expected: dict[str, object]) -> None:
    fields = decode_ntag(answer)
    assert {key: fields.get(key) for key in expected} == expected
