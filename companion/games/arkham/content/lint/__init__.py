"""What a loaded file is looked over for: numbers out of bounds, names that lead nowhere."""

from __future__ import annotations

from companion.games.arkham.content.lint.bounds import bounded
from companion.games.arkham.content.lint.links import loose_ends, of_no_scenario, told_apart

__all__ = [
    "bounded",
    "loose_ends",
    "of_no_scenario",
    "told_apart",
]
