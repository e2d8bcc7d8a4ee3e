"""Keep what a person has still to decide: a doubtful reading, and what two readers told differently."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from companion.sessions.matching import AmbiguousReading, ReadingConflict, UnmatchedReading, again, second, to_stored
from companion.sessions.readings.interpretation import (
    course_of,
)
from companion.sessions.session import TableSession
from companion.sessions.store import EventLog
from companion.sessions.table import is_own
from companion.sessions.tag_book import TagBook


class PendingDecisions:
    """Keeps it, on the disk too: what was not decided is asked again after a restart."""

    def __init__(self, log: EventLog, tags: TagBook) -> None:
        self._log, self._tags = log, tags

    def set_doubt(self, seated: TableSession, doubt: AmbiguousReading | None) -> None:
        """Another doubt, or none: the readings of the old one wait no more."""
        waiting = seated.doubt.readings if seated.doubt is not None else frozenset[str]()
        for reading in waiting - (doubt.readings if doubt is not None else frozenset[str]()):
            self._log.settle_reading(reading, seated.name)
        if doubt is not None:
            self._log.save_doubt(doubt.reading.whole, to_stored(doubt), seated.name)
        seated.doubt = doubt

    def drop_closed_prompts(self, seated: TableSession) -> None:
        """What is in doubt is not meant for a prompt that is no longer open; where it is meant for none, it is no doubt.

        Nor where it may be out of the hand of somebody who has answered: the others are not asked about it.
        """
        doubt, open_now = seated.doubt, {prompt.id for prompt in seated.table.open}
        if doubt is None or open_now >= {prompt.id for prompt in doubt.prompts}:
            return
        left = tuple(prompt for prompt in doubt.prompts if prompt.id in open_now)
        is_hidden = any(is_own(prompt) for prompt in doubt.prompts)
        self.set_doubt(seated, replace(doubt, prompts=left) if left and not is_hidden else None)

    def reevaluate_conflicts(self, seated: TableSession) -> None:
        """What counts was taken back, amended or taught: what two readers told differently may be one now."""
        left = []
        for both in seated.both:
            found = again(both, course_of(seated, self._tags.now, both.reading.id))
            if found is None:
                self._decided(seated, both)
            else:
                left.append(found)
        seated.both = tuple(left)

    def close_conflicts(self, seated: TableSession, decided: Sequence[ReadingConflict]) -> None:
        """These are not asked about any more."""
        for both in decided:
            self._decided(seated, both)
        seated.both = tuple(both for both in seated.both if both not in decided)

    def _decided(self, seated: TableSession, both: ReadingConflict) -> None:
        """What lies there is known, whoever was right."""
        self._log.settle_reading(both.reading.id, seated.name)
        if seated.rest is not None and seated.rest.reading.id == both.reading.id:
            seated.rest = replace(seated.rest, taken=True)

    def record_second_reading(self, seated: TableSession, both: ReadingConflict) -> None:
        """It was in doubt, and what another reader told answered: it waits as a second look at that."""
        doubt, of = seated.doubt, both.draw.given.answer.reading
        self._log.mark_second_reading(both.reading.id, of, seated.name)
        if doubt is not None and both.reading.id in doubt.readings:
            for reading in doubt.readings - {both.reading.id}:
                self._log.settle_reading(reading, seated.name)
            seated.doubt = None
        seated.seconds[both.reading.id] = of
        seated.both = (*seated.both, both)

    def resolve_next(self, seated: TableSession, answered: Collection[str]) -> None:
        """What might have answered this was asked about: the other reader has told of it now, the same or something else."""
        for both in seated.both:
            if both.next is None or both.next.prompt not in answered:
                continue
            course = course_of(seated, self._tags.now, both.reading.id)
            found = second(both.reading, UnmatchedReading(both.reading), replace(course, asked=()))
            if isinstance(found, ReadingConflict):
                seated.both = tuple(found if one is both else one for one in seated.both)
            else:
                self.close_conflicts(seated, [both])
