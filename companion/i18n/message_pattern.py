"""A sentence with holes: which texts it can have made, and what was put into its holes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

HOLE = re.compile(r"\{(\d+)\}")
WORD = re.compile(r"[^\W\d_]+")
WRITTEN = re.compile(r"\S")
BESIDE = re.compile(r"[^\W\d_]")  # a letter that touches a hole belongs to a word that nobody knows in full
MOST_SPLITS = 48  # tried of one text; beyond that the text is no sentence of this pattern
MOST_CUTS = 4_000  # of one text on the way there: a piece that stands in it often, before one that does not, would take for ever
LEAST_WRITTEN = 12  # letters of its own by which the beginning of what it makes is known
SMALL = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "by",
        "for",
        "from",
        "has",
        "have",
        "in",
        "is",
        "it",
        "not",
        "of",
        "on",
        "or",
        "the",
        "there",
        "to",
        "with",
        "you",
    ]
)
"""Words that stand in every text: what has nothing else is taken only where its holes are understood."""


@dataclass(frozen=True, slots=True)
class MessagePattern:
    """`pieces` are one more than `holes`: what is written before, between and behind them."""

    pieces: tuple[str, ...]
    holes: tuple[int, ...]
    words: tuple[str, ...]  # whole words of the pieces, small letters
    weight: int  # letters and other marks that are written

    @property
    def is_weak(self) -> bool:
        """Would it be found in texts that it never made?"""
        return all(word in SMALL or len(word) < 2 for word in self.words)

    def splits(self, text: str) -> Iterator[Mapping[int, str]]:
        """Every way in which it can have made the text, the shortest first holes first.

        >>> [dict(found) for found in pattern_of("{0} and {1}.").splits("a and b and c.")]
        [{0: 'a', 1: 'b and c'}, {0: 'a and b', 1: 'c'}]
        """
        first, last = self.pieces[0], self.pieces[-1]
        end = len(text) - len(last)
        if not text.startswith(first) or not text.endswith(last) or end < len(first):
            return
        cuts = iter(range(MOST_CUTS))
        for count, parts in enumerate(_filled(text, len(first), end, self.pieces[1:-1], cuts)):
            if count == MOST_SPLITS:
                return
            found = dict(zip(self.holes, parts, strict=True))
            if all(found[hole] == part for hole, part in zip(self.holes, parts, strict=True)):  # the same hole twice
                yield found

    def begun(self, text: str) -> Mapping[int, str] | None:
        """What stands in its first holes, where the text is a beginning of what it makes; None: it is none.

        >>> pattern_of("It is you. {0} says that it is {1}.").begun("It is you. Ann says th")
        {0: 'Ann'}
        >>> pattern_of("{0} inspects you, one after another.").begun("Somebody is breathing in")
        """
        found: dict[int, str] = {}
        if not text.startswith(self.pieces[0]):
            return found if self.pieces[0].startswith(text) else None
        at = len(self.pieces[0])
        for hole, piece in zip(self.holes, self.pieces[1:], strict=True):
            cut = text.find(piece, at)
            if cut < 0:
                cut = next((k for k in range(at, len(text)) if piece.startswith(text[k:])), -1)
                found[hole] = text[at:cut]
                written = len(text) - sum(map(len, found.values()))
                return found if cut >= 0 and written >= LEAST_WRITTEN else None
            found[hole], at = text[at:cut], cut + len(piece)
        return None


def pattern_of(msgid: str) -> MessagePattern:
    """The pattern of a sentence."""
    parts = HOLE.split(msgid)
    pieces = tuple(parts[::2])
    words = tuple(word.lower() for k, piece in enumerate(pieces) for word in _whole_words(piece, k, len(pieces)))
    return MessagePattern(pieces, tuple(map(int, parts[1::2])), words, len(WRITTEN.findall("".join(pieces))))


def _whole_words(piece: str, place: int, count: int) -> Iterator[str]:
    """The words of a piece that no hole touches."""
    for found in WORD.finditer(piece):
        touches = (found.start() == 0 and place > 0) or (found.end() == len(piece) and place < count - 1)
        if not touches:
            yield found[0]


def _filled(text: str, at: int, end: int, between: tuple[str, ...], left: Iterator[int]) -> Iterator[tuple[str, ...]]:
    """What stands from `at` to `end`, cut at these pieces in turn, while there are cuts left to try."""
    if not between:
        yield (text[at:end],)
        return
    piece = between[0]
    for cut in _cuts(text, at, end, piece):
        if next(left, None) is None:
            return
        for rest in _filled(text, cut + len(piece), end, between[1:], left):
            yield (text[at:cut], *rest)


def _cuts(text: str, at: int, end: int, piece: str) -> Iterator[int]:
    """Where the piece stands; two holes side by side may meet at the border of a word."""
    if not piece:
        yield from (k for k in range(at, end + 1) if k in (at, end) or text[k] in " ,:;.(" or text[k - 1] in " (")
        return
    cut = text.find(piece, at, end)
    while cut >= 0:
        yield cut
        cut = text.find(piece, cut + 1, end)
