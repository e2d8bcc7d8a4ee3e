from __future__ import annotations

import json
import os
import random
from binascii import crc_hqx
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CodecError
from firmware_bridge.link.framing import (
    MOST_ENCODED,
    LinkFrame,
    LinkFramer,
    cobs_decode,
    cobs_encode,
    crc,
    decode_frame,
    encode_frame,
)
from firmware_bridge.link.messages import MOST_PAYLOAD

BYTES = int(os.environ.get("LAMPLIGHT_FUZZ", "100_000"))
FRAMES = st.builds(
    LinkFrame, st.integers(0, 15), st.integers(0, 255), st.binary(max_size=MOST_PAYLOAD), version=st.integers(0, 15)
)
SOME = st.binary(max_size=30).map(lambda piece: piece * 20)  # longer than a block of COBS


@given(st.one_of(st.binary(max_size=600), SOME))
def test_cobs_has_no_zero_and_decodes_back(data: bytes) -> None:
    encoded = cobs_encode(data)
    assert 0 not in encoded
    assert cobs_decode(encoded) == data


def test_cobs_and_crc_match_published_examples(shared: Path) -> None:
    rows = json.loads((shared / "hardware" / "vectors.json").read_text())["vectors"]
    for row in rows:
        if row["protocol"] == "cobs":
            assert cobs_encode(bytes.fromhex(row["hex"])).hex() == row["expect"]["encoded"]
    assert crc(b"123456789") == 0x29B1


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


@given(st.binary(max_size=80))
def test_decoded_frames_encode_to_the_same_bytes(piece: bytes) -> None:
    frame = decode_frame(piece)
    assert frame is None or encode_frame(frame) == piece + b"\0"


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


def test_partial_frame_is_dropped_by_reset() -> None:
    framer = LinkFramer()
    framer.feed(encode_frame(LinkFrame(3, 1, b"half"))[:4])
    framer.reset()
    assert framer.feed(encode_frame(LinkFrame(3, 2, b"whole"))) == [LinkFrame(3, 2, b"whole")]


def test_oversized_payload_is_refused() -> None:
    with pytest.raises(CodecError, match="at most 48 bytes, not 49"):
        encode_frame(LinkFrame(1, 0, bytes(49)))


def line_noise(chance: random.Random, size: int) -> bytes:
    """Random bytes with as many zeros as on a real line, so that many pieces are short enough for a frame."""
    every = chance.randrange(3, 70)
    return bytes(0 if at % every == 0 else byte for at, byte in enumerate(chance.randbytes(size)))


def test_random_bytes_give_only_frames_with_valid_crc() -> None:
    """LAMPLIGHT_FUZZ sets the number of bytes."""
    chance, framer, pieces = random.Random(5), LinkFramer(), 0
    for _ in range(0, BYTES, 10_000):
        noise = line_noise(chance, 10_000)
        pieces += noise.count(0)
        for frame in framer.feed(noise):
            raw = bytes([frame.version << 4 | frame.type, frame.seq]) + frame.payload
            assert encode_frame(frame) == cobs_encode(raw + crc_hqx(raw, 0xFFFF).to_bytes(2, "little")) + b"\0"
            assert encode_frame(frame) in noise
    assert framer.bad_frames > pieces // 2
