"""Facts of rolls, tokens and Intruders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.engine import face_text
from companion.games.nemesis.content.ship import Kind
from companion.games.nemesis.facts.base import CharacterFact
from companion.games.nemesis.names import injuries_words, kind_name, kind_words, room_words, who
from companion.games.nemesis.state import (
    Event,
    HeavyObject,
    Intruder,
    Outcome,
    RollKind,
    State,
    Test,
    Verdict,
    with_entry,
    with_intruder,
    without_entry,
)
from companion.i18n import _
from companion.schema import Cue, Seat, Words

Why: TypeAlias = Literal["surprise", "escape", "event"]  # of an attack
COUNTS = {"noise": _("noise"), "silence": _("silence"), "danger": _("danger"), "encounter": _("encounter")}
WHY = {"surprise": _("surprise"), "escape": _("escape"), "event": _("event")}


@dataclass(frozen=True, slots=True)
class RollBegan(Event):
    kind: RollKind
    seat: Seat
    room: str
    target: str = ""
    weapon: str = ""

    def apply(self, s: State) -> State:
        return replace(s, test=Test(self.kind, self.seat, self.room, self.target, self.weapon))


@dataclass(frozen=True, slots=True)
class NoiseRolled(CharacterFact):
    """A noise roll as it counts: with slime, Silence is Danger."""

    face: str
    counts: Literal["noise", "silence", "danger", "encounter"]
    corridor: str = ""

    def apply(self, s: State) -> State:
        room = s.characters[self.seat].room
        return replace(s, test=None, last=Verdict(self.counts, self.seat, room, self.face, self.corridor))

    def line(self, s: State) -> Words:
        face = face_text(self.face)
        if self.counts == self.face:
            return _("{who} rolls {face}.", who=self.who(s), face=face)
        return _("{who} rolls {face}: {counts}.", who=self.who(s), face=face, counts=COUNTS[self.counts])

    def cue(self, s: State) -> Cue | None:
        return Cue("noise", self.line(s), "bad", seat=self.seat) if self.counts in {"danger", "encounter"} else None


@dataclass(frozen=True, slots=True)
class CombatRolled(CharacterFact):
    face: str
    intruder: str
    injuries: int

    def apply(self, s: State) -> State:
        target = s.intruders[self.intruder]
        s = with_intruder(s, self.intruder, replace(target, injuries=target.injuries + self.injuries))
        outcome: Outcome = "hit" if self.injuries else "missed"
        last = Verdict(outcome, self.seat, target.room, self.face, target=target.kind, injuries=self.injuries)
        return replace(s, test=None, last=last)

    def line(self, s: State) -> Words:
        face, made = face_text(self.face), injuries_words(self.injuries)
        return _("{who} rolls {face}: {injuries}.", who=self.who(s), face=face, injuries=made)


@dataclass(frozen=True, slots=True)
class TokenDrawn(CharacterFact):
    """`intruder`: its kind, "" for a blank token."""

    token: str
    intruder: str
    surprise: bool

    def apply(self, s: State) -> State:
        """Leave a blank token in the bag, take out any other (NEM-X-ENC-1, -2)."""
        room = s.characters[self.seat].room
        if not self.intruder:
            return replace(s, last=Verdict("blank", self.seat, room, self.token))
        last = Verdict("came", self.seat, room, self.token, target=self.intruder, surprise=self.surprise)
        return replace(s, bag=s.bag.removed(self.token), last=last)

    def line(self, s: State) -> Words:
        if self.surprise:
            return _("{who} draws {token}: a surprise.", who=self.who(s), token=face_text(self.token))
        return _("{who} draws {token}.", who=self.who(s), token=face_text(self.token))

    def cue(self, s: State) -> Cue | None:
        tone: Literal["bad", "good"] = "bad" if self.intruder else "good"
        return Cue("encounter", self.line(s), tone, (self.token,), "token", seat=self.seat)


@dataclass(frozen=True, slots=True)
class TokenAdded(Event):
    token: str

    def apply(self, s: State) -> State:
        return replace(s, bag=s.bag.added((self.token,)))

    def line(self, s: State) -> Words:
        return _("{token.cap} goes into the bag.", token=face_text(self.token))


@dataclass(frozen=True, slots=True)
class TokenReturned(Event):
    """The token of an Intruder that left through a technical corridor."""

    token: str

    def apply(self, s: State) -> State:
        return replace(s, bag=s.bag.added((self.token,)))

    def line(self, s: State) -> Words:
        return _("{token.cap} goes back into the bag.", token=face_text(self.token))


@dataclass(frozen=True, slots=True)
class TokenTaken(Event):
    token: str

    def apply(self, s: State) -> State:
        return replace(s, bag=s.bag.removed(self.token))

    def line(self, s: State) -> Words:
        return _("{token.cap} is taken out of the bag.", token=face_text(self.token))


@dataclass(frozen=True, slots=True)
class BagDeveloped(Event):
    """A token drawn to develop the bag. It leaves or returns, and another may be added. A CardTold follows."""

    token: str
    leaves: bool
    comes: str  # "" = none

    def apply(self, s: State) -> State:
        bag = s.bag.removed(self.token) if self.leaves else s.bag
        return replace(s, bag=bag.added((self.comes,)) if self.comes else bag)


@dataclass(frozen=True, slots=True)
class IntruderCame(Event):
    intruder: str
    kind: Kind
    room: str

    def apply(self, s: State) -> State:
        s = with_intruder(s, self.intruder, Intruder(self.kind, self.room))
        return replace(s, came=s.came + 1, met=True)

    def line(self, s: State) -> Words:
        return _("The {kind} is in {room}.", kind=kind_name(self.kind), room=room_words(s, self.room))

    def cue(self, s: State) -> Cue | None:
        return Cue("monster", self.line(s), "bad", drawing=self.kind)


@dataclass(frozen=True, slots=True)
class IntruderMoved(Event):
    intruder: str
    to: str

    def apply(self, s: State) -> State:
        return with_intruder(s, self.intruder, replace(s.intruders[self.intruder], room=self.to))

    def line(self, s: State) -> Words:
        return _("The {kind} moves to {room}.", kind=kind_words(s, self.intruder), room=room_words(s, self.to))


@dataclass(frozen=True, slots=True)
class IntruderAttacked(Event):
    intruder: str
    seat: Seat
    why: Why

    def apply(self, s: State) -> State:
        return s

    def line(self, s: State) -> Words:
        kind, victim = kind_words(s, self.intruder), who(s, self.seat)
        return _("The {kind} attacks {who} ({why}).", kind=kind, who=victim, why=WHY[self.why])

    def cue(self, s: State) -> Cue | None:
        attacker = s.intruders.get(self.intruder)
        return Cue("attack", self.line(s), "bad", drawing=attacker.kind if attacker else "", seat=self.seat)


@dataclass(frozen=True, slots=True)
class IntruderHurt(Event):
    intruder: str
    injuries: int

    def apply(self, s: State) -> State:
        hurt = s.intruders[self.intruder]
        return with_intruder(s, self.intruder, replace(hurt, injuries=max(0, hurt.injuries + self.injuries)))

    def line(self, s: State) -> Words:
        kind, injuries = kind_words(s, self.intruder), injuries_words(abs(self.injuries))
        if self.injuries < 0:
            return _("The {kind} heals {injuries}.", kind=kind, injuries=injuries)
        return _("The {kind} suffers {injuries}.", kind=kind, injuries=injuries)


def _without_intruder(s: State, name: str) -> State:
    """Take an Intruder off the map, and end the roll against it."""
    test = None if s.test and s.test.target == name else s.test
    return replace(s, intruders=without_entry(s.intruders, name), test=test)


@dataclass(frozen=True, slots=True)
class IntruderDied(Event):
    """Leaves a carcass (NEM-HEAVY-2)."""

    intruder: str

    def apply(self, s: State) -> State:
        dead = s.intruders[self.intruder]
        carcass = HeavyObject("intruder_carcass", dead.room)
        objects = with_entry(s.objects, f"carcass of {self.intruder}", carcass)
        return replace(_without_intruder(s, self.intruder), objects=objects, killed=(*s.killed, dead.kind))

    def line(self, s: State) -> Words:
        return _("The {kind} is dead.", kind=kind_words(s, self.intruder))

    def cue(self, s: State) -> Cue | None:
        return Cue("triumph", self.line(s), "good")


@dataclass(frozen=True, slots=True)
class IntruderRemoved(Event):
    """Leaves without a carcass."""

    intruder: str

    def apply(self, s: State) -> State:
        return _without_intruder(s, self.intruder)

    def line(self, s: State) -> Words:
        return _("The {kind} is gone.", kind=kind_words(s, self.intruder))
