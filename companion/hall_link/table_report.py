"""The state of a table for the staff: who plays, who waits and what is wrong.

It has no names of players and nothing that is on the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator, Field

from companion.errors import CodecError
from companion.i18n import _
from companion.presentation import alarms_of, is_of_people, newest_first, seats
from companion.schema import Words, from_json, to_json
from companion.sessions import LogEntry, TableSnapshot
from companion.table_runtime import TableRuntime

ANSWERED_KEY = "answered"
COUNT_KEY = "counted"
MOST_UNSETTLED = 32
"""entries that are recounted each time: an undo seldom goes further back"""
UNREAD = _("What this table tells of itself cannot be read here: perhaps another version runs there.")
NOTHING: Mapping[str, Any] = {"game": "", "where": "", "over": "", "seats": 0, "answers": 0, "doubt": False}

MOST_LETTERS, MOST_JSON = 500, 2000  # letters of one line, and bytes of the whole JSON


def _require_short(words: Words) -> Words:
    """Return the words. Raises ValueError for text that no card could show."""
    if len(str(words)) > MOST_LETTERS or len(str(to_json(words))) > MOST_JSON:
        raise ValueError("too long")
    return words


Line: TypeAlias = Annotated[Words, AfterValidator(_require_short)]
Lines: TypeAlias = Annotated[tuple[Line, ...], Field(max_length=100)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000_000)]
Moment: TypeAlias = Annotated[float, Field(ge=0, le=1e11, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class TableReport:
    """The report to the staff. Another machine may have made it, so sizes are limited."""

    game: Line = ""
    where: Line = ""  # the round, the phase
    over: Line = ""  # how it ended
    seats: Number = 0
    answers: Number = 0
    doubt: bool = False
    games: Number = 0  # that are open
    help: Moment = 0.0  # s, Unix, of the call. 0 = no call
    pages: Number = 0  # that are open
    stumbled: Lines = ()  # games whose rules have broken off
    wrong: Lines = ()  # sentences about whatever runs it
    answered: Moment = 0.0  # s, Unix


def read_report(content: object) -> TableReport:
    """Parse a report. Return a report with UNREAD where that fails.

    >>> read_report({"game": "Pips", "seats": 4}).seats, read_report({"seats": "four"}).wrong == (UNREAD,)
    (4, True)
    """
    try:
        return from_json(TableReport, content)
    except CodecError:
        return TableReport(wrong=(UNREAD,))


def report_of(
    table: TableRuntime, called_at: float, before: Mapping[str, Any], sentences: Sequence[Words] = ()
) -> Mapping[str, Any]:
    """Return how a table is, as JSON.

    `called_at` is in s, Unix, 0 = no call. `before` is the previous report, {} = none. `sentences` say what is wrong with
    the machine.
    """
    lit = table.sessions.lit
    alarms = tuple(alarm.text for alarm in alarms_of(table.reader_states.summaries(), frozenset()))
    report: Mapping[str, Any] = to_json(
        {
            **(game_report(table.sessions.snapshot(lit), before.get(COUNT_KEY)) if lit else NOTHING),
            "games": len(table.sessions.ids()),
            "help": called_at,
            "pages": table.broadcaster.streams,
            "stumbled": list(table.sessions.tables.titles_with_rule_errors()),
            "wrong": [*sentences, *alarms],
        }
    )
    return report


def with_answered(report: Mapping[str, Any], before: Mapping[str, Any], now: float) -> Mapping[str, Any]:
    """Add the time of the last answer, s, Unix: the previous time if the number did not change.

    >>> with_answered({"answers": 3}, {"answers": 3, "answered": 7.0}, 9.0)
    {'answers': 3, 'answered': 7.0}
    >>> with_answered({"answers": 4}, {"answers": 3}, 9.0)
    {'answers': 4, 'answered': 9.0}
    """
    is_same = (report.get("game"), report.get("answers")) == (before.get("game"), before.get("answers"))
    return {**report, ANSWERED_KEY: before.get(ANSWERED_KEY, now) if is_same else now}


@dataclass(frozen=True, slots=True)
class AnswerCount:
    """How many answers people gave at a table, up to and including an entry."""

    table: str = ""
    seq: int = 0  # of the entry
    answers: int = 0


def count_answers(picture: TableSnapshot, before: AnswerCount) -> tuple[int, AnswerCount]:
    """Return the number of answers by people that are in force, and the place to continue counting.

    Draws that the app made in secret do not count. Counts up to an entry stay valid while that entry is in force.
    If `before` is of another table, or its entry was undone, all entries are counted.
    """
    since: list[LogEntry[Any]] = []
    known = AnswerCount(picture.id)
    for entry in newest_first(picture):
        if (picture.id, entry.seq) == (before.table, before.seq):
            known = before
            break
        since.append(entry)
    newest, settled = since[:MOST_UNSETTLED], since[MOST_UNSETTLED:]
    if settled:
        known = AnswerCount(picture.id, settled[0].seq, known.answers + sum(map(is_of_people, settled)))
    return known.answers + sum(map(is_of_people, newest)), known


def _read_count(before: object) -> AnswerCount:
    """Parse a stored count. Start from nothing if another version wrote it: then all answers are counted."""
    try:
        return from_json(AnswerCount, before or {})
    except CodecError:
        return AnswerCount()


def game_report(picture: TableSnapshot, before: object = None) -> Mapping[str, Any]:
    """Return the part of a report about the game. `before` is the count in the previous report."""
    answers, counted = count_answers(picture, _read_count(before))
    return {
        "game": picture.game.title,
        "where": picture.game.where(picture.state) if picture.game.where is not None else "",
        "over": picture.over,
        "seats": len(seats(picture)),
        "answers": answers,
        COUNT_KEY: to_json(counted),
        "doubt": picture.doubt is not None or bool(picture.both),
    }
