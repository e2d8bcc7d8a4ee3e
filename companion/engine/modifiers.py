"""Quantities that differ from print. Totals are never stored: compute them from the base."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from companion.i18n import _
from companion.schema import Term, Words


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
