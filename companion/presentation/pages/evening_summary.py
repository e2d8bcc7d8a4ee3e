"""The page that people take home from a hall: their evening in a few lines, readable without any script."""

from __future__ import annotations

from typing import TypeAlias

from companion.i18n import Say, Text, _
from companion.presentation.responses import EveningSummary
from companion.schema import Words

Line: TypeAlias = tuple[str, str]
"""What it is, and how much."""
EVENING = _("Your evening")
HOME = _(
    "Keep this page if you like: it is forgotten here a day later, or as soon as the next group sits down. No name is on it."
)
GONE = _("This evening is not kept any more.")
MINUTE = 60
"""s; and as many of them are an hour."""


def lines_of(told: EveningSummary, say: Say) -> tuple[Line, ...]:
    """In the language of whoever reads it; what is nothing has no line."""
    counted = (
        (_("People at the table"), told.people),
        (_("Answers"), told.answers),
        (_("Dice thrown"), told.dice),
        (_("Tokens and cards drawn"), told.drawn),
        (_("Taken back"), told.taken_back),
    )
    lines: list[tuple[Text, Words]] = [
        (_("How it stands"), told.over or told.where),
        (_("Played for"), lasted(told.ended - told.began)),
        *((name, str(count)) for name, count in counted if count),
    ]
    return tuple((say(name), say(value)) for name, value in lines if value)


def lasted(seconds: float) -> Words:
    """In hours and minutes, as on a clock; less than an hour in minutes, less than a minute is nothing.

    >>> [str(lasted(seconds)) for seconds in (2 * 3600 + 5 * 60 + 20, 6 * 60 + 59, -3)]
    ['2:05 h', '6 min', '']
    """
    minutes = int(max(0.0, seconds)) // MINUTE
    if minutes < MINUTE:
        return _("{n} min", n=minutes) if minutes else ""
    return _("{time} h", time=f"{minutes // 60}:{minutes % 60:02d}")
