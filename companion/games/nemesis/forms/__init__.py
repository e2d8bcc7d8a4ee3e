"""Forms of the setup and of the sheets that players write."""

from __future__ import annotations

from companion.games.nemesis.forms.setup_form import chosen, form
from companion.games.nemesis.forms.sheets import SHEETS

__all__ = [
    "SHEETS",
    "chosen",
    "form",
]
