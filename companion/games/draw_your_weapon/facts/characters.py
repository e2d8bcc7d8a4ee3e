"""Facts of characters: conditions, numbers, Features and weapons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.games.draw_your_weapon.content import Weapon
from companion.games.draw_your_weapon.facts.base import CharacterFact
from companion.games.draw_your_weapon.names import NUMBER_NAMES, amount_text
from companion.games.draw_your_weapon.state import BROKEN, DOWN, Character, Event, Number, Stat, State, with_character
from companion.i18n import _, from_data, listed, ngettext
from companion.schema import Cue, Faces, Words


@dataclass(frozen=True, slots=True)
class ExperienceGained(CharacterFact):
    def change(self, c: Character) -> Character:
        return replace(c, experience=c.experience + 1)

    def line(self, s: State) -> Words:
        return _("{who} gains one Experience.", who=self.display_name(s))


@dataclass(frozen=True, slots=True)
class DefenceTaken(CharacterFact):
    def change(self, c: Character) -> Character:
        return replace(c, defending=True)

    def line(self, s: State) -> Words:
        return _("{who} is on guard.", who=self.display_name(s))


@dataclass(frozen=True, slots=True)
class DefenceEnded(CharacterFact):
    def change(self, c: Character) -> Character:
        return replace(c, defending=False)

    def line(self, s: State) -> Words:
        return _("{who} is not on guard any more.", who=self.display_name(s))


@dataclass(frozen=True, slots=True)
class GuardRaised(CharacterFact):
    by: int

    def change(self, c: Character) -> Character:
        return replace(c, guard=c.guard + self.by)

    def line(self, s: State) -> Words:
        return _("{who}: Guard {n:+}.", who=self.display_name(s), n=self.by)


@dataclass(frozen=True, slots=True)
class ConditionGained(CharacterFact):
    condition: str

    def change(self, c: Character) -> Character:
        return replace(c, conditions=(*_leave_out(c.conditions, self.condition), self.condition))

    def line(self, s: State) -> Words:
        return _("{who} is {condition}.", who=self.display_name(s), condition=from_data(self.condition))

    def cue(self, s: State) -> Cue | None:
        if self.condition not in (BROKEN, DOWN):
            return None
        return Cue("fall", self.line(s), "bad", seat=s.characters[self.who].seat)


@dataclass(frozen=True, slots=True)
class ConditionRemoved(CharacterFact):
    condition: str

    def change(self, c: Character) -> Character:
        return replace(c, conditions=_leave_out(c.conditions, self.condition))

    def line(self, s: State) -> Words:
        return _("{who} is not {condition} any more.", who=self.display_name(s), condition=from_data(self.condition))


@dataclass(frozen=True, slots=True)
class HarmSuffered(CharacterFact):
    """Guard and HP that damage removes."""

    guard: int
    hp: int

    def change(self, c: Character) -> Character:
        return replace(c, guard=c.guard - self.guard, hp=c.hp - self.hp)

    def line(self, s: State) -> Words:
        lost = [ngettext("{n} Guard", "{n} Guard", self.guard)] * bool(self.guard)
        lost += [amount_text("hp", self.hp)] * bool(self.hp)
        return _("{who} loses {what}.", who=self.display_name(s), what=listed(lost))


@dataclass(frozen=True, slots=True)
class SpeedChanged(CharacterFact):
    to: int

    def change(self, c: Character) -> Character:
        return replace(c, speed=self.to)

    def line(self, s: State) -> Words:
        return ngettext("{who} has {n} Speed.", "{who} has {n} Speed.", self.to, who=self.display_name(s))


@dataclass(frozen=True, slots=True)
class FeatureUsed(CharacterFact):
    counts_as: Literal["attack", "use_ability", "part_of_test"]
    name: str = ""  # "": a Feature that only the paper sheet names

    def change(self, c: Character) -> Character:
        return replace(c, ready=(*c.ready, self.name)) if self.counts_as == "part_of_test" and self.name else c

    def line(self, s: State) -> Words:
        names = {"who": self.display_name(s), "feature": from_data(self.name) if self.name else _("a Feature")}
        match self.counts_as:
            case "attack":
                return _("{who} uses {feature} as an attack.", **names)
            case "part_of_test":
                return _("{who} uses {feature} as a part of the test.", **names)
            case "use_ability":
                return _("{who} uses {feature}.", **names)


@dataclass(frozen=True, slots=True)
class Dashed(CharacterFact):
    def line(self, s: State) -> Words:
        return _("{who} dashes.", who=self.display_name(s))


@dataclass(frozen=True, slots=True)
class BreatherTaken(Event):
    """The party rests for ten minutes."""

    def apply(self, s: State) -> State:
        return replace(s, breathers=s.breathers + 1)

    def line(self, s: State) -> Words:
        return _("The party takes a Breather.")


@dataclass(frozen=True, slots=True)
class StatRegained(CharacterFact):
    stat: Stat
    by: int

    def change(self, c: Character) -> Character:
        return regain(c, self.stat, self.by)

    def line(self, s: State) -> Words:
        # The log states the HP reached, because HP stop at their maximum (DYW-AMB-10).
        if self.stat == "hp":
            return _("{who} regains HP: {n} now.", who=self.display_name(s), n=s.characters[self.who].hp)
        return _("{who} regains {amount}.", who=self.display_name(s), amount=amount_text(self.stat, self.by))


@dataclass(frozen=True, slots=True)
class StatSpent(CharacterFact):
    """The cost of a Feature."""

    stat: Literal["reserve", "clout"]
    by: int

    def change(self, c: Character) -> Character:
        return regain(c, self.stat, -self.by)

    def line(self, s: State) -> Words:
        return _("{who} spends {amount}.", who=self.display_name(s), amount=amount_text(self.stat, self.by))


@dataclass(frozen=True, slots=True)
class StatGiven(CharacterFact):
    """`who` spends it and `to` regains it."""

    to: str
    stat: Literal["reserve", "clout"]
    amount: int

    def apply(self, s: State) -> State:
        s = with_character(s, self.to, regain(s.characters[self.to], self.stat, self.amount))
        return with_character(s, self.who, regain(s.characters[self.who], self.stat, -self.amount))

    def line(self, s: State) -> Words:
        names = {"who": self.display_name(s), "whom": s.characters[self.to].display_name}
        return _("{who} spends {amount} for {whom}.", **names, amount=amount_text(self.stat, self.amount))


@dataclass(frozen=True, slots=True)
class RestBegan(CharacterFact):
    def change(self, c: Character) -> Character:
        return replace(c, resting=True)

    def line(self, s: State) -> Words:
        return _("{who} lies down to rest.", who=self.display_name(s))


@dataclass(frozen=True, slots=True)
class RestEnded(CharacterFact):
    completed: bool  # False: interrupted

    def apply(self, s: State) -> State:
        s = with_character(s, self.who, replace(s.characters[self.who], resting=False))
        return replace(s, breathers=0) if self.completed else s  # DYW-AMB-21

    def line(self, s: State) -> Words:
        who = self.display_name(s)
        return _("{who} has rested.", who=who) if self.completed else _("{who} is awoken.", who=who)


@dataclass(frozen=True, slots=True)
class NumberSet(CharacterFact):
    """A correction by hand."""

    number: Number
    to: int

    def change(self, c: Character) -> Character:
        return with_number(c, self.number, self.to)

    def line(self, s: State) -> Words:
        return _("By hand: {who}, {what} {n}.", who=self.display_name(s), n=self.to, what=NUMBER_NAMES[self.number])


@dataclass(frozen=True, slots=True)
class WeaponGained(CharacterFact):
    """The character takes a new weapon in hand."""

    weapon: Weapon

    def change(self, c: Character) -> Character:
        weapons = (*_without_weapon(c, self.weapon.name), self.weapon)
        return replace(c, weapons=weapons, away=_leave_out(c.away, self.weapon.name))

    def line(self, s: State) -> Words:
        return _("{who} has the {weapon} now.", who=self.display_name(s), weapon=from_data(self.weapon.name))


@dataclass(frozen=True, slots=True)
class WeaponLost(CharacterFact):
    weapon: str

    def change(self, c: Character) -> Character:
        return replace(c, weapons=_without_weapon(c, self.weapon), away=_leave_out(c.away, self.weapon))

    def line(self, s: State) -> Words:
        return _("{who} has the {weapon} no more.", who=self.display_name(s), weapon=from_data(self.weapon))


@dataclass(frozen=True, slots=True)
class WeaponTaken(CharacterFact):
    """A carried weapon is taken in hand."""

    weapon: str

    def change(self, c: Character) -> Character:
        return replace(c, away=_leave_out(c.away, self.weapon))

    def line(self, s: State) -> Words:
        return _("{who} takes the {weapon} in hand.", who=self.display_name(s), weapon=from_data(self.weapon))


@dataclass(frozen=True, slots=True)
class WeaponPutAway(CharacterFact):
    """A weapon leaves the hand and is still carried."""

    weapon: str

    def change(self, c: Character) -> Character:
        return replace(c, away=(*_leave_out(c.away, self.weapon), self.weapon))

    def line(self, s: State) -> Words:
        return _("{who} puts the {weapon} away.", who=self.display_name(s), weapon=from_data(self.weapon))


def _leave_out(names: Faces, unwanted: str) -> Faces:
    return tuple(name for name in names if name != unwanted)


def _without_weapon(c: Character, name: str) -> tuple[Weapon, ...]:
    return tuple(weapon for weapon in c.weapons if weapon.name != name)


def with_number(c: Character, number: Number, to: int) -> Character:
    changes: dict[str, Any] = {number: to}
    return replace(c, **changes)


def regain(c: Character, stat: Stat, by: int) -> Character:
    """Add `by` to a stat. HP never rises above its maximum (DYW-AMB-10)."""
    to: int = getattr(c, stat) + by
    if stat == "hp" and c.max_hp is not None:
        to = min(to, max(c.hp, c.max_hp))
    return with_number(c, stat, to)
