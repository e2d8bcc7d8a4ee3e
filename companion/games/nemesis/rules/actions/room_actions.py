"""The action of the room where somebody stands (NEM-ROOM)."""

from __future__ import annotations

from companion.engine.play import Rule
from companion.games.nemesis.facts.actions import RoomUsed
from companion.games.nemesis.facts.events import G
from companion.games.nemesis.rules.actions.card_sections import choose_section, no_section
from companion.games.nemesis.rules.actions.cost import situation
from companion.games.nemesis.rules.effects.effects import cannot, perform
from companion.games.nemesis.state import State, tile_of, with_malfunction
from companion.schema.prompt import Option, Refusal, Seat


def own_room(s: State, seat: Seat) -> tuple[Option, ...]:
    """NEM-ROOM-1."""
    room = s.characters[seat].room
    return (Option(room, room_action_words(s, room), cannot_use_room(s, seat, room)),)


def room_action_words(s: State, room: str) -> str:
    """The action by its title; of a room that nobody knows the action is not known either."""
    tile = tile_of(s, room)
    if not s.rooms[room].explored or tile is None:
        return "Room action"
    return f"{tile.title}: {tile.action}" if tile.action else f"The action of the {tile.title}"


def no_room_action(s: State, seat: Seat) -> Refusal | None:
    return cannot_use_room(s, seat, s.characters[seat].room)


def cannot_use_room(s: State, seat: Seat, room: str) -> Refusal | None:
    """Only here, only where it is known what the room is, only while it works, only if it does something now."""
    if room != s.characters[seat].room:
        return Refusal("NOT_SAME_PLACE", f"{s.characters[seat].name} is not in that room.", "NEM-ROOM-1")
    if not s.rooms[room].explored:
        return Refusal("ROOM_UNKNOWN", "Nobody knows yet what this room is.", "NEM-ROOM-1")
    tile = tile_of(s, room)
    if tile is None or not tile.action:
        return Refusal("NO_ROOM_ACTION", f"The {s.rooms[room].title} has no action.", "NEM-ROOM-1")
    if with_malfunction(s, room):
        return Refusal("MALFUNCTION", f"The {tile.title} is out of order: repair the malfunction first.", "NEM-ROOM-1")
    return situation(s, seat, tile.allowed) or no_section(s, seat, tile.sections) or cannot(s, seat, tile.effects)


def room_cost(s: State, room: str) -> int:
    """What the tile says, else what all room actions cost."""
    tile = tile_of(s, room) if room in s.rooms else None
    return s.ship.costs["room_action"] if tile is None or tile.cost is None else tile.cost


def use_room(g: G, seat: Seat, room: str) -> Rule[None]:
    """What stands on the room sheet (NEM-ROOM-2)."""
    g.emit(RoomUsed(seat, room))
    tile = tile_of(g.state, room)
    if tile is None:
        return
    effects = tile.effects
    if tile.sections:
        effects = (yield from choose_section(g, seat, f"the {tile.title}", tile.sections)).effects
    yield from perform(g, seat, effects, room)
