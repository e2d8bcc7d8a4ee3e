"""All that a lamp reads as it is taken over, in one transaction: each of its own costs four ways to the database and back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from sqlalchemy import Connection, Dialect, Engine


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
