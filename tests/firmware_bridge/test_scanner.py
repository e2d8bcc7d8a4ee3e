from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.drivers.scanner import Scanner
from tests.firmware_bridge.test_rdm6300 import Clock, tag, vectors


def scanner(prefix: str = "") -> tuple[Scanner, Clock]:
    clock = Clock()
    return Scanner(clock, prefix), clock


def test_the_example_codes_are_read(shared: Path) -> None:
    for row in vectors(shared, "serial_scanner"):
        reader, _ = scanner()
        assert reader.feed(bytes.fromhex(str(row["hex"]))) == [tag(row["expect"]["text"])], row["name"]


@pytest.mark.parametrize("suffix", [b"\r", b"\n", b"\r\n", b"\t"], ids=["CR", "LF", "CR LF", "TAB"])
def test_any_usual_suffix_ends_a_code(suffix: bytes) -> None:
    reader, _ = scanner()
    assert reader.feed(b"TOKEN:skull:07" + suffix) == [tag("TOKEN:skull:07")]
    assert reader.bad_frames == 0


def test_silence_ends_a_code_without_a_suffix() -> None:
    reader, clock = scanner()
    assert reader.feed(b"TOKEN:skull:07") == []
    clock.now += 0.06
    assert reader.feed(b"") == [tag("TOKEN:skull:07")]


def test_silence_between_two_codes_keeps_them_apart() -> None:
    reader, clock = scanner()
    reader.feed(b"ONE")
    clock.now += 0.06
    assert reader.feed(b"TWO\r") == [tag("ONE"), tag("TWO")]


def test_a_code_shown_all_the_time_is_told_once() -> None:
    reader, clock = scanner()
    told = []
    for _ in range(20):
        told += reader.feed(b"ONE\r")
        clock.now += 0.3
    assert told == [tag("ONE")]


@pytest.mark.parametrize(
    "line", [b"4006381333931\r", b"\xff\xfe\r", b"TOKEN:\x1bskull\r", b"TOKEN:" + b"x" * 80 + b"\r"]
)
def test_a_code_that_is_none_of_ours_is_counted(line: bytes) -> None:
    reader, _ = scanner("TOKEN:")
    assert reader.feed(line) == []
    assert reader.bad_frames == 1


@given(st.lists(st.binary(max_size=100), max_size=20))
def test_no_bytes_break_the_driver(pieces: list[bytes]) -> None:
    reader, clock = scanner()
    for piece in pieces:
        for laid in reader.feed(piece):
            assert 1 <= len(laid.value) <= 64
        clock.now += 0.03
    assert len(reader._held) <= 256
