from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.drivers.driver import Sighting
from firmware_bridge.drivers.rdm6300 import Rdm6300, decode, encode
from tests.firmware_bridge.link.fake_board import Clock

pytestmark = pytest.mark.slow

SKULL = "62E3086CED"
OTHER = "100086F444"
TAGS = st.binary(min_size=5, max_size=5).map(lambda number: number.hex().upper())


def tag(value: str) -> Sighting:
    return Sighting("tag", value)


def driver() -> tuple[Rdm6300, Clock]:
    clock = Clock()
    return Rdm6300(clock), clock


@given(TAGS, st.integers(1, 14))
def test_frame_in_pieces_is_read(number: str, size: int) -> None:
    reader, _ = driver()
    frame = encode(number)
    pieces = [frame[at : at + size] for at in range(0, len(frame), size)]
    assert [found for piece in pieces for found in reader.feed(piece)] == [tag(number)]


@pytest.mark.parametrize(
    ("tags", "pause", "expected"),
    [((SKULL,), 0.065, [SKULL]), ((SKULL, OTHER), 0.065, [SKULL, OTHER]), ((SKULL,), 0.5, [SKULL] * 10)],
    ids=["resting", "alternating", "laid again"],
)
def test_tag_is_reported_when_it_is_new(tags: tuple[str, ...], pause: float, expected: list[str]) -> None:
    reader, clock = driver()
    found: list[Sighting] = []
    for _ in range(10):
        found += reader.feed(b"".join(map(encode, tags)))
        clock.now += pause
    assert found == [tag(value) for value in expected]


def test_tag_present_at_open_has_no_question() -> None:
    reader, clock = driver()
    reader.on_opened()
    assert reader.feed(encode(SKULL)[:5]) == []
    assert reader.feed(encode(SKULL)[5:]) == [Sighting("tag", SKULL, question="")]
    clock.now += 0.25
    assert reader.feed(b"") == []
    clock.now += 0.25
    assert reader.feed(encode(SKULL)) == [tag(SKULL)]


def test_noise_is_counted_once_and_hides_no_frame() -> None:
    reader, _ = driver()
    found = [laid for byte in b"bootloader 1.0\r\n" for laid in reader.feed(bytes([byte]))]
    assert found + reader.feed(encode(SKULL)) == [tag(SKULL)]
    assert reader.bad_frames == 1


def test_endless_frame_is_damage_after_a_pause() -> None:
    reader, clock = driver()
    reader.feed(encode(SKULL)[:9])
    assert (reader.bad_frames, reader.wait()) == (0, 0.2)
    clock.now += 0.25
    assert reader.feed(encode(SKULL)[9:] + encode(OTHER)) == [tag(OTHER)]
    assert reader.bad_frames == 2


def test_frames_with_cr_lf_are_read() -> None:
    reader, _ = driver()
    frame = encode(SKULL)[:-1] + b"\r\n\x03"
    assert reader.feed(frame[:13]) == []
    assert reader.feed(frame[13:] + encode(OTHER)) == [tag(SKULL), tag(OTHER)]
    assert reader.bad_frames == 0


def test_line_without_frames_is_reported() -> None:
    reader, clock = driver()
    for _ in range(60):
        reader.feed(b"\x02???")
        clock.now += 0.3
    assert "9600 baud" in str(reader.trouble)
    reader.feed(encode(SKULL))
    assert reader.trouble == ""


@pytest.mark.parametrize(
    ("frame", "error"),
    [
        (b"", "start"),
        (b"\x0262E3086CED08", "truncated"),
        (b"\x0262E3086CED08\x04", "end"),
        (b"\x0262E3086CED08\r\r\x03", "end"),
        (b"\x0262e3086ced08\x03", "digits"),
        (b"\x0262E3086CED09\x03", "checksum"),
    ],
)
def test_damage_has_a_name(frame: bytes, error: str) -> None:
    assert decode(frame) == {"error": error}


@given(TAGS, st.integers(1, 12), st.integers(1, 255))
def test_damaged_byte_never_makes_another_tag(number: str, place: int, flip: int) -> None:
    reader, _ = driver()
    frame = bytearray(encode(number))
    frame[place] ^= flip
    assert reader.feed(bytes(frame)) in ([], [tag(number)])
