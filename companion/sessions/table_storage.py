"""Load, put away, import and export whole tables, and follow what other processes store."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any

from companion.engine import GameSetup
from companion.errors import DamagedDatabaseError, LamplightError, StaleError, StoreError
from companion.i18n import _
from companion.schema import HOUSE, Words
from companion.sessions.readings import PendingDecisions, ReadingRecovery
from companion.sessions.registry import SessionRegistry, UnknownTableError
from companion.sessions.session import HEARD, TableSession, TableSnapshot, snapshot_of
from companion.sessions.store import (
    ReadOnlyTransactionError,
    ReceivedReading,
    StoredTable,
    TableArchive,
    TableRecord,
)
from companion.sessions.table import GameTable, is_same_entry, readings_of

logger = logging.getLogger(__name__)


class TableStorage:
    """The tables in the database, and which of them are open. Takes the lock of one table after the other."""

    def __init__(self, shelf: SessionRegistry, recovery: ReadingRecovery, undecided: PendingDecisions) -> None:
        self._shelf, self._recovery, self._undecided = shelf, recovery, undecided
        self._log, self._writer = shelf.log, shelf.writer
        self._archive = TableArchive(shelf.log.database, shelf.log.clock)

    @property
    def away(self) -> tuple[TableRecord, ...]:
        """The tables that were put away, the oldest first. Raises StoreError."""
        return self._log.tables_put_away()

    @property
    def away_count(self) -> int:
        """Number of tables that were put away, without a query."""
        return len(self._shelf.away)

    def find_unfinished(self, game: str, plays: Callable[[GameSetup], bool]) -> str:
        """Return a table of this game that is not open and not over, and whose set-up `plays` accepts; "" = none."""
        shut = (board for board in self._log.open_tables() if board.table in self._shelf.broken)
        boards = (board for board in (*self.away, *shut) if board.game == game)
        return next((board.table for board in boards if self._writer.reader.is_unfinished(board, plays)), "")

    def export(self, name: str) -> StoredTable:
        """Return everything stored of a table, even of one that cannot be opened. Raises UnknownTableError."""
        seated = self._shelf.find(name)
        with seated.lock if seated is not None else nullcontext():
            stored = self._archive.export_table(name)
        if stored is None:
            raise UnknownTableError(_("There is no open table {name}.", name=repr(name)))
        return stored

    def import_table(
        self, table: GameTable[Any, Any], holding: StoredTable, prove: Callable[[TableSnapshot], None]
    ) -> str:
        """Open a table from a file without lighting it, and return its new name.

        `table`: replayed from the log in `holding`. `prove`: called before any write, raises where its snapshot cannot be shown. Raises
        StaleError. After an error nothing has changed.
        """

        def begin(name: str) -> TableSession:
            seated = TableSession(name, table, self._shelf.rev)
            seated.sources, seated.saved = holding.sources, holding.saved
            seated.brought = len(holding.log)
            seated.foreign = readings_of(table.log) | {stored.reading.id for stored in holding.heard}
            newest = (ReceivedReading(stored.reading, stored.settled, stored.of) for stored in holding.heard[-HEARD:])
            self._recovery.replay_readings(seated, newest)
            prove(snapshot_of(seated, self._shelf.side))
            self._archive.import_table(name, holding)
            return seated

        self.find_unregistered()
        seated = self._shelf.add("", begin, aside=True)
        with (
            suppress(LamplightError),
            self._shelf.change(seated.name),
        ):  # the table is stored, and shows an error itself
            self._writer.answer_for_house(seated)
        return seated.name

    def is_imported(self, name: str) -> bool:
        """Return whether a table came as a file. Raises UnknownTableError."""
        return self._shelf.get(name).brought > 0

    def find_identical(self, table: GameTable[Any, Any]) -> str:
        """Return an open table with exactly this log; "" = none."""
        for name in self._shelf.names():
            seated = self._shelf.get(name)
            with seated.lock:
                if _is_identical(seated.table, table):
                    return name
        return ""

    def compare_stored_states(self, name: str) -> bool:
        """Return whether each stored state of a table agrees with its log. Otherwise delete them all and reload the table.

        Raises UnknownTableError, StoreError.
        """
        game = self._shelf.get(name).table.game.name
        if self._writer.reader.has_true_states(name, game):
            return True
        logger.error("table=%s: a stored state was not what the log says, and is deleted", name)
        seated = self._shelf.get(name)
        with seated.lock:
            seated.is_unsure = True
        self.recover()
        return False

    def titles_with_rule_errors(self) -> tuple[Words, ...]:
        """Return the game titles of tables whose last command raised in a rule. Waits for no lock."""
        open_tables = (self._shelf.find(name) for name in self._shelf.names())
        notices = [(seated.table.game.title, seated.notice) for seated in open_tables if seated is not None]
        return tuple(title for title, notice in notices if notice is not None and notice.tone == "stumbled")

    def find_locked_table(self, patience: float) -> str:
        """Return a table whose lock is not free within `patience` seconds; "" = none."""
        for name in self._shelf.names():
            seated = self._shelf.find(name)
            if seated is None:
                continue
            if not seated.lock.acquire(timeout=patience):
                return name
            seated.lock.release()
        return ""

    def reopen(self, board: TableRecord, *, aside: bool = False) -> None:
        """Reopen a stored table. One that cannot be loaded stays closed alone. Raises StoreError."""
        try:
            seated = self._read(board)
        except LamplightError as error:
            if isinstance(error, StoreError) and not isinstance(error, DamagedDatabaseError):
                raise  # not a fault of this table: closing it would drop its readings
            logger.warning("table=%s cannot be opened: %s", board.table, error)
            self._shelf.broken[board.table] = error.sentence
            return
        if seated is None:
            return  # another process has put it away in this moment
        self._shelf.exceed_revision(seated.stored_rev)
        seated.rev = self._shelf.rev
        seated.notice, seated.armed = None, ("", "")  # notices do not survive a start
        self._shelf.add(board.table, lambda _name: seated, aside=aside)
        if seated.state != seated.stored or any(prompt.seat == HOUSE for prompt in seated.table.open):
            with suppress(LamplightError), self._shelf.change(board.table):
                self._writer.answer_for_house(seated)  # a version before may have died between an answer and its own

    def _read(self, board: TableRecord) -> TableSession | None:
        """Load a table; return None where it is no longer open. Changed rules may require a write."""
        try:
            with self._log.looking(board.table) as stored:
                return self._load(board, stored)
        except ReadOnlyTransactionError:
            with self._log.changing(board.table) as stored:
                return self._load(board, stored)

    def _load(self, board: TableRecord, stored: int | None) -> TableSession | None:
        if stored is None:
            return None
        seated = self._writer.load(board.table, board.game)
        seated.stored_rev = stored
        return seated

    def put_away(self, name: str) -> None:
        """Close a table; the next start does not load it. Its data stay. Raises UnknownTableError."""
        seated = self._shelf.find(name)
        if seated is None and name not in self._shelf.broken:
            raise UnknownTableError(_("There is no open table {name}.", name=repr(name)))
        with seated.lock if seated is not None else nullcontext():
            self._log.put_away(name)
            self._shelf.remove(name)
        self._shelf.notify_listeners(name)

    def take_out(self, name: str) -> None:
        """Put a table back on the shelf. Raises UnknownTableError."""
        board = next((board for board in self._log.tables_put_away() if board.table == name), None)
        if board is None:
            raise UnknownTableError(_("No table {name} was put away.", name=repr(name)))
        with self._shelf.noting_errors():
            self._log.put_away(name, away=False)
        self.reopen(board, aside=True)
        if not self._shelf.lit and name in self._shelf.names():
            self._shelf.light(name)
        else:
            self._shelf.notify_listeners(name)

    def catch_up(self) -> None:
        """Bring the shelf to what other processes have made of it. The listeners hear nothing. Raises StoreError."""
        unread = self._follow_all()
        for name in unread:  # the next change reads it, and may write
            with suppress(LamplightError), self._shelf.change(name):
                pass

    def _follow_all(self) -> tuple[str, ...]:
        """Follow all tables as of one moment, without writing. Return those that would need a write."""
        with self._log.database.transaction(writes=False):
            tables, away = self._log.all_tables()
            boards = {board.table: board for board in tables}
            unread = tuple(board.table for board in tables if not self._follow(board))
        for name in {*self._shelf.names(), *self._shelf.broken} - boards.keys():
            self._shelf.remove(name)
        self._shelf.away |= {board.table for board in away}
        for name, board in boards.items():
            if self._shelf.find(name) is None and name not in self._shelf.broken:
                with suppress(StaleError):  # another thread has just found it
                    self.reopen(board, aside=True)
        self._shelf.lit = next((name for name, board in boards.items() if board.lit), "")
        return unread

    def _follow(self, board: TableRecord) -> bool:
        """Follow another process; return False if that would need a write."""
        seated = self._shelf.find(board.table)
        if seated is None:
            return True
        with seated.lock:
            if seated.stored_rev >= board.rev and not seated.is_unsure:
                return True
            try:
                self._shelf.refresh(seated, board.rev)
            except ReadOnlyTransactionError:
                seated.is_unsure = True
                return False
        return True

    def recover(self) -> None:
        """Reload tables whose store failed. Call it from time to time."""
        with suppress(LamplightError):
            self.find_unregistered()
        for seated in map(self._shelf.find, self._shelf.names()):
            if seated is not None and seated.is_unsure:
                with suppress(LamplightError), self._shelf.change(seated.name):
                    self._undecided.drop_closed_prompts(seated)

    def find_unregistered(self) -> None:
        """Find tables, and the lit table, that were stored although the store reported an error.

        Raises StoreError while the store fails.
        """
        if not self._shelf.is_unsure:
            return
        boards = self._log.open_tables()
        for board in boards:
            if board.table not in {*self._shelf.names(), *self._shelf.broken}:
                with suppress(StaleError):  # another thread has found it
                    self.reopen(board, aside=not board.lit)
                self._shelf.notify_listeners(board.table)
        self._shelf.is_unsure = False
        lit = next((board.table for board in boards if board.lit), self._shelf.lit)
        if lit != self._shelf.lit and lit in self._shelf.names():
            self._shelf.light(lit)


def _is_identical(one: GameTable[Any, Any], other: GameTable[Any, Any]) -> bool:
    if (one.game.name, one.seq) != (other.game.name, other.seq):
        return False
    return all(map(is_same_entry, one.known.whole, other.log))
