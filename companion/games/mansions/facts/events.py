"""Facts of the rules, and `apply` for all facts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from companion.engine import Play, play, without
from companion.games.mansions.facts.cards_and_figures import (
    TableFact,
    apply_table,
    with_dropped_items,
    with_fire,
    with_possession,
    without_dropped_item,
    without_possession,
)
from companion.games.mansions.facts.investigators import InvestigatorFact, apply_investigator
from companion.games.mansions.facts.rounds import PuzzleFact, apply_puzzle
from companion.games.mansions.facts.story import StoryFact, apply_story
from companion.games.mansions.state import Barricade, State
from companion.schema import Faces, Seat, Words


@dataclass(frozen=True, slots=True)
class ActionSpent:
    seat: Seat
    action: Words


@dataclass(frozen=True, slots=True)
class ActionForfeited:
    """An action spent without effect."""

    seat: Seat
    action: Words


@dataclass(frozen=True, slots=True)
class EvadeResolved:
    """The evade check of the official app was resolved."""

    seat: Seat
    monster: str


@dataclass(frozen=True, slots=True)
class EvadeOwed:
    """The scenario's own evade event runs first. The interrupted action is then started again."""

    seat: Seat
    monster: str


@dataclass(frozen=True, slots=True)
class MoveBegan:
    """The spaces of a move, also usable after another action."""

    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True)
class Stepped:
    seat: Seat
    to: str
    counts: bool  # whether it uses up a space of a move action


@dataclass(frozen=True, slots=True)
class MonsterMoved:
    monster: str
    to: str


@dataclass(frozen=True, slots=True)
class MonsterHurt:
    monster: str
    number: int


@dataclass(frozen=True, slots=True)
class MonsterRolled:
    """A roll for a monster at a barricade, made by a player."""

    monster: str
    faces: Faces


@dataclass(frozen=True, slots=True)
class BarricadeMoved:
    """A barricade is moved against its door or away from it."""

    ends: tuple[str, str]
    blocking: bool


@dataclass(frozen=True, slots=True)
class BarricadeDestroyed:
    ends: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ExtinguishTested:
    """The Fires that may be discarded this round."""

    seat: Seat
    successes: int


@dataclass(frozen=True, slots=True)
class FireDiscarded:
    seat: Seat
    space: str


@dataclass(frozen=True, slots=True)
class FirePlaced:
    space: str


@dataclass(frozen=True, slots=True)
class PossessionGiven:
    seat: Seat
    to: Seat
    item: str


@dataclass(frozen=True, slots=True)
class PossessionDropped:
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class PossessionPickedUp:
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class MythosBegan:
    """The mythos phase."""


@dataclass(frozen=True, slots=True)
class DarknessPlaced:
    space: str


RuleFact: TypeAlias = (
    DarknessPlaced
    | ActionSpent
    | ActionForfeited
    | EvadeResolved
    | EvadeOwed
    | MoveBegan
    | Stepped
    | MonsterMoved
    | MonsterHurt
    | MonsterRolled
    | BarricadeMoved
    | BarricadeDestroyed
    | ExtinguishTested
    | FireDiscarded
    | FirePlaced
    | PossessionGiven
    | PossessionDropped
    | PossessionPickedUp
    | MythosBegan
)
Event: TypeAlias = RuleFact | InvestigatorFact | TableFact | StoryFact | PuzzleFact
G: TypeAlias = Play[State, Event]


def apply(s: State, event: Event) -> State:
    if isinstance(event, StoryFact):
        return apply_story(s, event)
    if isinstance(event, PuzzleFact):
        return replace(s, story=apply_puzzle(s.story, event))
    if isinstance(event, InvestigatorFact):
        return apply_investigator(s, event)
    return apply_table(s, event) if isinstance(event, TableFact) else _ruled(s, event)


def _ruled(s: State, event: RuleFact) -> State:
    match event:
        case ActionForfeited() | EvadeResolved() | MonsterRolled():
            return s
        case EvadeOwed(seat, _):
            return s.with_seat(seat, replace(s.seats[seat], evaded=True))
        case ActionSpent(seat, _):
            return s.with_seat(seat, replace(s.seats[seat], actions=max(0, s.seats[seat].actions - 1), evaded=False))
        case MoveBegan(seat, steps):
            return s.with_seat(seat, replace(s.seats[seat], steps_left=steps))
        case Stepped(seat, to, counts):
            left = max(0, s.seats[seat].steps_left - counts)
            return s.with_seat(seat, replace(s.seats[seat], space=to, steps_left=left, evaded=False))
        case MonsterMoved(monster, to):
            return s.with_monster(replace(s.monsters[monster], space=to))
        case MonsterHurt(monster, number):
            return s.with_monster(replace(s.monsters[monster], damage=s.monsters[monster].damage + number))
        case BarricadeMoved(ends, blocking):
            return _barricades(s, ends, (replace(_barricade(s, ends), blocking=blocking),))
        case BarricadeDestroyed(ends):
            return _barricades(s, ends, ())
        case ExtinguishTested(seat, successes):
            return s.with_seat(seat, replace(s.seats[seat], extinguish_left=successes))
        case FireDiscarded(seat, space):
            out = with_fire(s, without(s.tokens.fire, space))
            left = max(0, s.seats[seat].extinguish_left - 1)
            return out.with_seat(seat, replace(s.seats[seat], extinguish_left=left))
        case FirePlaced(space):
            return with_fire(s, (*s.tokens.fire, space))
        case PossessionGiven(seat, to, item):
            given = s.with_seat(seat, without_possession(s.seats[seat], item))
            return given.with_seat(to, with_possession(given.seats[to], item))
        case PossessionDropped(seat, item):
            return with_dropped_items(s, s.seats[seat].space, (item,)).with_seat(
                seat, without_possession(s.seats[seat], item)
            )
        case PossessionPickedUp(seat, item):
            return without_dropped_item(s, s.seats[seat].space, item).with_seat(
                seat, with_possession(s.seats[seat], item)
            )
        case MythosBegan():
            return replace(s, phase="mythos")
        case DarknessPlaced(space):
            return replace(s, tokens=replace(s.tokens, darkness=(*s.tokens.darkness, space)))
    assert_never(event)


def _barricade(s: State, ends: tuple[str, str]) -> Barricade:
    return next(b for b in s.tokens.barricades if b.between == frozenset(ends))


def _barricades(s: State, ends: tuple[str, str], instead: tuple[Barricade, ...]) -> State:
    others = tuple(b for b in s.tokens.barricades if b.between != frozenset(ends))
    return replace(s, tokens=replace(s.tokens, barricades=others + instead))


Way: TypeAlias = play.OpenOption[State, Event]
