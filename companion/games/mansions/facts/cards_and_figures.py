"""Facts of cards and figures that players handle, and of what leaves the map."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.engine import without
from companion.games.mansions.content import INSANE
from companion.games.mansions.state import Aloud, Investigator, Monster, Space, State
from companion.schema import Seat, Words

FIRE = "$fire"  # variable of scenarios: whether any space burns


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
OfSeat: TypeAlias = (
    CluesLost
    | ItemGained
    | ItemDiscarded
    | SpellFlipped
    | ConditionDiscarded
    | ActionsGiven
    | FigurePlaced
    | StepsTaken
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
            return s.let(replace(s.monsters[name], space=space))
        case DamageHealed(name, number):
            monster = s.monsters[name]
            return s.let(replace(monster, damage=max(0, monster.damage - number)))
        case FireRemoved(space):
            return with_fire(s, without(s.tokens.fire, space))
        case DarknessRemoved(space):
            return replace(s, tokens=replace(s.tokens, darkness=without(s.tokens.darkness, space)))
        case _:
            return s.sit(fact.seat, _seated(s.seats[fact.seat], fact))


def _seated(who: Investigator, fact: OfSeat) -> Investigator:
    match fact:
        case CluesLost(_, number):
            return replace(who, clues=max(0, who.clues - number))
        case ItemGained(_, item):
            return replace(who, possessions=(*who.possessions, item))
        case ItemDiscarded(_, item):
            return replace(who, possessions=without(who.possessions, item))
        case SpellFlipped():
            return who
        case ConditionDiscarded(_, condition):
            copy = "" if condition == INSANE else who.insane
            return replace(who, conditions=without(who.conditions, condition), insane=copy)
        case ActionsGiven(_, number):
            return replace(who, actions=max(0, who.actions + number))
        case FigurePlaced(_, space):
            return replace(who, space=space)
        case StepsTaken(_, number):
            return replace(who, steps_left=max(0, who.steps_left - number))
    assert_never(fact)


def _defeated(s: State, monster: Monster) -> State:
    """Remove a monster. The scenario has yet to react to its defeat."""
    others = MappingProxyType({key: one for key, one in s.monsters.items() if key != monster.name})
    story = s.story
    if story is not None:
        told = (*story.defeated, (monster.kind, monster.spawn))
        story = replace(story.without(monster.name), defeated=told)
    return replace(s, monsters=others, story=story)


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
    return s.put(at, replace(space, items=space.items + items))


def picked_up(s: State, at: str, item: str) -> State:
    """Take a possession from a space, if it is there."""
    space = s.spaces.get(at, Space())
    return s.put(at, replace(space, items=without(space.items, item))) if item in space.items else s
