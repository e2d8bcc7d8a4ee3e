"""A puzzle as the page shows it, and its sentences of the log. What a code hides is in neither."""

from __future__ import annotations

from typing import assert_never

from companion.games.mansions.content import some
from companion.games.mansions.facts import puzzles as f
from companion.games.mansions.puzzles import Puzzle, code_puzzle, slide_puzzle, tower_puzzle
from companion.games.mansions.state import State
from companion.schema import maps

TASKS = {
    "slide": "Free the marked block: it leaves through the opening on the right. A block slides along its own length; "
    "one step moves one block, however far.",
    "code": "Find the hidden row. Each guess is one step; a symbol may come more than once.",
    "image": "Put the picture together. One step swaps two pieces that lie side by side, or one above the other.",
    "tower": "Bring all discs to the peg with the lamp. One step lifts one disc; it never comes to lie on a smaller one.",
}


def drawn(p: Puzzle, title: str, picture: str = "", text: str = "") -> maps.Puzzle:
    """`picture`: digest of the scenario's own picture, where it brings one; `text`: its own words for what is to be done."""
    steps = p.steps if p.rolled else None
    return maps.Puzzle(title, text or TASKS[p.shape], figure(p, picture), steps, p.moves, p.total, note(p))


def figure(p: Puzzle, picture: str) -> maps.Slide | maps.Code | maps.Swap | maps.Tower:
    """What is drawn of its shape."""
    match p.shape:
        case "slide":
            return maps.Slide(
                slide_puzzle.SIZE, slide_puzzle.EXIT, tuple(_slider(one) for one in slide_puzzle.sliders(p.pieces))
            )
        case "code":
            return maps.Code(p.level, p.pieces, tuple(_guess(p, guess) for guess in p.tried))
        case "image":
            return maps.Swap(p.level, p.other_level, tuple(int(piece) for piece in p.pieces), picture)
        case "tower":
            pegs = tuple(tuple(int(disc) for disc in peg) for peg in p.pieces)
            return maps.Tower(pegs, len(tower_puzzle.DISCS), tower_puzzle.GOAL)


def note(p: Puzzle) -> str:
    """How deep it is, where that is known; and where a deeper one was asked for than there is."""
    if not p.fewest:
        return ""
    best = f"At best it takes {some(p.fewest, 'step')} from its beginning."
    return f"{best} {p.level} were asked for; this is the deepest there is." if p.level > p.fewest else best


def _slider(one: slide_puzzle.Slider) -> maps.Slider:
    w, h = (one.length, 1) if one.across else (1, one.length)
    return maps.Slider(
        one.letter, slide_puzzle.named(one.letter), one.x, one.y, w, h, one.letter == slide_puzzle.MARKED
    )


def _guess(p: Puzzle, guess: str) -> maps.CodeTry:
    told = code_puzzle.answer_to(p, guess)
    return maps.CodeTry(tuple(int(number) for number in guess.split()), told.right, told.near)


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
    told = code_puzzle.answer_to(puzzle, guess)
    return f"{code_puzzle.named(puzzle, guess)}: {told.right} right, {told.near} elsewhere"
