"""What the page sends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NewTable:
    game: str


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
class Join:
    token: str
