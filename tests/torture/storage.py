"""The database of the rules and the outboxes of the readers, with commit points around each write."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeAlias

from sqlalchemy import event

from companion.errors import StoreError
from companion.messaging import Outbox
from companion.schema import Ack, Reading
from companion.sessions import LogRow, SqlEventLog
from companion.sessions.store.errors import GONE
from tests.torture.machine import DeathPlan

RULES = "rules"
Going: TypeAlias = Literal["", "before", "after"]
"""When a database goes away: before or after it has done its next commit."""


class DyingLog(SqlEventLog):
    """A log whose process may die before, inside and after every transaction."""

    def __init__(self, path: Path, clock: Callable[[], float], deaths: DeathPlan) -> None:
        super().__init__(f"sqlite:///{path}", clock)
        self.writes = 0  # transactions that were committed
        self.refuses = False  # it takes nothing
        self.is_gone = False  # it does not answer
        self.goes: Going = ""
        self._deaths = deaths
        engine = self.database.engine
        event.listen(engine, "before_cursor_execute", self._statement)
        event.listen(engine, "commit", self._commit)
        event.listen(engine, "checkout", self._at_hand)
        event.listen(engine, "engine_connect", self._reached)

    @contextmanager
    def changing(self, table: str) -> Iterator[int | None]:
        with super().changing(table) as stored:
            yield stored
        self._committed("after its commit")

    def open(self, table: str, game: str, rows: Sequence[LogRow] = (), rev: int = 0, *, aside: bool = False) -> None:
        super().open(table, game, rows, rev, aside=aside)
        self._committed("after it opened a table")

    def _at_hand(self, connection: Any, record: Any, _proxy: Any) -> None:
        """Refuse writes, as on a read-only disk."""
        if record.info.get("refuses", False) != self.refuses:
            connection.execute(f"PRAGMA query_only={int(self.refuses)}")
            record.info["refuses"] = self.refuses

    def _committed(self, where: str) -> None:
        self.writes += 1
        self._deaths.at(RULES, where)

    def _statement(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith(("SELECT", "PRAGMA")):
            self._deaths.at(RULES, "inside its transaction")

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Let an observer read, whatever the simulated database does."""
        gone, self.is_gone = self.is_gone, False
        try:
            yield
        finally:
            self.is_gone = gone

    @property
    def fails(self) -> bool:
        """Return whether the database fails."""
        return self.refuses or self.is_gone

    def _reached(self, _connection: Any) -> None:
        if self.is_gone:
            raise StoreError(GONE)

    def _commit(self, connection: Any) -> None:
        """Lose the database during a commit. It is committed or not, and the caller does not learn which."""
        self._deaths.at(RULES, "before its commit")
        if self.goes:
            is_committed, self.is_gone, self.goes = self.goes == "after", True, ""
            if is_committed:
                connection.connection.dbapi_connection.commit()
                self.writes += 1
            raise StoreError(GONE)


class DyingOutbox(Outbox):
    """An outbox whose process may die before and after each write."""

    def __init__(self, path: Path, epoch: Callable[[], str], who: str, deaths: DeathPlan) -> None:
        super().__init__(path, epoch)
        self.kept: list[Reading] = []  # since anybody looked last
        self.forgotten: list[Ack] = []  # since anybody looked last
        self._who, self._deaths = who, deaths

    def put(self, reading: Reading, mark: str = "") -> Reading:
        self._deaths.at(self._who, "before it keeps a reading")
        numbered = super().put(reading, mark)
        self.kept.append(numbered)
        self._deaths.at(self._who, "after it kept a reading")
        return numbered

    def acknowledge(self, ack: Ack) -> int:
        self._deaths.at(self._who, "before it forgets")
        forgotten = super().acknowledge(ack)
        if forgotten:
            self.forgotten.append(ack)
        self._deaths.at(self._who, "after it forgot")
        return forgotten
