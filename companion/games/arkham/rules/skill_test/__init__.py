"""A skill test, ST.1 to ST.8."""

from __future__ import annotations

from companion.games.arkham.rules.skill_test.odds import by_token, chance, needed, table
from companion.games.arkham.rules.skill_test.player_windows import fast, window
from companion.games.arkham.rules.skill_test.steps import Consequence, of_card, skill_test
from companion.games.arkham.rules.skill_test.token_odds import is_drawn

__all__ = [
    "Consequence",
    "by_token",
    "chance",
    "fast",
    "is_drawn",
    "needed",
    "of_card",
    "skill_test",
    "table",
    "window",
]
