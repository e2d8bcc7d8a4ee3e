"""Barcode scanners and sketches that print lines of text."""

from __future__ import annotations

import pytest

from firmware_bridge.drivers.scanner import Scanner, decode
from firmware_bridge.drivers.text_lines import PatternError, TextLineDriver
from tests.firmware_bridge.link.fake_board import Clock
from tests.firmware_bridge.test_rdm6300 import tag


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


# Lines of a sketch

PATTERN = "UID: ([0-9A-Fa-f :]+)"


def lines(pattern: str = PATTERN) -> tuple[TextLineDriver, Clock]:
    clock = Clock()
    return TextLineDriver(clock, pattern), clock


def test_pattern_group_is_a_tag_reported_once() -> None:
    driver, clock = lines()
    found = []
    for _ in range(10):
        found += driver.feed(b"Scan PICC...\r\nCard UID: 04:a1:b2:c3\r\nCard SAK: 08\r\n")
        clock.now += 1
    clock.now += 3
    assert found + driver.feed(b"Card UID: 04 A1 B2 C3\n") == [tag("04A1B2C3")] * 2


def test_partial_line_is_dropped_on_reopen() -> None:
    driver, _ = lines()
    assert driver.feed(b"Card UID: 04 A1") == []
    assert driver.feed(b" B2 C3\n") == [tag("04A1B2C3")]
    driver.feed(b"Card UID: 04 A1")
    driver.on_opened()
    assert driver.feed(b" B2 C4\n") == []


def test_long_or_binary_line_is_damage() -> None:
    driver, _ = lines()
    assert driver.feed(b"UID: 04A1B2C3" + b"x" * 200 + b"\nUID: \xff04A1\n") == []
    assert driver.bad_frames == 2
    assert driver.feed(b"UID: 04A1B2C3\n") == [tag("04A1B2C3")]


def test_sketch_with_other_output_is_reported() -> None:
    driver, _ = lines()
    driver.feed(b"hello\n" * 30)
    assert "nothing that fits" in str(driver.trouble)
    driver.feed(b"UID: 04A1B2C3\n")
    assert driver.trouble == ""


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("UID: (", "no regular expression"),
        ("(UID): (.*)", "exactly one group"),
        ("([0-9A-F]+ )+", "for ever"),
        (r"(x)\1", "for ever"),
        (".*.*.*.*(x)", "for ever"),
        ("a{1,99}a{1,99}a{1,99}a{1,99}(b)", "for ever"),
        ("a?" * 20 + "a" * 20 + "(b)", "for ever"),
        ("(?:.|.)" * 25 + "(!)", "for ever"),
        (r"(.*\\)*x", "for ever"),
        ("(?x)(a*) *b", "for ever"),
    ],
)
def test_unusable_pattern_is_refused_with_a_reason(pattern: str, why: str) -> None:
    with pytest.raises(PatternError, match=why):
        lines(pattern)


def test_pattern_may_begin_with_a_speed() -> None:
    assert (lines()[0].baud, lines("9600 " + PATTERN)[0].baud) == (115200, 9600)
    assert lines("9600 " + PATTERN)[0].feed(b"UID: 04A1B2C3\n") == [tag("04A1B2C3")]
