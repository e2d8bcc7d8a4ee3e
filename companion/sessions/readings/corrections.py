"""Learn from players: derive corrections of readings, and teach the tag book."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from companion.schema import Answer, Faces, Reading, SeenObject
from companion.sessions.matching import AmbiguousReading, meanings_taught, objects_for
from companion.sessions.registry import ReadingCorrection, SessionRegistry
from companion.sessions.session import TableSession
from companion.sessions.table import AnswerGiven, readings_of
from companion.sessions.tag_book import TagBook, TagBookError


def correction_of(doubt: AmbiguousReading, values: Faces) -> ReadingCorrection | None:
    """Return the correction of a settled doubt. None where values and objects cannot be paired."""
    if not doubt.is_placed(values) or not doubt.reading.picture:
        return None
    return ReadingCorrection(doubt.reading.picture, doubt.objects, values)


def corrections_of_amendment(
    reading: Reading, objects: Sequence[SeenObject], before: Faces, after: Faces
) -> ReadingCorrection | None:
    """Return the correction of one amended value. None where several values changed, or several objects were read alike."""
    removed, added = Counter(before) - Counter(after), Counter(after) - Counter(before)
    misread = [seen for seen in objects if [seen.value] == list(removed.elements())]
    if not reading.picture or len(list(added.elements())) != 1 or len(misread) != 1:
        return None
    return ReadingCorrection(reading.picture, tuple(misread), tuple(added))


class CorrectionPublisher:
    """Teach the tag book and notify the listeners, after the answer that corrects a reading is committed."""

    def __init__(self, shelf: SessionRegistry, tags: TagBook) -> None:
        self._shelf, self._tags = shelf, tags

    def publish_settled_doubt(self, seated: TableSession, doubt: AmbiguousReading, answer: Answer) -> None:
        """Publish what a person read from a doubtful reading. A token named for an untaught tag teaches the tag."""
        if doubt.reading.id in seated.foreign:
            return
        self._publish(seated, doubt.reading.id, correction_of(doubt, answer.values))
        prompt = next(p for p in doubt.prompts if p.id == answer.prompt)
        for tag, meaning in meanings_taught(doubt, prompt, answer.values):
            self._change_book_later(seated, partial(self._tags.assign, tag, meaning, doubt.reading.id))

    def publish_amendment(self, seated: TableSession, given: AnswerGiven | None, values: Faces) -> None:
        """Publish the change of an answer, and retract the corrections of answers that are gone."""
        self.retract(seated, given.answer.reading if given is not None else "")
        if given is None or given.answer.reading in seated.foreign:
            return
        rest = seated.rest
        if rest is not None and rest.reading.id == given.answer.reading:
            objects = objects_for(given.prompt, rest.reading)
            self._publish(
                seated, rest.reading.id, corrections_of_amendment(rest.reading, objects, given.answer.values, values)
            )
        self._correct_tag(seated, given, values)

    def retract(self, seated: TableSession, changed: str = "") -> None:
        """Withdraw what answers that are no longer in force taught; `changed`: a reading whose correction changed."""
        table = seated.table
        at_hand, counting = readings_of(table.log), readings_of(table.trail.in_force)
        gone = frozenset(filter(self._tags.taught_by, at_hand - counting - seated.foreign))
        if gone:
            gone -= readings_of(table.known.in_force)  # an earlier answer may rest on it and count
            self._change_book_later(seated, lambda: self._tags.retract(gone))
        for reading in [fixed for fixed in seated.fixes if fixed in at_hand and fixed not in counting - {changed}]:
            self._publish(seated, reading, ReadingCorrection(seated.fixes[reading]))
            del seated.fixes[reading]

    def _publish(self, seated: TableSession, reading: str, fix: ReadingCorrection | None) -> None:
        if fix is not None:
            seated.fixes[reading] = fix.picture
            seated.afterwards.append(partial(self._shelf.notify_correction, fix))

    def _correct_tag(self, seated: TableSession, given: AnswerGiven, values: Faces) -> None:
        """Correct the tag that an amended answer taught."""
        tags = self._tags.taught_by(given.answer.reading)
        for tag in tags:
            if len(tags) == len(values) == 1:
                other = given.prompt.tag_meaning(values[0])
                self._change_book_later(seated, partial(self._tags.assign, tag, other, given.answer.reading))
            else:
                self._change_book_later(seated, partial(self._tags.unassign, tag))

    def _change_book_later(self, seated: TableSession, do: Callable[[], object]) -> None:
        """Change the tag book after the answer is committed."""
        seated.afterwards.append(partial(self._change_book, seated, do))

    def _change_book(self, seated: TableSession, do: Callable[[], object]) -> None:
        """Keep the answer even where the tag book cannot be written."""
        try:
            do()
        except TagBookError as error:
            self._shelf.writer.set_notice(seated, "info", error.sentence)
