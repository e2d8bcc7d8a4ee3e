"""Facts of the round and of puzzles, and how each changes the state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.games.mansions.puzzles import Puzzle, make_step
from companion.games.mansions.state import Phase, State, Story, story_of
from companion.schema import Seat

REPORTED = "#eliminatedcomplete"  # variable of scenarios: an elimination was announced
GONE = "#eliminatedprev"  # variable of scenarios: an investigator was eliminated in an earlier round


@dataclass(frozen=True, slots=True)
class TurnBegan:
    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnEnded:
    seat: Seat


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    phase: Phase


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A new round: each seat has two actions."""

    number: int


@dataclass(frozen=True, slots=True)
class MonsterActivated:
    monster: str


@dataclass(frozen=True, slots=True)
class HorrorChecked:
    seat: Seat


@dataclass(frozen=True, slots=True)
class DefeatTold:
    """The triggers of a defeated monster are queued."""

    monster: tuple[str, str]  # kind, spawn


@dataclass(frozen=True, slots=True)
class EliminationReported:
    """An elimination was announced to the scenario. MOM-ELIM-4."""

    seats: tuple[Seat, ...]


RoundFact: TypeAlias = (
    TurnBegan
    | TurnEnded
    | PhaseBegan
    | RoundBegan
    | MonsterActivated
    | HorrorChecked
    | DefeatTold
    | EliminationReported
)


def apply_round(s: State, fact: RoundFact) -> State:
    """Return the state after a fact of the round. Raises ValueError without a scenario."""
    story = story_of(s)
    match fact:
        case TurnBegan(seat):
            return replace(s, story=replace(story, active=seat, unseen=0), last=None)
        case TurnEnded(seat):  # the last verdict belongs to the previous turn
            return replace(s, story=replace(story, active="", had_turn=(*story.had_turn, seat)), last=None)
        case RoundBegan(number):
            return _new_round(s, story, number)
        case PhaseBegan(phase):
            return replace(s, phase=phase, story=_phase(s, story, phase))
        case MonsterActivated(name):
            waiting = tuple(other for other in story.to_activate if other != name)
            return replace(s, story=replace(story, to_activate=waiting))
        case HorrorChecked(seat):
            return replace(s, story=replace(story, to_check=tuple(other for other in story.to_check if other != seat)))
        case DefeatTold(monster):
            place = story.defeated.index(monster)  # two may be defeated at once
            return replace(s, story=replace(story, defeated=story.defeated[:place] + story.defeated[place + 1 :]))
        case EliminationReported():
            return replace(s, story=replace(story, variables=MappingProxyType({**story.variables, REPORTED: 1.0})))
    assert_never(fact)


def _phase(s: State, story: Story, phase: Phase) -> Story:
    """Return the scenario at the start of a phase, with its waiting lists."""
    standing = s.standing
    begun = replace(story, phase=phase, unseen=0)
    match phase:
        case "fire":
            return replace(begun, active="")
        case "monsters":
            return replace(begun, to_activate=tuple(monster for monster in s.monsters if monster not in story.resting))
        case "horror":
            return replace(begun, to_check=standing if s.monsters else ())
        case _:
            return begun


def _new_round(s: State, story: Story, number: int) -> State:
    """Reset the seats for a round. MOM-X-TURN-1, MOM-EXTINGUISH-3."""
    fresh = {
        seat: replace(who, actions=2, steps_left=0, extinguish_left=0, evaded=False) for seat, who in s.seats.items()
    }
    begun = replace(story, round=number, phase="investigator", active="", had_turn=(), resting=())
    return replace(s, seats=MappingProxyType(fresh), phase="investigator", story=begun)


@dataclass(frozen=True, slots=True)
class PuzzleBegun:
    """A puzzle is attempted. `puzzle` is its first setup; None = as it was left."""

    name: str
    seat: Seat  # "" = not chosen yet
    puzzle: Puzzle | None = None


@dataclass(frozen=True, slots=True)
class PuzzleStepsGained:
    """Steps from the test of this visit, or from a clue."""

    name: str
    seat: Seat
    steps: int
    clue: bool = False


@dataclass(frozen=True, slots=True)
class PuzzleMoved:
    """One step of a puzzle."""

    name: str
    seat: Seat
    step: str  # id of a move, or a guess


@dataclass(frozen=True, slots=True)
class PuzzleLeft:
    """The puzzle is left as it is."""

    name: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class PuzzleSolved:
    name: str
    seat: Seat


PuzzleFact: TypeAlias = PuzzleBegun | PuzzleStepsGained | PuzzleMoved | PuzzleLeft | PuzzleSolved


def apply_puzzle(story: Story | None, fact: PuzzleFact) -> Story:
    """Return the scenario after a fact. Raises ValueError without a scenario."""
    if story is None:
        raise ValueError("no scenario is under way")
    match fact:
        case PuzzleBegun(name, seat, new):
            fresh = replace(new or story.puzzles[name], seat=seat, rolled=False, steps=0, moves=0)
            return replace(_put(story, name, fresh), open_puzzle=name, unseen=0)
        case PuzzleStepsGained(name, seat, steps, _):
            here = story.puzzles[name]
            return _put(story, name, replace(here, seat=seat, rolled=True, steps=here.steps + steps))
        case PuzzleMoved(name, _, step):
            after = make_step(story.puzzles[name], step)
            done = replace(after, steps=after.steps - 1, moves=after.moves + 1, total=after.total + 1)
            return _put(story, name, done)
        case PuzzleLeft(name, _):
            return replace(_put(story, name, replace(story.puzzles[name], seat="", steps=0)), open_puzzle="")
        case PuzzleSolved(name, _):
            others = {key: puzzle for key, puzzle in story.puzzles.items() if key != name}
            return replace(story, puzzles=MappingProxyType(others), open_puzzle="")
    assert_never(fact)


def _put(story: Story, name: str, puzzle: Puzzle) -> Story:
    return replace(story, puzzles=MappingProxyType({**story.puzzles, name: puzzle}))
