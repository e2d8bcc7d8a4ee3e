"""Facts of the crew: health, cards, items, objects, and Intruders hurt without the combat die."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.engine import without
from companion.games.nemesis.content.ship import CONTAMINATION
from companion.games.nemesis.state import Character, HeavyObject, State, Weapon, with_character, with_intruder
from companion.schema import Faces, Seat


@dataclass(frozen=True, slots=True)
class Healed:
    seat: Seat
    light: int = 0
    serious: int = 0


@dataclass(frozen=True, slots=True)
class SlimeCleaned:
    seat: Seat


@dataclass(frozen=True, slots=True)
class LarvaGained:
    seat: Seat


@dataclass(frozen=True, slots=True)
class LarvaLost:
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """An effect discards cards from the hand, face up."""

    seat: Seat
    cards: Faces


@dataclass(frozen=True, slots=True)
class Scanned:
    """The Contamination cards of a hand were read. Clean ones return to the supply, infected ones stay.

    The two numbers are the owner's secret. The number of cards that leave the hand is public.
    """

    seat: Seat
    clean: int
    infected: int


@dataclass(frozen=True, slots=True)
class ContaminationLost:
    """A Contamination card leaves the hand, the discard pile or the deck, unread."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ItemLost:
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class WeaponGained:
    seat: Seat
    weapon: str
    ammo: int


@dataclass(frozen=True, slots=True)
class WeaponLost:
    """A weapon is discarded with its ammo."""

    seat: Seat
    weapon: str


@dataclass(frozen=True, slots=True)
class AmmoSet:
    seat: Seat
    weapon: str
    ammo: int


@dataclass(frozen=True, slots=True)
class ObjectDropped:
    """A heavy object is put into the room of its carrier."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class ObjectPut:
    """A heavy object enters the game, in a room or carried by a seat."""

    name: str
    kind: str
    room: str = ""
    seat: Seat = ""


@dataclass(frozen=True, slots=True)
class ObjectGone:
    """A heavy object leaves the game."""

    name: str


@dataclass(frozen=True, slots=True)
class IntruderHurt:
    intruder: str
    injuries: int


@dataclass(frozen=True, slots=True)
class IntruderRemoved:
    """An Intruder leaves without a carcass."""

    intruder: str


@dataclass(frozen=True, slots=True)
class ActionsSet:
    seat: Seat
    actions: int


CrewFact: TypeAlias = (
    Healed
    | SlimeCleaned
    | LarvaGained
    | LarvaLost
    | CardsDiscarded
    | Scanned
    | ContaminationLost
    | ItemLost
    | WeaponGained
    | WeaponLost
    | AmmoSet
    | ObjectDropped
    | ObjectPut
    | ObjectGone
    | IntruderHurt
    | IntruderRemoved
    | ActionsSet
)


def apply_crew(s: State, event: CrewFact) -> State:
    match event:
        case ObjectDropped() | ObjectPut() | ObjectGone():
            return _object(s, event)
        case IntruderHurt(intruder, injuries):
            hurt = s.intruders[intruder]
            return with_intruder(s, intruder, replace(hurt, injuries=max(0, hurt.injuries + injuries)))
        case IntruderRemoved(intruder):
            left = {name: i for name, i in s.intruders.items() if name != intruder}
            test = None if s.test and s.test.target == intruder else s.test
            return replace(s, intruders=MappingProxyType(left), test=test)
        case ItemLost(seat, item):
            return _discarded(s, seat, replace(s.characters[seat], items=without(s.characters[seat].items, item)), item)
        case WeaponLost(seat, weapon):
            left_hand = _without_weapon(s.characters[seat], weapon)
            return _discarded(s, seat, replace(s.characters[seat], weapons=left_hand), weapon)
        case _:
            return with_character(s, event.seat, _changed(s.characters[event.seat], event))


OfBody: TypeAlias = (
    Healed
    | SlimeCleaned
    | LarvaGained
    | LarvaLost
    | CardsDiscarded
    | Scanned
    | ContaminationLost
    | WeaponGained
    | AmmoSet
    | ActionsSet
)


def _changed(c: Character, event: OfBody) -> Character:
    match event:
        case Healed(_, light, serious):
            return replace(
                c,
                light_wounds=max(0, c.light_wounds - light),
                serious_wounds=max(0, c.serious_wounds - serious),
            )
        case SlimeCleaned():
            return replace(c, slime=False)
        case LarvaGained():
            return replace(c, larva=True)
        case LarvaLost():
            return replace(c, larva=False)
        case CardsDiscarded(_, cards):
            return replace(c, hand=_less(c.hand, cards), discard=c.discard + cards)
        case Scanned(_, clean, infected):
            return replace(c, hand=_less(c.hand, (CONTAMINATION,) * clean), infected=infected)
        case ContaminationLost():
            return _one_less(c)
        case WeaponGained(_, weapon, ammo):
            return replace(c, weapons=(*c.weapons, Weapon(weapon, ammo)))
        case AmmoSet(_, weapon, ammo):
            place = [w.name for w in c.weapons].index(weapon)
            return replace(c, weapons=(*c.weapons[:place], Weapon(weapon, ammo), *c.weapons[place + 1 :]))
        case ActionsSet(_, actions):
            return replace(c, actions=actions)
    assert_never(event)


def _object(s: State, event: ObjectDropped | ObjectPut | ObjectGone) -> State:
    for seat, c in s.characters.items():
        if event.name in c.heavy:
            s = with_character(s, seat, replace(c, heavy=without(c.heavy, event.name)))
    match event:
        case ObjectGone(name):
            return replace(s, objects=MappingProxyType({n: o for n, o in s.objects.items() if n != name}))
        case ObjectDropped(seat, name):
            lying = replace(s.objects[name], room=s.characters[seat].room)
            return replace(s, objects=MappingProxyType({**s.objects, name: lying}))
        case ObjectPut(name, kind, room, seat):
            return _put(replace(s, objects=MappingProxyType({**s.objects, name: HeavyObject(kind, room)})), name, seat)
    assert_never(event)


def _put(s: State, name: str, seat: Seat) -> State:
    if not seat:
        return s
    carrier = s.characters[seat]
    return with_character(s, seat, replace(carrier, heavy=(*carrier.heavy, name)))


def _discarded(s: State, seat: Seat, character: Character, item: str) -> State:
    return replace(with_character(s, seat, character), item_discard=(*s.item_discard, item))


def _without_weapon(c: Character, weapon: str) -> tuple[Weapon, ...]:
    """Remove one weapon of that name. Raises ValueError if the character holds none."""
    place = [w.name for w in c.weapons].index(weapon)
    return c.weapons[:place] + c.weapons[place + 1 :]


def _less(hand: Faces, cards: Faces) -> Faces:
    for card in cards:
        hand = without(hand, card)
    return hand


def _one_less(c: Character) -> Character:
    if CONTAMINATION in c.hand:
        hand = without(c.hand, CONTAMINATION)
        return replace(c, hand=hand, infected=min(c.infected, hand.count(CONTAMINATION)))
    if CONTAMINATION in c.discard:
        return replace(c, discard=without(c.discard, CONTAMINATION))
    return replace(c, deck=without(c.deck, CONTAMINATION)) if CONTAMINATION in c.deck else c
