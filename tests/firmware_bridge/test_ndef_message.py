from __future__ import annotations

import ndef
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.drivers.nfc.ndef_message import decode, texts


def record(kind: bytes, payload: bytes, tnf: int = 1, flags: int = 0xD0) -> bytes:
    return bytes([flags | tnf, len(kind), len(payload)]) + kind + payload


LONG_TEXT = b"\x02en" + b"x" * 9000
ADDRESS_AND_TEXT = record(b"U", b"\x04a.b", flags=0x90) + record(b"T", b"\x02enskull", flags=0x50)
CHUNKS = (
    record(b"T", b"\x02ensk", flags=0xB0) + record(b"", b"u", tnf=6, flags=0x30) + record(b"", b"ll", tnf=6, flags=0x50)
)
POSTER = record(
    b"Sp",
    record(b"U", b"\x03nfcpy.org", flags=0x90)
    + record(b"T", b"\x02deWas", flags=0x10)
    + record(b"T", b"\x02enWhat", flags=0x10)
    + record(b"act", b"\x00", flags=0x50),
)


def utf_16(text: bytes) -> bytes:
    return record(b"T", b"\x82en" + text)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (record(b"U", b"\x00example.com"), {"uri": "example.com"}),
        (record(b"U", b"\x04example.com"), {"uri": "https://example.com"}),
        (utf_16("skull".encode("utf-16-be")), {"text": "skull", "lang": "en", "encoding": "UTF-16"}),
        (utf_16(b"\xfe\xff" + "skull".encode("utf-16-be")), {"text": "skull"}),
        (utf_16(b"\xff\xfe" + "skull".encode("utf-16-le")), {"text": "skull"}),
        (record(b"T", b""), {"error": "record"}),
        (record(b"T", b"\x05en"), {"error": "record"}),
        (record(b"T", b"\x02en\xff\xfe\xfd"), {"error": "record"}),
        (
            POSTER,
            {
                "type": "Sp",
                "uri": "http://nfcpy.org",
                "title": "What",
                "lang": "en",
                "action": "exec",
                "titles": {"de": "Was", "en": "What"},
            },
        ),
        (record(b"text/plain", b"skull", tnf=2), {"tnf": 2, "type": "text/plain", "payload": b"skull".hex()}),
        (record(b"example.com:token", b"\x07", tnf=4), {"tnf": 4, "type": "example.com:token", "payload": "07"}),
        (record(b"", b"\x01\x02", tnf=5), {"tnf": 5, "type": "", "payload": "0102"}),
        (record(b"", b"", tnf=0), {"tnf": 0, "type": "", "payload": ""}),
        (b"\xc1\x01" + len(LONG_TEXT).to_bytes(4, "big") + b"T" + LONG_TEXT, {"error": "length"}),
        (CHUNKS, {"text": "skull"}),
        (ADDRESS_AND_TEXT, {"type": "U", "uri": "https://a.b", "text": None}),
        (bytes.fromhex("0103a01044 fd0177 030c d101085402656e736b756c6c fe"), {"text": "skull"}),
    ],
)
def test_message_is_decoded(message: bytes, expected: dict[str, object]) -> None:
    fields = decode(message)
    assert {key: fields.get(key) for key in expected} == expected


def test_all_records_are_listed() -> None:
    assert [one["type"] for one in decode(ADDRESS_AND_TEXT)["records"]] == ["U", "T"]
    assert texts(ADDRESS_AND_TEXT) == ["https://a.b", "skull"]
    assert len(decode(CHUNKS)["records"]) == 1


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ("d1010c5504", "truncated"),
        ("d1", "truncated"),
        ("c1010000", "truncated"),
        ("03ff01", "truncated"),
        ("910102550461", "truncated"),
        ("910102550461910102550461", "flags"),
        ("f10102550461", "flags"),
        ("d70102550461", "tnf"),
        ("d600026162", "tnf"),
        ("d100026162", "tnf"),
        ("d0010061", "tnf"),
        ("b10102540061510102540061", "tnf"),
    ],
)
def test_damage_has_a_name_and_makes_no_record(message: str, error: str) -> None:
    assert decode(bytes.fromhex(message)) == {"error": error}


TEXTS = st.text(st.characters(codec="utf-8"), max_size=40)


@pytest.mark.slow
@given(TEXTS, st.sampled_from(["en", "de", "x-long-one"]), st.sampled_from(["UTF-8", "UTF-16"]))
def test_text_of_another_library_is_read(text: str, lang: str, encoding: str) -> None:
    (message,) = ndef.message_encoder([ndef.TextRecord(text, lang, encoding)])
    fields = decode(message)
    assert (fields["text"], fields["lang"], fields["encoding"]) == (text, lang, encoding)
