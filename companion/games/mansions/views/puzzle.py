"""Puzzles on the page and in the log. Neither shows the hidden row of a code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from companion.games.mansions import facts as f
from companion.games.mansions.puzzles import Puzzle, code_puzzle, slide_puzzle, tower_puzzle
from companion.games.mansions.state import State
from companion.i18n import NOTHING, Text, _, joined, ngettext
from companion.schema import Words, maps

TASKS: Mapping[str, Text] = {
    "slide": _(
        "Free the marked block: it leaves through the opening on the right. A block slides along its own length; "
        "one step moves one block, however far."
    ),
    "code": _("Find the hidden row. Each guess is one step; a symbol may come more than once."),
    "image": _("Put the picture together. One step swaps two pieces that lie side by side, or one above the other."),
    "tower": _(
        "Bring all discs to the peg with the lamp. One step lifts one disc; it never comes to lie on a smaller one."
    ),
}


def puzzle_view(puzzle: Puzzle, title: Words, picture: str = "", text: Words = "") -> maps.Puzzle:
    """Build the block. `picture` is the digest of the scenario's picture, `text` its own task."""
    task, steps = text or TASKS[puzzle.shape], puzzle.steps if puzzle.rolled else None
    return maps.Puzzle(title, task, figure(puzzle, picture), steps, puzzle.moves, puzzle.total, note(puzzle))


def figure(puzzle: Puzzle, picture: str) -> maps.Slide | maps.Code | maps.Swap | maps.Tower:
    match puzzle.shape:
        case "slide":
            blocks = tuple(_slider(slider) for slider in slide_puzzle.sliders(puzzle.pieces))
            return maps.Slide(slide_puzzle.SIZE, slide_puzzle.EXIT, blocks)
        case "code":
            return maps.Code(puzzle.level, puzzle.pieces, tuple(_guess(puzzle, guess) for guess in puzzle.tried))
        case "image":
            return maps.Swap(puzzle.level, puzzle.other_level, tuple(int(piece) for piece in puzzle.pieces), picture)
        case "tower":
            pegs = tuple(tuple(int(disc) for disc in peg) for peg in puzzle.pieces)
            return maps.Tower(pegs, len(tower_puzzle.DISCS), tower_puzzle.GOAL)


def note(puzzle: Puzzle) -> Text:
    """Return the fewest steps, if known, and a hint if the level is deeper than any puzzle."""
    if not puzzle.fewest:
        return NOTHING
    best = ngettext(
        "At best it takes {n} step from its beginning.", "At best it takes {n} steps from its beginning.", puzzle.fewest
    )
    if puzzle.level <= puzzle.fewest:
        return best
    return joined(" ", (best, _("{level} were asked for; this is the deepest there is.", level=puzzle.level)))


def _slider(slider: slide_puzzle.Slider) -> maps.Slider:
    w, h = (slider.length, 1) if slider.across else (1, slider.length)
    return maps.Slider(
        slider.letter,
        slide_puzzle.block_name(slider.letter),
        slider.x,
        slider.y,
        w,
        h,
        slider.letter == slide_puzzle.MARKED,
    )


def _guess(puzzle: Puzzle, guess: str) -> maps.CodeTry:
    answer = code_puzzle.answer_to(puzzle, guess)
    return maps.CodeTry(tuple(int(number) for number in guess.split()), answer.right, answer.near)


def tell_puzzle(s: State, fact: f.PuzzleFact) -> Text:
    """Return the log sentence, equal for all seats; empty where the page shows the fact."""
    name = s.seats[fact.seat].name if fact.seat in s.seats else _("Somebody")
    match fact:
        case f.PuzzleBegun(puzzle=new):
            return _("A puzzle is found.") if new else _("The puzzle lies there as it was left.")
        case f.PuzzleStepsGained(steps=steps, clue=True):
            return ngettext("{who}: {n} step more for a clue.", "{who}: {n} steps more for a clue.", steps, who=name)
        case f.PuzzleStepsGained(steps=steps):
            return ngettext("{who}: {n} step in the puzzle.", "{who}: {n} steps in the puzzle.", steps, who=name)
        case f.PuzzleMoved():
            return _tell_step(s, name, fact)
        case f.PuzzleLeft():
            return _("{who} leaves the puzzle for now.", who=name)
        case f.PuzzleSolved():
            return _("{who} solves the puzzle.", who=name)
    assert_never(fact)


def _tell_step(s: State, name: Words, fact: f.PuzzleMoved) -> Text:
    """Describe a step. A guess of a code includes its answer: "star moon sun: 1 right, 2 elsewhere"."""
    puzzle = s.story.puzzles.get(fact.name) if s.story else None
    if puzzle is None or puzzle.shape != "code" or not puzzle.tried:
        return _("{who} does a step of the puzzle.", who=name)
    answer = code_puzzle.answer_to(puzzle, puzzle.tried[-1])
    guess = code_puzzle.guess_words(puzzle, puzzle.tried[-1])
    return _(
        "{who} tries {guess}: {right} right, {near} elsewhere.",
        who=name,
        guess=guess,
        right=answer.right,
        near=answer.near,
    )
