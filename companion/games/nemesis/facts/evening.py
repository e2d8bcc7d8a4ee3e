"""Facts of the course of a game: layout, decks, event phase, deaths, the end."""

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
    """A tile was laid face down."""

    room: str
    tile: str


@dataclass(frozen=True, slots=True)
class EngineLaid:
    engine: str
    works: bool


@dataclass(frozen=True, slots=True)
class CourseLaid:
    planets: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ObjectivesDealt:
    seat: Seat
    objectives: Faces  # the owner's secret


@dataclass(frozen=True, slots=True)
class ObjectiveKept:
    """The other objective leaves the game unseen."""

    seat: Seat
    objective: str  # the owner's secret


@dataclass(frozen=True, slots=True)
class DeckDrawn:
    """Cards drawn from a virtual deck, as `rules.decks.draw_cards` names it."""

    deck: str
    cards: Faces


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """The drawn cards return to the deck, except `out`, which the same draw has taken."""

    deck: str
    out: Faces = ()


@dataclass(frozen=True, slots=True)
class CardTold:
    """A card was turned face up."""

    title: Words
    text: Words


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    phase: Phase


@dataclass(frozen=True, slots=True)
class EventStepDone:
    """`following` None: that was the last step."""

    step: EventStep
    following: EventStep | None


@dataclass(frozen=True, slots=True)
class TimePassed:
    """The time track advances, and the self-destruct track while the alarm runs."""


@dataclass(frozen=True, slots=True)
class CharacterDied:
    """Leaves a corpse and the carried objects in the room. Item cards and weapons are discarded."""

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
    """Leave a corpse, a heavy object (NEM-HEAVY-2). Held items are discarded, our default."""
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
