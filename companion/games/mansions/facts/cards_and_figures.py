"""The facts of cards and figures that people handle: gained, flipped, put back, and what leaves the map."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.engine import without
from companion.games.mansions.content import INSANE
from companion.games.mansions.state import Aloud, Investigator, Monster, Space, State
from companion.schema import Seat, Words

FIRE = "$fire"  # the variable by which a scenario asks whether anything burns


@dataclass(frozen=True, slots=True)
class TextRead:
    """Words to read aloud; none = they are put away."""

    title: Words
    text: Words = ""


@dataclass(frozen=True, slots=True)
class MonsterDefeated:
    """Its damage reached its health: it leaves the map."""

    monster: str


@dataclass(frozen=True, slots=True)
class MonsterSeen:
    """Where a monster stands, without having moved there; "" = nobody says."""

    monster: str
    space: str


@dataclass(frozen=True, slots=True)
class DamageHealed:
    """A monster has so much damage less."""

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
    """Back to its deck. MOM-POSS-3, MOM-POSS-4."""

    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class SpellFlipped:
    """The effects on its back are resolved at once. MOM-POSS-4."""

    seat: Seat
    spell: str


@dataclass(frozen=True, slots=True)
class ConditionDiscarded:
    """It is shuffled into its deck. MOM-COND-4."""

    seat: Seat
    condition: str


@dataclass(frozen=True, slots=True)
class ActionsGiven:
    """So many actions more, or fewer: the people put it right."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class FigurePlaced:
    """Where an investigator stands, without having moved there."""

    seat: Seat
    space: str


@dataclass(frozen=True, slots=True)
class StepsTaken:
    """So many spaces of a move that the map does not know."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class FireRemoved:
    """By an effect, not by Extinguish."""

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
    """The state after a fact of the table."""
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
    """The table without it; nobody waits for it, and the scenario has still to hear of it."""
    others = MappingProxyType({key: one for key, one in s.monsters.items() if key != monster.name})
    story = s.story
    if story is not None:
        told = (*story.defeated, (monster.kind, monster.spawn))
        story = replace(story.without(monster.name), defeated=told)
    return replace(s, monsters=others, story=story)


def with_fire(s: State, fire: tuple[str, ...]) -> State:
    """Burning in these spaces, which the scenario hears of. MOM-FIRE-6."""
    story = s.story
    if story is not None:
        story = replace(story, variables=MappingProxyType({**story.variables, FIRE: float(bool(fire))}))
    return replace(s, tokens=replace(s.tokens, fire=fire), story=story)


def laid_down(s: State, at: str, items: tuple[str, ...]) -> State:
    """With these possessions lying in a space; a map that knows no spaces learns of this one."""
    if not at:
        return s
    space = s.spaces.get(at, Space())
    return s.put(at, replace(space, items=space.items + items))


def picked_up(s: State, at: str, item: str) -> State:
    """Without this possession in a space; where it is not known to lie, the people had it from elsewhere."""
    space = s.spaces.get(at, Space())
    return s.put(at, replace(space, items=without(space.items, item))) if item in space.items else s
