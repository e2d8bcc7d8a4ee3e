"""What people said of a reading that was not sure, or wrong: the readers may learn from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.schema.prompt import Faces
from companion.schema.reading import Reading, SeenObject
from companion.sessions.matching.outcome import AmbiguousReading
from companion.sessions.store.entry import AnswerGiven, LogEntry


@dataclass(frozen=True, slots=True)
class ReadingCorrection:
    """The objects of one reading and what they show; without values, what was said is taken back."""

    picture: str  # of the reading
    objects: tuple[SeenObject, ...] = ()
    values: Faces = ()


def correction_of(doubt: AmbiguousReading, values: Faces) -> ReadingCorrection | None:
    """What a person said of the doubtful objects; None where it is not clear which object each value is of."""
    if not doubt.is_placed(values) or not doubt.reading.picture:
        return None
    return ReadingCorrection(doubt.reading.picture, doubt.objects, values)


def corrections_of_amendment(
    reading: Reading, objects: Sequence[SeenObject], before: Faces, after: Faces
) -> ReadingCorrection | None:
    """One of the values was another one; None where more was changed, or where several objects were read like it."""
    was, becomes = Counter(before) - Counter(after), Counter(after) - Counter(before)
    wrong = [seen for seen in objects if [seen.value] == list(was.elements())]
    if not reading.picture or len(list(becomes.elements())) != 1 or len(wrong) != 1:
        return None
    return ReadingCorrection(reading.picture, tuple(wrong), tuple(becomes))


def readings_of(entries: Sequence[LogEntry[Any]]) -> frozenset[str]:
    """The readings that answers among these entries rest on."""
    return frozenset(
        e.what.answer.reading for e in entries if isinstance(e.what, AnswerGiven) and e.what.answer.reading
    )
