"""What an objective asks for, checked at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import assert_never

from companion.games.nemesis.content.ship import Condition
from companion.games.nemesis.state import State
from companion.schema.prompt import Seat


@dataclass(frozen=True, slots=True)
class Arrival:
    """What became of the ship."""

    lost: bool
    planet: str = ""  # where it came out; "" = it did not, or nobody wrote down where


@dataclass(frozen=True, slots=True)
class End:
    """All that is known when the objectives are checked."""

    arrival: Arrival
    alive: tuple[Seat, ...]  # home, and not infected
    said: Mapping[Seat, bool] = field(default_factory=lambda: MappingProxyType({}))  # what the owners say of theirs


def holds(s: State, seat: Seat, condition: Condition, end: End) -> bool:
    """Is it so for whoever has the objective?"""
    character, what = s.characters[seat], condition.what
    match condition.test:
        case "alive":
            return seat in end.alive
        case "course":
            return not end.arrival.lost and end.arrival.planet == what
        case "ship_saved":
            return not end.arrival.lost
        case "ship_lost":
            return end.arrival.lost
        case "signal":
            return character.signal
        case "carries":
            return carried(s, seat).count(what) >= condition.n
        case "alone":
            return end.alive == (seat,)
        case "all_alive":
            return len(end.alive) == len(s.characters)
        case "explored":
            return sum(room.explored for room in s.rooms.values()) >= condition.n
        case "nest_destroyed":
            return s.eggs == 0
        case "killed":
            return sum(what in {"", kind} for kind in s.killed) >= condition.n
        case "people":
            return end.said.get(seat, False)
    assert_never(condition.test)


def carried(s: State, seat: Seat) -> tuple[str, ...]:
    """Items and weapons by name, heavy objects by kind."""
    character = s.characters[seat]
    kinds = tuple(s.objects[name].kind for name in character.heavy if name in s.objects)
    return character.items + tuple(weapon.name for weapon in character.weapons) + kinds
