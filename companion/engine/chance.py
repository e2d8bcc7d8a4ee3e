"""Bags of tokens, pools of dice, how likely each result is, and sums with their reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import ceil

from companion.i18n import Text, _
from companion.schema import Faces, Odds, Term, Words


@dataclass(frozen=True, slots=True)
class Bag:
    """A physical bag, composed of `inside`, `out` (drawn) and `aside` (sealed)."""

    inside: Faces
    out: Faces = ()
    aside: Faces = ()

    @property
    def all(self) -> Faces:
        """Return all tokens of the bag, wherever they are."""
        return self.inside + self.out + self.aside

    def drawn(self, face: str) -> Bag:
        """With one `face` taken out; raises ValueError where it is not inside."""
        return replace(self, inside=without(self.inside, face), out=(*self.out, face))

    def returned(self) -> Bag:
        """With all that was drawn put back."""
        return replace(self, inside=self.inside + self.out, out=())

    def sealed(self, face: str) -> Bag:
        """With one `face` that was inside set aside."""
        return replace(self, inside=without(self.inside, face), aside=(*self.aside, face))

    def released(self, face: str) -> Bag:
        """With one `face` that was set aside inside again."""
        return replace(self, inside=(*self.inside, face), aside=without(self.aside, face))

    def removed(self, face: str) -> Bag:
        """With one `face` that was inside gone from the composition."""
        return replace(self, inside=without(self.inside, face))

    def added(self, faces: Iterable[str]) -> Bag:
        """With more faces inside."""
        return replace(self, inside=(*self.inside, *faces))


def without(faces: Faces, face: str) -> Faces:
    """Return the faces less one `face`. Raises ValueError where it is missing."""
    left = list(faces)
    if face not in left:
        raise ValueError(f"there is no {face} among {', '.join(sorted(Counter(faces))) or 'nothing'}")
    left.remove(face)
    return tuple(left)


@dataclass(frozen=True, slots=True)
class Die:
    """A kind of die: every side's face, equally likely, so a face may stand there several times."""

    kind: str  # "d6"
    sides: Faces

    @property
    def shares(self) -> Mapping[str, Fraction]:
        """Return the chance of each face."""
        return {face: Fraction(n, len(self.sides)) for face, n in Counter(self.sides).items()}


@cache
def roll_chances(die: Die, dice: int) -> tuple[tuple[Faces, Fraction], ...]:
    """Every multiset of faces `dice` dice can show (sorted), with its chance; the chances sum to 1."""
    chances: dict[Faces, Fraction] = {(): Fraction(1)}
    for _die in range(dice):
        after: dict[Faces, Fraction] = {}
        for faces, chance in chances.items():
            for face, share in die.shares.items():
                more = tuple(sorted((*faces, face)))
                after[more] = after.get(more, Fraction(0)) + chance * share
        chances = after
    return tuple(chances.items())


def distribution(die: Die, dice: int, result: Callable[[Faces], int]) -> Mapping[int, Fraction]:
    """Return the chance of each result of a roll, in rising order of the result.

    >>> coin = Die("coin", ("heads", "tails"))
    >>> {k: str(v) for k, v in distribution(coin, 2, lambda faces: faces.count("heads")).items()}
    {0: '1/4', 1: '1/2', 2: '1/4'}
    """
    chances: dict[int, Fraction] = {}
    for faces, chance in roll_chances(die, dice):
        chances[result(faces)] = chances.get(result(faces), Fraction(0)) + chance
    return dict(sorted(chances.items()))


HALF = 0.5


def mark_result(odds: Odds, row: int, sentence: Words) -> Odds:
    """Return the same odds with the bar at `row` marked as what happened."""
    bars = tuple(replace(bar, came=place == row) for place, bar in enumerate(odds.bars))
    return replace(odds, bars=bars, after=sentence)


def rank_text(name: Words, shares: Sequence[float], place: int) -> Text:
    """Return the rank of a throw among all possible ones; `shares` in rising order of quality.

    >>> str(rank_text("Ann", (0.24, 0.44, 0.26, 0.06), 2))
    'Ann was among the best 32%.'
    >>> str(rank_text("Ann", (0.24, 0.44, 0.26, 0.06), 0))
    'Ann was among the worst 24%.'
    """
    return rank_range_text(name, sum(shares[place:]), sum(shares[: place + 1]))


def rank_range_text(name: Words, best: float, worst: float) -> Text:
    """Return the same, where it is known how much of all is as good or better, and how much as bad or worse."""
    if best <= HALF and best <= worst:
        return _("{who} was among the best {share:%}.", who=name, share=best)
    if worst <= HALF:
        return _("{who} was among the worst {share:%}.", who=name, share=worst)
    return _("{who} was in the middle: {share:%} come out like this.", who=name, share=best + worst - 1)


def percent(share: float) -> str:
    """Format a share as the page does, rounding a half upwards.

    >>> percent(0.625)
    '63%'
    """
    return f"{int(share * 100 + HALF)}%"


@dataclass(frozen=True, slots=True)
class Modifier:
    """One reason a quantity differs from its printed value."""

    source: Words  # as the sum on the page words it: "icons", "skull"
    add: int = 0
    times: Fraction = Fraction(1)
    becomes: int | None = None  # "is considered 0": overrides the sum
    rule: str = ""  # clause of the rulebook, "ST.5"


def total(base: int, modifiers: Iterable[Modifier] = (), rounding: Callable[[Fraction], int] = ceil) -> int:
    """Return the total, which may be negative: sums first, then factors, then rounding once; `becomes` wins.

    >>> total(4, [Modifier("-8", add=-8), Modifier("later", add=2)])
    -2
    """
    mods = tuple(modifiers)
    overrides = [m.becomes for m in mods if m.becomes is not None]
    if overrides:
        return min(overrides)
    result = Fraction(base + sum(m.add for m in mods))
    for m in mods:
        result *= m.times
    return rounding(result)


def value(base: int, modifiers: Iterable[Modifier] = (), rounding: Callable[[Fraction], int] = ceil) -> int:
    """Return the result as it functions: never below zero.

    >>> value(4, [Modifier("-8", add=-8)])
    0
    """
    return max(0, total(base, modifiers, rounding))


def explain(label: Words, base: int, modifiers: Iterable[Modifier], rule: str = "") -> tuple[Term, ...]:
    """Return the same reasons as lines of a sum; `rule`: the clause of the base."""
    return (Term(label, base, rule=rule), *(_term(m) for m in modifiers))


def _term(m: Modifier) -> Term:
    if m.becomes is not None:
        return Term(m.source, m.becomes, _("counts as {n}", n=m.becomes), m.rule)
    if m.times != 1:
        return Term(m.source, 0, _("× {times}", times=str(m.times)), m.rule)
    return Term(m.source, m.add, rule=m.rule)
