"""The sentences of the log for puzzles. What a code hides is in none of them."""

from __future__ import annotations

from typing import assert_never

from companion.games.mansions.content.terms import some
from companion.games.mansions.facts import puzzles as f
from companion.games.mansions.puzzles import code_puzzle
from companion.games.mansions.puzzles.state import Puzzle
from companion.games.mansions.state import State


def tell_puzzle(s: State, fact: f.PuzzleFact) -> str:
    """One sentence, the same for every seat; empty where the page shows it."""
    name = s.seats[fact.seat].name if fact.seat in s.seats else "Somebody"
    match fact:
        case f.PuzzleBegun(_, _, new):
            return "A puzzle is found." if new else "The puzzle lies there as it was left."
        case f.PuzzleStepsGained(_, _, steps, clue):
            return (
                f"{name}: {some(steps, 'step')} more for a clue."
                if clue
                else f"{name}: {some(steps, 'step')} in the puzzle."
            )
        case f.PuzzleMoved():
            return _stepped(s, name, fact)
        case f.PuzzleLeft():
            return f"{name} leaves the puzzle for now."
        case f.PuzzleSolved():
            return f"{name} solves the puzzle."
    assert_never(fact)


def _stepped(s: State, name: str, fact: f.PuzzleMoved) -> str:
    """Of a code, also what the guess is told: the state after it has it last."""
    puzzle = s.story.puzzles.get(fact.name) if s.story else None
    if puzzle is None or puzzle.shape != "code" or not puzzle.tried:
        return f"{name} does a step of the puzzle."
    return f"{name} tries {guess_words(puzzle, puzzle.tried[-1])}."


def guess_words(puzzle: Puzzle, guess: str) -> str:
    """As in "star moon sun: 1 right, 2 elsewhere"."""
    told = code_puzzle.told(puzzle, guess)
    return f"{code_puzzle.named(puzzle, guess)}: {told.right} right, {told.near} elsewhere"
