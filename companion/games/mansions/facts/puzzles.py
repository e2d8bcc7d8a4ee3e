"""Facts of puzzles and how each changes the running scenario."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias, assert_never

from companion.games.mansions.puzzles import Puzzle, moved
from companion.games.mansions.state import Story
from companion.schema import Seat


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
            after = moved(story.puzzles[name], step)
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
