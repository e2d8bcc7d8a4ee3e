"""Dice of one kind: their faces, and the exact chances of a handful of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from companion.schema.prompt import Faces


@dataclass(frozen=True, slots=True)
class Die:
    """A kind of die: every side's face, equally likely, so a face may stand there several times."""

    kind: str  # "d6"
    sides: Faces

    @property
    def shares(self) -> Mapping[str, Fraction]:
        return {face: Fraction(n, len(self.sides)) for face, n in Counter(self.sides).items()}


@cache
def throws(die: Die, dice: int) -> tuple[tuple[Faces, Fraction], ...]:
    """Every multiset of faces `dice` dice can show (sorted), with its chance; the chances sum to 1."""
    chances: dict[Faces, Fraction] = {(): Fraction(1)}
    for _ in range(dice):
        after: dict[Faces, Fraction] = {}
        for faces, chance in chances.items():
            for face, share in die.shares.items():
                more = tuple(sorted((*faces, face)))
                after[more] = after.get(more, Fraction(0)) + chance * share
        chances = after
    return tuple(chances.items())


def distribution(die: Die, dice: int, result: Callable[[Faces], int]) -> Mapping[int, Fraction]:
    """The chance of each result of a roll, in rising order of the result.

    >>> coin = Die("coin", ("heads", "tails"))
    >>> {k: str(v) for k, v in distribution(coin, 2, lambda faces: faces.count("heads")).items()}
    {0: '1/4', 1: '1/2', 2: '1/4'}
    """
    chances: dict[int, Fraction] = {}
    for faces, chance in throws(die, dice):
        chances[result(faces)] = chances.get(result(faces), Fraction(0)) + chance
    return dict(sorted(chances.items()))
