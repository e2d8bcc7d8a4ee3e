"""What a puzzle looks like at one moment, whatever its shape, and the chance that sets it up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias, TypeVar

from companion.schema import Seat, Words

Shape: TypeAlias = Literal["slide", "code", "image", "tower"]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle of a scenario; it stays as it is left. `pieces` is read by the module of its shape."""

    shape: Shape
    level: int
    other_level: int
    pieces: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()  # guesses of a code
    fewest: int = 0  # steps that solve it from its beginning; 0 = not counted
    seat: Seat = ""  # who attempts it in this visit; "" = nobody has said
    rolled: bool = False  # the test of this visit was made
    steps: int = 0  # that are left in this visit
    moves: int = 0  # made in this visit
    total: int = 0  # made in all


@dataclass(frozen=True, slots=True)
class Move:
    """One step that is possible now. `id` is read by the module of the shape, `text` by people."""

    id: str
    text: Words


T = TypeVar("T")

SEEDS = 256  # the house draws one of 0..255
WORD = (1 << 64) - 1


def numbers(seed: int) -> Iterator[int]:
    """An endless row of 64-bit numbers: splitmix64 of Steele, Lea and Flood (2014), the same for ever for one seed."""
    state = seed & WORD
    while True:
        state = (state + 0x9E3779B97F4A7C15) & WORD
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
        yield mixed ^ (mixed >> 31)


def one_of(things: Sequence[T], seed: int) -> T:
    """One of them.

    >>> one_of("abc", 7) == one_of("abc", 7)
    True
    """
    return things[next(numbers(seed)) % len(things)]


def mixed(things: Sequence[T], seed: int) -> tuple[T, ...]:
    """All of them in another order: never the one they came in, where there are two that differ.

    >>> sorted(mixed("abcd", 3)) == list("abcd"), mixed("ab", 0)
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
