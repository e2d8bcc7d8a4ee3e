"""The five per cent, shared out: of 100 ledgers in which all is fair 5 at most accuse anything, anywhere, at any look.

Which kinds of things a game throws is known before its first throw; they share nearly all of it alike, so that a ledger of
one die gives nothing away. What nobody could know of comes out of two small rests, where the first has most: a kind that
turns up, or the app's own chance; and the throws of one person or one evening alone.
"""

from __future__ import annotations

from math import pi

CHANCE = 0.05  # that anything fair is ever called unfair
KNOWN, LATE, PARTS = 0.95, 0.025, 0.025  # of it


def level(known: int, late: int | None = None, chance: float = CHANCE) -> float:
    """What one kind may spend. `known`: how many kinds there are from the beginning; `late`: its place among the others.

    >>> level(1), round(level(1, late=0), 5)
    (0.0475, 0.00076)
    """
    return chance * KNOWN / known if late is None else chance * LATE * nth(late)


def of_part(place: int) -> float:
    """What the ledger of one person or one evening may spend as a whole; `place`: in the order of first throws, from 0."""
    return CHANCE * PARTS * nth(place)


def nth(place: int) -> float:
    """Shares of a whole for as many as there may come: they sum to 1.

    >>> round(sum(nth(place) for place in range(10_000)), 3)
    1.0
    """
    return 6 / (pi * (place + 1)) ** 2
