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
    """A character is in another room."""

    seat: Seat
    to: str


@dataclass(frozen=True, slots=True)
class Explored:
    """A room is known from now on."""

    room: str


@dataclass(frozen=True, slots=True)
class RoomMarked:
    """A room got a marker."""

    room: str
    mark: Literal["malfunction", "fire"]


@dataclass(frozen=True, slots=True)
class CorridorClosed:
    """The door of a corridor was closed."""

    corridor: str


@dataclass(frozen=True, slots=True)
class Passed:
    """A player takes no more actions in this turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The round of one player is over, and `following` has the next one."""

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
    """A player has drawn cards from the deck."""

    seat: Seat
    cards: Faces  # the owner's secret


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """All characters act again, and `first` begins."""

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
    """Return the state after a fact."""
    if isinstance(event, ThreatFact):
        return apply_threat(s, event)
    if isinstance(event, DeedFact):
        return apply_deed(s, event)
    if isinstance(event, CourseFact):
        return apply_course(s, event)
    if isinstance(event, CrewFact):
        return apply_crew(s, event)
    if isinstance(event, ShipFact):
        return apply_ship(s, event)
    return apply_round(s, event)


def apply_round(s: State, event: RoundFact) -> State:
    """Return the state after a fact of rounds and rooms."""
    match event:
        case ActionPaid(seat, _, cards):
            return _pay_action(s, seat, cards)
        case Moved(seat, to):
            return with_character(s, seat, replace(s.characters[seat], room=to))
        case Explored(room):
            return _explore(s, room)
        case RoomMarked(room, mark):
            marks = dict.fromkeys((*s.rooms[room].marks, mark))
            return with_room(s, room, replace(s.rooms[room], marks=tuple(marks)))
        case CorridorClosed(corridor):
            return with_corridor(s, corridor, replace(s.corridors[corridor], closed=True))
        case Passed(seat):
            return replace(with_character(s, seat, replace(s.characters[seat], passed=True)), last=None, told=None)
        case RoundEnded(following):
            acting = replace(s.characters[following], actions=ACTIONS_PER_ROUND)
            return replace(with_character(s, following, acting), active=following)
        case TurnEnded():
            return replace(s, phase="drawing", turns=s.turns - 1)
        case DeckRenewed(seat):
            return _renew_deck(s, seat)
        case CardsDrawn(seat, cards):
            return _draw_cards(s, seat, cards)
        case TurnBegan(first):
            return _begin_turn(s, first)
    assert_never(event)


def _pay_action(s: State, seat: Seat, cards: Faces) -> State:
    character = s.characters[seat]
    hand = character.hand
    for card in cards:
        hand = without(hand, card)
    paid = replace(character, hand=hand, discard=character.discard + cards, actions=character.actions - 1)
    return replace(with_character(s, seat, paid), last=None, told=None)


def _explore(s: State, room: str) -> State:
    before, tile = s.rooms[room], tile_of(s, room)
    return with_room(s, room, replace(before, explored=True, title=tile.title if tile else before.title))


def _renew_deck(s: State, seat: Seat) -> State:
    character = s.characters[seat]
    return with_character(s, seat, replace(character, deck=character.deck + character.discard, discard=()))


def _draw_cards(s: State, seat: Seat, cards: Faces) -> State:
    character = s.characters[seat]
    deck = character.deck
    for card in cards:
        deck = without(deck, card)
    return with_character(s, seat, replace(character, deck=deck, hand=character.hand + cards))


def _begin_turn(s: State, first: Seat) -> State:
    ready = {seat: replace(c, passed=False, actions=ACTIONS_PER_ROUND) for seat, c in s.characters.items()}
    return replace(s, characters=MappingProxyType(ready), phase="players", active=first, first=first, last=None)
