"""Corrections by hand."""

from __future__ import annotations

from companion.games.arkham.rules.corrections.chaos_bag import begin_count, change_bag, count_handful
from companion.games.arkham.rules.corrections.menu import ADJUSTMENTS, adjust

__all__ = [
    "ADJUSTMENTS",
    "adjust",
    "begin_count",
    "change_bag",
    "count_handful",
]
