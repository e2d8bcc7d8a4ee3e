"""The event of many tables as it travels between a table and its hall, and as the table keeps it in its data folder."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

from companion.errors import CodecError
from companion.schema.codec import from_json
from companion.schema.prompt import Words

MOST_COUNT = 1_000_000
MOST_VERSION = 2**31 - 1  # of PostgreSQL's integer, as the number of an event is one


@dataclass(frozen=True, slots=True)
class EventCount:
    """What one table has done."""

    total: int = 0
    version: int = 0  # 0 = nothing yet

    @property
    def can_be(self) -> bool:
        """Whether any table has ever done so much."""
        return 0 <= self.total <= MOST_COUNT and 0 <= self.version <= MOST_VERSION


@dataclass(frozen=True, slots=True)
class HallEvent:
    """As everybody may see it."""

    id: int
    title: Words  # as the staff has typed it
    goal: int
    total: int  # of all tables, as far as the hall has heard of them
    is_over: bool
    own: EventCount = EventCount()  # of the table that asks, as far as the hall has heard


@dataclass(frozen=True, slots=True)
class SharedEventState:
    """What a table knows of an event of many."""

    of: int = 0  # the event that its own count is of, 0 = none
    own: EventCount = field(default_factory=EventCount)
    event: HallEvent | None = None  # as the hall has told it last; None: there is none, or nobody has told of it yet

    @property
    def lasting(self) -> SharedEventState:
        """Without what the others add from second to second."""
        return replace(self, event=self.event and replace(self.event, total=0, own=EventCount()))


def part_in(content: str | bytes) -> SharedEventState:
    """What such a file holds.

    >>> part_in("{").of, part_in('{"of": 7, "own": {"total": 3, "version": 2}}').own.total
    (0, 3)
    """
    try:
        return from_json(SharedEventState, json.loads(content))
    except (ValueError, CodecError):
        return SharedEventState()


def is_newer(content: bytes, there: bytes) -> bool:
    """Whether a file of this content has more to say than one of that.

    >>> is_newer(b'{"of": 7, "own": {"version": 2}}', b'{"of": 7, "own": {"version": 1}}'), is_newer(b"", b"")
    (True, False)
    """
    told, known = part_in(content), part_in(there)
    return (told.of, told.own.version) > (known.of, known.own.version)
