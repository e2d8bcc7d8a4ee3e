"""The facts of Mansions of Madness, and what each does to the state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from companion.engine.bag import without
from companion.engine.play import Play
from companion.games.mansions.content.terms import Facing, Injury
from companion.games.mansions.facts.cards_and_figures import TableFact, apply_table, laid_down, picked_up, with_fire
from companion.games.mansions.facts.puzzles import PuzzleFact, apply_puzzle
from companion.games.mansions.facts.story import StoryFact, apply_story
from companion.games.mansions.state import Barricade, Harm, Investigator, State, Task, Test, Verdict
from companion.schema.prompt import Faces, Seat


@dataclass(frozen=True, slots=True)
class TestAnnounced:
    task: Task


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """All dice of the pool lie there; `used` names the possession that let some be rolled again."""

    task: Task
    faces: Faces
    used: str = ""


@dataclass(frozen=True, slots=True)
class DiceKept:
    """Before a repeated roll: these faces stay lying."""

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
    """The effect of a damage or horror card happens now."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class CardsFlipped:
    seat: Seat
    injury: Injury
    number: int


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """One damage or horror card."""

    seat: Seat
    injury: Injury
    facing: Facing


@dataclass(frozen=True, slots=True)
class InsaneTaken:
    """Which copy is kept and which were replaced: for the owner alone. MOM-INSANE-4."""

    seat: Seat
    copy: str
    redrawn: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActionSpent:
    seat: Seat
    action: str


@dataclass(frozen=True, slots=True)
class ActionForfeited:
    """Spent without an effect."""

    seat: Seat
    action: str


@dataclass(frozen=True, slots=True)
class EvadeResolved:
    """The app's text of an evade check was carried out."""

    seat: Seat
    monster: str


@dataclass(frozen=True, slots=True)
class EvadeOwed:
    """The story has words of its own for the check: they come first, and what was begun is begun again then."""

    seat: Seat
    monster: str


@dataclass(frozen=True, slots=True)
class MoveBegan:
    """So many spaces may be entered, now or after another action."""

    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True)
class Stepped:
    seat: Seat
    to: str
    counts: bool  # against the spaces of a move action


@dataclass(frozen=True, slots=True)
class MonsterMoved:
    monster: str
    to: str


@dataclass(frozen=True, slots=True)
class MonsterHurt:
    monster: str
    number: int


@dataclass(frozen=True, slots=True)
class MonsterRolled:
    """An investigator rolled for a monster at a barricade."""

    monster: str
    faces: Faces


@dataclass(frozen=True, slots=True)
class BarricadeMoved:
    """Against its door or passage, or away from it."""

    ends: tuple[str, str]
    blocking: bool


@dataclass(frozen=True, slots=True)
class BarricadeDestroyed:
    ends: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ExtinguishTested:
    """So many Fires may be discarded this round."""

    seat: Seat
    successes: int


@dataclass(frozen=True, slots=True)
class FireDiscarded:
    seat: Seat
    space: str


@dataclass(frozen=True, slots=True)
class FirePlaced:
    space: str


@dataclass(frozen=True, slots=True)
class PossessionGiven:
    seat: Seat
    to: Seat
    item: str


@dataclass(frozen=True, slots=True)
class PossessionDropped:
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class PossessionPickedUp:
    seat: Seat
    item: str


@dataclass(frozen=True, slots=True)
class MythosBegan:
    """The mythos phase."""


@dataclass(frozen=True, slots=True)
class DarknessPlaced:
    space: str


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
    """Reported to the app when the next investigator phase ends (MOM-ELIM-4)."""

    seat: Seat


RuleFact: TypeAlias = (
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
    | DarknessPlaced
    | ActionSpent
    | ActionForfeited
    | EvadeResolved
    | EvadeOwed
    | MoveBegan
    | Stepped
    | MonsterMoved
    | MonsterHurt
    | MonsterRolled
    | BarricadeMoved
    | BarricadeDestroyed
    | ExtinguishTested
    | FireDiscarded
    | FirePlaced
    | PossessionGiven
    | PossessionDropped
    | PossessionPickedUp
    | MythosBegan
    | ConditionGained
    | FacedownDiscarded
    | InvestigatorEliminated
)
Event: TypeAlias = RuleFact | TableFact | StoryFact | PuzzleFact
G: TypeAlias = Play[State, Event]


def apply(s: State, event: Event) -> State:
    """The state after a fact."""
    if isinstance(event, StoryFact):
        return apply_story(s, event)
    if isinstance(event, PuzzleFact):
        return replace(s, story=apply_puzzle(s.story, event))
    return apply_table(s, event) if isinstance(event, TableFact) else _ruled(s, event)


