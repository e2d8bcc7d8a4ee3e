"""Names of rooms, corridors, Intruders and objects, without hidden facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.nemesis.state import State, corpse_ids
from companion.i18n import NOTHING, Text, _, from_data, listed, ngettext
from companion.schema import TABLE, Faces, Seat, Words

EVERYBODY = _("Everybody")


def room_words(s: State, room: str) -> Text:
    """Name a room in a sentence: "the Galley", or "unexplored room 4" as on the board."""
    tile = s.rooms[room]
    if tile.explored:
        return _("the {room}", room=from_data(tile.title))
    return _("unexplored room {number}", number=number_of(room))


def room_option(s: State, room: str) -> Text:
    tile = s.rooms[room]
    if tile.explored:
        return _("The {room}", room=from_data(tile.title))
    return _("Unexplored room {number}", number=number_of(room))


def name_of(s: State, seat: Seat) -> Words:
    """Return the name of a seat, or of the whole table for an effect without an actor."""
    return s.characters[seat].name if seat in s.characters else EVERYBODY


def answerer(s: State, seat: Seat) -> Seat:
    """Return who answers: the seat, or the table for an effect without an actor."""
    return seat if seat in s.characters else TABLE


def addressee(s: State, seat: Seat) -> Words:
    """Return the name before a question of the table, "" for that of the seat."""
    return "" if seat in s.characters else EVERYBODY


KIND_NAMES: Mapping[str, Text] = {
    "larva": _("larva"), "creeper": _("creeper"), "adult": _("adult"), "breeder": _("breeder"), "queen": _("queen"),
}  # fmt: skip
KIND_TITLES: Mapping[str, Text] = {
    "blank": _("Blank"), "larva": _("Larva"), "creeper": _("Creeper"), "adult": _("Adult"), "breeder": _("Breeder"),
    "queen": _("Queen"),
}  # fmt: skip
"""The same as labels, with the blank token."""
OBJECT_NAMES: Mapping[str, Text] = {
    "egg": _("Intruder egg"),
    "character_corpse": _("character corpse"),
    "intruder_carcass": _("Intruder carcass"),
}


def who(s: State, seat: Seat) -> Words:
    return s.characters[seat].name


def token_kind(token: str) -> str:
    """Return the kind of an Intruder token.

    >>> token_kind("adult-3"), token_kind("blank")
    ('adult', 'blank')
    """
    return token.partition("-")[0]


def number_of(room: str) -> str:
    """Return the number of a room on the map.

    >>> number_of("r11")
    '11'
    """
    return room.removeprefix("r")


def corridor_words(s: State, room: str, corridor: str) -> Text:
    """Name a corridor from a room: its numbers and its other end."""
    way = s.corridors[corridor]
    numbers = "·".join(way.numbers.get(room, ()))
    if way.technical:
        return _("The technical corridor, {numbers}", numbers=numbers)
    beyond = next((end for end in way.ends if end != room), room)
    return _("Corridor {numbers} to {room}", numbers=numbers, room=room_words(s, beyond))


def ends_of(s: State, corridor: str) -> dict[str, Text]:
    """Name the two ends of a corridor. Not for a technical one."""
    first, second = s.corridors[corridor].ends[:2]
    return {"one": room_words(s, first), "other": room_words(s, second)}


def ends_option(s: State, corridor: str) -> Text:
    if s.corridors[corridor].technical:
        return _("In the technical corridor")
    return _("Between {one} and {other}", **ends_of(s, corridor))


def object_words(s: State, name: str) -> Text:
    """Name a heavy object by kind and owner, an item by its name."""
    return _thing(s, name, s.objects[name].kind) if name in s.objects else from_data(name)


def gone_words(s: State, name: str) -> Text:
    """Name a heavy object that has left the game, from its id."""
    return _thing(s, name, next((kind for begins, kind in OBJECT_IDS.items() if name.startswith(begins)), name))


def _thing(s: State, name: str, kind: str) -> Text:
    owner = next((seat for seat in s.characters if name in corpse_ids(s, seat)), "")
    return _("corpse of {who}", who=who(s, owner)) if owner else object_name(kind)


def object_name(kind: str) -> Text:
    return OBJECT_NAMES.get(kind) or from_data(kind)


EGG = "egg"


PUT_THERE: Mapping[str, str] = {
    "egg": "Intruder egg",
    "character_corpse": "character corpse",
    "intruder_carcass": "Intruder carcass",
}
"""Prefixes in logs of the ids of objects that players added. Never shown."""
OBJECT_IDS: Mapping[str, str] = {"egg ": "egg", "corpse of ": "character_corpse", "carcass of ": "intruder_carcass"} | {
    f"{begins} ": kind for kind, begins in PUT_THERE.items()
}
"""Prefix of an object's id -> its kind."""


def new_object(s: State, kind: str) -> str:
    """Return an unused id, as "egg 2"."""
    numbers = range(1, len(s.objects) + 2)
    return next(name for number in numbers if (name := f"{kind} {number}") not in s.objects)


def put_object(s: State, kind: str) -> str:
    """Return an unused id of an object that players add, as "Intruder egg 2"."""
    return new_object(s, PUT_THERE[kind])


def kind_words(s: State, intruder: str) -> Text:
    """Name the kind of an Intruder, also of a dead one."""
    return kind_name(s.intruders[intruder].kind if intruder in s.intruders else intruder.rstrip("0123456789"))


def kind_name(kind: str) -> Text:
    return KIND_NAMES.get(kind) or from_data(kind)


def comma_list(things: Iterable[Words]) -> Text:
    """Join things by commas.

    >>> str(comma_list(("lighter", "tape"))), str(comma_list(()))
    ('lighter, tape', 'nothing')
    """
    return listed(things, ", ") or _("nothing")


def card_list(cards: Faces) -> Text:
    return comma_list(from_data(card) for card in cards)


def cards_words(number: int) -> Text:
    """Return a number of cards in words.

    >>> str(cards_words(1)), str(cards_words(2))
    ('1 card', '2 cards')
    """
    return ngettext("{n} card", "{n} cards", number)


def action_cards_words(number: int) -> Text:
    return ngettext("{n} Action card", "{n} Action cards", number)


def injuries_words(number: int) -> Text:
    """Return a number of injuries in words.

    >>> str(injuries_words(1)), str(injuries_words(0))
    ('1 injury', '0 injuries')
    """
    return ngettext("{n} injury", "{n} injuries", number) if number else _("0 injuries")


def wounds_words(light: int, serious: int) -> Text:
    parts = (
        ngettext("{n} light wound", "{n} light wounds", light) if light else NOTHING,
        ngettext("{n} serious wound", "{n} serious wounds", serious) if serious else NOTHING,
    )
    return listed(part for part in parts if part) or _("no wound")
