"""Check the databases after a run: each reading counted once, and nothing else did."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, select

from companion import games
from companion.messaging.table_publisher import all_plain
from companion.presentation import state_of
from companion.schema import HOUSE, Reading, from_json, to_json
from companion.sessions import (
    AnswerGiven,
    GameTable,
    LogEntry,
    LogRow,
    TableSession,
    boards,
    entries,
    is_again,
    question_of,
    snapshot_of,
    to_entry,
)
from companion.sessions.store.schema import inbox

OWN = frozenset({"rev", "alarms", "view", "cut"})
"""Fields of the public state that depend on more than the log."""


@dataclass(frozen=True, slots=True)
class Kept:
    """State of an outbox."""

    epoch: str
    seq: int  # of the newest reading
    waiting: int

    @classmethod
    def of(cls, path: Path) -> Kept:
        with sqlite3.connect(path, timeout=20) as there:
            epoch, seq = there.execute("SELECT epoch, seq FROM book").fetchone()
            (waiting,) = there.execute("SELECT count(*) FROM waiting").fetchone()
        there.close()
        return cls(epoch, seq, waiting)


class Truth:
    """Read the event log and the inbox."""

    def __init__(self, url: str) -> None:
        self._engine: Engine = create_engine(url, pool_pre_ping=True)

    def close(self) -> None:
        self._engine.dispose()

    def tables(self) -> tuple[str, ...]:
        with self._engine.connect() as there:
            return tuple(there.scalars(select(boards.c.table_id).order_by(boards.c.opened_at)))

    def lit_table(self) -> str:
        """The lit table, "" = none."""
        with self._engine.connect() as there:
            return there.scalar(select(boards.c.table_id).where(boards.c.lit)) or ""

    def log(self, table: str) -> list[LogEntry[Any]]:
        """Raises AssertionError if an entry is missing."""
        query = select(entries).where(entries.c.table_id == table).order_by(entries.c.seq)
        with self._engine.connect() as there:
            rows = [LogRow(r.seq, r.kind, r.name, r.data, r.by, r.rest, r.v) for r in there.execute(query)]
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1)), f"a gap in the log of {table}"
        return [to_entry(games.find("lanterns"), row) for row in rows]

    def table(self, table: str) -> GameTable[Any, Any]:
        """The table rebuilt from the log alone."""
        return GameTable(games.find("lanterns"), self.log(table))

    def public_state(self, table: str) -> dict[str, Any]:
        """Return the public state that follows from the log."""
        picture = snapshot_of(TableSession(table, self.table(table)), "left")
        told: dict[str, Any] = all_plain(to_json(state_of(picture, 0, (), "en"), str))
        return without_own(told)

    def readings(self) -> list[tuple[str, str, int, str]]:
        """Source, epoch, seq and id of the readings in the inbox."""
        with self._engine.connect() as there:
            columns = (inbox.c.source, inbox.c.epoch, inbox.c.seq, inbox.c.id)
            return [(row.source, row.epoch, row.seq, row.id) for row in there.execute(select(*columns))]

    def readings_of(self, table: str) -> list[Reading]:
        """Return the committed readings of a table in order, with questions without the table."""
        query = select(inbox.c.data).where(inbox.c.table_id == table).order_by(inbox.c.place)
        with self._engine.connect() as there:
            return [from_json(Reading, data) for data in there.scalars(query)]

    def faults(self, source: str, outbox: Path, ids: Sequence[str]) -> list[str]:
        """Return all faults as sentences. `ids` are those of readings that the reader stored."""
        readings = self.readings()
        found = list(find_lost(source, Kept.of(outbox), readings))
        names = {name for *_, name in readings}
        found += [
            f"the reading {name} was kept by its reader and is not in the inbox" for name in ids if name not in names
        ]
        sure = frozenset(ids)
        for table in self.tables():
            log = self.log(table)
            found += find_doubled(table, log)
            found += (f"{table}: {wrong}" for wrong in find_wasted(log, self.readings_of(table), sure))
        return found


def without_own(state: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a public state that the log determines."""
    return {name: value for name, value in state.items() if name not in OWN | {"v"}}


def find_lost(source: str, kept: Kept, heard: Iterable[tuple[str, str, int, str]]) -> Iterator[str]:
    """Yield readings that are missing in the inbox, doubled, or still in the outbox."""
    came = sorted(seq for by, epoch, seq, _ in heard if (by, epoch) == (source, kept.epoch))
    if came != list(range(1, kept.seq + 1)):
        missing = sorted(set(range(1, kept.seq + 1)) - set(came))
        yield f"{source} has kept {kept.seq} readings; the inbox lacks {missing[:5]} and has {len(came)}"
    if kept.waiting:
        yield f"{source} still keeps {kept.waiting} readings that nobody takes"


def find_wasted(log: Iterable[LogEntry[Any]], came: Sequence[Reading], sure: Collection[str]) -> Iterator[str]:
    """Yield throws that should have counted. The first one for a question counts, later ones do not. `sure` has the
    ids without doubt.
    """
    for one in answers(log):
        question = question_of((one.prompt,))
        fit = (
            each.id
            for each in came
            if each.expect == question and {seen.kind for seen in each.objects} <= {*one.prompt.of}
        )
        first = next(fit, "")
        if one.answer.reading and first in sure and one.answer.reading != first:
            yield f"{one.prompt.id} is answered by {one.answer.reading}, and {first} came before"


def answers(log: Iterable[LogEntry[Any]]) -> list[AnswerGiven]:
    """Return answers of players and readers, without replayed ones."""
    given = [entry.what for entry in log if isinstance(entry.what, AnswerGiven)]
    return [one for one in given if not is_again(one.answer)]


def find_doubled(table: str, log: Iterable[LogEntry[Any]]) -> Iterator[str]:
    """Yield faults: a prompt with two answers, or an answer or reading for two prompts."""
    given = answers(log)
    for what, count in (
        ("prompt", Counter(one.prompt.id for one in given)),
        ("answer", Counter(one.answer.id for one in given)),
        (
            "reading",
            Counter(one.answer.reading for one in given if one.answer.reading and one.prompt.seat != HOUSE),
        ),
    ):
        yield from (f"{table}: the {what} {name} counts {times} times" for name, times in count.items() if times > 1)
