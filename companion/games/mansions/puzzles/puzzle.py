"""State of a puzzle of any shape, and the pseudo-random numbers that set it up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias, TypeVar

from companion.schema import Seat, Words

Shape: TypeAlias = Literal["slide", "code", "image", "tower"]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle of a scenario. The module of its shape reads `pieces`."""

    shape: Shape
    level: int
    other_level: int
    pieces: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()  # guesses of a code
    fewest: int = 0  # fewest steps from its beginning; 0 = not counted
    seat: Seat = ""  # seat of this visit; "" = not chosen yet
    rolled: bool = False  # the test of this visit is made
    steps: int = 0  # left in this visit
    moves: int = 0  # made in this visit
    total: int = 0  # made in all visits


@dataclass(frozen=True, slots=True)
class Move:
    """One possible step. The module of the shape reads `id`, players read `text`."""

    id: str
    text: Words


T = TypeVar("T")

SEEDS = 256  # seeds that are drawn: 0..255
WORD = (1 << 64) - 1


def numbers(seed: int) -> Iterator[int]:
    """Yield 64-bit numbers for a seed: splitmix64 of Steele, Lea and Flood (2014). Stored games depend on it."""
    state = seed & WORD
    while True:
        state = (state + 0x9E3779B97F4A7C15) & WORD
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
        yield mixed ^ (mixed >> 31)


def one_of(things: Sequence[T], seed: int) -> T:
    """Pick one item by a seed.

    >>> one_of("abc", 7) == one_of("abc", 7)
    True
    """
    return things[next(numbers(seed)) % len(things)]


def shuffle(things: Sequence[T], seed: int) -> tuple[T, ...]:
    """Shuffle by a seed. Two different items never keep the given order.

    >>> sorted(shuffle("abcd", 3)) == list("abcd"), shuffle("ab", 0)
    (True, ('b', 'a'))
    """
    left, row, out = list(things), numbers(seed), list[T]()
    while left:
        out.append(left.pop(next(row) % len(left)))
    if out == list(things):
        place = next((k for k, (a, b) in enumerate(pairwise(out)) if a != b), None)
        if place is not None:
            out[place : place + 2] = reversed(out[place : place + 2])
    return tuple(out)
