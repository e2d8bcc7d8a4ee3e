"""The page of evenings as files: what can be kept, and what became of a file that was brought."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema import Words


@dataclass(frozen=True, slots=True)
class ExportableTable:
    """A table that can be kept as a file."""

    table: str
    game: str
    title: Words
    where: Words  # "Round 2 · Mythos", or how it ended
    seats: tuple[Words, ...]
    over: bool = False
    why: Words = ""  # why this device cannot have it, "" = it can


@dataclass(frozen=True, slots=True)
class ArchivedTable:
    """A table that lies on no shelf, and is kept."""

    table: str
    title: Words  # of its game
    began: float  # s, Unix


@dataclass(frozen=True, slots=True)
class ArchivePage:
    assets: str
    tables: tuple[ExportableTable, ...]
    away: tuple[ArchivedTable, ...] = ()  # the newest first


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """A file became this table."""

    table: str
    title: Words
    here: bool  # it was on the shelf already, entry by entry
    answers: int
    notes: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class DownloadTicket:
    """To a file that was asked for."""

    path: str  # URL path, open once
    name: str  # of the file
    bytes: int
