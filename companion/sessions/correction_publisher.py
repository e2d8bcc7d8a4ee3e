"""What is learned from answers, beside the game: the tag book what a tag is, the readers what a thing was that they were not sure of.

It is taken back and amended with its answer. A reading of another house, under what came as a file, teaches nothing here,
and takes nothing back: its id may be that of a reading of ours. Under the table's lock.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.schema.prompt import Answer, Faces
from companion.sessions.corrections import ReadingCorrection, correction_of, corrections_of_amendment, readings_of
from companion.sessions.log_writer import LogWriter
from companion.sessions.matching.candidates import objects_for
from companion.sessions.matching.outcome import AmbiguousReading
from companion.sessions.matching.tag_names import stands_for, taught
from companion.sessions.session import TableSession
from companion.sessions.store.entry import AnswerGiven
from companion.sessions.tags.book import TagBook, TagBookError


class CorrectionPublisher:
    """Tells the tag book, and whoever listens for fixes."""

    def __init__(self, tags: TagBook, writer: LogWriter) -> None:
        self._tags, self._writer = tags, writer
        self._learners: list[Callable[[ReadingCorrection], None]] = []

    def listen(self, fixed: Callable[[ReadingCorrection], None]) -> None:
        """`fixed(fix)` is called when people have said what a reading's objects show, and when they took that back."""
        self._learners.append(fixed)

    def settled(self, seated: TableSession, doubt: AmbiguousReading, told: Answer) -> None:
        """A person said what a doubtful reading shows; who says which token an untaught tag is has taught it."""
        if doubt.reading.id in seated.foreign:
            return
        self._fixed(seated, doubt.reading.id, correction_of(doubt, told.values))
        prompt = next(p for p in doubt.prompts if p.id == told.prompt)
        for tag, meaning in taught(doubt, prompt, told.values):
            self._in_book(seated, partial(self._tags.teach, tag, meaning, doubt.reading.id))

    def amended(self, seated: TableSession, was: AnswerGiven | None, values: Faces) -> None:
        """An answer was another one, or none; those that are gone with it taught nothing either."""
        self.take_back(seated, was.answer.reading if was is not None else "")
        if was is None or was.answer.reading in seated.foreign:
            return
        rest = seated.rest
        if rest is not None and rest.reading.id == was.answer.reading:
            objects = objects_for(was.prompt, rest.reading)
            self._fixed(
                seated, rest.reading.id, corrections_of_amendment(rest.reading, objects, was.answer.values, values)
            )
        self._renamed(seated, was, values)

    def take_back(self, seated: TableSession, changed: str = "") -> None:
        """What was said in answers that count no more; `changed`: a reading of which something else is said."""
        given = readings_of([m.entry for m in seated.table.moments])
        gone = readings_of(seated.table.log) - given - seated.foreign
        self._in_book(seated, lambda: self._tags.take_back(gone))
        counting = given - {changed}
        for reading in [known for known in seated.fixes if known not in counting]:
            self._fixed(seated, reading, ReadingCorrection(seated.fixes[reading]))
            del seated.fixes[reading]

    def _fixed(self, seated: TableSession, reading: str, fix: ReadingCorrection | None) -> None:
        if fix is not None:
            seated.fixes[reading] = fix.picture
            for fixed in self._learners:
                fixed(fix)

    def _renamed(self, seated: TableSession, was: AnswerGiven, values: Faces) -> None:
        """What an answer taught about its tag was wrong with it."""
        tags = self._tags.taught_by(was.answer.reading)
        for tag in tags:
            if len(tags) == len(values) == 1:
                other = stands_for(was.prompt, values[0])
                self._in_book(seated, partial(self._tags.teach, tag, other, was.answer.reading))
            else:
                self._in_book(seated, partial(self._tags.forget, tag))

    def _in_book(self, seated: TableSession, do: Callable[[], object]) -> None:
        """Something about tags beside an answer, which counts all the same where the book cannot be kept."""
        try:
            do()
        except TagBookError as error:
            self._writer.notice(seated, "info", str(error))
