"""The log of one table in the hall's database, which can be read in one transaction.

All that a table reads as it is taken over is read so: each transaction of its own costs four ways to the database and back.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from sqlalchemy import Connection, Dialect, Engine

from companion.hall.database.row_security import engine_for_table
from companion.sessions import LogRow, SqlEventLog


class ReadTransactionEngine:
    """A database of which much can be read at once. Safe for threads: each reads for itself."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._local = threading.local()

    @property
    def dialect(self) -> Dialect:
        return self._engine.dialect

    def connect(self) -> AbstractContextManager[Connection]:
        """To read; within `read_transaction` always the same."""
        held: Connection | None = getattr(self._local, "held", None)
        return self._engine.connect() if held is None else nullcontext(held)

    def begin(self) -> AbstractContextManager[Connection]:
        """To write: always a transaction of its own."""
        return self._engine.begin()

    def dispose(self) -> None:
        self._engine.dispose()

    @contextmanager
    def read_transaction(self) -> Iterator[None]:
        """Whatever this thread reads here meanwhile is one transaction. Raises StoreError."""
        with self._engine.connect() as connection:
            self._local.held = connection
            try:
                yield
            finally:
                self._local.held = None


class TableLog(SqlEventLog):
    """The log of one table. What is read within `read_transaction` is one transaction."""

    def __init__(
        self,
        engine: Engine,
        table: str,
        clock: Callable[[], float] = time.time,
        wrote: Callable[[Sequence[LogRow], float], None] = lambda _rows, _seconds: None,
    ) -> None:
        """`engine` of the hall; the others as for any log."""
        self._transactions = ReadTransactionEngine(engine_for_table(engine, table))
        super().__init__(self._transactions, clock, wrote)

    def read_transaction(self) -> AbstractContextManager[None]:
        """Whatever this thread reads here meanwhile is one transaction. Raises StoreError."""
        return self._transactions.read_transaction()
