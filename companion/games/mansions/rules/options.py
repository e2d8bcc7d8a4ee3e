"""What may be done at one moment of this game."""

from __future__ import annotations

from typing import TypeAlias

from companion.engine import play
from companion.games.mansions.facts.events import Event
from companion.games.mansions.state import State

Way: TypeAlias = play.OpenOption[State, Event]
