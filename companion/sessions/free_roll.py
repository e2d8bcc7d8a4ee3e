"""The free roll: whatever lies on the tray is named and, where faces are numbers, summed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion import games
from companion.engine.answer_check import named
from companion.schema.reading import UNKNOWN, SeenObject

NUMBERED = frozenset({"d4", "d6", "d8", "d10", "d12", "d20"})  # kinds whose faces are counted up, beside those of games


@dataclass(frozen=True, slots=True)
class FaceCount:
    """Like faces, counted."""

    kind: str
    value: str
    count: int


@dataclass(frozen=True, slots=True)
class FreeRoll:
    heaps: tuple[FaceCount, ...]
    total: int | None  # of the number faces; None where there is none
    unread: int  # objects without a value; strangers are no dice and count as well
    words: str


def free_roll(objects: Sequence[SeenObject]) -> FreeRoll:
    """Name and sum what lies there.

    >>> free_roll([SeenObject("d6", "2", 1.0), SeenObject("d6", "5", 1.0)]).words
    '2 and 5: 7'
    """
    read = [o for o in objects if o.value is not None and o.kind != UNKNOWN]
    heaps = tuple(
        FaceCount(kind, value, n) for (kind, value), n in Counter((o.kind, o.value or "") for o in read).items()
    )
    numbers = [int(o.value) for o in read if _is_counted(o.kind) and o.value is not None and o.value.isdecimal()]
    total = sum(numbers) if numbers else None
    unread = len(objects) - len(read)
    return FreeRoll(heaps, total, unread, _sentence(read, total, unread))


def _sentence(read: Sequence[SeenObject], total: int | None, unread: int) -> str:
    names = [_name(o) for o in sorted(read, key=lambda o: (o.kind, o.value or ""))]
    if not names:
        return f"Nothing is read, {unread} not recognised." if unread else "Nothing is read."
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    summed = f"{listed}: {total}" if total is not None and len(names) > 1 else listed
    return f"{summed}, {unread} not recognised" if unread else summed


def _is_counted(kind: str) -> bool:
    brought = games.kinds().get(kind)
    return kind in NUMBERED or (brought is not None and brought.is_counted)


def _name(seen: SeenObject) -> str:
    return named(seen.value or "")
