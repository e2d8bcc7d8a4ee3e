"""The actions of an investigator's turn."""

from __future__ import annotations

from companion.games.arkham.rules.actions.basic_actions import fight_refusal
from companion.games.arkham.rules.actions.card_actions import free_test
from companion.games.arkham.rules.actions.menu import ACTIONS, investigation

__all__ = [
    "ACTIONS",
    "fight_refusal",
    "free_test",
    "investigation",
]
