"""What displays are sent: public things only, ready to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.wire.words import Words


@dataclass(frozen=True, slots=True)
class PublicState:
    """Retained. Whoever shows it drops a rev that is not higher than the last one of the same table that it saw."""

    rev: int
    view: tuple[Any, ...] = ()  # blocks as JSON values
    cut: bool = False  # the view was too large to travel; the page has it


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """Something that everybody saw happen; for animation and sound, repaired by the next state where it is missed."""

    rev: int
    text: Words


@dataclass(frozen=True, slots=True)
class Light:
    """The edge of a seat: colour "#rrggbb" and mood ("calm", "asked", "danger")."""

    colour: str
    mood: str = "calm"
