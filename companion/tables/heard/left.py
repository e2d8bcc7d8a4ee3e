"""What is left of a reading once people have told of some of its things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.tables.table import Table
from companion.tables.trail import givens
from companion.wire.prompt import Answer, Faces
from companion.wire.reading import Reading, Seen


def left_to_tell(table: Table[Any, Any], reading: Reading) -> Reading:
    """What people have not told of it yet, by the log; the reading itself where they told nothing."""
    left = reading
    for given in givens(table.trail.answers):
        if given.answer.reading == left.id and not _is_read(given.answer):
            left = left_after(left, given.answer.values)
    return left


def left_after(reading: Reading, values: Faces) -> Reading:
    """Without the things that a person told to be `values`; it has an id of its own."""
    return replace(reading, id=f"{reading.id}+", objects=left_of(reading.objects, values))


def left_of(objects: Sequence[Seen], values: Faces) -> tuple[Seen, ...]:
    """Without the things that were told to be `values`: those read so, or that might be, or the least sure."""
    left = list(objects)
    for value in values:
        if left:
            left.remove(min(left, key=lambda o: (o.value != value, value not in dict(o.alternatives), o.conf)))
    return tuple(left)


def _is_read(answer: Answer) -> bool:
    """Whether it was sure without anybody."""
    return answer.id.partition(":")[0] == answer.reading
