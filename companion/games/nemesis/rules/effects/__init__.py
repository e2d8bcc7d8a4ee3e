"""What cards, items and rooms do."""

from __future__ import annotations

from companion.games.nemesis.rules.effects.effects import cannot, perform

__all__ = [
    "cannot",
    "perform",
]
