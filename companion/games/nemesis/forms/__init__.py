"""What people choose and type in before a game."""

from __future__ import annotations

from companion.games.nemesis.forms.setup_form import chosen, form
from companion.games.nemesis.forms.sheets import SHEETS

__all__ = [
    "SHEETS",
    "chosen",
    "form",
]
