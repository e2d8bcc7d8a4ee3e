"""Corrections by hand."""

from __future__ import annotations

from companion.games.arkham.rules.corrections.chaos_bag import begin_count, change_bag, count_handful
from companion.games.arkham.rules.corrections.menu import adjust, adjustment_refused, make_adjustment

__all__ = [
    "adjust",
    "adjustment_refused",
    "begin_count",
    "change_bag",
    "count_handful",
    "make_adjustment",
]
