"""What the page sends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.tables.hall import Which


@dataclass(frozen=True, slots=True)
class NewTable:
    """Only a game: its sample. Else what its setup is made of."""

    game: str
    seats: int | None = None  # how many; None: as many as before, or as the sample
    names: tuple[str, ...] = ()  # of the seats in their order, "" = none
    choices: Mapping[str, Any] = field(default_factory=dict)
    after: str = ""  # the table whose evening goes on


@dataclass(frozen=True, slots=True)
class Answering:
    prompt: str
    values: tuple[str, ...]
    id: str  # made by the page; the same id twice changes nothing


@dataclass(frozen=True, slots=True)
class Settle:
    reading: str
    prompt: str
    values: tuple[str, ...]
    id: str = ""


@dataclass(frozen=True, slots=True)
class Decide:
    """Which of two readers is right."""

    reading: str
    which: Which
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dismiss:
    reading: str


@dataclass(frozen=True, slots=True)
class Virtual:
    prompt: str
    id: str


@dataclass(frozen=True, slots=True)
class Undoing:
    to: int


@dataclass(frozen=True, slots=True)
class Amend:
    seq: int
    values: tuple[str, ...] | None
    dry: bool = False


@dataclass(frozen=True, slots=True)
class Demoing:
    throw: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Framed:
    corners: tuple[tuple[float, float], ...]  # px of the camera's picture; () = forget them


@dataclass(frozen=True, slots=True)
class Unseat:
    seat: str


@dataclass(frozen=True, slots=True)
class Join:
    token: str
