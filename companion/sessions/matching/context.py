"""The course of a table as it stands when a reading comes: what counts, what was heard, what is asked about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from companion.schema.prompt import HOUSE, Faces, Prompt
from companion.schema.reading import Reading
from companion.schema.tags import Tags
from companion.sessions import virtual_rolls
from companion.sessions.history import givens
from companion.sessions.matching.conflict import ReadingConflict
from companion.sessions.matching.draw import CountedDraw, is_since, sure_of
from companion.sessions.matching.tag_names import with_names
from companion.sessions.store.entry import AnswerGiven, LogEntry


@dataclass(frozen=True, slots=True)
class MatchContext:
    """What a table knows when a reading comes."""

    answers: Sequence[LogEntry[Any]]  # that count
    open: Sequence[Prompt]
    heard: Sequence[Reading]  # the newest before it, the oldest first, with the ids of their tags
    asked: Sequence[ReadingConflict]  # that nobody has decided
    tags: Tags
    seconds: Mapping[str, str]  # of those: a second look -> the reading that told of the same before

    @property
    def draws(self) -> list[CountedDraw]:
        """The oldest first; what chance or a finger gave is none."""
        return list(self.newest)[::-1]

    @property
    def newest(self) -> Iterator[CountedDraw]:
        """The newest first: whoever comes late tells of one of the last, and an evening has hundreds."""
        settled = {reading.id: reading.expect for reading in self.heard}
        for entry in reversed(self.answers):
            one = entry.what
            if (
                isinstance(one, AnswerGiven)
                and one.answer.reading
                and one.answer.source != virtual_rolls.SOURCE
                and one.prompt.of
            ):
                yield CountedDraw(entry.seq, one, settled.get(one.answer.whole_reading, ""))

    def after(self, draw: CountedDraw) -> int:
        """How many answers of people came after it."""
        later = takewhile(lambda entry: entry.seq > draw.seq, reversed(self.answers))
        return sum(one.prompt.seat != HOUSE for one in givens(later))

    def has_told(self, source: str, draw: CountedDraw) -> bool:
        """Whether a reader has told of such things since the draw was asked for: then it is not late any more.

        What it told late of another draw does not count.
        """
        mine = [r for r in self.heard if r.source == source and is_since(r, draw)]
        rests_on = draw.given.answer.reading
        return any(
            sure_of(draw.prompt, self._with_names(r)) for r in mine if self.seconds.get(r.id, rests_on) == rests_on
        )

    def first(self, draw: CountedDraw) -> Reading | None:
        """The reading that a draw rests on; None where it is too long ago."""
        name = draw.given.answer.whole_reading
        found = next((reading for reading in self.heard if reading.id == name), None)
        return self._with_names(found) if found is not None else None

    def _with_names(self, reading: Reading) -> Reading:
        return with_names(reading, self.tags)


def lies_there(source: str, course: MatchContext) -> Faces:
    """What others told just now: a reader that has not may see it lie beside what is asked next."""
    last = next(course.newest, None)
    if last is None or last.source == source or course.after(last) or course.has_told(source, last):
        return ()
    return last.values
