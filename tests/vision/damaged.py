"""JPEG pictures damaged inside their data, as a bad cable, a full card or a lost packet damages them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from numpy.random import Generator, default_rng

END = b"\xff\xd9"
"""Mark after the data."""
PACKET = 1460
"""Bytes."""
DICE = Path(__file__).parents[1] / "pictures" / "d6__1.2.6.6__green_warm_lamp.jpg"

Damage = Callable[[bytes, Generator], bytes]
"""Takes the data between the header and the end mark."""


def _place(data: bytes, rng: Generator) -> int:
    return int(rng.integers(len(data) // 50, len(data) - 1))


def cut(data: bytes, rng: Generator) -> bytes:
    return data[: _place(data, rng)]


def flipped(data: bytes, rng: Generator) -> bytes:
    at = _place(data, rng)
    return data[:at] + bytes((data[at] ^ 1 << int(rng.integers(8)),)) + data[at + 1 :]


def with_eight_wrong_bytes(data: bytes, rng: Generator) -> bytes:
    for _ in range(8):
        at = _place(data, rng)
        data = data[:at] + rng.bytes(1) + data[at + 1 :]
    return data


def with_noise(data: bytes, rng: Generator) -> bytes:
    at = _place(data, rng)
    return data[:at] + rng.bytes(len(data[at : at + PACKET])) + data[at + PACKET :]


def with_zeros(data: bytes, rng: Generator) -> bytes:
    at = _place(data, rng)
    return data[:at] + bytes(len(data[at : at + PACKET])) + data[at + PACKET :]


def with_more(data: bytes, rng: Generator) -> bytes:
    at = _place(data, rng)
    return data[:at] + rng.bytes(PACKET) + data[at:]


def without_a_packet(data: bytes, rng: Generator) -> bytes:
    at = _place(data, rng)
    return data[:at] + data[at + PACKET :]


DAMAGES: Mapping[str, Damage] = MappingProxyType(
    {
        "cut": cut,
        "a flipped bit": flipped,
        "eight wrong bytes": with_eight_wrong_bytes,
        "noise": with_noise,
        "zeros": with_zeros,
        "a packet too many": with_more,
        "a packet too few": without_a_packet,
    }
)


def begin_of_data(jpeg: bytes) -> int:
    """Return the offset of the compressed data, after all headers."""
    at = 2
    while jpeg[at + 1] != 0xDA:
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
    return at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")


def damaged(jpeg: bytes, damage: Damage, rng: Generator) -> bytes:
    """The picture with its headers and its end mark whole."""
    begin = begin_of_data(jpeg)
    return jpeg[:begin] + damage(jpeg[begin : -len(END)], rng) + END


def with_lost_dice() -> bytes:
    """A picture of four dice of which a packet became noise; OpenCV unpacks it as a tray without a die."""
    jpeg = DICE.read_bytes()
    at = begin_of_data(jpeg) + 6000
    return jpeg[:at] + default_rng(1).bytes(PACKET) + jpeg[at + PACKET :]
