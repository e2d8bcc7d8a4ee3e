"""Where a text may be cut into parts that are said one by one: parts and what stands between them, in turn."""

from __future__ import annotations

import re
from collections.abc import Callable

Cut = Callable[[str], list[str]]


def _by(pattern: str) -> Cut:
    """Cut a text at what the pattern finds; the separators have no words."""
    separator = re.compile(f"({pattern})")
    return lambda text: [part for part in separator.split(text) if part]


def _first(pattern: str) -> Cut:
    """Cut a text where the pattern is found first: what follows may be a whole that has the same in it."""
    separator = re.compile(f"({pattern})")
    return lambda text: [part for part in separator.split(text, maxsplit=1) if part]


def _last(pattern: str) -> Cut:
    """Cut a text where the pattern is found last: what stands before it may be a name that has the same in it."""
    separator = re.compile(f"(.*)({pattern})(.*)", re.DOTALL)
    return lambda text: list(found.groups()) if (found := separator.fullmatch(text)) else [text]


LINES = _by(r"\s*\n\s*")
FULL_STOPS = _by(r"(?<=[.!?…])[\"'”’)]*\s+")
SENTENCES = _by(r"(?<=[.!?…>:])[\"'”’)]*\s+")
DOTS = _by(r" [·–|/-] ")
LABEL = _first(r": ")
TAIL = _last(r": ")
COLON = _by(r": ")
STOP = _by(r"[.!?…:]+$")
SEMICOLONS = _by(r"; ")
TAGS = _by(r"</?[a-z]+>|\{action\}\s*")
BRACKETS = _by(r"\s*[(\[“”)\]]\s*")
COMMAS = _by(r", |/")
SUMS = _by(r" [+−×=] ")
NUMBERS = _by(r"[+−-]?\d+(?:\.\d+)?%?\s|\s[+−×x-]?\d+(?:\.\d+)?%?(?![\w.])")
CUTS: tuple[Cut, ...] = (LINES, DOTS, LABEL, TAIL, COLON, STOP, SEMICOLONS, TAGS, BRACKETS, COMMAS, SUMS, NUMBERS)
LISTS: tuple[Cut, ...] = (COMMAS, NUMBERS, BRACKETS)
"""These may cut a sentence in two that is none of ours: all parts must be known."""
