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
    """An action that was spent without effect."""

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
    """A move was begun. Its spaces may also be used after another action."""

    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True)
class Stepped:
    seat: Seat
    to: str
    counts: bool  # the step uses up a space of a move action


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
    """A player rolled for a monster at a barricade."""

    monster: str
    faces: Faces


@dataclass(frozen=True, slots=True)
class BarricadeMoved:
    """A barricade was moved against its door or away from it."""

    ends: tuple[str, str]
    blocking: bool


@dataclass(frozen=True, slots=True)
class BarricadeDestroyed:
    ends: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ExtinguishTested:
    """A test whose successes are the Fires that the seat may discard this round."""

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
    """The mythos phase began."""


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
Way: TypeAlias = play.OpenOption[State, Event]


def apply(s: State, event: Event) -> State:
    """Return the state after a fact."""
    if isinstance(event, StoryFact):
        return apply_story(s, event)
    if isinstance(event, PuzzleFact):
        return replace(s, story=apply_puzzle(s.story, event))
    if isinstance(event, InvestigatorFact):
        return apply_investigator(s, event)
    if isinstance(event, TableFact):
        return apply_table(s, event)
    return _apply_rule(s, event)


def _apply_rule(s: State, event: RuleFact) -> State:
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
            moved = replace(_barricade_between(s, ends), blocking=blocking)
            return _with_barricade(_without_barricade(s, ends), moved)
        case BarricadeDestroyed(ends):
            return _without_barricade(s, ends)
        case ExtinguishTested(seat, successes):
            return s.with_seat(seat, replace(s.seats[seat], extinguish_left=successes))
        case FireDiscarded(seat, space):
            left = max(0, s.seats[seat].extinguish_left - 1)
            extinguished = with_fire(s, without(s.tokens.fire, space))
            return extinguished.with_seat(seat, replace(s.seats[seat], extinguish_left=left))
        case FirePlaced(space):
            return with_fire(s, (*s.tokens.fire, space))
        case PossessionGiven(seat, to, item):
            taken = s.with_seat(seat, without_possession(s.seats[seat], item))
            return taken.with_seat(to, with_possession(taken.seats[to], item))
        case PossessionDropped(seat, item):
            dropped = with_dropped_items(s, s.seats[seat].space, (item,))
            return dropped.with_seat(seat, without_possession(s.seats[seat], item))
        case PossessionPickedUp(seat, item):
            picked_up = without_dropped_item(s, s.seats[seat].space, item)
            return picked_up.with_seat(seat, with_possession(s.seats[seat], item))
        case MythosBegan():
            return replace(s, phase="mythos")
        case DarknessPlaced(space):
            return replace(s, tokens=replace(s.tokens, darkness=(*s.tokens.darkness, space)))
    assert_never(event)


def _barricade_between(s: State, ends: tuple[str, str]) -> Barricade:
    return next(barricade for barricade in s.tokens.barricades if barricade.between == frozenset(ends))


def _with_barricade(s: State, barricade: Barricade) -> State:
    return replace(s, tokens=replace(s.tokens, barricades=(*s.tokens.barricades, barricade)))


def _without_barricade(s: State, ends: tuple[str, str]) -> State:
    others = tuple(barricade for barricade in s.tokens.barricades if barricade.between != frozenset(ends))
    return replace(s, tokens=replace(s.tokens, barricades=others))
