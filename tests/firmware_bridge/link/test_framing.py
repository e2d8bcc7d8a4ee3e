from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.link.framing import (
    MOST_ENCODED,
    LinkFrame,
    LinkFramer,
    cobs_decode,
    cobs_encode,
    crc,
    encode_frame,
)
from firmware_bridge.link.messages import MOST_PAYLOAD

FRAMES = st.builds(
    LinkFrame, st.integers(0, 15), st.integers(0, 255), st.binary(max_size=MOST_PAYLOAD), version=st.integers(0, 15)
)
SOME = st.binary(max_size=30).map(lambda piece: piece * 20)  # longer than a block of COBS


@given(st.one_of(st.binary(max_size=600), SOME))
def test_cobs_has_no_zero_and_decodes_back(data: bytes) -> None:
    encoded = cobs_encode(data)
    assert 0 not in encoded
    assert cobs_decode(encoded) == data


@given(FRAMES)
def test_frame_decodes_as_encoded(frame: LinkFrame) -> None:
    framer = LinkFramer()
    assert framer.feed(encode_frame(frame)) == [frame]
    assert framer.bad_frames == 0


@given(st.lists(FRAMES, max_size=8), st.integers(1, 20))
def test_frames_may_come_in_pieces(frames: list[LinkFrame], size: int) -> None:
    framer = LinkFramer()
    line = b"".join(map(encode_frame, frames))
    pieces = [line[at : at + size] for at in range(0, len(line), size)]
    assert [found for piece in pieces for found in framer.feed(piece)] == frames


@given(FRAMES, st.binary(max_size=120))
def test_frame_after_a_zero_is_read_despite_noise(frame: LinkFrame, noise: bytes) -> None:
    framer = LinkFramer()
    assert framer.feed(noise + b"\0" + encode_frame(frame))[-1] == frame


def frames_with_a_zero_in_their_crc() -> Iterator[LinkFrame]:
    for seq in range(256):
        for last in range(256):
            if 0 in divmod(crc(bytes([0x13, seq, 7, last])), 256):
                yield LinkFrame(3, seq, bytes([7, last]))


@pytest.mark.parametrize("between", [b"", b"\0"], ids=["a frame behind", "a zero behind"])
def test_flipped_bit_at_the_crc_makes_no_frame(between: bytes) -> None:
    """With the CRC's high byte first a zero added or lost after the CRC left it valid, with another length."""
    following, tried = LinkFrame(3, 7, b"next"), 0
    for frame in islice(frames_with_a_zero_in_their_crc(), 100):
        line = encode_frame(frame)
        for bit in range(8 * len(line)):
            flipped = bytearray(line)
            flipped[bit // 8] ^= 1 << bit % 8
            found = LinkFramer().feed(bytes(flipped) + between + encode_frame(following))
            assert all(one in (frame, following) for one in found), (frame, bit)
            tried += 1
    assert tried > 5000


@given(FRAMES, st.data())
def test_frame_with_a_wrong_crc_is_dropped(frame: LinkFrame, data: st.DataObject) -> None:
    raw = cobs_decode(encode_frame(frame)[:-1])
    assert raw is not None
    wrong = data.draw(st.integers(0, 0xFFFF).filter(lambda value: value != crc(raw[:-2])))
    framer = LinkFramer()
    assert framer.feed(cobs_encode(raw[:-2] + wrong.to_bytes(2, "little")) + b"\0") == []
    assert framer.bad_frames == 1


def test_line_without_zeros_is_limited_and_counted_once() -> None:
    framer = LinkFramer()
    for _ in range(1000):
        framer.feed(b"U" * 1000)
        assert len(framer._held) <= MOST_ENCODED
    assert framer.feed(b"\0" + encode_frame(LinkFrame(2, 0))) == [LinkFrame(2, 0)]
    assert framer.bad_frames == 1
