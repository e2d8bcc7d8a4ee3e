"""The page of evenings as files: what can be kept, and what became of a file that was brought."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema.translatable import Words


@dataclass(frozen=True, slots=True)
class Keepable:
    """A table that can be kept as a file."""

    table: str
    game: str
    title: Words
    where: Words  # "Round 2 · Mythos", or how it ended
    seats: tuple[Words, ...]
    over: bool = False
    why: Words = ""  # why this device cannot have it, "" = it can


@dataclass(frozen=True, slots=True)
class PutAway:
    """A table that lies on no shelf, and is kept."""

    table: str
    title: Words  # of its game
    began: float  # s, Unix


@dataclass(frozen=True, slots=True)
class RecordsPage:
    assets: str
    tables: tuple[Keepable, ...]
    away: tuple[PutAway, ...] = ()  # the newest first


@dataclass(frozen=True, slots=True)
class Brought:
    """A file became this table."""

    table: str
    title: Words
    here: bool  # it was on the shelf already, entry by entry
    answers: int
    notes: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class Way:
    """To a file that was asked for."""

    path: str  # URL path, open once
    name: str  # of the file
    bytes: int
