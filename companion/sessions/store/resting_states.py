"""Tables at rest, stored so that a long one need not be read from its first entry on. Any of them may be deleted at any time."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, delete, insert, select

from companion.sessions.store.database import Database
from companion.sessions.store.schema import resting_states as stored

MOST_STATES = 8  # of one table and one fingerprint; the oldest go first
COMPRESSION = 1  # of compression: a state shrinks to a quarter, and more would take longer than it saves


@dataclass(frozen=True, slots=True)
class StoredState:
    """A table as it stood after an entry."""

    seq: int
    question: int  # the number of the question that follows
    state: bytes  # JSON


class RestingStates:
    """The stored states of all tables. Thread-safe.

    `made_by`: fingerprint of the rules, of at most 32 letters. A state of other rules is not used.
    """

    def __init__(self, engine: Database, clock: Callable[[], float]) -> None:
        """`clock`: s, Unix."""
        self._engine, self._clock = engine, clock

    def newest(self, table: str, made_by: str, upto: int) -> StoredState | None:
        """Return the newest state not after the entry `upto`; None where there is none, or it is damaged. Raises StoreError."""
        of_rules = (stored.c.table_id == table) & (stored.c.made_by == made_by) & (stored.c.seq <= upto)
        query = select(stored.c.seq, stored.c.question, stored.c.state).where(of_rules).order_by(stored.c.seq.desc())
        with self._engine.connect() as connection:
            row = connection.execute(query.limit(1)).one_or_none()
        return _unpack(row) if row is not None else None

    def write(self, table: str, made_by: str, state: StoredState) -> None:
        """Store a state, and delete all but a few before it. Raises StoreError."""
        of_rules = (stored.c.table_id == table) & (stored.c.made_by == made_by)
        packed = zlib.compress(state.state, COMPRESSION)
        columns = {"table_id": table, "made_by": made_by, "seq": state.seq, "question": state.question}
        newest = select(stored.c.seq).where(of_rules).order_by(stored.c.seq.desc()).limit(MOST_STATES)
        with self._engine.begin() as connection:
            connection.execute(delete(stored).where(of_rules & (stored.c.seq == state.seq)))
            connection.execute(insert(stored), {**columns, "state": packed, "at": self._clock()})
            connection.execute(delete(stored).where(of_rules & stored.c.seq.not_in(newest)))

    def all(self, table: str, made_by: str) -> tuple[StoredState, ...]:
        """Return the states that are not damaged, the oldest first. Raises StoreError."""
        of_rules = (stored.c.table_id == table) & (stored.c.made_by == made_by)
        query = select(stored.c.seq, stored.c.question, stored.c.state).where(of_rules).order_by(stored.c.seq)
        with self._engine.connect() as connection:
            states = map(_unpack, connection.execute(query))
            return tuple(state for state in states if state is not None)

    def delete(self, table: str) -> None:
        """Delete all states of a table. Raises StoreError."""
        with self._engine.begin() as connection:
            connection.execute(delete(stored).where(stored.c.table_id == table))

    def prune(self, seconds: float) -> int:
        """Delete states of older rules where the table has states that are so much newer; return how many."""
        younger = stored.alias()
        is_old = (younger.c.table_id == stored.c.table_id) & (younger.c.made_by != stored.c.made_by)
        old = select(younger.c.seq).where(is_old & (younger.c.at > stored.c.at + seconds)).exists()
        with self._engine.begin() as connection:
            return connection.execute(delete(stored).where(old)).rowcount


def _unpack(row: Row[Any, Any, Any]) -> StoredState | None:
    try:
        return StoredState(row.seq, row.question, zlib.decompress(row.state))
    except zlib.error:
        return None
