"""Facts of an investigator: dice, clues, damage and horror, conditions, elimination."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from companion.games.mansions.content import Facing, Injury
from companion.games.mansions.facts.cards_and_figures import with_dropped_items
from companion.games.mansions.state import Harm, Investigator, State, Task, Test, Verdict
from companion.schema import Faces, Seat, Words


@dataclass(frozen=True, slots=True)
class TestAnnounced:
    task: Task


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dice of a test. `used` names the possession that allowed a second roll."""

    task: Task
    faces: Faces
    used: str = ""


@dataclass(frozen=True, slots=True)
class DiceKept:
    """Faces kept for a second roll."""

    seat: Seat
    kept: Faces


@dataclass(frozen=True, slots=True)
class CluesSpent:
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class CluesGained:
    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class TestResolved:
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CardsSuffered:
    seat: Seat
    injury: Injury
    number: int
    facing: Facing


@dataclass(frozen=True, slots=True)
class CardResolved:
    """The effect of a damage or horror card is resolved."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class CardsFlipped:
    seat: Seat
    injury: Injury
    number: int


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """One damage or horror card is discarded."""

    seat: Seat
    injury: Injury
    facing: Facing


@dataclass(frozen=True, slots=True)
class InsaneTaken:
    """The kept copy of the Insane condition and the replaced ones, for the owner only. MOM-INSANE-4."""

    seat: Seat
    copy: str
    redrawn: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class ConditionGained:
    seat: Seat
    condition: str


@dataclass(frozen=True, slots=True)
class FacedownDiscarded:
    seat: Seat
    injury: Injury


@dataclass(frozen=True, slots=True)
class InvestigatorEliminated:
    """An elimination. The scenario reacts at the end of the next investigator phase (MOM-ELIM-4)."""

    seat: Seat


InvestigatorFact: TypeAlias = (
    TestAnnounced
    | DiceRolled
    | DiceKept
    | CluesSpent
    | CluesGained
    | TestResolved
    | CardsSuffered
    | CardResolved
    | CardsFlipped
    | CardDiscarded
    | InsaneTaken
    | ConditionGained
    | FacedownDiscarded
    | InvestigatorEliminated
)


def apply_investigator(s: State, fact: InvestigatorFact) -> State:
    match fact:
        case TestAnnounced(task):
            return replace(s, task=task)
        case DiceRolled(task, faces, used):
            before = s.test.used if s.test else ()
            return replace(s, test=Test(task, faces, used=(*before, used) if used else before), last=None)
        case DiceKept(_, kept):
            return replace(s, test=replace(s.test, locked=kept) if s.test else None)
        case CluesSpent(seat, number):
            return s.with_seat(seat, replace(s.seats[seat], clues=s.seats[seat].clues - number))
        case CluesGained(seat, number):
            return s.with_seat(seat, replace(s.seats[seat], clues=s.seats[seat].clues + number))
        case TestResolved(verdict):
            return replace(s, task=None, test=None, last=verdict)
        case CardsSuffered(seat, injury, number, facing):
            return s.with_seat(seat, _hurt(s.seats[seat], injury, number, facing))
        case CardsFlipped(seat, injury, number):
            harm = s.seats[seat].harm(injury)
            flipped = Harm(harm.up + number, harm.down - number)
            return s.with_seat(seat, _with(s.seats[seat], injury, flipped))
        case CardDiscarded(seat, injury, facing):
            return s.with_seat(seat, _hurt(s.seats[seat], injury, -1, facing))
        case CardResolved():
            return s
        case InsaneTaken(seat, copy, _):
            return s.with_seat(seat, replace(s.seats[seat], insane=copy))
        case ConditionGained(seat, condition):
            who = s.seats[seat]
            return s.with_seat(seat, replace(who, conditions=(*who.conditions, condition)))
        case FacedownDiscarded(seat, injury):
            return s.with_seat(seat, _with(s.seats[seat], injury, replace(s.seats[seat].harm(injury), down=0)))
        case InvestigatorEliminated(seat):
            who = s.seats[seat]
            actions = who.actions if s.story is None else 0  # the turn can only be ended now
            gone = replace(who, possessions=(), eliminated=True, actions=actions, steps_left=0)
            return with_dropped_items(s.with_seat(seat, gone), who.space, who.possessions)  # MOM-ELIM-3
    assert_never(fact)


def _hurt(who: Investigator, injury: Injury, number: int, facing: Facing) -> Investigator:
    harm = who.harm(injury)
    more = replace(harm, up=harm.up + number) if facing == "up" else replace(harm, down=harm.down + number)
    return _with(who, injury, more)


def _with(who: Investigator, injury: Injury, harm: Harm) -> Investigator:
    return replace(who, damage=harm) if injury == "damage" else replace(who, horror=harm)
