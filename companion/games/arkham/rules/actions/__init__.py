"""The actions of an investigator's turn."""

from __future__ import annotations

from companion.games.arkham.rules.actions.basic_actions import fight_refused
from companion.games.arkham.rules.actions.menu import ACTIONS, Action, free_test, option

__all__ = [
    "ACTIONS",
    "Action",
    "fight_refused",
    "free_test",
    "option",
]
