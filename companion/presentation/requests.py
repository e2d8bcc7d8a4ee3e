"""Records that the page sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from companion.sessions import Source, Which

MOST_ID = 160  # letters, as in an archived table
Id: TypeAlias = Annotated[str, Field(max_length=MOST_ID, pattern="^[ -~]*$")]
"""Made by the page: the same id twice changes nothing. It is stored permanently, so it is short and ASCII."""


@dataclass(frozen=True, slots=True)
class NewTableRequest:
    """Open a table with the game's sample, or with choices."""

    game: str
    seats: int | None = None  # None: as many as before, or as the sample
    names: tuple[str, ...] = ()  # of the seats in order, "" = none
    choices: Mapping[str, Any] = field(default_factory=dict)
    after: str = ""  # the ended table to continue
    id: Id = ""


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """Answer a prompt."""

    prompt: str
    values: tuple[str, ...]
    id: Id


@dataclass(frozen=True, slots=True)
class SettleRequest:
    """Settle a doubt with an answer."""

    reading: str
    prompt: str
    values: tuple[str, ...]
    id: Id = ""


@dataclass(frozen=True, slots=True)
class DecideRequest:
    """Decide which of two readers is right."""

    reading: str
    which: Which
    values: tuple[str, ...] = ()
    seen: int | None = None  # as in `UndoRequest`
    id: Id = ""


@dataclass(frozen=True, slots=True)
class DismissRequest:
    """Dismiss a doubt."""

    reading: str


@dataclass(frozen=True, slots=True)
class VirtualRollRequest:
    """Roll virtually for a prompt."""

    prompt: str
    id: Id


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """Undo to an earlier entry."""

    to: int
    seen: int | None = None  # the newest entry that the page showed; None: do not check
    id: Id = ""


@dataclass(frozen=True, slots=True)
class RedoRequest:
    """Redo an undone part."""

    undone: int  # the undo's entry
    id: Id = ""


@dataclass(frozen=True, slots=True)
class KeepThrowRequest:
    """Keep the things of a retracted answer, or throw again."""

    prompt: str
    aside: str  # id of the answer they were given with, "" = throw again
    id: Id


@dataclass(frozen=True, slots=True)
class NameRequest:
    """Name a moment or a device."""

    name: str


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """Download the table as a file."""

    hidden: bool = False  # confirms that the file contains hidden information


@dataclass(frozen=True, slots=True)
class AmendRequest:
    """Amend an earlier answer, or only preview it."""

    seq: int
    values: tuple[str, ...] | None
    dry: bool = False
    seen: int | None = None  # as in `UndoRequest`
    id: Id = ""


@dataclass(frozen=True, slots=True)
class DemoRequest:
    """Start a demo throw or lay a demo tag."""

    throw: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class TrayCornersRequest:
    """Set the corners of the tray."""

    corners: tuple[tuple[float, float], ...]  # px of the camera's picture; () = forget them


@dataclass(frozen=True, slots=True)
class CallStaffRequest:
    """Call the staff, or cancel the call."""

    on: bool


@dataclass(frozen=True, slots=True)
class BeginEventRequest:
    """Begin an event of many tables."""

    title: str
    goal: int


@dataclass(frozen=True, slots=True)
class CountRequest:
    """Set a table's count in an event of many tables."""

    event: int
    total: int
    version: int


@dataclass(frozen=True, slots=True)
class ChooseSourceRequest:
    """Choose the source of answers for seats."""

    seats: tuple[str, ...]
    source: Source
    kind: str = ""  # of the things, "" = all


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """Invite a device to a seat of a table or as its display, or send the devices of a seat away."""

    seat: str


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """Join with an invitation."""

    token: str


@dataclass(frozen=True, slots=True)
class InviteDeviceRequest:
    """Invite a device to a role in the installation."""

    role: Literal["table", "keeper", "wall"]
