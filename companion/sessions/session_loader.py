"""Load a table session from its log, with the readings that were still undecided."""

from __future__ import annotations

import logging
from contextlib import nullcontext, suppress

from companion.errors import DamagedDatabaseError, LamplightError, StaleError, StoreError
from companion.i18n import _
from companion.schema import HOUSE
from companion.sessions.log_writer import LogWriter
from companion.sessions.readings import PendingDecisions
from companion.sessions.registry import SessionRegistry, UnknownTableError
from companion.sessions.session import TableSession
from companion.sessions.store import EventLog, ReadOnlyTransactionError, TableRecord

logger = logging.getLogger(__name__)


class SessionLoader:
    """Brings them onto the shelf. Takes one table's lock after the other."""

    def __init__(
        self,
        log: EventLog,
        writer: LogWriter,
        shelf: SessionRegistry,
        undecided: PendingDecisions,
    ) -> None:
        self._log, self._writer, self._shelf = log, writer, shelf
        self._undecided = undecided

    def reopen(self, board: TableRecord, *, aside: bool = False) -> None:
        """A table from before. One that cannot be loaded stays shut alone. Raises StoreError."""
        try:
            seated = self._read(board)
        except LamplightError as error:
            if isinstance(error, StoreError) and not isinstance(error, DamagedDatabaseError):
                raise  # it is no fault of the table's: shut it would drop what is thrown for it
            logger.warning("table=%s cannot be opened: %s", board.table, error)
            self._shelf.broken[board.table] = error.sentence
            return
        if seated is None:
            return  # another process has put it away in this moment
        self._shelf.has_seen(seated.stored_rev)
        seated.rev = self._shelf.rev
        seated.notice, seated.armed = None, ("", "")  # nobody is told any more what was said before the start
        self._shelf.add(board.table, lambda _name: seated, aside=aside)
        if seated.state != seated.stored or any(prompt.seat == HOUSE for prompt in seated.table.open):
            with suppress(LamplightError), self._shelf.change(board.table):
                self._writer.answer_for_house(seated)  # a version before may have died between an answer and its own

    def _read(self, board: TableRecord) -> TableSession | None:
        """None where it is open no more. Where its rules have changed that may have to be written."""
        try:
            with self._log.looking(board.table) as stored:
                return self._loaded(board, stored)
        except ReadOnlyTransactionError:
            with self._log.changing(board.table) as stored:
                return self._loaded(board, stored)

    def _loaded(self, board: TableRecord, stored: int | None) -> TableSession | None:
        if stored is None:
            return None
        seated = self._writer.load(board.table, board.game)
        seated.stored_rev = stored
        return seated

    def put_away(self, name: str) -> None:
        """A table lies on the shelf no more, and needs neither memory nor time at the start. All of it is kept. Raises UnknownTableError."""
        seated = self._shelf.find(name)
        if seated is None and name not in self._shelf.broken:
            raise UnknownTableError(_("There is no open table {name}.", name=repr(name)))
        with seated.lock if seated is not None else nullcontext():
            self._log.put_away(name)
            self._shelf.remove(name)
        self._shelf.notify_listeners(name)

    def take_out(self, name: str) -> None:
        """A table that was put away waits on the shelf again, as it was. Raises UnknownTableError."""
        board = next((board for board in self._log.tables_put_away() if board.table == name), None)
        if board is None:
            raise UnknownTableError(_("No table {name} was put away.", name=repr(name)))
        with self._shelf.putting():
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
        """As of one moment, without writing; the tables of which something would have to be written."""
        with self._log.reading_together():
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
        """False where something would have to be written."""
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
        """Read again whatever was being done when its store failed, as far as it does no more. Call it now and then."""
        with suppress(LamplightError):
            self.find_unheard()
        for seated in map(self._shelf.find, self._shelf.names()):
            if seated is not None and seated.is_unsure:
                with suppress(LamplightError), self._shelf.change(seated.name):
                    self._undecided.drop_closed_prompts(seated)

    def find_unheard(self) -> None:
        """Tables that are on the disk, and which of them is lit: nobody heard so, because the store failed just then.

        Raises StoreError while it does.
        """
        if not self._shelf.is_unsure:
            return
        boards = self._log.open_tables()
        for board in boards:
            if board.table not in {*self._shelf.names(), *self._shelf.broken}:
                with suppress(StaleError):  # somebody else has just found it
                    self.reopen(board, aside=not board.lit)
                self._shelf.notify_listeners(board.table)
        self._shelf.is_unsure = False
        lit = next((board.table for board in boards if board.lit), self._shelf.lit)
        if lit != self._shelf.lit and lit in self._shelf.names():
            self._shelf.light(lit)
