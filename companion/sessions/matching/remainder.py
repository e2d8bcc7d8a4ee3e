"""What is left of a reading once people have told of some of its things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.schema.prompt import Faces
from companion.schema.reading import Reading, SeenObject
from companion.sessions.matching.outcome import AmbiguousReading
from companion.sessions.matching.stored_doubt import StoredDoubt
from companion.sessions.store.entry import AnswerGiven


def left_after(doubt: AmbiguousReading | StoredDoubt, values: Faces) -> Reading:
    """Return the rest of a doubtful reading, without the things that a person told to be `values`; it has an id of its own."""
    reading = doubt.reading
    objects = _without(reading.objects, _told_of(doubt.objects, values))
    return replace(reading, id=f"{reading.id}+", part_of=reading.whole, objects=objects)


def is_told(given: AnswerGiven, reading: str) -> bool:
    """Whether a person said what that reading shows."""
    return given.answer.reading == reading and given.answer.decided


def left_of(objects: Sequence[SeenObject], values: Faces) -> tuple[SeenObject, ...]:
    """Without the things that `values` may be of: those read so, or that might be, or the least sure."""
    left = list(objects)
    for value in values:
        if left:
            left.remove(min(left, key=lambda o: (o.value != value, value not in dict(o.alternatives), o.conf)))
    return tuple(left)


def _told_of(asked: Sequence[SeenObject], values: Faces) -> tuple[SeenObject, ...]:
    """Which of the things that were asked about the values are of: all, unless more lay there than were wanted."""
    others = list(left_of(asked, values))
    return tuple(_without(asked, others)) if others else tuple(asked)


def _without(objects: Sequence[SeenObject], told: Sequence[SeenObject]) -> tuple[SeenObject, ...]:
    """A thing lies where it was seen; a tag lies nowhere, and is known by what it says."""
    left = list(objects)
    for one in told:
        if left:
            left.remove(min(left, key=lambda o: (_place(o) != _place(one), o.value != one.value, o.conf)))
    return tuple(left)


def _place(seen: SeenObject) -> tuple[object, ...]:
    return (seen.kind, seen.box)
