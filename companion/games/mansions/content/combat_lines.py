"""Shipped texts of combat: attacks, evade checks, horror checks, activations.

A line is one text with its test, known by its id. A pool holds the lines for one weapon or one kind of monster, and is
named "attack.bladed" or "evade.humanoid". Texts may hold `{monster}` and `{Monster}`, see `line_text.monster_marks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar, get_args

from companion.engine import load, record
from companion.errors import ContentError
from companion.games.mansions.content.scenario import Effect, Facing, Injury

FOLDER = Path(__file__).parent / "lines"
DRAWS_WITHOUT_REPEAT = 12  # of a pool

Skill: TypeAlias = Literal["strength", "agility", "observation", "lore", "influence", "will"]
Weapon: TypeAlias = Literal["heavy", "bladed", "firearm", "spell", "unarmed"]
Foe: TypeAlias = Literal["humanoid", "beast", "spirit", "other"]
WEAPONS: tuple[Weapon, ...] = get_args(Weapon)
FOES: tuple[Foe, ...] = get_args(Foe)


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack of an investigator. `effects` follow a failure."""

    text: str
    passed: str
    failed: str
    skill: Skill
    needed: int | None = None  # None: one success is enough
    damage: int | Literal["result", "weapon", "weapon+result"] = "weapon+result"  # where it passes
    effects: tuple[Effect, ...] = ()
    traits: tuple[Foe, ...] = ()  # for these monsters only; () = for all


@dataclass(frozen=True, slots=True)
class Evade:
    """An evade check. `effects` follow a failure."""

    text: str
    passed: str
    failed: str
    needed: int | Literal["awareness"]  # "awareness": half of the monster's, rounded up
    skill: Skill = "agility"
    effects: tuple[Effect, ...] = ()
    ends_action: bool = False  # a failure also loses the action


@dataclass(frozen=True, slots=True)
class Horror:
    """A horror check. With `needed` it is all or nothing, else each success prevents one."""

    text: str
    passed: str
    failed: str
    skill: Skill = "will"
    needed: int | None = None
    amount: int | Literal["rating"] = "rating"  # "rating": half of the monster's horror rating, rounded up
    facing: Facing = "up"


@dataclass(frozen=True, slots=True)
class Activation:
    """A move and an attack of a monster. Each success prevents one. `effects` follow a hit."""

    text: str
    attack: str
    passed: str
    failed: str
    not_in_range: str  # text if it reaches no investigator
    moves: int  # spaces, at most
    skill: Skill
    amount: int
    toward: Literal["nearest", "most_damaged", "most_horror", "own"] = "nearest"  # own: as it likes
    whom: Literal["here", "each_here", "in_range", "each_in_range"] = "here"
    injury: Injury = "damage"
    facing: Facing = "up"
    effects: tuple[Effect, ...] = ()
    further: int = 0  # spaces it moves beyond `moves` where it reaches nobody


Line = TypeVar("Line", Attack, Evade, Horror, Activation)


@cache
def attacks(weapon: Weapon) -> Mapping[str, Attack]:
    """Return the pool "attack.WEAPON". Raises ContentError."""
    return load_pool(Attack, FOLDER / "attack.toml", weapon)


@cache
def evades(foe: Foe) -> Mapping[str, Evade]:
    """Return the pool "evade.FOE". Raises ContentError."""
    return load_pool(Evade, FOLDER / "evade.toml", foe)


@cache
def horrors(foe: Foe) -> Mapping[str, Horror]:
    """Return the pool "horror.FOE". Raises ContentError."""
    return load_pool(Horror, FOLDER / "horror.toml", foe)


@cache
def activations(foe: Foe) -> Mapping[str, Activation]:
    """Return the pool "activation.FOE". Raises ContentError."""
    return load_pool(Activation, FOLDER / "activation.toml", foe)


def attack_lines(weapon: Weapon, foe: Foe) -> tuple[str, ...]:
    """Return the ids of the lines for a weapon class that fit a kind of monster."""
    return tuple(name for name, line in attacks(weapon).items() if not line.traits or foe in line.traits)


def foe_of(traits: Iterable[str]) -> Foe:
    """Return the kind of lines for a monster with these traits.

    >>> foe_of(("undead", "small", "humanoid")), foe_of(("fleshless",))
    ('humanoid', 'other')
    """
    return next((foe for trait in traits for foe in FOES if foe == trait), "other")


def without_recent(recent: Iterable[str], candidates: Iterable[str]) -> tuple[str, ...]:
    """Return the candidates that were not among the last draws. `recent`: all draws of the pool, the newest last.

    >>> without_recent(("low_sweep",), ("low_sweep", "feint"))
    ('feint',)
    """
    excluded = tuple(recent)[-DRAWS_WITHOUT_REPEAT:]
    return tuple(name for name in candidates if name not in excluded)


def needed_to_evade(line: Evade, awareness: int) -> int:
    """Return the successes needed against a monster: half its awareness, as three or four dice hardly reach more."""
    return half_up(awareness) if line.needed == "awareness" else line.needed


def horror_of(line: Horror, rating: int) -> int:
    """Return the horror to prevent, for a horror rating."""
    return half_up(rating) if line.amount == "rating" else line.amount


def damage_of(line: Attack, weapon: int, result: int) -> int:
    """Return the damage to a monster from `result` successes with a weapon."""
    if result < (line.needed or 1):
        return 0
    match line.damage:
        case "result":
            return result
        case "weapon":
            return weapon
        case "weapon+result":
            return weapon + result
        case number:
            return number


def half_up(number: int) -> int:
    """Round half up, at least 1.

    >>> [half_up(n) for n in (0, 1, 2, 3, 7)]
    [1, 1, 1, 2, 4]
    """
    return max(1, (number + 1) // 2)


def load_pool(cls: type[Line], path: Path, name: str) -> Mapping[str, Line]:
    """Load a table of a file as lines by id. Raises ContentError, also for a pool that would repeat lines too soon."""
    lines = {
        line_id: record(cls, data, f"{path}: {name}.{line_id}") for line_id, data in load(path).get(name, {}).items()
    }
    for_any = sum(not getattr(line, "traits", ()) for line in lines.values())
    if for_any <= DRAWS_WITHOUT_REPEAT:
        raise ContentError(
            f"{path}: {name} has {for_any} lines for every monster; it needs {DRAWS_WITHOUT_REPEAT + 1}, or one repeats"
        )
    for line_id, line in lines.items():
        _check_numbers(line, f"{path}: {name}.{line_id}")
    return MappingProxyType(lines)


def _check_numbers(line: Attack | Evade | Horror | Activation, where: str) -> None:
    """Raise ContentError for a number below 1, which the record types allow."""
    numbers = [getattr(line, name, 1) for name in ("needed", "damage", "amount")]
    if any(isinstance(number, int) and number < 1 for number in numbers):
        raise ContentError(f"{where}: needed, damage and amount are 1 or more")
    if any(effect.amount < 1 for effect in getattr(line, "effects", ())):
        raise ContentError(f"{where}: an effect has an amount of 1 or more")
