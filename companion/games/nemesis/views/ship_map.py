"""The map: known rooms with their contents, corridors with noise and doors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.nemesis.content.ship import Tile
from companion.games.nemesis.names import KIND_TITLES, cards_words, number_of, object_words
from companion.games.nemesis.rules.odds import move_chances
from companion.games.nemesis.state import Corridor, State, characters_in, intruders_in, neighbours, tile_of
from companion.i18n import Text, _, from_data, joined, ngettext
from companion.schema import TABLE, Duct, Graph, RoomThreat, Seat
from companion.schema import Corridor as Line
from companion.schema import Room as Box

UNKNOWN_NOTE = _("Nobody has been here yet.")


def ship(s: State, seat: Seat) -> Graph:
    """Draw the map. A tap moves to an adjacent room or uses the action of the own room.

    The map is public, so it does not show whether a hand can pay.
    """
    rooms = tuple(_room(s, name, seat) for name in s.rooms)
    walked = tuple(_line(name, corridor) for name, corridor in s.corridors.items() if not corridor.technical)
    ducts = tuple(_duct(name, corridor) for name, corridor in s.corridors.items() if corridor.technical)
    return Graph(_("The ship"), rooms, walked, ducts, _("Careful") if may_act(s, seat) else "")


def may_act(s: State, seat: Seat) -> bool:
    """Return whether this screen chooses the next action."""
    return seat in {s.active, TABLE} and s.test is None and s.phase == "players"


def _room(s: State, name: str, seat: Seat) -> Box:
    room = s.rooms[name]
    option, other = _options(s, name) if may_act(s, seat) else ("", "")
    known = tile_of(s, name) if room.explored else None  # hidden until explored
    lurkers = ((foe, s.intruders[foe]) for foe in intruders_in(s, name))
    return Box(
        name,
        from_data(room.title) if room.explored else _("Room {number}", number=number_of(name)),
        room.x,
        room.y,
        tuple(_marks(s, name, known, seat)),
        characters_in(s, name),
        option,
        other,
        room.explored,
        room.items if room.explored and room.items else None,
        tuple(RoomThreat(foe, KIND_TITLES[lurker.kind], lurker.kind, lurker.injuries) for foe, lurker in lurkers),
        joined(" ", _notes(s, name, known)) if room.explored else UNKNOWN_NOTE,
        float(move_chances(s, s.active, name)["encounter"]) if other else None,
    )


def _options(s: State, room: str) -> tuple[str, str]:
    """Return the option of a tap, and of a tap with "Careful"."""
    here = s.characters[s.active].room
    if room == here:
        return f"room_action:{room}", ""
    return (f"move:{room}", f"careful_move:{room}") if room in neighbours(s, here) else ("", "")


def _marks(s: State, name: str, tile: Tile | None, seat: Seat) -> Iterator[str]:
    yield from s.rooms[name].marks
    yield from (OBJECTS.get(thing.kind, thing.kind) for thing in s.objects.values() if thing.room == name)
    if tile is None:
        return
    if tile.nest:
        yield from ("egg",) * s.eggs
    if tile.engine in s.engines:
        yield _engine(s, tile.engine, seat)
    yield from (
        "pod_locked" if pod.locked else "pod" for pod in s.pods.values() if pod.tile == tile.id and not pod.launched
    )
    if tile.sleeps:
        yield "bed"
    if tile.computer:
        yield "computer"


OBJECTS: Mapping[str, str] = {"egg": "egg", "character_corpse": "corpse", "intruder_carcass": "carcass"}


def _engine(s: State, engine: str, seat: Seat) -> str:
    """Show the state to those who looked, and to all at the end."""
    if seat not in s.engines[engine].seen and s.phase != "over":
        return "engine"
    return "engine_works" if s.engines[engine].works else "engine_broken"


def _notes(s: State, name: str, tile: Tile | None) -> Iterator[Text]:
    room = s.rooms[name]
    if tile is not None and tile.action:
        cost = s.ship.costs["room_action"] if tile.cost is None else tile.cost
        yield _("{action}: {cards}.", action=from_data(tile.action), cards=cards_words(cost))
    if tile is not None and tile.text:
        yield from_data(tile.text)
    if room.items:
        yield ngettext("{n} item to be found.", "{n} items to be found.", room.items)
    if "malfunction" in room.marks:
        yield _("A malfunction: its action is not to be had.")
    if "fire" in room.marks:
        yield _("It burns: whoever ends a round here is hurt.")
    for object_id, thing in s.objects.items():
        if thing.room == name:
            yield _("Here lies a heavy object: {thing}.", thing=object_words(s, object_id))


def _line(name: str, corridor: Corridor) -> Line:
    """Add the printed numbers, as "3·4", of the second end only if they differ."""
    first, second = ("·".join(corridor.numbers.get(end, ())) for end in corridor.ends[:2])
    ends, second = (corridor.ends[0], corridor.ends[1]), second if second != first else ""
    return Line(name, ends, first, corridor.noise, corridor.closed, corridor.broken, second)


def _duct(name: str, corridor: Corridor) -> Duct:
    openings = tuple((end, "·".join(corridor.numbers.get(end, ()))) for end in corridor.ends)
    return Duct(name, _("Technical corridor"), openings, corridor.noise)
