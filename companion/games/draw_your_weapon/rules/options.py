"""What may be done at one moment of this game."""

from __future__ import annotations

from typing import TypeAlias

from companion.engine import play
from companion.games.draw_your_weapon.facts.events import Event
from companion.games.draw_your_weapon.state import State

Way: TypeAlias = play.OpenOption[State, Event]
