"""States that all processes of a physical table share in the database, and the pages that keep one on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, TypeVar

from sqlalchemy import Text, bindparam, cast, select, update
from sqlalchemy import text as sql

from companion.errors import CodecError
from companion.schema import codec
from companion.sessions.store.database import JoinedDatabase
from companion.sessions.store.schema import session_states as rows

SELECT_STATES = select(rows.c.table_id, cast(rows.c.data, Text)).where(rows.c.table_id.like("%/"))
"""All rows that do not belong to a table: no table's name ends like that."""
LOCK_STATE = select(cast(rows.c.data, Text)).where(rows.c.table_id == bindparam("name")).with_for_update()
INSERT_EMPTY = sql("INSERT INTO session_states (table_id, data) VALUES (:name, '{}') ON CONFLICT DO NOTHING")
UPDATE_STATE = update(rows).where(rows.c.table_id == bindparam("name")).values(data=bindparam("state"))


class SharedStates:
    """States that all processes share. Safe for threads and processes."""

    def __init__(self, database: JoinedDatabase) -> None:
        self._database = database

    def read(self) -> Mapping[str, str]:
        """Read all that are stored, as JSON, by name. Raises StoreError."""
        with self._database.connect() as connection:
            return dict(map(tuple, connection.execute(SELECT_STATES)))

    @contextmanager
    def changing(self, name: str) -> Iterator[str]:
        """Yield the stored state as JSON, and lock it until the transaction ends. Raises StoreError."""
        with self._database.transaction() as connection:
            state = connection.scalar(LOCK_STATE, {"name": name})
            if state is None:  # of two that make it at once one waits here, and finds the other's
                connection.execute(INSERT_EMPTY, {"name": name})
                state = connection.scalar(LOCK_STATE, {"name": name})
            yield state or "{}"

    def write(self, name: str, state: Mapping[str, Any]) -> None:
        """Store JSON values under a name, within `changing`. Raises StoreError."""
        with self._database.begin() as connection:
            connection.execute(UPDATE_STATE, {"name": name, "state": state})

    def once_committed(self, do: Callable[[], object]) -> None:
        """Call `do()` after the commit of this thread's transaction, and not after a rollback."""
        self._database.once_committed(do)


logger = logging.getLogger(__name__)

SILENCE = 12.0  # s after the last sign of a page; it gives one every 3 or 4
MOST_PAGES = 32  # only the newest are stored
SIGN_EVERY = 6.0  # s between two signs of a page that are stored: a card in a small computer wears out


@dataclass(frozen=True, slots=True)
class PagesState:
    """Stored state."""

    version: int = 0  # rises with every change
    pages: Mapping[str, float] = field(default_factory=dict)  # when the silence of each has lasted too long; s, Unix
    told: tuple[str, ...] = ()  # tables that show a notice about it


S = TypeVar("S", bound=PagesState)


