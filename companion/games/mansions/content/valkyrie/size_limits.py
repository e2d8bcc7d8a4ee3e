"""Limits of a community scenario, so that a small machine reads, checks and opens it quickly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.errors import ContentError
from companion.games.mansions.content.valkyrie.section import Section, stated_buttons

Tables: TypeAlias = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """How large a scenario may be. The comments give the largest real ones."""

    sections: int  # 850
    words: int  # keys, names, buttons, operations and comparisons of all sections; 10 000
    texts: int  # in all languages; 5 000
    letters: int  # of sections and texts in all languages; 900 000
    text_letters: int  # of one text; 3 000


FOR_NEW = SizeLimits(sections=5_000, words=30_000, texts=40_000, letters=4_000_000, text_letters=20_000)
FOR_IMPORTED = SizeLimits(sections=20_000, words=100_000, texts=40_000, letters=8_000_000, text_letters=8_000_000)
"""For an imported evening, which may have begun under larger limits. It is not checked by the linter again."""
MOST_LINES = 120_000  # of all files, before they are read; real ones have 12 000
DROP_LANGUAGES = "take languages out that you do not need"
DROP_EVENTS = "take events out that nothing leads to"


def check_size(sections: Tables, texts: Tables, name: str = "", limits: SizeLimits = FOR_NEW) -> None:
    """Raise ContentError with the exceeded limit if a scenario is too large."""
    tables = (*sections.values(), *texts.values())
    _check_limit(name, len(sections), limits.sections, "sections", DROP_EVENTS)
    _check_limit(name, sum(map(_count_words, sections.values())), limits.words, "words in its sections", DROP_EVENTS)
    _check_limit(name, sum(map(len, texts.values())), limits.texts, "texts in all its languages", DROP_LANGUAGES)
    letters = sum(map(_count_letters, tables))
    _check_limit(name, letters, limits.letters, "letters in all its languages", DROP_LANGUAGES)
    texts_by_key = (item for table in tables for item in table.items())
    key, longest = max(texts_by_key, key=lambda item: len(item[1]), default=("", ""))
    text_name = f"{key[:80]} of {name or 'the scenario'}"
    _check_limit(text_name, len(longest), limits.text_letters, "letters", "make it shorter")


def check_lines(name: str, texts: Iterable[bytes]) -> None:
    """Raise ContentError for too many lines, before files are split into lines."""
    lines = sum(text.count(b"\n") + text.count(b"\r") for text in texts)
    _check_limit(name, lines, MOST_LINES, "lines in its texts", DROP_LANGUAGES)


def _check_limit(name: str, number: int, most: int, what: str, remedy: str) -> None:
    if number > most:
        raise ContentError(f"{name or 'The scenario'} has {number} {what}, at most {most} are read: {remedy}.")


def _count_words(values: Mapping[str, str]) -> int:
    """Count words and buttons, which may be stated by a number alone."""
    return len(values) + sum(len(value.split()) for value in values.values()) + stated_buttons(Section("", values, {}))


def _count_letters(table: Mapping[str, str]) -> int:
    return sum(len(key) + len(value) for key, value in table.items())
