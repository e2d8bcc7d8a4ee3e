"""The page that people take home from a hall: their evening in a few lines, readable without any script."""

from __future__ import annotations

from typing import TypeAlias

from companion.i18n import Say
from companion.presentation.responses import EveningSummary

Line: TypeAlias = tuple[str, str]
"""What it is, and how much."""
EVENING = "Your evening"
HOME = "Keep this page if you like: it is forgotten here a day later, or as soon as the next group sits down. No name is on it."
GONE = "This evening is not kept any more."
MINUTE = 60
"""s; and as many of them are an hour."""


def lines_of(told: EveningSummary, say: Say) -> tuple[Line, ...]:
    """In the language of whoever reads it; what is nothing has no line."""
    counted = (
        ("People at the table", told.people),
        ("Answers", told.answers),
        ("Dice thrown", told.dice),
        ("Tokens and cards drawn", told.drawn),
        ("Taken back", told.taken_back),
    )
    lines = [("How it stands", told.over or told.where), ("Played for", lasted(told.ended - told.began))]
    lines += [(name, str(count)) for name, count in counted]
    return tuple((say(name), say(value)) for name, value in lines if value not in ("", "0"))


def lasted(seconds: float) -> str:
    """In hours and minutes, as on a clock; less than an hour in minutes, less than a minute is nothing.

    >>> lasted(2 * 3600 + 5 * 60 + 20), lasted(6 * 60 + 59), lasted(-3)
    ('2:05 h', '6 min', '')
    """
    minutes = int(max(0.0, seconds)) // MINUTE
    if minutes < MINUTE:
        return f"{minutes} min" if minutes else ""
    return f"{minutes // 60}:{minutes % 60:02d} h"
