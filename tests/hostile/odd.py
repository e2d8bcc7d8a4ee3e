"""Odd values, and ways to spoil what was good: every fuzzer of this folder takes them from here. The same seed spoils alike."""

from __future__ import annotations

from random import Random
from typing import Any

LONG = "x" * 5000
ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**63, 10**30, 1e308),
    *("", LONG, "../x", "\x00", "\u202e", "\ud83d"),
    *([], {}, [[]], {"": {}}),
)
"""JSON values of other types and sizes than anything expects."""

NAMES = (
    *("", ".", "..", "../../etc/passwd", "..\\..\\x", "/etc/passwd", "%2e%2e%2f", "t1/../t2", "con"),
    *("a\x00b", "a\nb\r\nSet-Cookie: x=1", "\u202eevil", "\u0000", "\ud83d", "\x1b[2J\x1b]0;owned\x07"),
    *("x" * 300, "x" * 100_000, "é" * 40, "t1'; drop table entries; --", "<script>alert(1)</script>", "{{7*7}}"),
    *("-1", "1e999", "९", "²", "9" * 400, "true"),  # isdigit accepts the third and the fourth
)
"""Values in the place of a name or a number."""

BITS = (
    *(b"", b"\x00" * 9, b"\xff\xfe", b"\xef\xbb\xbf", b"\r\n", b"\x1b[2J", b"\\ud83d", b"\xed\xa0\x80"),
    *(b"[" * 5000, b"{" * 5000, b'"' * 3, b"9" * 5000, b"1e999", b"0x" + b"f" * 6000, b"NaN", b"-Infinity"),
    *(b"../../../etc/passwd", b"A" * 70_000),
)
"""Pieces that are put into files."""


def change_one(told: Any, random: Random, odd: tuple[Any, ...] = ODD) -> Any:
    """One thing somewhere inside is another, is gone, or comes twice."""
    if isinstance(told, dict) and told and random.random() < 0.9:
        key = random.choice(list(told))
        if random.random() < 0.1:
            return {name: value for name, value in told.items() if name != key}
        return told | {key: change_one(told[key], random, odd)}
    if isinstance(told, list) and told and random.random() < 0.9:
        place = random.randrange(len(told))
        if random.random() < 0.2:
            return told[:place] + told[place + random.choice((0, 1)) :] + told[place : place + 1]
        return [*told[:place], change_one(told[place], random, odd), *told[place + 1 :]]
    if isinstance(told, bool | int) and random.random() < 0.6:
        return told + random.choice((-1, 1, 7))
    return random.choice(odd)


def spoil(good: bytes, random: Random) -> bytes:
    """Damage a file: flip bytes, remove, double, move or insert a piece, sometimes cut it short."""
    made = bytearray(good)
    for _ in range(random.choice((1, 1, 1, 2, 5, 40))):
        _spoil_once(made, random)
    return bytes(made)


def _spoil_once(made: bytearray, random: Random) -> None:
    at = random.randrange(len(made) + 1)
    length = min(random.choice((1, 1, 2, 8, 60, 400)), len(made) - at)
    match random.randrange(7):
        case 0 | 1 if at < len(made):
            made[at] = random.randrange(256)
        case 2 if at < len(made):
            made[at] ^= 1 << random.randrange(8)
        case 3:
            del made[at : at + length]
        case 4:
            made[at:at] = random.choice(BITS)
        case 5:
            made[at:at] = made[at : at + length] * random.choice((1, 2, 50))
        case _ if random.random() < 0.3:
            del made[at:]
