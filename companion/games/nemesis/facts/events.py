"""Facts of rounds and rooms, and the union of all facts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, assert_never

from companion.engine import OpenOption, Play, without
from companion.games.nemesis.facts.actions import DeedFact, apply_deed
from companion.games.nemesis.facts.crew import CrewFact, apply_crew
from companion.games.nemesis.facts.evening import CourseFact, apply_course
from companion.games.nemesis.facts.intruders import ThreatFact, apply_threat
from companion.games.nemesis.facts.ship import ShipFact, apply_ship
from companion.games.nemesis.state import (
    ACTIONS_PER_ROUND,
    Room,
    State,
    tile_of,
    with_character,
    with_corridor,
    with_room,
)
from companion.schema import Faces, Seat


@dataclass(frozen=True, slots=True)
class ActionPaid:
    """An action begins. Its cards are discarded face up."""

    seat: Seat
    action: str
    cards: Faces


@dataclass(frozen=True, slots=True)
class Moved:
    seat: Seat
    to: str


@dataclass(frozen=True, slots=True)
class Explored:
    room: str


@dataclass(frozen=True, slots=True)
class RoomMarked:
    room: str
    mark: Literal["malfunction", "fire"]


@dataclass(frozen=True, slots=True)
class CorridorClosed:
    corridor: str


@dataclass(frozen=True, slots=True)
class Passed:
    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded:
    following: Seat


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """All seats have passed."""


@dataclass(frozen=True, slots=True)
class DeckRenewed:
    """The discard pile was shuffled into the deck."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    seat: Seat
    cards: Faces  # the owner's secret


@dataclass(frozen=True, slots=True)
class TurnBegan:
    first: Seat


RoundFact: TypeAlias = (
    ActionPaid
    | Moved
    | Explored
    | RoomMarked
    | CorridorClosed
    | Passed
    | RoundEnded
    | TurnEnded
    | DeckRenewed
    | CardsDrawn
    | TurnBegan
)
Event: TypeAlias = RoundFact | ThreatFact | DeedFact | CourseFact | CrewFact | ShipFact
G: TypeAlias = Play[State, Event]
Way: TypeAlias = OpenOption[State, Event]


def apply(s: State, event: Event) -> State:
    if isinstance(event, ThreatFact):
        return apply_threat(s, event)
    if isinstance(event, DeedFact):
        return apply_deed(s, event)
    if isinstance(event, CourseFact):
        return apply_course(s, event)
    if isinstance(event, CrewFact):
        return apply_crew(s, event)
    return apply_ship(s, event) if isinstance(event, ShipFact) else _of_round(s, event)


def _of_round(s: State, event: RoundFact) -> State:
    match event:
        case ActionPaid():
            return _paid(s, event)
        case Moved(seat, to):
            return with_character(s, seat, replace(s.characters[seat], room=to))
        case Explored(room):
            return with_room(s, room, _known(s, room))
        case RoomMarked(room, mark):
            marks = dict.fromkeys((*s.rooms[room].marks, mark))
            return with_room(s, room, replace(s.rooms[room], marks=tuple(marks)))
        case CorridorClosed(corridor):
            return with_corridor(s, corridor, replace(s.corridors[corridor], closed=True))
        case Passed(seat):
            return replace(with_character(s, seat, replace(s.characters[seat], passed=True)), last=None, told=None)
        case RoundEnded(following):
            fresh = replace(s.characters[following], actions=ACTIONS_PER_ROUND)
            return replace(with_character(s, following, fresh), active=following)
        case TurnEnded():
            return replace(s, phase="drawing", turns=s.turns - 1)
        case DeckRenewed(seat):
            character = s.characters[seat]
            renewed = replace(character, deck=character.deck + character.discard, discard=())
            return with_character(s, seat, renewed)
        case CardsDrawn(seat, cards):
            return _drawn(s, seat, cards)
        case TurnBegan(first):
            awake = {n: replace(c, passed=False, actions=ACTIONS_PER_ROUND) for n, c in s.characters.items()}
            return replace(s, characters=MappingProxyType(awake), phase="players", active=first, first=first, last=None)
    assert_never(event)


def _known(s: State, room: str) -> Room:
    tile = tile_of(s, room)
    return replace(s.rooms[room], explored=True, title=tile.title if tile else s.rooms[room].title)


def _paid(s: State, event: ActionPaid) -> State:
    character, hand = s.characters[event.seat], s.characters[event.seat].hand
    for card in event.cards:
        hand = without(hand, card)
    paid = replace(character, hand=hand, discard=character.discard + event.cards, actions=character.actions - 1)
    return replace(with_character(s, event.seat, paid), last=None, told=None)


def _drawn(s: State, seat: Seat, cards: Faces) -> State:
    character = s.characters[seat]
    deck = character.deck
    for card in cards:
        deck = without(deck, card)
    return with_character(s, seat, replace(character, deck=deck, hand=character.hand + cards))