class SharedPages(Generic[S]):
    """State that is on while a page sends keep-alives. Safe for threads and processes.

    Reads are served from memory, as new as the last `refresh` or the last change by this process.
    """

    def __init__(self, states: SharedStates, name: str, empty: S, clock: Callable[[], float]) -> None:
        """`name`: of the stored state; `clock`: s, Unix."""
        self.name = name
        self._states, self._empty, self._clock = states, empty, clock
        self._lock = threading.Lock()  # of what is in memory; the store is not asked while it is held
        self._state = empty
        self.seen_until: dict[str, float] = {}  # of the same pages, as this process has it; empty = it is not on
        self._newest = "", empty  # what was taken apart last: mostly it is the same again

    @property
    def is_on(self) -> bool:
        """True while a page sends keep-alives."""
        with self._lock:
            self.seen_until = self._ends_of(self._state.pages)
            return self._is_any_alive(self.seen_until)

    @property
    def state(self) -> S:
        """The state as this process has it."""
        with self._lock:
            return self._state

    @property
    def tables_with_notice(self) -> tuple[str, ...]:
        """The tables that show a notice about it."""
        return self.state.told

    def keep_alive(self, page: str) -> bool:
        """Keep a page alive; return whether it is the first. Raises StoreError."""
        until = self._clock() + SILENCE
        with self._lock:
            stored = self._state.pages.get(page)
            if stored is not None and 0 <= until - stored < SIGN_EVERY:
                self.seen_until[page] = until
                return False
        begins = False

        def add(state: S) -> S:
            nonlocal begins
            left = self._alive(state.pages)
            begins = not left
            pages = {**_without(left, page), page: self._clock() + SILENCE}
            newest = dict(list(pages.items())[-MOST_PAGES:])
            return replace(self.begin_anew(state) if begins else state, pages=newest)

        self.change(add)
        return begins

    def remove_page(self, page: str) -> None:
        """Remove a page. Raises StoreError."""
        if page in self.state.pages:
            self.change(lambda state: replace(state, pages=_without(state.pages, page)))

    def forget_notices(self, tables: Collection[str]) -> None:
        """Note that these tables no longer show the notice. Raises StoreError."""
        if set(tables) & set(self.tables_with_notice):
            self.change(lambda state: replace(state, told=tuple(table for table in state.told if table not in tables)))

    def begin_anew(self, state: S) -> S:
        """Return the state with which it begins again after `state`."""
        return state

    def change(self, how: Callable[[S], S]) -> None:
        """Make another state of the one that is stored; no other process changes it meanwhile.

        An error of `how` changes nothing. Raises StoreError.
        """
        with self._states.changing(self.name) as stored:
            before = self._parse(stored)
            after = how(before)
            if after != before:
                after = replace(after, version=max(before.version, self.state.version) + 1)
                self._states.write(self.name, codec.to_json(after))
            self._states.once_committed(partial(self._remember, after))

    def adopt(self, stored: str | None, before: S) -> bool:
        """Take over what is stored, if this process has changed nothing since `before`; return whether it differs."""
        after = self._parse(stored) if stored is not None else self._empty
        with self._lock:
            if self._state is not before or after == before:
                return False
            self._set(after)
            return True

    def _remember(self, state: S) -> None:
        """Remember a committed change. The later of two threads may come first."""
        with self._lock:
            if state.version > self._state.version:
                self._set(state)

    def _set(self, state: S) -> None:
        self.seen_until = self._ends_of(state.pages)
        self._state = state

    def _alive(self, pages: Mapping[str, float]) -> dict[str, float]:
        """Return the pages that are not silent for too long."""
        now = self._clock()
        with self._lock:
            return {page: until for page, until in self._ends_of(pages).items() if until > now}

    def _ends_of(self, pages: Mapping[str, float]) -> dict[str, float]:
        """Return until when each page is there. Count a keep-alive that was not stored; a clock that was set back keeps no page."""
        latest, known = self._clock() + SILENCE, self._state.pages
        return {
            page: min(self.seen_until[page] if known.get(page) == until else until, latest)
            for page, until in pages.items()
        }

    def _is_any_alive(self, pages: Mapping[str, float]) -> bool:
        now = self._clock()
        return any(until > now for until in pages.values())

    def _parse(self, stored: str) -> S:
        text, state = self._newest
        if stored != text:
            try:
                state = codec.load(type(self._empty), stored.encode())
            except CodecError as error:
                logger.warning("%s begins anew (%s)", self.name, error)
                state = self._empty
            self._newest = stored, state
        return state


def refresh(states: SharedStates, *shared: SharedPages[Any]) -> bool:
    """Load what other processes have changed, with one query; return whether anything changed. Raises StoreError."""
    before = [pages.state for pages in shared]
    stored = states.read()
    news = [pages.adopt(stored.get(pages.name), state) for pages, state in zip(shared, before, strict=True)]
    return any(news)


def _without(pages: Mapping[str, float], page: str) -> dict[str, float]:
    return {name: until for name, until in pages.items() if name != page}
