"""Words of our own for what investigators and monsters do to each other: attacks, evade and horror checks, activations.

A pool is named "attack.bladed" or "evade.humanoid"; a line of it by its id. Which one comes is chance, and chance is an
answer: `draw` says what may come. A text may hold `{monster}` and `{Monster}`, see `line_text.monster_marks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from companion.engine import load, record
from companion.errors import ContentError
from companion.games.mansions.content.scenario import Effect, Facing, Injury

FOLDER = Path(__file__).parent / "lines"
KEPT = 12  # draws of a pool in which no line comes twice

Skill: TypeAlias = Literal["strength", "agility", "observation", "lore", "influence", "will"]
Weapon: TypeAlias = Literal["heavy", "bladed", "firearm", "spell", "unarmed"]
Foe: TypeAlias = Literal["humanoid", "beast", "spirit", "other"]
WEAPONS: tuple[Weapon, ...] = get_args(Weapon)
FOES: tuple[Foe, ...] = get_args(Foe)


@dataclass(frozen=True, slots=True)
class Attack:
    """An investigator attacks. `effects` follow where it fails."""

    text: str
    passed: str
    failed: str
    skill: Skill
    needed: int | None = None  # None: one success is enough
    damage: int | Literal["result", "weapon", "weapon+result"] = "weapon+result"  # where it passes
    effects: tuple[Effect, ...] = ()
    traits: tuple[Foe, ...] = ()  # for these only; () = for every monster


@dataclass(frozen=True, slots=True)
class Evade:
    """An investigator slips past a monster, or acts beside it. `effects` follow where it fails."""

    text: str
    passed: str
    failed: str
    needed: int | Literal["awareness"]  # "awareness": half of the monster's, rounded up
    skill: Skill = "agility"
    effects: tuple[Effect, ...] = ()
    ends_action: bool = False  # where it fails the action is lost as well


@dataclass(frozen=True, slots=True)
class Horror:
    """An investigator sees a monster. With `needed` all of the horror is escaped or none, else each success prevents one."""

    text: str
    passed: str
    failed: str
    skill: Skill = "will"
    needed: int | None = None
    amount: int | Literal["rating"] = "rating"  # "rating": half of the monster's horror rating, rounded up
    facing: Facing = "up"


@dataclass(frozen=True, slots=True)
class Activation:
    """A monster moves, and then attacks whom it reaches. Each success prevents one; `effects` follow where any gets through."""

    text: str
    attack: str
    passed: str
    failed: str
    not_in_range: str  # what it does where it reaches nobody
    moves: int  # spaces, at most
    skill: Skill
    amount: int
    toward: Literal["nearest", "most_damaged", "most_horror", "own"] = "nearest"  # own: as it likes
    whom: Literal["here", "each_here", "in_range", "each_in_range"] = "here"
    injury: Injury = "damage"
    facing: Facing = "up"
    effects: tuple[Effect, ...] = ()
    further: int = 0  # spaces it moves beyond `moves` where it reaches nobody


Told = TypeVar("Told", Attack, Evade, Horror, Activation)


@cache
def attacks(weapon: Weapon) -> Mapping[str, Attack]:
    """The pool "attack.WEAPON". Raises ContentError naming the file and the place."""
    return pool(Attack, FOLDER / "attack.toml", weapon)


@cache
def evades(foe: Foe) -> Mapping[str, Evade]:
    """The pool "evade.FOE". Raises ContentError."""
    return pool(Evade, FOLDER / "evade.toml", foe)


@cache
def horrors(foe: Foe) -> Mapping[str, Horror]:
    """The pool "horror.FOE". Raises ContentError."""
    return pool(Horror, FOLDER / "horror.toml", foe)


@cache
def activations(foe: Foe) -> Mapping[str, Activation]:
    """The pool "activation.FOE". Raises ContentError."""
    return pool(Activation, FOLDER / "activation.toml", foe)


def attack_lines(weapon: Weapon, foe: Foe) -> tuple[str, ...]:
    """The lines of a class of weapons that fit such a monster."""
    return tuple(name for name, line in attacks(weapon).items() if not line.traits or foe in line.traits)


def foe_of(traits: Iterable[str]) -> Foe:
    """Which lines a monster with these traits asks for; traits without lines are "other".

    >>> foe_of(("undead", "small", "humanoid")), foe_of(("fleshless",))
    ('humanoid', 'other')
    """
    return next((foe for trait in traits for foe in FOES if foe == trait), "other")


def draw(recent: Iterable[str], candidates: Iterable[str]) -> tuple[str, ...]:
    """What may come: every candidate that is not among the last draws of its pool.

    >>> draw(("low_sweep",), ("low_sweep", "feint"))
    ('feint',)
    """
    gone = tuple(recent)[-KEPT:]
    return tuple(name for name in candidates if name not in gone)


def needed_to_evade(line: Evade, awareness: int) -> int:
    """Successes, against a monster with this awareness.

    The whole of it would hardly ever be reached with three or four dice.
    """
    return half(awareness) if line.needed == "awareness" else line.needed


def horror_of(line: Horror, rating: int) -> int:
    """How much horror there is to prevent, from a monster with this horror rating."""
    return half(rating) if line.amount == "rating" else line.amount


def damage_of(line: Attack, weapon: int, result: int) -> int:
    """What the monster suffers from `result` successes with a weapon of so much damage."""
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


def half(number: int) -> int:
    """Rounded up, and at least 1.

    >>> [half(n) for n in (0, 1, 2, 3, 7)]
    [1, 1, 1, 2, 4]
    """
    return max(1, (number + 1) // 2)


def pool(cls: type[Told], path: Path, name: str) -> Mapping[str, Told]:
    """The lines of a table of a file. Raises ContentError, also where there are so few that one would come again too soon."""
    told = load(path).get(name, {})
    there = {line: record(cls, data, f"{path}: {name}.{line}") for line, data in told.items()}
    for_any = sum(not getattr(line, "traits", ()) for line in there.values())
    if for_any <= KEPT:
        raise ContentError(f"{path}: {name} has {for_any} lines for every monster; it needs {KEPT + 1}, or one repeats")
    for line, data in there.items():
        _check(data, f"{path}: {name}.{line}")
    return MappingProxyType(there)


def _check(line: Any, where: str) -> None:
    """What the shape of a record does not say."""
    numbers = [getattr(line, name, 1) for name in ("needed", "damage", "amount")]
    if any(isinstance(number, int) and number < 1 for number in numbers):
        raise ContentError(f"{where}: needed, damage and amount are 1 or more")
    if any(effect.amount < 1 for effect in getattr(line, "effects", ())):
        raise ContentError(f"{where}: an effect has an amount of 1 or more")
