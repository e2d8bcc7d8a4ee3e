"""How lucky a throw was, once it lies there: from the chances that were shown before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.schema.view import Odds

HALF = 0.5


def marked(odds: Odds, came: int, sentence: str) -> Odds:
    """The same odds with the bar at `came` marked as what happened."""
    bars = tuple(replace(bar, came=place == came) for place, bar in enumerate(odds.bars))
    return replace(odds, bars=bars, after=sentence)


def ranked(name: str, shares: Sequence[float], came: int) -> str:
    """Where a throw stands among all that could have come; `shares` in rising order of how good each is.

    >>> ranked("Ann", (0.24, 0.44, 0.26, 0.06), 2)
    'Ann was among the best 32%.'
    >>> ranked("Ann", (0.24, 0.44, 0.26, 0.06), 0)
    'Ann was among the worst 24%.'
    """
    return placed(name, sum(shares[came:]), sum(shares[: came + 1]))


def placed(name: str, best: float, worst: float) -> str:
    """The same, where it is known how much of all is as good or better, and how much as bad or worse."""
    if best <= HALF and best <= worst:
        return f"{name} was among the best {percent(best)}."
    if worst <= HALF:
        return f"{name} was among the worst {percent(worst)}."
    return f"{name} was in the middle: {percent(best + worst - 1)} come out like this."


def percent(share: float) -> str:
    """Rounded as the page rounds: a half upwards.

    >>> percent(0.625)
    '63%'
    """
    return f"{int(share * 100 + HALF)}%"
