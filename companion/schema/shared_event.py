"""An event of many tables: messages between table and hall, and the file in the table's data folder."""

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
    """Contribution of one table."""

    total: int = 0
    version: int = 0  # 0 = nothing yet

    @property
    def is_plausible(self) -> bool:
        """Return whether the numbers are plausible."""
        return 0 <= self.total <= MOST_COUNT and 0 <= self.version <= MOST_VERSION


@dataclass(frozen=True, slots=True)
class HallEvent:
    """The event as displays show it."""

    id: int
    title: Words  # as the staff has typed it
    goal: int
    total: int  # of all tables that have reported to the hall
    is_over: bool
    own: EventCount = EventCount()  # of the requesting table, as the hall has it


@dataclass(frozen=True, slots=True)
class SharedEventState:
    """State of a shared event at a table."""

    of: int = 0  # the event that its own count is of, 0 = none
    own: EventCount = field(default_factory=EventCount)
    event: HallEvent | None = None  # as the hall sent it last; None = no event, or no message yet

    @property
    def lasting(self) -> SharedEventState:
        """The state without what other tables add from second to second."""
        return replace(self, event=self.event and replace(self.event, total=0, own=EventCount()))


def parse_part(content: str | bytes) -> SharedEventState:
    """Parse the file.

    >>> parse_part("{").of, parse_part('{"of": 7, "own": {"total": 3, "version": 2}}').own.total
    (0, 3)
    """
    try:
        return from_json(SharedEventState, json.loads(content))
    except (ValueError, CodecError):
        return SharedEventState()


def is_newer(content: bytes, known_content: bytes) -> bool:
    """Return whether the first content is newer than the second.

    >>> is_newer(b'{"of": 7, "own": {"version": 2}}', b'{"of": 7, "own": {"version": 1}}'), is_newer(b"", b"")
    (True, False)
    """
    part, known = parse_part(content), parse_part(known_content)
    return (part.of, part.own.version) > (known.of, known.own.version)
