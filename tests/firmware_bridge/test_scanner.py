from __future__ import annotations

import pytest

from firmware_bridge.drivers.scanner import Scanner, decode
from tests.firmware_bridge.test_rdm6300 import Clock, tag


def scanner(prefix: str = "") -> tuple[Scanner, Clock]:
    clock = Clock()
    return Scanner(clock, prefix), clock


@pytest.mark.parametrize("suffix", [b"\r", b"\n", b"\r\n", b"\t"], ids=["CR", "LF", "CR LF", "TAB"])
def test_any_usual_suffix_ends_a_code(suffix: bytes) -> None:
    reader, _ = scanner()
    assert reader.feed(b"TOKEN:skull:07" + suffix) == [tag("TOKEN:skull:07")]
    assert reader.bad_frames == 0


def test_resting_code_is_reported_once() -> None:
    reader, clock = scanner()
    found = []
    for _ in range(20):
        found += reader.feed(b"ONE\r")
        clock.now += 0.3
    assert found == [tag("ONE")]


@pytest.mark.parametrize(
    "line", [b"4006381333931\r", b"\xff\xfe\r", b"TOKEN:\x1bskull\r", b"TOKEN:" + b"x" * 80 + b"\r"]
)
def test_foreign_code_is_counted_and_reported(line: bytes) -> None:
    reader, _ = scanner("TOKEN:")
    assert reader.feed(line) == []
    assert reader.bad_frames == 1
    reader.feed(b"4006381333931\r")
    assert "'TOKEN:'" in str(reader.trouble)


def test_scanner_without_suffix_ends_codes_by_silence_with_advice() -> None:
    reader, clock = scanner()
    assert reader.wait() > 0.05
    assert reader.feed(b"ONE") == []
    assert reader.wait() == 0.05
    clock.now += 0.06
    assert reader.feed(b"") == [tag("ONE")]
    assert "send CR" in str(reader.trouble)
    assert reader.feed(b"TWO\r") == [tag("TWO")]
    assert reader.trouble == ""


def test_wrong_speed_is_reported_until_a_good_code() -> None:
    reader, _ = scanner()
    for _ in range(5):
        reader.feed(b"\xf8\x80\xfe\r")
    assert "9600 baud" in str(reader.trouble)
    reader.feed(b"ONE\r")
    assert reader.trouble == ""


def test_partial_code_is_dropped_on_reopen() -> None:
    reader, _ = scanner()
    reader.feed(b"ON")
    reader.on_opened()
    assert reader.feed(b"TWO\r") == [tag("TWO")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"96385074\r", {"symbology": "EAN-8", "check_ok": True}),
        (b"036000291452\n", {"symbology": "UPC-A", "check_ok": True, "suffix": "LF"}),
        (b"10012345000018\t", {"symbology": "GTIN-14", "check_ok": False, "suffix": "TAB"}),
        (b"4006381333931", {"text": "4006381333931", "suffix": "none"}),
        (b"\x02HELLO\x03", {"text": "HELLO", "suffix": "ETX", "check_ok": None}),
        (b"\r\n", {"error": "empty"}),
        (b"\xff\xfe\r", {"error": "text"}),
        (b"x" * 65 + b"\r", {"error": "text"}),
    ],
)
def test_scanner_code_is_decoded(line: bytes, expected: dict[str, object]) -> None:
    fields = decode(line)
    assert {key: fields.get(key) for key in expected} == expected


def test_single_letter_in_noise_is_not_a_code() -> None:
    reader, clock = scanner()
    assert reader.feed(b"\x80\xff\rm\r\xff\x80\r-\r\xfe\r.\r") == []
    assert reader.bad_frames == 6
    clock.now += 1
    assert reader.feed(b"S1\rS2\r") == [tag("S1"), tag("S2")]
    assert reader.feed(b"\xff\rTOKEN:1\r") == [tag("TOKEN:1")]
