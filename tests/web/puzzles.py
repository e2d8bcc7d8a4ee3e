"""Puzzles to look at, as a table would send them."""

from __future__ import annotations

from dataclasses import replace

from companion.presentation.responses import PromptView, Snapshot
from companion.schema import ChoosePrompt, Heading, Option
from companion.schema.maps import Code, CodeTry, Puzzle, Slide, Slider, Swap, Tower
from tests.web.samples import EMPTY

# Records fill their lines: one argument a line would be three times as long.
# fmt: off
SLIDE = Slide(6, 2,
    (
        Slider("A", "block A", 3, 1, 1, 2), Slider("B", "block B", 0, 4, 3, 1),
        Slider("X", "the marked block", 0, 2, 2, 1, marked=True)
    )
)
SLIDES = ("A:-1", "A:1", "A:2", "A:3", "B:1", "B:2", "B:3", "X:1")
CODE = Code(3, ("star", "moon", "sun", "key"), (CodeTry((1, 1, 2), 1, 0), CodeTry((1, 3, 3), 1, 1)))
SWAP = Swap(2, 2, (2, 1, 0, 3))
TOWER = Tower(((8, 7, 2), (6, 5), (4, 3, 1)), 8, 2)


def attempt(figure: Slide | Code | Swap | Tower, moves: tuple[str, ...], least: int = 1) -> Snapshot:
    """Ann at a puzzle with three steps left."""
    beside = ChoosePrompt("1", "Ann: 3 steps left",
        (Option("clue", "+1 step for a clue"), Option("hold", "Leave it for now")), rule="MOM-CLUE-3", id="p9.0")
    options = tuple(Option(move) for move in moves)
    on_it = ChoosePrompt("1", "Ann: one step of the puzzle", options, least=least, most=least, at="puzzle", id="p9.1")
    puzzle = Puzzle("The cellar door", "Free the marked block.", figure, 3, 1, 6, "At best it takes 3 steps.")
    return replace(EMPTY, now=beside.title, first=True,
        asked=tuple(PromptView(prompt, "Ann", True) for prompt in (beside, on_it)),
        view=(Heading("Investigators · Round 4", "The lighthouse"), puzzle))


PUZZLES = {
    "puzzle-slide": attempt(SLIDE, SLIDES),
    "puzzle-code": attempt(CODE, ("1", "1", "1", "2", "2", "2", "3", "3", "3", "4", "4", "4"), least=3),
    "puzzle-image": attempt(SWAP, ("0-1", "0-2", "1-3", "2-3")),
    "puzzle-tower": attempt(TOWER, ("0-1", "2-0", "2-1")),
}
