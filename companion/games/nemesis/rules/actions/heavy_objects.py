"""Pick Up Heavy Object: a corpse, a carcass, an egg (NEM-HEAVY)."""

from __future__ import annotations

from companion.engine.play import Rule, done
from companion.games.nemesis.facts.actions import ObjectTaken
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.crew.inventory import hands_full
from companion.games.nemesis.rules.names import object_words
from companion.games.nemesis.state import State
from companion.schema.prompt import Option, Refusal, Seat


def nothing_to_pick_up(s: State, seat: Seat) -> Refusal | None:
    if not heavy_here(s, seat):
        return Refusal("NOT_SAME_PLACE", "No heavy object lies in the room.", "NEM-HEAVY-1")
    return hands_full(s, seat)


def heavy_here(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-HEAVY-1, -2."""
    here = [name for name, o in s.objects.items() if o.room == s.characters[seat].room]
    return tuple(Option(name, f"Pick up the {object_words(s, name)}") for name in here)


def cannot_pick_up(s: State, seat: Seat, name: str) -> Refusal | None:
    if name not in {option.id for option in heavy_here(s, seat)}:
        return Refusal("NOT_SAME_PLACE", "This object does not lie in the room.", "NEM-HEAVY-1")
    return None


def pick_up(g: G, seat: Seat, name: str) -> Rule[None]:
    """Exactly one object (NEM-HEAVY-1)."""
    if cannot_pick_up(g.state, seat, name) is None:
        g.emit(ObjectTaken(seat, name))
    yield from done()
