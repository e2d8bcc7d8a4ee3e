"""What may be done at one moment of this game."""

from __future__ import annotations

from typing import TypeAlias

from companion.engine import options
from companion.games.nemesis.facts.events import Event
from companion.games.nemesis.state import State

Way: TypeAlias = options.OpenOption[State, Event]
