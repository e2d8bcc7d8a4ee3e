"""What is printed or typed in: records, and how they are loaded."""

from __future__ import annotations

from companion.games.nemesis.content.box import OURS, boxed, record_of
from companion.games.nemesis.content.lint import checked
from companion.games.nemesis.content.parsing import words
from companion.games.nemesis.content.roles import Role, of_ship, role_of
from companion.games.nemesis.content.ship import (
    KINDS,
    SUFFERED,
    ActionCard,
    Allowed,
    AttackCard,
    Condition,
    CraftedItem,
    Crew,
    Deed,
    Effect,
    EventCard,
    Exploration,
    Item,
    Kind,
    Objective,
    Place,
    Says,
    Section,
    Settings,
    Ship,
    Tile,
)
from companion.games.nemesis.content.ships import SAMPLE

__all__ = [
    "KINDS",
    "OURS",
    "SAMPLE",
    "SUFFERED",
    "ActionCard",
    "Allowed",
    "AttackCard",
    "Condition",
    "CraftedItem",
    "Crew",
    "Deed",
    "Effect",
    "EventCard",
    "Exploration",
    "Item",
    "Kind",
    "Objective",
    "Place",
    "Role",
    "Says",
    "Section",
    "Settings",
    "Ship",
    "Tile",
    "boxed",
    "checked",
    "of_ship",
    "record_of",
    "role_of",
    "words",
]
