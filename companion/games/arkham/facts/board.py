"""Facts of the map: moves, locations, clues and enemies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.games.arkham.content import Enemy, Location, passage
from companion.games.arkham.facts.base import EnemyFact, SeatFact, read_aloud
from companion.games.arkham.facts.investigators import hurt
from companion.games.arkham.names import harm_text
from companion.games.arkham.state import Event, State, clues_needed
from companion.i18n import Text, _, from_data, ngettext
from companion.schema import Cue, Seat, Words


@dataclass(frozen=True, slots=True)
class Moved(SeatFact):
    """The investigator leaves and enters at once. AH-ACT-MOVE-6."""

    source: str
    to: str

    def apply(self, s: State) -> State:
        """Move the investigator with all engaged enemies. AH-X-MOVEENG-1."""
        after = s.with_seat(self.seat, replace(s.seats[self.seat], location=self.to))
        for name, enemy in s.enemies.items():
            if self.seat in enemy.engaged:
                after = after.spawn(name, replace(enemy, location=self.to))
        return after

    def line(self, s: State) -> Words:
        return _("{who} moves to {place}.", who=self.who(s), place=_place(s, self.to))


@dataclass(frozen=True, slots=True)
class LocationRevealed(Event):
    location: str
    clues: int

    def apply(self, s: State) -> State:
        there = s.locations[self.location]
        read = replace(s, story=read_aloud(s, passage(there.story)))
        return read.place(self.location, replace(there, revealed=True, clues=there.clues + self.clues))

    def line(self, s: State) -> Words:
        return _("{place} is revealed, clues: {n}.", place=_place(s, self.location), n=self.clues)


@dataclass(frozen=True, slots=True)
class LocationEntered(Event):
    """A location comes into play: one of the scenario's, or one that players wrote."""

    name: str
    location: Location | None = None

    def apply(self, s: State) -> State:
        return s.place(self.name, self.location or replace(s.locations[self.name], hidden=False))

    def line(self, s: State) -> Words:
        return _("{place} is in play.", place=_place(s, self.name))


@dataclass(frozen=True, slots=True)
class CluesMoved(Event):
    source: str
    to: str
    number: int

    def apply(self, s: State) -> State:
        return _with_clues(_with_clues(s, self.source, -self.number), self.to, self.number)

    def line(self, s: State) -> Words:
        places = {"place": _place(s, self.source), "to": _place(s, self.to)}
        return _("Clues move from {place} to {to}: {n}.", **places, n=self.number)


@dataclass(frozen=True, slots=True)
class CluesPlaced(Event):
    """A card puts clues onto a location, or removes them where `number` is negative."""

    location: str
    number: int

    def apply(self, s: State) -> State:
        return _with_clues(s, self.location, self.number)

    def line(self, s: State) -> Words:
        there = s.locations[self.location].clues
        return _("Clues on {place}: {n} ({change:+}).", place=_place(s, self.location), n=there, change=self.number)


@dataclass(frozen=True, slots=True)
class CluesFound(SeatFact):
    """Clues go onto the investigator, or back onto the location where `number` is negative."""

    location: str
    number: int

    def apply(self, s: State) -> State:
        after = s.with_seat(self.seat, replace(s.seats[self.seat], clues=s.seats[self.seat].clues + self.number))
        return _with_clues(after, self.location, -self.number) if self.location in s.locations else after

    def line(self, s: State) -> Words:
        names = {"who": self.who(s), "place": _place(s, self.location)}
        if self.number > 0:
            return ngettext("{who} finds {n} clue, {place}.", "{who} finds {n} clues, {place}.", self.number, **names)
        return ngettext(
            "{who} leaves {n} clue on {place}.", "{who} leaves {n} clues on {place}.", -self.number, **names
        )

    def cue(self, s: State) -> Cue | None:
        """Stage the find that completes the clues of the act."""
        missing = clues_needed(s) - s.spent
        held = sum(who.clues for who in s.seats.values() if not who.defeated)
        if self.number > 0 and missing > 0 and held - self.number < missing <= held:
            return Cue("clue", _("The last clue that the act needs."), "good", seat=self.seat)
        return None


@dataclass(frozen=True, slots=True)
class CluesSpent(SeatFact):
    """Clues go onto the act, or are paid."""

    number: int
    act: bool = False

    def apply(self, s: State) -> State:
        spent = s.with_seat(self.seat, replace(s.seats[self.seat], clues=s.seats[self.seat].clues - self.number))
        return replace(spent, spent=s.spent + self.number) if self.act else spent

    def line(self, s: State) -> Words:
        n, who = self.number, self.who(s)
        if self.act:
            return ngettext("{who} spends {n} clue on the act.", "{who} spends {n} clues on the act.", n, who=who)
        return ngettext("{who} spends {n} clue.", "{who} spends {n} clues.", n, who=who)


