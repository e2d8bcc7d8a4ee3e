"""Memories named "layout" come from the NFC Forum's test cases for type 2 tags, as in public tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.drivers.nfc.iso14443 import crc_a
from firmware_bridge.drivers.nfc.ntag import decode as decode_ntag
from firmware_bridge.drivers.nfc.type2_memory import Tlv, decode, reserved_by, tlvs

HEAD = "046fd53611127a0079c80000"
URI = "d101065501 6e2e636f6d".replace(" ", "")  # http://www.n.com
POSTER = (
    "d1023f537091010a55036e666370792e6f726751012d5402656e507974686f6e206d6f64756c6520666f72206e656172206669656c6420"
    "636f6d6d756e69636174696f6e"
)


def memory(text: str, size: int = 64) -> bytes:
    return bytes.fromhex(text).ljust(size, b"\0")


def pick(said: dict[str, object], *keys: str) -> tuple[object, ...]:
    return tuple(said.get(key) for key in keys)


def test_message_in_static_memory_is_read() -> None:
    said = decode(memory(HEAD + "e1100600" + "030a" + URI + "fe"))
    assert pick(said, "ndef", "length", "capacity", "uid") == (URI, 10, 46, "046fd511127a00")
    assert said["uid_ok"]


def test_container_reports_access_limits() -> None:
    accesses = {"00": (True, True), "0f": (True, False), "08": (True, False), "80": (False, True), "ff": (False, False)}
    for access, wanted in accesses.items():
        said = decode(memory(HEAD + "e11006" + access + "030a" + URI + "fe"))
        assert pick(said, "readable", "writeable") == wanted, access


def test_long_message_has_a_three_byte_length() -> None:
    message = "c101000007e555016e66632e636f6d" + "6d" * 2009 + "2e636f6d"
    said = decode(memory(HEAD + "e110fe00" + "03ff07ec" + message + "fe", 2048 + 16))
    assert pick(said, "ndef", "length", "capacity") == (message, 2028, 2028)


def test_lock_bytes_behind_the_area_take_nothing_from_it() -> None:
    said = decode(
        memory(
            "04517ca1e1ed2580a9480000e11012000103a010440389d1018555016e6663" + "63" * 122 + "574c462e636f6d",
            176,
        )
    )
    assert pick(said, "length", "capacity") == (137, 137)


def test_reserved_bytes_inside_a_message_are_passed_over() -> None:
    first, second = POSTER[:88], POSTER[88:]
    start = "04517ca1e1ed2580a9480000e1101200"
    by_memory = start + "00" * 11 + "0203501004" + "0000" + "0344" + first + "00" * 16 + second + "fe"
    assert pick(decode(memory(by_memory, 176)), "ndef", "capacity") == (POSTER, 108)
    by_both = (
        start + "000000" + "0103501024" + "000000" + "0203520e04" + "0000" + "0344" + first + "ff" * 16 + second + "fe"
    )
    assert pick(decode(memory(by_both, 176)), "ndef", "capacity") == (POSTER, 108)


def test_wrong_check_bytes_are_reported_and_memory_is_read() -> None:
    said = decode(memory("0416c65dc2d73881ac480000" + "e1103e00" + "0300fe", 32))
    assert pick(said, "uid", "bcc0", "bcc1", "uid_ok", "ndef") == ("0416c6c2d73881", 0x5D, 0xAC, False, "")


def test_truncated_message_is_an_error_with_id() -> None:
    said = decode(bytes.fromhex(HEAD + "e1100600" + "030a" + URI[:12]))
    assert pick(said, "error", "ndef", "uid") == ("truncated", None, "046fd511127a00")


def test_tlvs_are_returned_up_to_the_terminator() -> None:
    assert list(tlvs(bytes.fromhex("00fd02aabb0301ccfe0301dd"))) == [Tlv(0xFD, b"\xaa\xbb", 1), Tlv(3, b"\xcc", 5)]


def test_control_tlv_of_another_size_is_ignored() -> None:
    assert list(reserved_by(1, b"\xa0\x10")) == []
    assert list(reserved_by(2, bytes.fromhex("70 04 02"))) == [28, 29, 30, 31]
    assert list(reserved_by(1, bytes.fromhex("c0 10 22"))) == [48, 49]
    assert len(reserved_by(2, bytes.fromhex("00 00 04"))) == 256


@pytest.mark.parametrize(
    ("version", "product", "cc2"),
    [
        ("0004030101000b03", "MF0UL11", None),
        ("0004030201000b03", "MF0ULH11", None),
        ("0004030101000e03", "MF0UL21", None),
        ("0004030201000e03", "MF0ULH21", None),
        ("0004040101000b03", "NTAG210", 0x06),
        ("0004040101000e03", "NTAG212", 0x10),
        ("0004040201000f03", "NTAG213", 0x12),
        ("0004040201001103", "NTAG215", 0x3E),
        ("0004040201001303", "NTAG216", 0x6D),
        ("0004040502021303", "NT3H2111", 0x6D),
        ("0004040999ff7703", "unknown", None),
    ],
)
def test_tag_memory_is_decoded(version: str, product: str, cc2: int | None) -> None:
    said = decode_ntag(bytes.fromhex(version))
    assert pick(said, "product", "cc2_factory", "protocol") == (product, cc2, 3)


def test_answer_may_end_with_its_crc() -> None:
    version = bytes.fromhex("0004040201001303")
    assert decode_ntag(version + crc_a(version))["product"] == "NTAG216"
    assert decode_ntag(version + b"\0\0") == {"error": "crc"}
    assert decode_ntag(bytes.fromhex("000102030405060708090a0b0c0d0e0f77f5"))["pages"] == [
        "00010203",
        "04050607",
        "08090a0b",
        "0c0d0e0f",
    ]


def test_other_vendor_and_short_answer_are_errors() -> None:
    assert decode_ntag(bytes.fromhex("0005040201001303")) == {"error": "vendor"}
    assert decode_ntag(bytes.fromhex("000404")) == {"error": "truncated"}


@given(st.binary(max_size=300), st.integers(0, 10), st.integers(0, 30))
def test_message_decodes_as_written(message: bytes, nulls: int, behind: int) -> None:
    size = bytes([len(message)]) if len(message) < 255 else b"\xff" + len(message).to_bytes(2, "big")
    area = bytes(nulls) + b"\x03" + size + message + b"\xfe" + bytes(behind)
    area = area.ljust(-(-len(area) // 8) * 8, b"\0")
    said = decode(bytes.fromhex(HEAD) + bytes([0xE1, 0x10, len(area) // 8, 0]) + area)
    assert said["ndef"] == message.hex()