def _ruled(s: State, event: RuleFact) -> State:
    match event:
        case TestAnnounced(task):
            return replace(s, task=task)
        case DiceRolled(task, faces, used):
            before = s.test.used if s.test else ()
            return replace(s, test=Test(task, faces, used=(*before, used) if used else before), last=None)
        case DiceKept(_, kept):
            return replace(s, test=replace(s.test, locked=kept) if s.test else None)
        case CluesSpent(seat, number):
            return s.sit(seat, replace(s.seats[seat], clues=s.seats[seat].clues - number))
        case CluesGained(seat, number):
            return s.sit(seat, replace(s.seats[seat], clues=s.seats[seat].clues + number))
        case TestResolved(verdict):
            return replace(s, task=None, test=None, last=verdict)
        case CardsSuffered(seat, injury, number, facing):
            return s.sit(seat, _hurt(s.seats[seat], injury, number, facing))
        case CardsFlipped(seat, injury, number):
            harm = s.seats[seat].harm(injury)
            flipped = Harm(harm.up + number, harm.down - number)
            return s.sit(seat, _with(s.seats[seat], injury, flipped))
        case CardDiscarded(seat, injury, facing):
            return s.sit(seat, _hurt(s.seats[seat], injury, -1, facing))
        case CardResolved() | ActionForfeited() | EvadeResolved() | MonsterRolled():
            return s
        case EvadeOwed(seat, _):
            return s.sit(seat, replace(s.seats[seat], evaded=True))
        case InsaneTaken(seat, copy, _):
            return s.sit(seat, replace(s.seats[seat], insane=copy))
        case ActionSpent(seat, _):
            return s.sit(seat, replace(s.seats[seat], actions=max(0, s.seats[seat].actions - 1), evaded=False))
        case MoveBegan(seat, steps):
            return s.sit(seat, replace(s.seats[seat], steps_left=steps))
        case Stepped(seat, to, counts):
            left = max(0, s.seats[seat].steps_left - counts)
            return s.sit(seat, replace(s.seats[seat], space=to, steps_left=left, evaded=False))
        case MonsterMoved(monster, to):
            return s.let(replace(s.monsters[monster], space=to))
        case MonsterHurt(monster, number):
            return s.let(replace(s.monsters[monster], damage=s.monsters[monster].damage + number))
        case BarricadeMoved(ends, blocking):
            return _barricades(s, ends, (replace(_barricade(s, ends), blocking=blocking),))
        case BarricadeDestroyed(ends):
            return _barricades(s, ends, ())
        case ExtinguishTested(seat, successes):
            return s.sit(seat, replace(s.seats[seat], extinguish_left=successes))
        case FireDiscarded(seat, space):
            out = with_fire(s, without(s.tokens.fire, space))
            left = max(0, s.seats[seat].extinguish_left - 1)
            return out.sit(seat, replace(s.seats[seat], extinguish_left=left))
        case FirePlaced(space):
            return with_fire(s, (*s.tokens.fire, space))
        case PossessionGiven(seat, to, item):
            given = s.sit(seat, _less(s.seats[seat], item))
            return given.sit(to, _more(given.seats[to], item))
        case PossessionDropped(seat, item):
            return laid_down(s, s.seats[seat].space, (item,)).sit(seat, _less(s.seats[seat], item))
        case PossessionPickedUp(seat, item):
            return picked_up(s, s.seats[seat].space, item).sit(seat, _more(s.seats[seat], item))
        case MythosBegan():
            return replace(s, phase="mythos")
        case DarknessPlaced(space):
            return replace(s, tokens=replace(s.tokens, darkness=(*s.tokens.darkness, space)))
        case ConditionGained(seat, condition):
            who = s.seats[seat]
            return s.sit(seat, replace(who, conditions=(*who.conditions, condition)))
        case FacedownDiscarded(seat, injury):
            return s.sit(seat, _with(s.seats[seat], injury, replace(s.seats[seat].harm(injury), down=0)))
        case InvestigatorEliminated(seat):
            return _eliminated(s, seat)
    assert_never(event)


def _hurt(who: Investigator, injury: Injury, number: int, facing: Facing) -> Investigator:
    harm = who.harm(injury)
    more = replace(harm, up=harm.up + number) if facing == "up" else replace(harm, down=harm.down + number)
    return _with(who, injury, more)


def _with(who: Investigator, injury: Injury, harm: Harm) -> Investigator:
    return replace(who, damage=harm) if injury == "damage" else replace(who, horror=harm)


def _less(who: Investigator, item: str) -> Investigator:
    return replace(who, possessions=without(who.possessions, item))


def _more(who: Investigator, item: str) -> Investigator:
    return replace(who, possessions=(*who.possessions, item))


def _barricade(s: State, ends: tuple[str, str]) -> Barricade:
    return next(b for b in s.tokens.barricades if b.between == frozenset(ends))


def _barricades(s: State, ends: tuple[str, str], instead: tuple[Barricade, ...]) -> State:
    others = tuple(b for b in s.tokens.barricades if b.between != frozenset(ends))
    return replace(s, tokens=replace(s.tokens, barricades=others + instead))


def _eliminated(s: State, seat: Seat) -> State:
    """MOM-ELIM-3: what they had lies in their space, and the scenario hears of it later (MOM-ELIM-4)."""
    who = s.seats[seat]
    actions = who.actions if s.story is None else 0  # a turn that is under way can only be ended
    gone = s.sit(seat, replace(who, possessions=(), eliminated=True, actions=actions, steps_left=0))
    return laid_down(gone, who.space, who.possessions)
