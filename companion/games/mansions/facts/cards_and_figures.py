"""Facts of cards and figures that players handle, and of what leaves the map."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.engine import without
from companion.games.mansions.content import FIRE, INSANE
from companion.games.mansions.state import Aloud, Investigator, Monster, Space, State
from companion.schema import Seat, Words


@dataclass(frozen=True, slots=True)
class TextRead:
    """A text to read aloud. Without text the last one is put away."""

    title: Words
    text: Words = ""


@dataclass(frozen=True, slots=True)
class MonsterDefeated:
    """A monster with full damage leaves the map."""

    monster: str


@dataclass(frozen=True, slots=True)
class MonsterSeen:
    """The space of a monster, without a move; "" = unknown."""

    monster: str
    space: str


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
    """A correction of the actions left; negative for fewer."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class FigurePlaced:
    """The space of an investigator, without a move."""

    seat: Seat
    space: str


@dataclass(frozen=True, slots=True)
class StepsTaken:
    """Spaces of a move that the map does not show."""

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
    """Return the state after a fact of the table."""
    match fact:
        case TextRead(title, text):
            aloud = Aloud(title, text) if text else None
            return replace(s, story=replace(s.story, aloud=aloud) if s.story else None)
        case MonsterDefeated(name):
            return _defeated(s, s.monsters[name])
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
            return s.with_seat(seat, gained(s.seats[seat], item))
        case ItemDiscarded(seat, item):
            return s.with_seat(seat, lost(s.seats[seat], item))
        case SpellFlipped():
            return s
        case ConditionDiscarded(seat, condition):
            who = s.seats[seat]
            note = "" if condition == INSANE else who.insane
            return s.with_seat(seat, replace(who, conditions=without(who.conditions, condition), insane=note))
        case ActionsGiven(seat, number):
            return s.with_seat(seat, replace(s.seats[seat], actions=max(0, s.seats[seat].actions + number)))
        case FigurePlaced(seat, space):
            return s.with_seat(seat, replace(s.seats[seat], space=space))
        case StepsTaken(seat, number):
            return s.with_seat(seat, replace(s.seats[seat], steps_left=max(0, s.seats[seat].steps_left - number)))
    assert_never(fact)


def gained(who: Investigator, item: str) -> Investigator:
    """Return an investigator with one possession more."""
    return replace(who, possessions=(*who.possessions, item))


def lost(who: Investigator, item: str) -> Investigator:
    """Return an investigator with one possession less."""
    return replace(who, possessions=without(who.possessions, item))


def _defeated(s: State, monster: Monster) -> State:
    """Remove a monster. The scenario has yet to react to its defeat."""
    gone = s.without_monster(monster.name)
    if gone.story is None:
        return gone
    return replace(gone, story=replace(gone.story, defeated=(*gone.story.defeated, (monster.kind, monster.spawn))))


def with_fire(s: State, fire: tuple[str, ...]) -> State:
    """Return the state with these burning spaces and the `$fire` variable set. MOM-FIRE-6."""
    story = s.story
    if story is not None:
        story = replace(story, variables=MappingProxyType({**story.variables, FIRE: float(bool(fire))}))
    return replace(s, tokens=replace(s.tokens, fire=fire), story=story)


def laid_down(s: State, at: str, items: tuple[str, ...]) -> State:
    """Put possessions into a space, also into one that the map does not list."""
    if not at:
        return s
    space = s.spaces.get(at, Space())
    return s.with_space(at, replace(space, items=space.items + items))


def picked_up(s: State, at: str, item: str) -> State:
    """Take a possession from a space, if it is there."""
    space = s.spaces.get(at, Space())
    return s.with_space(at, replace(space, items=without(space.items, item))) if item in space.items else s
