"""What rooms, corridors, Intruders, objects and numbers of things are called. Nothing hidden is in a name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.games.nemesis.state import State
from companion.schema import TABLE, Faces, Seat


def room_words(s: State, room: str) -> str:
    """What to call a room: "the Galley", or "an unexplored room"; the number helps on the board."""
    tile = s.rooms[room]
    return f"the {tile.title}" if tile.explored else f"unexplored room {room.removeprefix('r')}"


def name_of(s: State, seat: Seat) -> str:
    """Whom a title addresses; nobody in particular is everybody."""
    return s.characters[seat].name if seat in s.characters else "Everybody"


def asked(s: State, seat: Seat) -> Seat:
    """Who answers for a seat; for nobody in particular the table."""
    return seat if seat in s.characters else TABLE


OBJECT_NAMES: Mapping[str, str] = MappingProxyType(
    {"egg": "Intruder egg", "character_corpse": "character corpse", "intruder_carcass": "Intruder carcass"}
)


def who(s: State, seat: Seat) -> str:
    return s.characters[seat].name


def number_of(room: str) -> str:
    """The number of a room, as it stands on the map.

    >>> number_of("r11")
    '11'
    """
    return room.removeprefix("r")


def corridor_words(s: State, room: str, corridor: str) -> str:
    """A corridor as seen from a room: its numbers and where it leads."""
    way = s.corridors[corridor]
    numbers = "·".join(way.numbers.get(room, ()))
    if way.technical:
        return f"The technical corridor, {numbers}"
    beyond = next((end for end in way.ends if end != room), room)
    return f"Corridor {numbers} to {room_words(s, beyond)}"


def ends_words(s: State, corridor: str) -> str:
    """Where a corridor lies: "between the Galley and the Archive", or "in the technical corridor"."""
    way = s.corridors[corridor]
    if way.technical:
        return "in the technical corridor"
    return f"between {' and '.join(room_words(s, end) for end in way.ends)}"


def object_words(s: State, name: str) -> str:
    """A heavy object by its kind; one that is gone by its name."""
    kind = s.objects[name].kind if name in s.objects else name
    return OBJECT_NAMES.get(kind, kind)


def new_object(s: State, kind: str) -> str:
    """A name that no object has: "egg 2"."""
    numbers = range(1, len(s.objects) + 2)
    return next(name for number in numbers if (name := f"{OBJECT_NAMES[kind]} {number}") not in s.objects)


def kind_words(s: State, intruder: str) -> str:
    """Its kind, also of one that is dead by now."""
    return s.intruders[intruder].kind if intruder in s.intruders else intruder.rstrip("0123456789")


def listed(things: Faces) -> str:
    """Things in a row.

    >>> listed(("lighter", "tape")), listed(())
    ('lighter, tape', 'nothing')
    """
    return ", ".join(things) or "nothing"


def counted(number: int, word: str) -> str:
    """So many of a thing.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {word}{'' if number == 1 else 's'}"


def begun(words: str) -> str:
    """Words as a button or a sentence begins; names in them keep their capitals.

    >>> begun("the Sleep hall")
    'The Sleep hall'
    """
    return f"{words[:1].upper()}{words[1:]}"


def an(kind: str) -> str:
    """A word with its article, at the beginning of a sentence.

    >>> an("adult"), an("larva")
    ('An adult', 'A larva')
    """
    return f"{'An' if kind[:1] in 'aeiou' else 'A'} {kind}"


def injuries_words(number: int) -> str:
    """So many injuries.

    >>> injuries_words(1), injuries_words(0)
    ('1 injury', '0 injuries')
    """
    return "1 injury" if number == 1 else f"{number} injuries"
