"""A hidden row of symbols. The answer to a guess counts symbols in the right and in the wrong place.

`target` is the row as numbers from 1. `pieces` are the names of the symbols. `tried` holds guesses as numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.games.mansions.puzzles.puzzle import Move, Puzzle, numbers
from companion.i18n import N_, Text, _, from_data, joined, listed, ngettext
from companion.schema import Refusal

SHAPES = (
    *(N_("star"), N_("moon"), N_("sun"), N_("key"), N_("eye"), N_("hand")),
    *(N_("wave"), N_("tower"), N_("flame"), N_("leaf"), N_("bell"), N_("crown")),
)
COLOURS = (*(N_("red"), N_("blue"), N_("green"), N_("yellow")), *(N_("violet"), N_("white"), N_("black"), N_("orange")))
DIGITS = "digits"
MOST_SLOTS, MOST_SYMBOLS = 10, 12
MOST_GIVEN = 99  # of a number in a row that the scenario gives
ALPHABETS = {"symbol": SHAPES, "shape": SHAPES, "colour": COLOURS, "color": COLOURS, "element": COLOURS}


@dataclass(frozen=True, slots=True)
class GuessAnswer:
    """Answer to a guess."""

    right: int  # the right symbol in the right place
    near: int  # the right symbol in another place


def begin(level: int, symbols: int, solution: Iterable[str], alphabet: str, seed: int) -> Puzzle:
    """Begin a code of `level` places, or the row of the scenario. `alphabet` names the drawings of the symbols."""
    numbered = (int(word) for word in solution if word.isdecimal() and len(word) <= len(str(MOST_GIVEN)))
    given = tuple(str(number) for number in numbered if 1 <= number <= MOST_GIVEN)[:MOST_SLOTS]
    slots = len(given) or min(max(level, 1), MOST_SLOTS)
    many = max(2, min(max(symbols, 2), MOST_SYMBOLS), *(int(word) for word in given))
    row = numbers(seed)
    target = given or tuple(str(next(row) % many + 1) for _ in range(slots))
    return Puzzle(shape="code", level=slots, other_level=many, pieces=symbol_names(alphabet, many), target=target)


def symbol_names(alphabet: str, many: int) -> tuple[str, ...]:
    """Return the names of the symbols; digits for an unknown or too short alphabet.

    >>> symbol_names("symbol", 3), symbol_names("", 2)
    (('star', 'moon', 'sun'), ('1', '2'))
    """
    named = next((words for word, words in ALPHABETS.items() if word in alphabet.lower()), ())
    return named[:many] if many <= len(named) else tuple(str(n) for n in range(1, many + 1))


def answer_to(puzzle: Puzzle, guess: str) -> GuessAnswer:
    """How a guess compares with the hidden row.

    >>> answer_to(Puzzle("code", 3, 4, target=("1", "1", "2")), "1 2 1")
    GuessAnswer(right=1, near=2)
    """
    row = guess.split()
    right = sum(a == b for a, b in zip(row, puzzle.target, strict=True))
    return GuessAnswer(right, (Counter(row) & Counter(puzzle.target)).total() - right)


def guess_refused(puzzle: Puzzle, text: str) -> Refusal | None:
    """Return why a text cannot be a guess, or None."""
    words = _words(puzzle, text)
    strange = [word for word in words if _number(puzzle, word) is None]
    if strange:
        there = listed(map(from_data, puzzle.pieces), ", ")
        sentence = _("“{word}” is no symbol of this code; there are {symbols}.", word=strange[0], symbols=there)
        return Refusal("NO_SUCH_SYMBOL", sentence)
    if len(words) != puzzle.level:
        sentence = ngettext(
            "The code has {places} places, {n} were filled.",
            "The code has {places} places, {n} were filled.",
            len(words),
            places=puzzle.level,
        )
        return Refusal("WRONG_LENGTH", sentence)
    return None


def moves(puzzle: Puzzle) -> tuple[Move, ...]:  # noqa: ARG001  of every shape's form
    """Return no move: players guess."""
    return ()


def moved(puzzle: Puzzle, move: str) -> Puzzle:
    """Add a guess that `guess_refused` allows, in numbers or in names."""
    return replace(
        puzzle, tried=(*puzzle.tried, " ".join(_number(puzzle, word) or "" for word in _words(puzzle, move)))
    )


def guess_words(puzzle: Puzzle, guess: str) -> Text:
    """Return a guess in words: "star moon star"."""
    return joined(" ", (from_data(puzzle.pieces[int(number) - 1]) for number in guess.split()))


def solved(puzzle: Puzzle) -> bool:
    return bool(puzzle.tried) and puzzle.tried[-1] == " ".join(puzzle.target)


def _words(puzzle: Puzzle, text: str) -> list[str]:
    """Split a guess into symbols. Single digits may be written together: "1354"."""
    words = text.lower().replace(",", " ").split()
    close = len(words) == 1 and len(words[0]) > 1 and words[0].isdecimal() and puzzle.other_level <= 9
    return list(words[0]) if close else words


def _number(puzzle: Puzzle, word: str) -> str | None:
    if word in puzzle.pieces:
        return str(puzzle.pieces.index(word) + 1)
    return str(int(word)) if word.isascii() and word.isdecimal() and 1 <= int(word) <= puzzle.other_level else None
