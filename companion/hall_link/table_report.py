"""How a table is, for the people who look after many: enough to see who plays, who waits and who is in trouble.

No name of a person is in it and nothing of what lies on the table: the staff of a hall is a stranger to those who play.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from companion.errors import CodecError
from companion.presentation import alarms_of, is_of_people, newest_first, seats
from companion.schema import WORDS, from_json
from companion.sessions import LogEntry, TableSnapshot
from companion.table_runtime import TableRuntime

ANSWERED = "answered"
UNREAD = "What this table tells of itself cannot be read here: perhaps another version runs there."
NOTHING: Mapping[str, Any] = {"game": "", "where": "", "over": "", "seats": 0, "answers": 0, "doubt": False}

Line: TypeAlias = Annotated[str, WORDS, Field(max_length=500)]
Lines: TypeAlias = Annotated[tuple[Line, ...], Field(max_length=100)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000_000)]
Moment: TypeAlias = Annotated[float, Field(ge=0, le=1e11, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class TableReport:
    """How a table is, as the staff is told. A machine that is not ours may have made it: it is no larger than a card can show."""

    game: Line = ""
    where: Line = ""  # the round, the phase
    over: Line = ""  # how it ended
    seats: Number = 0
    answers: Number = 0
    doubt: bool = False
    games: Number = 0  # that are open
    help: Moment = 0.0  # s, Unix: since when somebody is called for; 0 = nobody is
    pages: Number = 0  # that are open
    stumbled: Lines = ()  # games whose rules have broken off
    wrong: Lines = ()  # sentences about whatever runs it
    answered: Moment = 0.0  # s, Unix


def read_report(told: object) -> TableReport:
    """What was told or kept; of what is no report, that.

    >>> read_report({"game": "Pips", "seats": 4}).seats, read_report({"seats": "four"}).wrong == (UNREAD,)
    (4, True)
    """
    try:
        return from_json(TableReport, told)
    except CodecError:
        return TableReport(wrong=(UNREAD,))


def report_of(lamp: TableRuntime, called: float, wrong: Sequence[str] = ()) -> Mapping[str, Any]:
    """`called`: since when somebody is called for, s, Unix, 0 = nobody is; `wrong`: sentences about whatever runs this table. JSON."""
    lit = lamp.sessions.lit
    alarms = tuple(alarm.text for alarm in alarms_of(lamp.reader_states(), frozenset()))
    return {
        **(of_game(lamp.sessions.snapshot(lit)) if lit else NOTHING),
        "games": len(lamp.sessions.ids()),
        "help": called,
        "pages": lamp.broadcaster.streams,
        "stumbled": list(lamp.sessions.titles_with_rule_errors()),
        "wrong": [*wrong, *alarms],
    }


def with_answered(report: Mapping[str, Any], before: Mapping[str, Any], now: float) -> Mapping[str, Any]:
    """And when the table was answered last, s, Unix: as told before, where nothing was answered since.

    >>> with_answered({"answers": 3}, {"answers": 3, "answered": 7.0}, 9.0), with_answered({"answers": 4}, {"answers": 3}, 9.0)
    ({'answers': 3, 'answered': 7.0}, {'answers': 4, 'answered': 9.0})
    """
    same = (report.get("game"), report.get("answers")) == (before.get("game"), before.get("answers"))
    return {**report, ANSWERED: before.get(ANSWERED, now) if same else now}


class AnswerCounter:
    """How many answers people gave, without what the app drew for itself in secret. Safe for threads.

    A table is counted whole once, and from then on only what came since: what counts before an entry never changes while that
    entry counts.
    """

    def __init__(self, most: int) -> None:
        """`most`: entries up to which it remembers the count."""
        self._most = most
        self._counts: OrderedDict[tuple[str, int], tuple[LogEntry[Any], int]] = OrderedDict()
        self._lock = threading.Lock()

    def count(self, picture: TableSnapshot) -> int:
        """Of all that counts now."""
        answers = 0
        for entry in newest_first(picture):
            known = self._known(picture, entry)
            if known is not None:
                answers += known
                break
            answers += is_of_people(entry)
        self._remember(picture, answers)
        return answers

    def _known(self, picture: TableSnapshot, entry: LogEntry[Any]) -> int | None:
        with self._lock:
            before, answers = self._counts.get((picture.id, entry.seq), (None, 0))
        return answers if before is entry else None

    def _remember(self, picture: TableSnapshot, answers: int) -> None:
        newest = picture.moments[-1].entry
        place = picture.id, newest.seq
        with self._lock:
            self._counts[place] = newest, answers
            self._counts.move_to_end(place)
            while len(self._counts) > self._most:
                self._counts.popitem(last=False)


_ANSWERS = AnswerCounter(512)
"""Of the tables of a worker: each for some of the entries at which it was told of."""


def of_game(picture: TableSnapshot) -> Mapping[str, Any]:
    """The game under the lamp."""
    return {
        "game": picture.game.title,
        "where": picture.game.where(picture.state) if picture.game.where is not None else "",
        "over": picture.over,
        "seats": len(seats(picture)),
        "answers": _ANSWERS.count(picture),
        "doubt": picture.doubt is not None or bool(picture.both),
    }
