"""Facts of how an evening goes: what is laid out, the decks, the event phase, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.games.nemesis.state import (
    Course,
    Engine,
    EventStep,
    HeavyObject,
    Phase,
    Result,
    State,
    Told,
    corpse_ids,
    with_character,
    with_room,
)
from companion.schema import Faces, Seat, Words


@dataclass(frozen=True, slots=True)
class RoomLaid:
    """Chance puts a tile into a place; nobody sees which."""

    room: str
    tile: str


@dataclass(frozen=True, slots=True)
class EngineLaid:
    """Nobody knows whether it works."""

    engine: str
    works: bool


@dataclass(frozen=True, slots=True)
class CourseLaid:
    """Which letter leads where; nobody knows."""

    planets: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ObjectivesDealt:
    seat: Seat
    objectives: Faces  # the owner's secret


@dataclass(frozen=True, slots=True)
class ObjectiveKept:
    """The other one goes out of the game unseen."""

    seat: Seat
    objective: str  # the owner's secret


@dataclass(frozen=True, slots=True)
class DeckDrawn:
    """Cards off a deck of the page: "attacks", "events", "explorations", "items:tools"."""

    deck: str
    cards: Faces


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """What was drawn of it goes back, but for what somebody has just taken off its top."""

    deck: str
    out: Faces = ()


@dataclass(frozen=True, slots=True)
class CardTold:
    """A card is turned before everybody's eyes."""

    title: Words
    text: Words


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    phase: Phase


@dataclass(frozen=True, slots=True)
class EventStepDone:
    """Of the checklist; `following` None: it was the last one."""

    step: EventStep
    following: EventStep | None


@dataclass(frozen=True, slots=True)
class TimePassed:
    """One space of the time track, and of the self-destruct track where the alarm sounds."""


@dataclass(frozen=True, slots=True)
class CharacterDied:
    """A corpse lies in the room, and what was carried; item cards and weapons are discarded."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GameEnded:
    sentence: Words
    results: Mapping[Seat, Result]


CourseFact: TypeAlias = (
    RoomLaid
    | EngineLaid
    | CourseLaid
    | ObjectivesDealt
    | ObjectiveKept
    | DeckDrawn
    | DeckShuffled
    | CardTold
    | PhaseBegan
    | EventStepDone
    | TimePassed
    | CharacterDied
    | GameEnded
)


def apply_course(s: State, event: CourseFact) -> State:
    """The state after a fact of this module."""
    match event:
        case RoomLaid(room, tile):
            return with_room(s, room, replace(s.rooms[room], tile=tile))
        case EngineLaid(engine, works):
            return replace(s, engines=MappingProxyType({**s.engines, engine: Engine(works)}))
        case CourseLaid(planets):
            return replace(s, course=Course(planets))
        case ObjectivesDealt(seat, objectives):
            return with_character(s, seat, replace(s.characters[seat], objectives=objectives))
        case ObjectiveKept(seat, objective):
            return with_character(s, seat, replace(s.characters[seat], objectives=(), objective=objective))
        case DeckDrawn(deck, cards):
            return replace(s, drawn=MappingProxyType({**s.drawn, deck: s.drawn.get(deck, ()) + cards}))
        case DeckShuffled(deck, out):
            return replace(s, drawn=MappingProxyType({**s.drawn, deck: out}))
        case CardTold(title, text):
            return replace(s, told=Told(title, text))
        case PhaseBegan(phase):
            return replace(s, phase=phase)
        case EventStepDone(_, following):
            return replace(s, step=following or "time")
        case TimePassed():
            alarm = None if s.self_destruct is None else s.self_destruct - 1
            return replace(s, turns=s.turns - 1, self_destruct=alarm)
        case CharacterDied(seat):
            return _dead(s, seat)
        case GameEnded(sentence, results):
            return replace(s, phase="over", ending=sentence, results=results)
    assert_never(event)


def _dead(s: State, seat: Seat) -> State:
    """A corpse is a heavy object (NEM-HEAVY-2); what was held is on the discard pile, our default."""
    gone = s.characters[seat]
    held = tuple(weapon.name for weapon in gone.weapons) + gone.items
    lying = {name: replace(s.objects[name], room=gone.room) for name in gone.heavy if name in s.objects}
    corpse = HeavyObject("character_corpse", gone.room)
    objects = MappingProxyType({**s.objects, **lying, _new_corpse(s, seat): corpse})
    s = replace(s, objects=objects, item_discard=s.item_discard + held)
    return with_character(s, seat, replace(gone, fate="dead", items=(), weapons=(), heavy=()))


def _new_corpse(s: State, seat: Seat) -> str:
    named, beside = corpse_ids(s, seat)
    return beside if named in s.objects and s.characters[seat].fate != "dead" else named
