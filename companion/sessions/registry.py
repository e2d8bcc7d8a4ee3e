"""The shelf: the open tables by their names, which of them lies under the lamp, and who hears of their changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from companion.errors import LamplightError, NotOwnerError, StaleError, StoreError
from companion.sessions.session import TableSession, named
from companion.sessions.store import EventLog

LEFT = "This table is served elsewhere by now. Do it again: what was done last may count already, and nothing counts twice."
RESERVED = 1000  # revisions reserved at a time, so that none is sent twice after a crash


class UnknownTableError(LamplightError):
    """There is no open table of that name."""

    code = "UNKNOWNTABLE"


class SessionRegistry:
    """Safe for threads."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._tables: dict[str, TableSession] = {}
        self._lock = threading.Lock()
        self._listeners: list[Callable[[str], None]] = []
        away = log.tables_put_away()
        self.rev = self._reserved = max((board.rev for board in (*log.open_tables(), *away)), default=0)
        self.away = {board.table for board in away}  # put away: none of them is opened, and none's name is free
        self.broken: dict[str, str] = {}  # tables whose log cannot be loaded, with the sentence why; the others go on
        self.is_unsure = False  # what of the shelf is on the disk is not known: the store failed in the midst of it
        self.lit = ""  # the game under the lamp, "" = none
        self.is_left = False  # all of it is served elsewhere

    def add_listener(self, changed: Callable[[str], None]) -> None:
        """`changed(table)` is called after each change, from the thread that made it."""
        self._listeners.append(changed)

    def names(self) -> tuple[str, ...]:
        """The open tables, the oldest first."""
        with self._lock:
            return tuple(self._tables)

    def find(self, name: str) -> TableSession | None:
        """The table of that name; None where none is open."""
        with self._lock:
            return self._tables.get(name)

    def has(self, seated: TableSession) -> bool:
        """Whether it is what lies here under its name."""
        return self.find(seated.name) is seated

    def get(self, name: str) -> TableSession:
        """The table of that name. Raises UnknownTableError, NotOwnerError."""
        seated = self.find(name)
        self.ensure_owned()
        if seated is None and name in self.broken:
            raise UnknownTableError(f"Table {name} cannot be opened: {self.broken[name]}")
        if seated is None:
            raise UnknownTableError(f"There is no open table {name!r}.")
        return seated

    def ensure_owned(self) -> None:
        """Raises NotOwnerError where this shelf was left: that nothing lies here any more is no news of any table."""
        if self.is_left:
            raise NotOwnerError(LEFT)

    def add(
        self, name: str, begin: Callable[[str], TableSession], *, aside: bool = False, request_id: str = ""
    ) -> TableSession:
        """One more table, under the lamp or `aside` of it; `name`: "" = a free one. Raises StaleError where there is one of that name.

        `request_id`: one that lies here and was asked for with this id is the one that is meant. What `begin` raises leaves the shelf as it was.
        """
        with self._lock:
            if (meant := self._opened_for(request_id)) is not None:
                return meant
            if name in self._tables:
                raise StaleError(f"There is a table {name} already.")
            taken = {*self._tables, *self.broken, *self.away}
            name = name or next(f"t{n}" for n in range(1, 10_000) if f"t{n}" not in taken)
            with self.putting():
                seated = self._tables[name] = begin(name)
            self.away.discard(name)
            self.lit = self.lit if aside else name
        return seated

    def opened_for(self, request_id: str) -> TableSession | None:
        """The table that lies here and was asked for with this id."""
        with self._lock:
            return self._opened_for(request_id)

    def _opened_for(self, request_id: str) -> TableSession | None:
        tables = self._tables.values() if request_id else ()
        return next((one for one in tables if one.table.known.began.id == request_id), None)

    @contextmanager
    def putting(self) -> Iterator[None]:
        """Something is done by which the disk may know of a table, or which one is lit, and this shelf not yet."""
        try:
            yield
        except StoreError:
            self.is_unsure = True
            raise

    def remove(self, name: str) -> None:
        """This table lies here no more; where it lay under the lamp, nothing does."""
        with self._lock:
            self._tables.pop(name, None)
            self.broken.pop(name, None)
            self.away.add(name)
            self.lit = "" if self.lit == name else self.lit

    def clear(self) -> None:
        """All of it is served elsewhere. At once, though this shelf may be known for long: an evening is a megabyte."""
        with self._lock:
            self.is_left = True
            self._tables.clear()

    def light(self, name: str) -> None:
        """Lay this game under the lamp."""
        seated = self.get(name)
        if self.lit != name or self.is_unsure:
            with self.putting():
                self._log.light(name)
            self.lit = name
            self.mark_changed(seated)

    @contextmanager
    def change(self, name: str) -> Iterator[TableSession]:
        """A table under its lock; what was done there everybody hears of, once it is whole. Raises UnknownTableError."""
        seated = self.get(name)
        was_unsure = False
        try:
            with seated.lock, named(seated):
                if not self.has(seated):  # it was put away meanwhile, and may be out again as another one
                    self.ensure_owned()
                    raise UnknownTableError(f"There is no open table {name!r}.")
                was_unsure = seated.is_unsure
                yield seated
        except StoreError:
            seated.is_unsure = True
            self.mark_changed(seated)  # what of it is on disk already is shown
            raise
        except LamplightError:
            if was_unsure and not seated.is_unsure:
                self.mark_changed(seated)  # it was read again, and what was on disk was shown to nobody
            raise
        self.mark_changed(seated)

    def mark_changed(self, seated: TableSession) -> None:
        """A table has changed; not under its lock, because whoever hears of it looks at tables. Where it was left others tell of it."""
        if self.is_left:
            return
        with self._lock:
            seated.rev = self._next(seated.name)
        self.notify_listeners(seated.name)

    def next_rev(self) -> int:
        """A revision that was never said of any table, and is never said again: not after a crash either."""
        with self._lock:
            return self._next(self.lit or next(iter((*self._tables, *self.away)), ""))

    def _next(self, name: str) -> int:
        self.rev += 1
        if self.rev > self._reserved - RESERVED // 2:
            self._reserve(name)
        return self.rev

    def _reserve(self, name: str) -> None:
        """Long before they are needed: where the store fails just then, the change that is made already is told all the same.

        A house without a table has nowhere to note it, and nothing to tell that could be older.
        """
        if not name:
            return
        with suppress(StoreError):
            self._log.reserve_revisions(name, self.rev + RESERVED)
            self._reserved = self.rev + RESERVED

    def notify_listeners(self, name: str) -> None:
        """Something has changed at a table, "" = at none."""
        for changed in self._listeners:
            changed(name)
