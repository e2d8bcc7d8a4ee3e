"""What the page sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from companion.sessions import Source, Which

MOST_ID = 160  # letters, as many as an evening's file may have in one
Id: TypeAlias = Annotated[str, Field(max_length=MOST_ID, pattern="^[ -~]*$")]
"""Made by the page: the same twice changes nothing. It is kept for ever, so it is short, and of plain letters."""


@dataclass(frozen=True, slots=True)
class NewTableRequest:
    """Only a game: its sample. Else what its setup is made of."""

    game: str
    seats: int | None = None  # how many; None: as many as before, or as the sample
    names: tuple[str, ...] = ()  # of the seats in their order, "" = none
    choices: Mapping[str, Any] = field(default_factory=dict)
    after: str = ""  # the table whose evening goes on
    id: Id = ""


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    prompt: str
    values: tuple[str, ...]
    id: Id


@dataclass(frozen=True, slots=True)
class SettleRequest:
    reading: str
    prompt: str
    values: tuple[str, ...]
    id: Id = ""


@dataclass(frozen=True, slots=True)
class DecideRequest:
    """Which of two readers is right."""

    reading: str
    which: Which
    values: tuple[str, ...] = ()
    seen: int | None = None  # as of `UndoRequest`
    id: Id = ""


@dataclass(frozen=True, slots=True)
class DismissRequest:
    reading: str


@dataclass(frozen=True, slots=True)
class VirtualRollRequest:
    prompt: str
    id: Id


@dataclass(frozen=True, slots=True)
class UndoRequest:
    to: int
    seen: int | None = None  # the newest entry that the page showed; None: whatever was answered since
    id: Id = ""


@dataclass(frozen=True, slots=True)
class RedoRequest:
    undone: int  # the entry that took it back
    id: Id = ""


@dataclass(frozen=True, slots=True)
class KeepThrowRequest:
    """Things of an answer that was taken back: keep them, or throw again?"""

    prompt: str
    aside: str  # id of the answer they were given with, "" = throw again
    id: Id


@dataclass(frozen=True, slots=True)
class NameRequest:
    name: str


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """The table as a file."""

    hidden: bool = False  # whoever wants it knows that it holds what is hidden


@dataclass(frozen=True, slots=True)
class AmendRequest:
    seq: int
    values: tuple[str, ...] | None
    dry: bool = False
    seen: int | None = None  # as of `UndoRequest`
    id: Id = ""


@dataclass(frozen=True, slots=True)
class DemoRequest:
    throw: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class TrayCornersRequest:
    corners: tuple[tuple[float, float], ...]  # px of the camera's picture; () = forget them


@dataclass(frozen=True, slots=True)
class CallStaffRequest:
    """Somebody of the hall's staff is to come, or need not any more."""

    on: bool


@dataclass(frozen=True, slots=True)
class BeginEventRequest:
    """An event of many tables."""

    title: str
    goal: int


@dataclass(frozen=True, slots=True)
class CountRequest:
    """What a table has done in an event of many tables."""

    event: int
    total: int
    version: int


@dataclass(frozen=True, slots=True)
class ChooseSourceRequest:
    """What seats answer with from now on."""

    seats: tuple[str, ...]
    source: Source
    kind: str = ""  # of the things it is for, "" = all


@dataclass(frozen=True, slots=True)
class InviteSeatRequest:
    """A device for a seat of a table, or a wall for it."""

    seat: str


@dataclass(frozen=True, slots=True)
class UnseatRequest:
    seat: str


@dataclass(frozen=True, slots=True)
class JoinRequest:
    token: str


@dataclass(frozen=True, slots=True)
class InviteDeviceRequest:
    """A device for the whole house."""

    role: Literal["table", "keeper", "wall"]


@dataclass(frozen=True, slots=True)
class NameDeviceRequest:
    """What people call a device."""

    name: str
