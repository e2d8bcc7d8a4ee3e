"""Forms of the setup and of the sheets that players write."""

from __future__ import annotations

from companion.games.nemesis.forms.setup_form import chosen_ship_and_crew, form
from companion.games.nemesis.forms.sheets import SHEETS

__all__ = [
    "SHEETS",
    "chosen_ship_and_crew",
    "form",
]
