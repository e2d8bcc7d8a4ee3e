"""Facts that people state by hand."""

from __future__ import annotations

from companion.games.mansions.rules.corrections.menu import (
    LOST,
    OUT,
    SPREADS,
    WON,
    burning,
    correction_ways,
    light,
    put_out,
    report_ways,
    where_fire,
)

__all__ = [
    "LOST",
    "OUT",
    "SPREADS",
    "WON",
    "burning",
    "correction_ways",
    "light",
    "put_out",
    "report_ways",
    "where_fire",
]
