"""Records of a hall: the staff's page, and the summary of a table that players take home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.presentation.responses.table import SharedEvent
from companion.schema import Words

State: TypeAlias = Literal["help", "wrong", "dark", "playing", "quiet", "away", "over", "free"]
"""help: called for staff · wrong: needs a person · dark: not served, or its machine is silent ·
quiet: no answer for a while · away: moved to a machine of its own, which has not reported yet ·
over: its game ended · free: no game.
"""


@dataclass(frozen=True, slots=True)
class HallTable:
    """One table, without people's names and without its game's contents."""

    name: str
    state: State
    plays: Literal["here", "there"]  # served by workers, or by a machine of its own
    address: str  # URL of its page; "" = only at its own machine
    game: Words
    where: Words  # round and phase
    seats: int
    answers: int
    pages: int  # open pages
    since: float  # s, Unix: of its call; if quiet, of its newest answer; if dark, of the last sign of life; else 0
    wrong: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class HallFigures:
    """Totals of all tables."""

    tables: int
    playing: int  # tables with a running game, if known
    calls: int  # tables that called for staff
    people: int  # at tables with a running game
    answers: int  # in running games
    workers: int
    games: tuple[tuple[Words, int], ...] = ()  # tables per game, most first


@dataclass(frozen=True, slots=True)
class StaffPage:
    """The page of a hall's staff."""

    assets: str
    figures: HallFigures
    event: SharedEvent | None  # the newest; None: there never was one
    tables: tuple[HallTable, ...]  # those that need staff first


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """Public facts of a table's game: no names, no hidden information."""

    game: Words
    where: Words  # round or phase, "" = not displayed
    over: Words  # how it ended, "" = running
    people: int
    answers: int
    dice: int  # thrown on the table; rerolled dice that stayed are not counted again
    drawn: int  # tokens and cards
    taken_back: int
    began: float  # s, Unix
    ended: float  # s, Unix; the newest answer
