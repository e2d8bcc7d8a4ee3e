"""Share out the error rate: of 100 fair ledgers at most 5 ever accuse anything.

The kinds of things that a game throws are known before its first throw. They share nearly all of the rate equally, so that
a ledger of one die loses nothing. Two small remainders are for other measurements, most for the first of each: for kinds
that appear later and the app's random numbers, and for the throws of one person or one table.
"""

from __future__ import annotations

from math import pi

CHANCE = 0.05  # that anything fair is ever called unfair
KNOWN, LATE, PARTS = 0.95, 0.025, 0.025  # of it


def level(known: int, late: int | None = None, chance: float = CHANCE) -> float:
    """Return the error rate of one kind. `known`: number of known kinds. `late`: index among the later ones.

    >>> level(1), round(level(1, late=0), 5)
    (0.0475, 0.00076)
    """
    return chance * KNOWN / known if late is None else chance * LATE * nth(late)


def of_part(place: int) -> float:
    """Return the error rate of the ledger of one person or table. `place`: index by first throw."""
    return CHANCE * PARTS * nth(place)


def nth(place: int) -> float:
    """Return a share of an infinite series that sums to 1.

    >>> round(sum(nth(place) for place in range(10_000)), 3)
    1.0
    """
    return 6 / (pi * (place + 1)) ** 2
