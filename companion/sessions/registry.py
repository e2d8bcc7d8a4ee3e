"""Hold the open tables by name, change them in transactions, write their logs, and notify listeners."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from companion.errors import LamplightError, NotOwnerError, StaleError, StoreError
from companion.i18n import _
from companion.schema import Faces, SeenObject, Words, codec
from companion.sessions.matching import Side
from companion.sessions.session import LogWriter, TableNotice, TableSession, TableSnapshot, log_context, snapshot_of
from companion.sessions.store import SqlEventLog
from companion.sessions.table import RuleError

logger = logging.getLogger(__name__)

SERVED_ELSEWHERE = _(
    "This table is served elsewhere by now. Do it again: what was done last may count already, and nothing counts twice."
)
SKIPPED_REVISIONS = 1000  # revisions that a start skips: a failing store may have published some without noting them


class UnknownTableError(LamplightError):
    """No table of that name is open."""

    code = "UNKNOWNTABLE"


class UnchangedError(Exception):
    """Raised within a change: there is nothing to be done."""


@dataclass(frozen=True, slots=True)
class ReadingCorrection:
    """The true faces of objects in one reading. Without values, an earlier correction is withdrawn."""

    picture: str  # of the reading
    objects: tuple[SeenObject, ...] = ()
    values: Faces = ()


class SessionListener:
    """Receive the events of all open tables. Override the events of interest."""

    def table_changed(self, table: str) -> None:
        """Handle a committed change; "" means that no single table changed. Runs in the thread that made the change."""

    def reading_corrected(self, correction: ReadingCorrection) -> None:
        """Handle a correction of a reading by a player, or its withdrawal."""


class SessionRegistry:
    """The open tables of one physical table. Thread-safe."""

    def __init__(self, log: SqlEventLog, writer: LogWriter, place: str = "lamp", side: Side = "left") -> None:
        """`place`: name of the physical table in topics and readings; `side`: edge of the camera picture where the first seat's zone is."""
        self.log, self.writer = log, writer
        self.place, self.side = place, side
        self.listeners: list[SessionListener] = []
        self._tables: dict[str, TableSession] = {}
        self._lock = threading.Lock()  # of what stands here; nothing is written while it is held
        self._adding, self._lighting = threading.Lock(), threading.Lock()  # one at a time
        self.stored, away = log.all_tables()  # those that were open at the start
        revs = (board.rev for board in (*self.stored, *away))
        self._noted = max((log.noted_revision(), *revs))  # the highest on the disk
        self.rev = self._noted + SKIPPED_REVISIONS if self._noted else 0
        self.away = {board.table for board in away}  # put away: none of them is opened, and none's name is free
        self.broken: dict[str, Words] = {}  # tables whose log cannot be loaded, with the sentence why; the others go on
        self.is_unsure = False  # what of the shelf is on the disk is not known: the store failed in the midst of it
        self.lit = ""  # name of the lit table, "" = none
        self.is_left = False  # all of it is served elsewhere

    def names(self) -> tuple[str, ...]:
        """Return the open tables, the oldest first."""
        with self._lock:
            return tuple(self._tables)

    def find(self, name: str) -> TableSession | None:
        """Return the table of that name; None where none is open."""
        with self._lock:
            return self._tables.get(name)

    def has(self, seated: TableSession) -> bool:
        """Return whether it is still registered under its name."""
        return self.find(seated.name) is seated

    def get(self, name: str) -> TableSession:
        """Return the table of that name. Raises UnknownTableError, NotOwnerError."""
        seated = self.find(name)
        self.ensure_owned()
        if seated is None and name in self.broken:
            raise UnknownTableError(_("Table {name} cannot be opened: {why}", name=name, why=self.broken[name]))
        if seated is None:
            raise UnknownTableError(_("There is no open table {name}.", name=repr(name)))
        return seated

    def snapshot(self, name: str) -> TableSnapshot:
        """Return an immutable snapshot of an open table. Raises UnknownTableError."""
        seated = self.get(name)
        with seated.lock:
            return snapshot_of(seated, self.side)

    def ensure_owned(self) -> None:
        """Raise NotOwnerError where another process serves these tables: a missing table means nothing then."""
        if self.is_left:
            raise NotOwnerError(SERVED_ELSEWHERE)

    def add(
        self, name: str, begin: Callable[[str], TableSession], *, aside: bool = False, request_id: str = ""
    ) -> TableSession:
        """Add a table, lit or `aside`; `name`: "" = choose a free one. Raises StaleError where the name is taken.

        `request_id`: return the open table of the same request instead. An error of `begin` leaves the registry unchanged.
        """
        with self._adding:
            if (opened := self.opened_for(request_id)) is not None:
                return opened
            name = name or self._free_name()
            if self.find(name) is not None:
                raise StaleError(_("There is a table {name} already.", name=name))
            with self.noting_errors():
                seated = begin(name)
            with self._lock:
                self._tables[name] = seated
                self.away.discard(name)
                self.lit = self.lit if aside else name
        return seated

    def _free_name(self) -> str:
        with self._lock:
            taken = {*self._tables, *self.broken, *self.away}
        return next(f"t{n}" for n in range(1, 10_000) if f"t{n}" not in taken)

    def opened_for(self, request_id: str) -> TableSession | None:
        """Return the open table that this request opened."""
        with self._lock:
            tables = tuple(self._tables.values()) if request_id else ()
        return next((seated for seated in tables if seated.table.known.began.id == request_id), None)

    @contextmanager
    def noting_errors(self) -> Iterator[None]:
        """Note a store error while the disk may learn of a table, or of the lit one, before this registry does."""
        try:
            yield
        except StoreError:
            self.is_unsure = True
            raise

    def remove(self, name: str) -> None:
        """Remove a table; if it was lit, no table is lit."""
        with self._lock:
            self._tables.pop(name, None)
            self.broken.pop(name, None)
            self.away.add(name)
            self.lit = "" if self.lit == name else self.lit

    def clear(self) -> None:
        """Drop all tables, which another process serves now. An evening is a megabyte, and the registry may live on."""
        with self._lock:
            self.is_left = True
            self._tables.clear()

    def light(self, name: str) -> None:
        self.get(name)
        with self._lighting:
            before = self.lit
            if before == name and not self.is_unsure:
                return
            try:
                with self.noting_errors(), self.change(name):
                    self.log.light(name)
                    self.lit = name  # before the listeners run
            except BaseException:
                self.lit = before
                raise

    @contextmanager
    def change(self, name: str) -> Iterator[TableSession]:
        """Yield a table under its lock, in one transaction. Notify the listeners after the commit.

        After an error nothing has changed; after an error of a rule the table shows a notice. Raises UnknownTableError, StoreError.
        """
        seated, is_outermost = self.get(name), False
        before = seated.rev
        try:
            with seated.lock, log_context(seated):
                is_outermost = not seated.is_changing
                if not self.has(seated):  # it was put away meanwhile, and may be out again as another one
                    self.ensure_owned()
                    raise UnknownTableError(_("There is no open table {name}.", name=repr(name)))
                if is_outermost:
                    yield from self._run_change(seated)
                else:
                    yield seated
        finally:
            if is_outermost and seated.rev != before and not self.is_left:
                self.notify_listeners(name)

    def _run_change(self, seated: TableSession) -> Iterator[TableSession]:
        """Run the change in a transaction, and then the work that may only see committed data."""
        seated.afterwards.clear()
        with self._transaction(seated):
            yield seated
        if seated.afterwards:
            with self._transaction(seated):
                for deed in tuple(seated.afterwards):
                    deed()
        self.writer.keep_state(seated)

    @contextmanager
    def _transaction(self, seated: TableSession) -> Iterator[None]:
        mark, is_read_anew = seated.mark(), False
        seated.is_changing = True
        try:
            with self.log.changing(seated.name) as stored:
                if stored is None:
                    self.remove(seated.name)
                    raise UnknownTableError(_("There is no open table {name}.", name=repr(seated.name)))
                is_read_anew = self.refresh(seated, stored)
                mark = seated.mark()
                yield
                self._save(seated)
            self._noted = max(self._noted, seated.stored_rev)
        except BaseException as error:
            notice = seated.notice if isinstance(error, RuleError) else mark.state.notice
            seated.go_back(mark)
            if is_read_anew or not _is_refusal(error):
                self._mark_unsure(seated)
            elif notice != seated.notice:
                self._publish_failure(seated, notice)
            raise
        finally:
            seated.is_changing = False

    def _mark_unsure(self, seated: TableSession) -> None:
        """Mark a table whose pages may show wrong data. The next change reloads it. Notify once, however often that fails."""
        if not seated.is_unsure:
            seated.is_unsure, seated.rev = True, self._next_rev()

    def refresh(self, seated: TableSession, stored: int) -> bool:
        """Load what other processes changed. Reload everything where that fails or the store failed; return whether it did.

        `stored`: the stored revision. The caller holds the lock and a transaction that excludes other writers.
        """
        if not seated.is_unsure and stored == seated.stored_rev:
            return False
        was_unsure, seated.is_unsure = seated.is_unsure, True  # reload after any failure below
        is_anew = was_unsure or not self.writer.follow(seated)
        if is_anew:
            seated.stand_as(self.writer.load(seated.name, seated.table.game.name))
        seated.is_unsure = False
        seated.stored_rev = stored
        self.exceed_revision(stored)
        seated.rev = self._next_rev()
        return is_anew

    def exceed_revision(self, rev: int) -> None:
        """Exceed a published revision from now on."""
        with self._lock:
            self.rev = max(self.rev, rev)

    def _save(self, seated: TableSession) -> None:
        """Store what changed, in the transaction of the change."""
        seated.rev = seated.stored_rev = self._next_rev()
        state = seated.state
        beside = codec.dump(state).decode() if state != seated.stored else None
        self.log.save_revision(seated.name, seated.rev, seated.table.seq, beside)
        seated.stored = state

    def _publish_failure(self, seated: TableSession, notice: TableNotice | None) -> None:
        """Publish why the change failed. If another process changed the table meanwhile, its next change shows more."""
        mark = seated.mark()
        try:
            with self.log.changing(seated.name) as stored:
                if stored == seated.stored_rev:
                    seated.notice = notice
                    self._save(seated)
        except StoreError:
            seated.go_back(mark)
            self._mark_unsure(seated)

    def take_notice_back(self, about: str, tables: Collection[str] = ()) -> None:
        """Remove notices of this kind from all tables. `tables`: tables where another process may have set one."""
        for name in self.names():
            seated = self.find(name)
            notice = seated.notice if seated is not None else None
            if name in tables or (notice is not None and notice.about == about):
                with suppress(UnchangedError, UnknownTableError), self.change(name) as changed:
                    if changed.notice is None or changed.notice.about != about:
                        raise UnchangedError
                    changed.notice = None

    def next_rev(self) -> int:
        """Return a revision that no table had and none gets, not after a crash either. Call it outside a change."""
        rev = self._next_rev()
        if rev > self._noted + SKIPPED_REVISIONS // 2:
            with suppress(StoreError):  # until it works again, a start skips more revisions than this
                self.log.note_revision(rev)
                self._noted = max(self._noted, rev)
        return rev

    def _next_rev(self) -> int:
        with self._lock:
            self.rev += 1
            return self.rev

    def notify_listeners(self, name: str) -> None:
        """Notify all listeners of a change at a table; "" = at none."""
        for listener in self.listeners:
            listener.table_changed(name)

    def notify_correction(self, correction: ReadingCorrection) -> None:
        """Notify all listeners of a player's correction of a reading."""
        for listener in self.listeners:
            listener.reading_corrected(correction)


def _is_refusal(error: BaseException) -> bool:
    """Return whether the error is a refusal: nothing failed, and memory agrees with the store."""
    is_failure = isinstance(error, StoreError | StaleError)
    return isinstance(error, UnchangedError) or (isinstance(error, LamplightError) and not is_failure)
