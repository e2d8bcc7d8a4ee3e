"""Facts that people state by hand."""

from __future__ import annotations

from companion.games.nemesis.rules.corrections.menu import answered

__all__ = [
    "answered",
]
