"""The facts of characters: what they gain, lose and do beside the cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, assert_never

from companion.games.draw_your_weapon.content import Weapon
from companion.games.draw_your_weapon.state import Character, State, with_character
from companion.i18n import Text, _, from_data, ngettext, pgettext

Stat: TypeAlias = Literal["hp", "reserve", "clout"]
Number: TypeAlias = Literal["hp", "guard", "reserve", "clout", "experience", "level", "speed"]


ATTRIBUTES = {
    "might": _("Might"),
    "endurance": _("Endurance"),
    "wits": _("Wits"),
    "charm": pgettext("attribute", "Charm"),
}
"""Those of the book of rules; people may type in others."""
STAT_NAMES: Mapping[Stat, Text] = MappingProxyType({"hp": _("HP"), "reserve": _("Reserve"), "clout": _("Clout")})
NUMBER_NAMES: Mapping[Number, Text] = MappingProxyType(
    {
        "hp": _("HP"),
        "guard": _("Guard"),
        "reserve": _("Reserve"),
        "clout": _("Clout"),
        "experience": _("Experience"),
        "level": _("Level"),
        "speed": _("Speed"),
    }
)


@dataclass(frozen=True, slots=True)
class ExperienceGained:
    who: str


@dataclass(frozen=True, slots=True)
class DefenceTaken:
    who: str


@dataclass(frozen=True, slots=True)
class DefenceEnded:
    who: str


@dataclass(frozen=True, slots=True)
class GuardRaised:
    who: str
    by: int


@dataclass(frozen=True, slots=True)
class ConditionGained:
    who: str
    condition: str


@dataclass(frozen=True, slots=True)
class ConditionRemoved:
    who: str
    condition: str


@dataclass(frozen=True, slots=True)
class HarmSuffered:
    """What damage took away."""

    who: str
    guard: int
    hp: int


@dataclass(frozen=True, slots=True)
class SpeedChanged:
    who: str
    to: int


@dataclass(frozen=True, slots=True)
class FeatureUsed:
    who: str
    counts_as: Literal["attack", "use_ability", "part_of_test"]
    name: str = ""  # "": one that stands on paper only


@dataclass(frozen=True, slots=True)
class Dashed:
    who: str


@dataclass(frozen=True, slots=True)
class BreatherTaken:
    """The party rests for ten minutes."""


@dataclass(frozen=True, slots=True)
class StatRegained:
    who: str
    stat: Stat
    by: int


@dataclass(frozen=True, slots=True)
class StatSpent:
    """What a Feature costs."""

    who: str
    stat: Literal["reserve", "clout"]
    by: int


@dataclass(frozen=True, slots=True)
class StatGiven:
    """Spent by one, regained by the other."""

    who: str
    to: str
    stat: Literal["reserve", "clout"]
    amount: int


@dataclass(frozen=True, slots=True)
class RestBegan:
    who: str


@dataclass(frozen=True, slots=True)
class RestEnded:
    """Completed, or broken off."""

    who: str
    completed: bool


@dataclass(frozen=True, slots=True)
class NumberSet:
    """By hand."""

    who: str
    number: Number
    to: int


@dataclass(frozen=True, slots=True)
class WeaponGained:
    """One that was not carried before; it is in hand."""

    who: str
    weapon: Weapon


@dataclass(frozen=True, slots=True)
class WeaponLost:
    """It is carried no more."""

    who: str
    weapon: str


@dataclass(frozen=True, slots=True)
class WeaponTaken:
    """Out of what is carried, into a hand."""

    who: str
    weapon: str


@dataclass(frozen=True, slots=True)
class WeaponPutAway:
    """Out of the hand; it is carried still."""

    who: str
    weapon: str


BodyFact: TypeAlias = (
    ExperienceGained
    | DefenceTaken
    | DefenceEnded
    | GuardRaised
    | ConditionGained
    | ConditionRemoved
    | HarmSuffered
    | SpeedChanged
    | FeatureUsed
    | Dashed
    | BreatherTaken
    | StatRegained
    | StatSpent
    | StatGiven
    | RestBegan
    | RestEnded
    | NumberSet
    | WeaponGained
    | WeaponLost
    | WeaponTaken
    | WeaponPutAway
)


def apply_body(s: State, event: BodyFact) -> State:
    """The state after a fact of a character."""
    match event:
        case BreatherTaken():
            return replace(s, breathers=s.breathers + 1)
        case RestEnded(_, completed) if completed:
            s = replace(s, breathers=0)  # DYW-AMB-21
        case StatGiven(_, to, stat, amount):
            s = with_character(s, to, regained(s.characters[to], stat, amount))
        case _:
            pass
    return with_character(s, event.who, _changed(s.characters[event.who], event))


def _changed(c: Character, event: BodyFact) -> Character:
    """The character that the fact tells of."""
    match event:
        case ExperienceGained():
            return replace(c, experience=c.experience + 1)
        case DefenceTaken():
            return replace(c, defending=True)
        case DefenceEnded():
            return replace(c, defending=False)
        case GuardRaised(_, by):
            return replace(c, guard=c.guard + by)
        case ConditionGained(_, condition):
            return replace(c, conditions=(*_but(c.conditions, condition), condition))
        case ConditionRemoved(_, condition):
            return replace(c, conditions=_but(c.conditions, condition))
        case HarmSuffered(_, guard, hp):
            return replace(c, guard=c.guard - guard, hp=c.hp - hp)
        case SpeedChanged(_, to):
            return replace(c, speed=to)
        case FeatureUsed(_, counts_as, name):
            return replace(c, ready=(*c.ready, name)) if counts_as == "part_of_test" and name else c
        case StatRegained(_, stat, by):
            return regained(c, stat, by)
        case StatSpent(_, stat, by):
            return regained(c, stat, -by)
        case StatGiven(_, _, stat, amount):
            return regained(c, stat, -amount)
        case RestBegan():
            return replace(c, resting=True)
        case RestEnded():
            return replace(c, resting=False)
        case NumberSet(_, number, to):
            return _set(c, number, to)
        case WeaponGained(_, weapon):
            others = tuple(w for w in c.weapons if w.name != weapon.name)
            return replace(c, weapons=(*others, weapon), away=_but(c.away, weapon.name))
        case WeaponLost(_, weapon):
            return replace(c, weapons=tuple(w for w in c.weapons if w.name != weapon), away=_but(c.away, weapon))
        case WeaponTaken(_, weapon):
            return replace(c, away=_but(c.away, weapon))
        case WeaponPutAway(_, weapon):
            return replace(c, away=(*_but(c.away, weapon), weapon))
        case Dashed() | BreatherTaken():
            return c
    assert_never(event)


def _but(names: tuple[str, ...], one: str) -> tuple[str, ...]:
    return tuple(name for name in names if name != one)


def regained(character: Character, stat: Stat, by: int) -> Character:
    """HP never rises above its maximum (DYW-AMB-10)."""
    match stat:
        case "hp":
            more = character.hp + by
            most = more if character.max_hp is None else max(character.hp, character.max_hp)
            return replace(character, hp=min(more, most))
        case "reserve":
            return replace(character, reserve=character.reserve + by)
        case "clout":
            return replace(character, clout=character.clout + by)


def _set(c: Character, number: Number, to: int) -> Character:
    match number:
        case "hp":
            return replace(c, hp=to)
        case "guard":
            return replace(c, guard=to)
        case "reserve":
            return replace(c, reserve=to)
        case "clout":
            return replace(c, clout=to)
        case "experience":
            return replace(c, experience=to)
        case "level":
            return replace(c, level=to)
        case "speed":
            return replace(c, speed=to)


def amount_text(stat: Stat, n: int) -> Text:
    """How much of it, as in "2 HP"."""
    match stat:
        case "hp":
            return ngettext("{n} HP", "{n} HP", n)
        case "reserve":
            return ngettext("{n} Reserve", "{n} Reserve", n)
        case "clout":
            return ngettext("{n} Clout", "{n} Clout", n)


def attribute_text(name: str) -> Text:
    """An attribute as people read it: another one than ours as it was typed in."""
    return ATTRIBUTES.get(name) or from_data(name)
