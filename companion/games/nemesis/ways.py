"""What may be done at one moment of this game."""

from __future__ import annotations

from typing import TypeAlias

from companion.games.nemesis.events import Event
from companion.games.nemesis.state import State
from companion.rules import ways

Way: TypeAlias = ways.Way[State, Event]
