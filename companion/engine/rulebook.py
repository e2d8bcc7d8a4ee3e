"""The rules of a game as players look them up: every clause in our own words, by chapters, each with its name in the code.

A clause is named as its row in RULES.md, and as `Prompt.rule`, `Refusal.rule`, `Term.rule` and `Step.rule` name it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from companion.engine.content import load, record
from companion.engine.form_check import fault_at
from companion.errors import ContentError
from companion.i18n import Text, _, from_data, joined
from companion.schema import Words

RULEBOOK_FILE = "rules.toml"  # in the content folder of a game


@dataclass(frozen=True, slots=True)
class Note:
    """How an open point of a clause is played here, and where a table changes it."""

    id: str  # "AH-AMB-1"
    text: Words


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule, in a sentence or two, as a player would want to read it."""

    id: str  # "AH-ACT-FIGHT-4", "ST.3"
    title: Words  # what it is about, in a few words: it stands on a button
    text: Words
    see: tuple[str, ...] = ()  # clauses that belong to it
    words: Words = ""  # what else people look it up by, with commas between
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """Clauses about one thing, in the order in which they are read."""

    title: Words
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one game."""

    chapters: tuple[Chapter, ...]

    def clauses(self) -> Iterator[Clause]:
        """All of them, in their order."""
        for chapter in self.chapters:
            yield from chapter.clauses

    def clause(self, name: str) -> Clause | None:
        """Return the clause of that name, or the one with a note of that name."""
        return next(
            (clause for clause in self.clauses() if name in (clause.id, *(note.id for note in clause.notes))), None
        )


@cache
def load_rulebook(path: Path) -> Rulebook:
    """Load a rulebook. Raises ContentError naming the file and the place."""
    book = record(Rulebook, dict(load(path)), str(path))
    faults = tuple(_faults(book))
    if faults:
        raise ContentError(joined("\n", (fault_at(str(path), fault) for fault in faults)))
    return replace(book, chapters=tuple(map(_mark_chapter, book.chapters)))


def _mark_chapter(chapter: Chapter) -> Chapter:
    """With its words as text: they are read in each device's language."""
    return Chapter(from_data(str(chapter.title)), tuple(map(_mark_clause, chapter.clauses)))


def _mark_clause(clause: Clause) -> Clause:
    notes = tuple(replace(note, text=from_data(str(note.text))) for note in clause.notes)
    title, text, words = (from_data(str(words)) for words in (clause.title, clause.text, clause.words))
    return replace(clause, title=title, text=text, words=words, notes=notes)


def _faults(book: Rulebook) -> Iterator[Text]:
    names = [name for clause in book.clauses() for name in (clause.id, *(note.id for note in clause.notes))]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield _("{clause} stands there twice.", clause=name)
    ids = {clause.id for clause in book.clauses()}
    for clause in book.clauses():
        if not (clause.title and clause.text):
            yield _("{clause} needs a title and a text.", clause=clause.id)
        for other in clause.see:
            if other not in ids or other == clause.id:
                yield _("{clause}: there is no other clause {other} to see.", clause=clause.id, other=other)
