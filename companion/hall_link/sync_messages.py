"""What the machine of a table and its hall say to each other: one request, one answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from companion.schema import EventCount, HallEvent
from companion.sessions import ReplicationMark, ShippedTable

Hits: TypeAlias = Annotated[Mapping[str, EventCount], Field(max_length=20)]


@dataclass(frozen=True, slots=True)
class SyncRequest:
    """What a table's machine tells the hall."""

    parts: tuple[ShippedTable, ...] = ()
    hits: Hits = field(default_factory=dict)  # number of an event of many tables -> what this one has done
    report: Mapping[str, Any] = field(
        default_factory=dict
    )  # how it is: a `Report`, or what keeps nothing else from coming in
    gone: tuple[str, ...] = ()  # tables of which the hall has a copy, and that house has none
    lit: str | None = None  # the table under the lamp, "" = none is; None: it is not told


@dataclass(frozen=True, slots=True)
class SyncResponse:
    """What the hall answers: how far its copy goes."""

    marks: Mapping[str, ReplicationMark] = field(default_factory=dict)
    event: HallEvent | None = None  # of many tables, with what the hall knows of this one's part
    wish: str = ""  # of the staff: "helped" = somebody is there

    @property
    def counted(self) -> tuple[int, EventCount] | None:
        """The newest event, and what the hall knows of this table's part."""
        return (self.event.id, self.event.own) if self.event is not None else None
