"""Facts of noise, tokens and Intruders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, assert_never

from companion.games.nemesis.content.ship import Kind
from companion.games.nemesis.state import (
    HeavyObject,
    Intruder,
    RollKind,
    State,
    Test,
    Verdict,
    corridors_of,
    with_corridor,
    with_intruder,
)
from companion.schema import Seat

Why: TypeAlias = Literal["surprise", "escape", "event"]  # of an attack


@dataclass(frozen=True, slots=True)
class RollBegan:
    kind: RollKind
    seat: Seat
    room: str
    target: str = ""
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class NoiseRolled:
    """A noise roll as it counts: with slime, Silence is Danger."""

    seat: Seat
    face: str
    counts: Literal["noise", "silence", "danger", "encounter"]
    corridor: str = ""


@dataclass(frozen=True, slots=True)
class NoiseMade:
    corridor: str


@dataclass(frozen=True, slots=True)
class NoiseCleared:
    room: str


@dataclass(frozen=True, slots=True)
class TokenDrawn:
    """`intruder`: its kind, "" for a blank token."""

    seat: Seat
    token: str
    intruder: str
    surprise: bool


@dataclass(frozen=True, slots=True)
class TokenAdded:
    token: str


@dataclass(frozen=True, slots=True)
class TokenReturned:
    """The token of an Intruder that left through a technical corridor."""

    token: str


@dataclass(frozen=True, slots=True)
class BagDeveloped:
    """A token drawn to develop the bag. It leaves or returns, and another may be added."""

    token: str
    leaves: bool
    comes: str  # "" = none


@dataclass(frozen=True, slots=True)
class IntruderCame:
    intruder: str
    kind: Kind
    room: str


@dataclass(frozen=True, slots=True)
class IntruderMoved:
    intruder: str
    to: str


@dataclass(frozen=True, slots=True)
class IntruderAttacked:
    intruder: str
    seat: Seat
    why: Why


@dataclass(frozen=True, slots=True)
class IntruderDied:
    intruder: str


@dataclass(frozen=True, slots=True)
class CombatRolled:
    seat: Seat
    face: str
    intruder: str
    injuries: int


ThreatFact: TypeAlias = (
    RollBegan
    | NoiseRolled
    | NoiseMade
    | NoiseCleared
    | TokenDrawn
    | TokenAdded
    | TokenReturned
    | BagDeveloped
    | IntruderCame
    | IntruderMoved
    | IntruderAttacked
    | IntruderDied
    | CombatRolled
)


def apply_threat(s: State, event: ThreatFact) -> State:
    match event:
        case RollBegan(kind, seat, room, target, weapon):
            return replace(s, test=Test(kind, seat, room, target, weapon))
        case NoiseRolled(seat, face, counts, corridor):
            return replace(s, test=None, last=Verdict(counts, seat, s.characters[seat].room, face, corridor))
        case NoiseMade(corridor):
            return with_corridor(s, corridor, replace(s.corridors[corridor], noise=True))
        case NoiseCleared(room):
            around = {name: replace(s.corridors[name], noise=False) for name in corridors_of(s, room)}
            return replace(s, corridors=MappingProxyType({**s.corridors, **around}))
        case TokenDrawn():
            return _token(s, event)
        case TokenAdded(token) | TokenReturned(token):
            return replace(s, bag=s.bag.added((token,)))
        case BagDeveloped(token, leaves, comes):
            bag = s.bag.removed(token) if leaves else s.bag
            return replace(s, bag=bag.added((comes,)) if comes else bag)
        case IntruderCame(intruder, kind, room):
            return replace(with_intruder(s, intruder, Intruder(kind, room)), came=s.came + 1, met=True)
        case IntruderMoved(intruder, to):
            return with_intruder(s, intruder, replace(s.intruders[intruder], room=to))
        case IntruderAttacked():
            return s
        case IntruderDied(intruder):
            return _died(s, intruder)
        case CombatRolled():
            return _rolled(s, event)
    assert_never(event)


def _token(s: State, event: TokenDrawn) -> State:
    """Return a blank token to the bag, take any other out with its Intruder (NEM-X-ENC-1, -2)."""
    room = s.characters[event.seat].room
    if not event.intruder:
        return replace(s, last=Verdict("blank", event.seat, room, event.token))
    came = Verdict("came", event.seat, room, event.token, target=event.intruder, surprise=event.surprise)
    return replace(s, bag=s.bag.removed(event.token), last=came)


def _died(s: State, intruder: str) -> State:
    """Replace the Intruder by a carcass (NEM-HEAVY-2)."""
    left = {name: i for name, i in s.intruders.items() if name != intruder}
    carcass = HeavyObject("intruder_carcass", s.intruders[intruder].room)
    objects = MappingProxyType({**s.objects, f"carcass of {intruder}": carcass})
    test = None if s.test and s.test.target == intruder else s.test
    killed = (*s.killed, s.intruders[intruder].kind)
    return replace(s, intruders=MappingProxyType(left), objects=objects, test=test, killed=killed)


def _rolled(s: State, event: CombatRolled) -> State:
    hurt = s.intruders[event.intruder]
    s = with_intruder(s, event.intruder, replace(hurt, injuries=hurt.injuries + event.injuries))
    outcome: Literal["hit", "missed"] = "hit" if event.injuries else "missed"
    verdict = Verdict(outcome, event.seat, hurt.room, event.face, target=hurt.kind, injuries=event.injuries)
    return replace(s, test=None, last=verdict)
