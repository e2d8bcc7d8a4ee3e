"""What to expect of a pool of dice, exactly."""

from __future__ import annotations

from math import comb

SUCCESS = 3 / 8


def successes(dice: int) -> list[float]:
    """The chance of 0, 1, 2 ... of them."""
    return [comb(dice, n) * SUCCESS**n * (1 - SUCCESS) ** (dice - n) for n in range(dice + 1)]


def expected(dice: int, worth) -> float:
    """The mean of `worth(successes)`."""
    return sum(chance * worth(n) for n, chance in enumerate(successes(dice)))


def harm(effects) -> int:
    """Damage and horror together."""
    return sum(effect.amount for effect in effects if effect.kind in {"damage", "horror"})


def mean(numbers) -> float:
    there = list(numbers)
    return sum(there) / len(there)
