"""What may be done at one moment of this game."""

from __future__ import annotations

from typing import TypeAlias

from companion.games.draw_your_weapon.events import Event
from companion.games.draw_your_weapon.state import State
from companion.rules import ways

Way: TypeAlias = ways.Way[State, Event]
