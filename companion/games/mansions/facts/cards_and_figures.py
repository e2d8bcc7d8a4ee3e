"""Facts about possessions, clues, figures and tokens: corrections of the players, and what leaves the map."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.engine import without
from companion.games.mansions.content import FIRE, INSANE
from companion.games.mansions.state import Aloud, Investigator, Space, State
from companion.schema import Seat, Words


@dataclass(frozen=True, slots=True)
class TextRead:
    """A text to read aloud. An empty one removes the last text."""

    title: Words
    text: Words = ""


@dataclass(frozen=True, slots=True)
class MonsterDefeated:
    """A monster with full damage leaves the map."""

    monster: str


@dataclass(frozen=True, slots=True)
class MonsterSeen:
    """The space where a monster stands. It is not a move."""

    monster: str
    space: str  # "" = unknown


@dataclass(frozen=True, slots=True)
class DamageHealed:
    """Damage removed from a monster."""

    monster: str
    number: int


@dataclass(frozen=True, slots=True)
class CluesLost:
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class ItemGained:
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class ItemDiscarded:
    """An item goes back to its deck. MOM-POSS-3, MOM-POSS-4."""

    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class SpellFlipped:
    """A spell is flipped and its back resolved at once. MOM-POSS-4."""

    seat: Seat
    spell: str


@dataclass(frozen=True, slots=True)
class ConditionDiscarded:
    """A condition goes back to its deck. MOM-COND-4."""

    seat: Seat
    condition: str


@dataclass(frozen=True, slots=True)
class ActionsGiven:
    """A correction of the actions left."""

    seat: Seat
    number: int  # negative for fewer


@dataclass(frozen=True, slots=True)
class FigurePlaced:
    """The space where an investigator stands. It is not a move."""

    seat: Seat
    space: str


@dataclass(frozen=True, slots=True)
class StepsTaken:
    """Steps of a move between spaces that the map does not show."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class FireRemoved:
    """Fire removed by an effect, not by Extinguish."""

    space: str


@dataclass(frozen=True, slots=True)
class DarknessRemoved:
    space: str


TableFact: TypeAlias = (
    TextRead
    | MonsterDefeated
    | MonsterSeen
    | DamageHealed
    | CluesLost
    | ItemGained
    | ItemDiscarded
    | SpellFlipped
    | ConditionDiscarded
    | ActionsGiven
    | FigurePlaced
    | StepsTaken
    | FireRemoved
    | DarknessRemoved
)


def apply_table(s: State, fact: TableFact) -> State:
    match fact:
        case TextRead(title, text):
            aloud = Aloud(title, text) if text else None
            return replace(s, story=replace(s.story, aloud=aloud) if s.story else None)
        case MonsterDefeated(name):
            monster, after = s.monsters[name], s.without_monster(name)
            if after.story is None:
                return after
            defeated = (*after.story.defeated, (monster.kind, monster.spawn))  # for the scenario to react to
            return replace(after, story=replace(after.story, defeated=defeated))
        case MonsterSeen(name, space):
            return s.with_monster(replace(s.monsters[name], space=space))
        case DamageHealed(name, number):
            monster = s.monsters[name]
            return s.with_monster(replace(monster, damage=max(0, monster.damage - number)))
        case FireRemoved(space):
            return with_fire(s, without(s.tokens.fire, space))
        case DarknessRemoved(space):
            return replace(s, tokens=replace(s.tokens, darkness=without(s.tokens.darkness, space)))
        case CluesLost(seat, number):
            return s.with_seat(seat, replace(s.seats[seat], clues=max(0, s.seats[seat].clues - number)))
        case ItemGained(seat, item):
            return s.with_seat(seat, with_possession(s.seats[seat], item))
        case ItemDiscarded(seat, item):
            return s.with_seat(seat, without_possession(s.seats[seat], item))
        case SpellFlipped():
            return s
        case ConditionDiscarded(seat, condition):
            who = s.seats[seat]
            insane = "" if condition == INSANE else who.insane  # the note on that card goes with it
            return s.with_seat(seat, replace(who, conditions=without(who.conditions, condition), insane=insane))
        case ActionsGiven(seat, number):
            return s.with_seat(seat, replace(s.seats[seat], actions=max(0, s.seats[seat].actions + number)))
        case FigurePlaced(seat, space):
            return s.with_seat(seat, replace(s.seats[seat], space=space))
        case StepsTaken(seat, number):
            return s.with_seat(seat, replace(s.seats[seat], steps_left=max(0, s.seats[seat].steps_left - number)))
    assert_never(fact)


def with_possession(who: Investigator, item: str) -> Investigator:
    return replace(who, possessions=(*who.possessions, item))


def without_possession(who: Investigator, item: str) -> Investigator:
    """Return the investigator without one possession. Raises ValueError if it is missing."""
    return replace(who, possessions=without(who.possessions, item))


def with_fire(s: State, fire: tuple[str, ...]) -> State:
    """Return the state with these burning spaces, and the scenario's `$fire` variable at 1 or 0. MOM-FIRE-6."""
    story = s.story
    if story is not None:
        story = replace(story, variables=MappingProxyType({**story.variables, FIRE: float(bool(fire))}))
    return replace(s, tokens=replace(s.tokens, fire=fire), story=story)


def with_dropped_items(s: State, at: str, items: tuple[str, ...]) -> State:
    """Return the state with possessions dropped in a space, which the map need not list. "" = no space: they are gone."""
    if not at:
        return s
    space = s.spaces.get(at, Space())
    return s.with_space(at, replace(space, items=space.items + items))


def without_dropped_item(s: State, at: str, item: str) -> State:
    """Return the state without a dropped possession; unchanged if it is not there."""
    space = s.spaces.get(at, Space())
    if item not in space.items:
        return s
    return s.with_space(at, replace(space, items=without(space.items, item)))
