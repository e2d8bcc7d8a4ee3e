"""Records of a hall: the staff's page and the summary of an evening that players take home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.presentation.responses.table import SharedEvent
from companion.schema import Words

State: TypeAlias = Literal["help", "wrong", "dark", "playing", "quiet", "away", "over", "free"]
"""help: somebody there asked for it · wrong: something needs a person · dark: nobody serves it, or its machine is not heard ·
quiet: nothing was answered for a while · away: it has gone to a machine of its own, which has told nothing yet ·
over: its game has ended · free: no game lies there.
"""


@dataclass(frozen=True, slots=True)
class HallTable:
    """One table. No name of a person and nothing that lies on it."""

    name: str
    state: State
    plays: Literal["here", "there"]  # served by the hall's workers, or by a machine of its own
    address: str  # of its page; "" = it has none in the hall
    game: Words
    where: Words  # the round, the phase
    seats: int
    answers: int
    pages: int  # that are open
    since: float  # s, Unix: of its call, its newest answer where it is quiet, or when it, or who served it, was heard where it is dark; else 0
    wrong: tuple[Words, ...] = ()


@dataclass(frozen=True, slots=True)
class HallFigures:
    """All of them together."""

    tables: int
    playing: int  # where a game lies that goes on, as far as is known
    calls: int  # of tables that asked for somebody
    people: int  # at those
    answers: int  # given in the games that go on
    workers: int
    games: tuple[tuple[Words, int], ...] = ()  # how many of those play each, the most first


@dataclass(frozen=True, slots=True)
class StaffPage:
    assets: str
    figures: HallFigures
    event: SharedEvent | None  # the newest of many tables; None: there was none yet
    tables: tuple[HallTable, ...]  # those that need somebody first


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """What anybody in the room could have seen: no name, nothing that lay hidden."""

    game: Words
    where: Words  # the round or phase in which it stands, "" = it is told nowhere
    over: Words  # how it ended, "" = it goes on
    people: int
    answers: int
    dice: int  # thrown on the table; of what lay there already none is counted again
    drawn: int  # tokens and cards
    taken_back: int
    began: float  # s, Unix
    ended: float  # s, Unix: the newest answer
