"""The page of a house whose database is damaged: what is wrong, and what there is to go on with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.schema import Words

Mend: TypeAlias = Literal["saved", "backup", "afresh"]


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table as it would be then."""

    table: str
    title: Words  # of its game
    entries: int
    at: float  # s, Unix; when the last of them was written
    lost: int  # entries after them that cannot be used


@dataclass(frozen=True, slots=True)
class SavedBackup:
    """A backup that was looked through and is whole."""

    name: str
    at: float  # s, Unix; when it was made
    tables: tuple[SavedTable, ...]


@dataclass(frozen=True, slots=True)
class RecoveryPage:
    assets: str
    faults: tuple[Words, ...]
    saved: tuple[SavedTable, ...]  # what could be read of the damaged file; for who may choose alone, as the backups
    backups: tuple[SavedBackup, ...]  # the newest first
    advice: Mend  # which of them holds most
    may: bool  # whether this device may choose
    of_then: bool  # the file cannot tell who is let in: with a backup those are that were then
    done: bool = False  # it was chosen, and the house starts
