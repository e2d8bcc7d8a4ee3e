from __future__ import annotations

import pytest

from firmware_bridge.drivers.text_lines import PatternError, TextLineDriver
from tests.firmware_bridge.test_rdm6300 import Clock, tag

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
