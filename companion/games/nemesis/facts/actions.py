"""Facts of what characters do, carry and suffer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, assert_never

from companion.engine import without
from companion.games.nemesis.state import (
    State,
    Weapon,
    with_character,
)
from companion.schema import Faces, Seat, Words

LIGHT_TO_SERIOUS = 3  # light wounds that are a serious one


@dataclass(frozen=True, slots=True)
class Wounded:
    seat: Seat
    wound: Literal["light", "serious"]


@dataclass(frozen=True, slots=True)
class ContaminationGained:
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class SlimeGained:
    seat: Seat


@dataclass(frozen=True, slots=True)
class AmmoSpent:
    seat: Seat
    weapon: str


@dataclass(frozen=True, slots=True)
class ObjectTaken:
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Swapped:
    one: Seat
    other: Seat
    gives: Faces
    takes: Faces


@dataclass(frozen=True, slots=True)
class Crafted:
    """Two components are discarded, the crafted card is gained."""

    seat: Seat
    item: str
    components: Faces


@dataclass(frozen=True, slots=True)
class ItemGained:
    """An effect gives an item. A heavy item needs no action (NEM-HEAVY-3)."""

    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class ItemUsed:
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class SectionDone:
    """A player chose a section of an Action card. Its effects follow (NEM-ACARD-5)."""

    seat: Seat
    section: str
    words: Words = ""  # as it stands on the card


@dataclass(frozen=True, slots=True)
class RoomUsed:
    seat: Seat
    room: str


DeedFact: TypeAlias = (
    Wounded
    | ContaminationGained
    | SlimeGained
    | AmmoSpent
    | ObjectTaken
    | Swapped
    | Crafted
    | ItemGained
    | ItemUsed
    | SectionDone
    | RoomUsed
)


def apply_deed(s: State, event: DeedFact) -> State:
    match event:
        case Wounded(seat, wound):
            return _wounded(s, seat, wound)
        case ContaminationGained(seat, card):
            character = s.characters[seat]
            return with_character(s, seat, replace(character, discard=(*character.discard, card)))
        case SlimeGained(seat):
            return with_character(s, seat, replace(s.characters[seat], slime=True))
        case AmmoSpent(seat, weapon):
            return _shot(s, seat, weapon)
        case ObjectTaken(seat, name):
            return _taken(s, seat, name)
        case Swapped(one, other, gives, takes):
            return _given(_given(s, one, other, gives), other, one, takes)
        case Crafted():
            return _crafted(s, event)
        case ItemGained(seat, item):
            character = s.characters[seat]
            return with_character(s, seat, replace(character, items=(*character.items, item)))
        case SectionDone() | ItemUsed() | RoomUsed():
            return s
    assert_never(event)


def _wounded(s: State, seat: Seat, wound: Literal["light", "serious"]) -> State:
    character = s.characters[seat]
    light = character.light_wounds + (wound == "light")
    serious = character.serious_wounds + (wound == "serious") + light // LIGHT_TO_SERIOUS
    return with_character(s, seat, replace(character, light_wounds=light % LIGHT_TO_SERIOUS, serious_wounds=serious))


def _shot(s: State, seat: Seat, weapon: str) -> State:
    character = s.characters[seat]
    held = tuple(Weapon(w.name, w.ammo - 1) if w.name == weapon else w for w in character.weapons)
    return with_character(s, seat, replace(character, weapons=held))


def _taken(s: State, seat: Seat, name: str) -> State:
    character = s.characters[seat]
    carried = with_character(s, seat, replace(character, heavy=(*character.heavy, name)))
    return replace(carried, objects=MappingProxyType({**s.objects, name: replace(s.objects[name], room="")}))


def _given(s: State, giver: Seat, taker: Seat, things: Faces) -> State:
    for thing in things:
        a, b = s.characters[giver], s.characters[taker]
        if thing in a.items:
            a, b = replace(a, items=without(a.items, thing)), replace(b, items=(*b.items, thing))
        elif held := next((w for w in a.weapons if w.name == thing), None):
            left = tuple(w for w in a.weapons if w is not held)
            a, b = replace(a, weapons=left), replace(b, weapons=(*b.weapons, held))
        else:
            a, b = replace(a, heavy=without(a.heavy, thing)), replace(b, heavy=(*b.heavy, thing))
        s = with_character(with_character(s, giver, a), taker, b)
    return s


def _crafted(s: State, event: Crafted) -> State:
    character, items = s.characters[event.seat], s.characters[event.seat].items
    for part in event.components:
        items = without(items, part)
    made, character = s.ship.items.get(event.item), replace(character, items=items)
    if made is None or made.ammo is None:
        character = replace(character, items=(*items, event.item))
    else:
        character = replace(character, weapons=(*character.weapons, Weapon(event.item, made.ammo)))
    s = with_character(s, event.seat, character)
    return replace(s, crafted_gone=(*s.crafted_gone, event.item), item_discard=s.item_discard + event.components)
