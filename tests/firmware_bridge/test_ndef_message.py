from __future__ import annotations

import ndef
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.drivers.nfc.ndef_message import decode, texts

PREFIXES = {
    0: "",
    1: "http://www.",
    2: "https://www.",
    3: "http://",
    4: "https://",
    5: "tel:",
    6: "mailto:",
    13: "ftp://",
    29: "file://",
    35: "urn:nfc:",
}


def record(kind: bytes, payload: bytes, tnf: int = 1, flags: int = 0xD0, name: bytes = b"") -> bytes:
    head = flags | tnf | (0x08 if name else 0)
    return bytes([head, len(kind), len(payload)]) + (bytes([len(name)]) if name else b"") + kind + name + payload


def pick(said: dict[str, object], *keys: str) -> tuple[object, ...]:
    return tuple(said.get(key) for key in keys)


@pytest.mark.parametrize(("code", "prefix"), PREFIXES.items())
def test_address_is_expanded(code: int, prefix: str) -> None:
    assert decode(record(b"U", bytes([code]) + b"example.com"))["uri"] == prefix + "example.com"


@pytest.mark.parametrize(
    "text",
    ["skull".encode("utf-16-be"), b"\xfe\xff" + "skull".encode("utf-16-be"), b"\xff\xfe" + "skull".encode("utf-16-le")],
    ids=["no mark", "big", "little"],
)
def test_utf_16_text_is_big_endian_by_default(text: bytes) -> None:
    assert pick(decode(record(b"T", b"\x82en" + text)), "text", "lang", "encoding") == ("skull", "en", "UTF-16")


@pytest.mark.parametrize("payload", [b"", b"\x05en", b"\x02en\xff\xfe\xfd"], ids=["empty", "language", "letters"])
def test_unreadable_text_is_an_error(payload: bytes) -> None:
    assert decode(record(b"T", payload)) == {"error": "record"}


def test_poster_has_address_titles_and_action() -> None:
    inside = (
        record(b"U", b"\x03nfcpy.org", flags=0x90)
        + record(b"T", b"\x02deWas", flags=0x10)
        + record(b"T", b"\x02enWhat", flags=0x10)
        + record(b"act", b"\x00", flags=0x50)
    )
    said = decode(record(b"Sp", inside))
    assert pick(said, "type", "uri", "title", "lang", "action") == ("Sp", "http://nfcpy.org", "What", "en", "exec")
    assert said["titles"] == {"de": "Was", "en": "What"}


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (record(b"text/plain", b"skull", tnf=2), (2, "text/plain", b"skull".hex())),
        (record(b"example.com:token", b"\x07", tnf=4), (4, "example.com:token", "07")),
        (record(b"", b"\x01\x02", tnf=5), (5, "", "0102")),
        (record(b"", b"", tnf=0), (0, "", "")),
        (record(b"Hs", b"\x13", tnf=1), (1, "Hs", "13")),
    ],
    ids=["mime", "external", "unknown", "empty", "well-known"],
)
def test_other_records_are_returned_raw(message: bytes, wanted: tuple[object, ...]) -> None:
    assert pick(decode(message), "tnf", "type", "payload") == wanted


def test_oversized_message_is_not_read() -> None:
    text = b"\x02en" + b"x" * 9000
    assert decode(b"\xc1\x01" + len(text).to_bytes(4, "big") + b"T" + text) == {"error": "length"}


def test_chunks_are_put_together() -> None:
    message = (
        record(b"T", b"\x02ensk", flags=0xB0)
        + record(b"", b"u", tnf=6, flags=0x30)
        + record(b"", b"ll", tnf=6, flags=0x50)
    )
    said = decode(message)
    assert (said["text"], len(said["records"])) == ("skull", 1)


def test_all_records_are_listed() -> None:
    message = record(b"U", b"\x04a.b", flags=0x90) + record(b"T", b"\x02enskull", flags=0x50)
    said = decode(message)
    assert [one["type"] for one in said["records"]] == ["U", "T"]
    assert pick(said, "type", "uri", "text") == ("U", "https://a.b", None)
    assert texts(message) == ["https://a.b", "skull"]


def test_message_behind_other_tlvs_is_found() -> None:
    assert decode(bytes.fromhex("0103a01044 fd0177 030c d101085402656e736b756c6c fe"))["text"] == "skull"


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ("d1010c5504", "truncated"),
        ("d1", "truncated"),
        ("c1010000", "truncated"),
        ("030cd10108", "truncated"),
        ("03ff01", "truncated"),
        ("9101025504 61".replace(" ", ""), "truncated"),
        ("91010255046191010255 0461".replace(" ", ""), "flags"),
        ("f1010255 0461".replace(" ", ""), "flags"),
        ("d7010255 0461".replace(" ", ""), "tnf"),
        ("d600026162", "tnf"),
        ("d100026162", "tnf"),
        ("d0010061", "tnf"),
        ("b10102540061" + "510102540061", "tnf"),
    ],
)
def test_damage_has_a_name_and_makes_no_record(message: str, error: str) -> None:
    assert decode(bytes.fromhex(message)) == {"error": error}


TEXTS = st.text(st.characters(codec="utf-8"), max_size=40)


@given(TEXTS, st.sampled_from(["en", "de", "x-long-one"]), st.sampled_from(["UTF-8", "UTF-16"]))
def test_text_of_another_library_is_read(text: str, lang: str, encoding: str) -> None:
    (message,) = ndef.message_encoder([ndef.TextRecord(text, lang, encoding)])
    assert pick(decode(message), "text", "lang", "encoding") == (text, lang, encoding)
