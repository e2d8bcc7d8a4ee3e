"""Measurements at one moment, from which `conditions.py` derives problems."""

from __future__ import annotations

from dataclasses import dataclass

from companion.presentation.responses import ReaderSummary
from companion.schema import Words


@dataclass(frozen=True, slots=True)
class BackupState:
    """State of the backups."""

    trouble: Words = ""  # why the last one could not be made, "" = it could
    at: float = 0.0  # s, Unix, of the newest; 0 without one
    behind: float = 0.0  # s by which the log is newer than it, where backups are made at all


@dataclass(frozen=True, slots=True)
class HealthInputs:
    """Inputs of the health checks. Defaults mean healthy."""

    connected: bool = True  # to the broker
    is_refused: bool = False  # by the broker: it does not know this name or this password
    senses: tuple[ReaderSummary, ...] = ()  # the readers; no camera where all is given by hand
    met: frozenset[str] = frozenset()  # readers that were there once since the start
    batteries: tuple[tuple[Words, int], ...] = ()  # title of a reader and percent
    growing: tuple[tuple[Words, int], ...] = ()  # title of a reader and its unsent readings, which get more
    free: int = 1 << 40  # bytes on the disk of the data folder
    unwritten: str = ""  # why nothing can be written there, "" = it can
    stuck: str = ""  # a table, the database or the page that hangs; "" for none
    shut: tuple[str, ...] = ()  # tables that cannot be opened
    stumbled: tuple[Words, ...] = ()  # tables at which a rule raised, by the title of their game
    rooms: int = 32  # streams that phones may still open
    unheard: int = 0  # readings that could not be committed and were dropped
    is_crowded: bool = False  # more reader names came than a table can have
    jumped: float = 0.0  # s, by which the clock was set
    memory: int = 0  # bytes, resident
    memory_before: int = 0  # bytes, after the warm-up; 0 before
    is_old: bool = False  # another version is installed, and needs a restart
    heat: float = 0.0  # degrees Celsius of the processor, 0 = unknown
    is_weak: bool = False  # the supply gave too little voltage since the start
    backups: BackupState = BackupState()
