"""The page of how the house is: what is wrong, what to do, since when, and a few figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.schema import Words


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """One thing that is wrong."""

    code: str
    severity: Literal["grave", "look", "hint"]
    sentence: Words
    remedy: Words
    about: Words  # "Tray camera"; "" = the house
    since: float  # s, Unix


@dataclass(frozen=True, slots=True)
class HealthFigures:
    """What there is of everything."""

    began: float  # s, Unix
    tables: int  # that are open
    away: int  # that were put away
    free: int  # bytes on the disk
    log: int  # bytes of the database, 0 = it lies elsewhere
    memory: int  # bytes
    pages: int  # that are open
    most_pages: int
    backup_at: float  # s, Unix, of the newest; 0 = there is none
    version: str  # "0.1.0", and no number of a language


@dataclass(frozen=True, slots=True)
class HealthPage:
    """All of it, at every change."""

    id: str  # "boot-version"
    assets: str
    well: bool  # nothing is wrong that a person should look after
    wrong: tuple[ProblemLine, ...]  # the gravest first
    figures: HealthFigures
    broker: Words  # which one runs, and what may be relied on
