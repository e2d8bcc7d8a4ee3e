"""A skill test, ST.1 to ST.8."""

from __future__ import annotations

from companion.games.arkham.rules.skill_test.consequences import Consequence, of_card
from companion.games.arkham.rules.skill_test.odds import by_token, chance, needed, table
from companion.games.arkham.rules.skill_test.player_windows import fast, window
from companion.games.arkham.rules.skill_test.skill_values import icons, is_drawn, judged, still_to_reveal
from companion.games.arkham.rules.skill_test.steps import skill_test

__all__ = [
    "Consequence",
    "by_token",
    "chance",
    "fast",
    "icons",
    "is_drawn",
    "judged",
    "needed",
    "of_card",
    "skill_test",
    "still_to_reveal",
    "table",
    "window",
]
