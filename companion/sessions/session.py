"""One open table: its lock, and its state apart from the log."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Literal

from structlog.contextvars import bound_contextvars

from companion.errors import CodecError
from companion.schema import Prompt, Reading, Seat, Words, from_json
from companion.sessions.matching import AmbiguousReading, ReadingConflict
from companion.sessions.store import SavePoint, TableNote
from companion.sessions.table import AnswerGiven, Chosen, GameTable, table_after

logger = logging.getLogger(__name__)

READINGS_KEPT = 64  # in memory: more than come between a draw and a late second reading of it


@dataclass(frozen=True, slots=True)
class TrayState:
    """The last settled arrangement on the tray, and how it was used. Stored with `SessionState`."""

    reading: Reading
    taken: bool  # it answered something
    asked: tuple[Prompt, ...] = ()  # prompts of its question whose answers are private to a seat
    of: str = ""  # the whole reading of the same draw by another reader, if that came first
    agrees: bool = False  # with that reading


@dataclass(frozen=True, slots=True)
class TableNotice:
    """One sentence for the people at the table."""

    id: str
    tone: Literal["refused", "stumbled", "stray", "info"]
    text: Words

    @property
    def about(self) -> str:
        """Kind of notice, by which it can be removed; "" = it stays."""
        return self.id.rpartition(":")[0]


@dataclass(frozen=True, slots=True)
class SessionState:
    """State of a table apart from its log; stored with each change. `TableSession` describes its fields."""

    rest: TrayState | None = None
    doubt: AmbiguousReading | None = None
    both: tuple[ReadingConflict, ...] = ()
    armed: tuple[str, str] = ("", "")
    notice: TableNotice | None = None
    declined: int = 0
    newest: str = ""  # id of the newest reading
    changes: int = 0


def stored_state(data: Mapping[str, Any] | None) -> SessionState | None:
    """Parse a stored state. None if there is none, or if another version stored it: readings then restore it."""
    try:
        return from_json(SessionState, data) if data is not None else None
    except CodecError as error:
        logger.warning("what lay at a table is found out once more (%s)", error)
        return None


@dataclass(frozen=True, slots=True)
class SessionMark:
    """State of a session before a change, for `TableSession.roll_back`."""

    table: GameTable[Any, Any]
    seq: int
    aside: tuple[AnswerGiven, ...]
    state: SessionState
    stored: tuple[SessionState, int]  # with its revision
    heard: tuple[Reading, ...]
    seconds: dict[str, str]
    fixes: dict[str, str]
    sources: Chosen
    saved: tuple[SavePoint, ...]
    notes: tuple[TableNote, ...]


class TableSession:
    """One open table. Callers hold `lock` while they use it."""

    def __init__(self, name: str, table: GameTable[Any, Any], rev: int = 0) -> None:
        self.lock = threading.RLock()
        self.name = name
        self.table = table
        self.is_unsure = False  # the store failed: the last change may be on disk or not
        self.is_changing = False  # in a transaction
        self.afterwards: list[Callable[[], object]] = []  # called once the change is committed

        # readings
        self.heard: deque[Reading] = deque(maxlen=READINGS_KEPT)  # the newest last, without button presses
        self.seconds: dict[str, str] = {}  # second reading of a draw -> the first one, both in `heard`
        self.fixes: dict[str, str] = {}  # reading that people corrected -> its picture
        self.rest: TrayState | None = None
        self.doubt: AmbiguousReading | None = None
        self.both: tuple[ReadingConflict, ...] = ()  # what two readers told differently, the oldest first
        self.armed = ("", "")  # prompt and option of a button that must be pressed again
        self.declined = 0  # seq of the newest undo when the objects of undone answers were declined

        # for the people at the table
        self.notice: TableNotice | None = None
        self.sources: Chosen = {}  # of the seats that chose one
        self.saved: tuple[SavePoint, ...] = ()
        self.notes: tuple[TableNote, ...] = ()

        # an imported table
        self.brought = 0  # number of entries that came as a file
        self.foreign: frozenset[str] = frozenset()  # readings of another house in those entries

        # what is stored
        self.rev = rev  # revision of the last change
        self.stored_rev = 0
        self.stored = SessionState()  # as last written
        self.changes = 0  # of sources, save points and notes; another process reads these again when it differs

    @property
    def state(self) -> SessionState:
        """The state that is stored apart from the log."""
        return SessionState(
            rest=self.rest,
            doubt=self.doubt,
            both=self.both,
            armed=self.armed,
            notice=self.notice,
            declined=self.declined,
            newest=self.heard[-1].id if self.heard else "",
            changes=self.changes,
        )

    @state.setter
    def state(self, state: SessionState) -> None:
        self.rest, self.doubt, self.both = state.rest, state.doubt, state.both
        self.armed, self.notice = state.armed, state.notice
        self.declined, self.changes = state.declined, state.changes

    def reload(self, loaded: TableSession) -> None:
        """Take over the state of a session that was just loaded from the store."""
        self.table, self.is_unsure = loaded.table, False
        self.state, self.stored = loaded.state, loaded.stored
        self.heard, self.seconds = loaded.heard, loaded.seconds
        self.sources, self.saved, self.notes = loaded.sources, loaded.saved, loaded.notes
        self.brought, self.foreign = loaded.brought, loaded.foreign

    def decline(self) -> None:
        """Stop offering objects of answers that were taken back."""
        self.declined = self.table.trail.newest_reversal
        self.table.known.keep_nothing()

    def mark(self) -> SessionMark:
        """Return the state before a change."""
        return SessionMark(
            table=self.table,
            seq=self.table.seq,
            aside=self.table.trail.aside,
            state=self.state,
            stored=(self.stored, self.stored_rev),
            heard=tuple(self.heard),
            seconds=dict(self.seconds),
            fixes=dict(self.fixes),
            sources=self.sources,
            saved=self.saved,
            notes=self.notes,
        )

    def roll_back(self, mark: SessionMark) -> None:
        """Restore the state of `mark`, because the change could not be stored."""
        self.state, self.heard = mark.state, deque(mark.heard, READINGS_KEPT)
        self.seconds, self.fixes = mark.seconds, mark.fixes
        self.sources, self.saved, self.notes = mark.sources, mark.saved, mark.notes
        self.stored, self.stored_rev = mark.stored
        self.table = mark.table
        if self.table.seq > mark.seq:
            self.table = table_after(self.table, mark.seq)
        self.table.trail.aside = mark.aside
        self.afterwards.clear()


def log_context(seated: TableSession) -> AbstractContextManager[None]:
    """Add the table, its newest entry and its first prompt to each log line. The caller holds the lock."""
    first = next(iter(seated.table.open), None)
    return bound_contextvars(table=seated.name, seq=seated.table.seq, prompt=first.id if first is not None else "")


class SessionHost:
    """Questions of the sessions to the process that runs them. The defaults suit a table without devices."""

    def claimed_seats(self, table: str) -> frozenset[Seat]:  # noqa: ARG002
        """Return the seats of a table that have a phone of their own."""
        return frozenset()

    def table_loading(self, table: str) -> None:
        """Handle the start of loading a table, which may take seconds."""