@dataclass(frozen=True, slots=True)
class EnemyEntered(Event):
    """An enemy comes into play: one of the scenario's, a copy of it, or one that players wrote."""

    name: str
    location: str
    enemy: Enemy | None = None

    def apply(self, s: State) -> State:
        entered = self.enemy or replace(s.enemies[self.name], defeated=False, damage=0, exhausted=False, engaged=())
        read = replace(s, story=read_aloud(s, passage(entered.story)))
        return read.spawn(self.name, replace(entered, location=self.location))

    def line(self, s: State) -> Words:
        enemy = from_data(s.enemies[self.name].title)
        return _("{enemy} comes into play, {place}.", enemy=enemy, place=_place(s, self.location))

    def cue(self, s: State) -> Cue:
        return Cue("monster", self.line(s), "bad")


@dataclass(frozen=True, slots=True)
class EnemyMoved(EnemyFact):
    source: str
    to: str

    def change(self, enemy: Enemy) -> Enemy:
        return replace(enemy, location=self.to)

    def line(self, s: State) -> Words:
        return _("{who} moves to {place}.", who=self.foe(s), place=_place(s, self.to))


@dataclass(frozen=True, slots=True)
class EnemyEngaged(EnemyFact):
    """The enemy is in the threat area of this seat alone. AH-ACT-ENGAGE-7."""

    seat: Seat

    def apply(self, s: State) -> State:
        here = s.seats[self.seat].location
        return s.spawn(self.enemy, replace(s.enemies[self.enemy], engaged=(self.seat,), location=here))

    def line(self, s: State) -> Words:
        return _("{enemy} is engaged with {who}.", enemy=self.foe(s), who=s.seats[self.seat].name)


@dataclass(frozen=True, slots=True)
class EnemyEvaded(EnemyFact):
    seat: Seat
    automatic: bool

    def change(self, enemy: Enemy) -> Enemy:
        left = tuple(other for other in enemy.engaged if other != self.seat)
        return replace(enemy, exhausted=True, engaged=left)

    def line(self, s: State) -> Words:
        names = {"who": s.seats[self.seat].name, "enemy": self.foe(s)}
        if self.automatic:
            return _("{who} automatically evades {enemy}.", **names)
        return _("{who} evades {enemy}.", **names)


@dataclass(frozen=True, slots=True)
class EnemyTurned(EnemyFact):
    """A card exhausts or readies the enemy."""

    exhausted: bool

    def change(self, enemy: Enemy) -> Enemy:
        return replace(enemy, exhausted=self.exhausted)

    def line(self, s: State) -> Words:
        enemy = self.foe(s)
        return _("{enemy} is exhausted.", enemy=enemy) if self.exhausted else _("{enemy} is readied.", enemy=enemy)


@dataclass(frozen=True, slots=True)
class EnemyAttacked(EnemyFact):
    seat: Seat
    damage: int
    horror: int
    why: Literal["opportunity", "retaliate", "alert", "enemy phase", "card"]

    def apply(self, s: State) -> State:
        return s.with_seat(self.seat, hurt(s.seats[self.seat], self.damage, self.horror))

    def line(self, s: State) -> Words:
        harm = harm_text(self.damage, self.horror)
        names = {"enemy": self.foe(s), "who": s.seats[self.seat].name, "harm": harm}
        match self.why:
            case "opportunity":
                return _("{enemy} attacks {who}, an attack of opportunity: {harm}.", **names)
            case "retaliate":
                return _("{enemy} attacks {who}, it retaliates: {harm}.", **names)
            case "alert":
                return _("{enemy} attacks {who}, it is alert: {harm}.", **names)
        return _("{enemy} attacks {who}: {harm}.", **names)

    def cue(self, s: State) -> Cue:
        return Cue("attack", self.line(s), "bad", seat=self.seat)


@dataclass(frozen=True, slots=True)
class EnemyDamaged(EnemyFact):
    """Damage on an enemy; healed where `number` is negative."""

    number: int

    def change(self, enemy: Enemy) -> Enemy:
        return replace(enemy, damage=max(0, enemy.damage + self.number))

    def line(self, s: State) -> Words:
        n, enemy = self.number, self.foe(s)
        if n > 0:
            return ngettext("{enemy} takes {n} damage.", "{enemy} takes {n} damage.", n, enemy=enemy)
        return ngettext("{enemy} heals {n} damage.", "{enemy} heals {n} damage.", -n, enemy=enemy)


@dataclass(frozen=True, slots=True)
class EnemyDefeated(EnemyFact):
    def change(self, enemy: Enemy) -> Enemy:
        return replace(enemy, defeated=True, engaged=())

    def line(self, s: State) -> Words:
        return _("{enemy} is defeated.", enemy=self.foe(s))

    def cue(self, s: State) -> Cue:
        return Cue("triumph", self.line(s), "good")


def _place(s: State, location: str) -> Text:
    return from_data(s.locations[location].title) if location in s.locations else _("here")


def _with_clues(s: State, location: str, number: int) -> State:
    return s.place(location, replace(s.locations[location], clues=s.locations[location].clues + number))
