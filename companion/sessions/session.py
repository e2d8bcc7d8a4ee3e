"""One open table: its state apart from the log, and the snapshot from which everything is rendered."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal, Protocol

from structlog.contextvars import bound_contextvars

from companion.engine import Game, GameSetup
from companion.errors import CodecError
from companion.i18n import _
from companion.schema import (
    HOUSE,
    Answer,
    Prompt,
    Question,
    Reading,
    Refused,
    Seat,
    SeenObject,
    ShowPrompt,
    Words,
    from_json,
)
from companion.sessions.matching import (
    AmbiguousReading,
    ReadingConflict,
    Side,
    TrayZones,
    is_told,
    zones_of,
)
from companion.sessions.store import ReceivedReading, SavePoint, SqlEventLog, TableNote
from companion.sessions.table import (
    VIRTUAL,
    AnswerGiven,
    Chosen,
    GameTable,
    LateSequence,
    LogEntry,
    LogState,
    Retraction,
    RuleError,
    givens,
    is_own,
    own_prompts,
    question_of,
    roll_virtually,
    table_after,
    to_row,
)
from companion.sessions.table_reader import EVERY, TableReader

logger = logging.getLogger(__name__)

NO_DRAW = _("The referee stumbled at what the app draws by itself. Undo this action and settle it by hand?")
NOBODY_S = ShowPrompt("nobody", "", of=("card",))
HEARD = 64  # readings kept in memory: more than come between a draw and a late second reading of it


@dataclass(frozen=True, slots=True)
class TrayState:
    """The last settled arrangement on the tray, and how it was used."""

    reading: Reading
    taken: bool
    asked: tuple[Prompt, ...] = ()  # prompts of its question whose answers are private to a seat
    of: str = ""  # the whole reading that told of the same before, where another reader sees it too
    agrees: bool = False  # two readers told the same


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
class TableSnapshot:
    """Everything about one table at one moment. Nothing in it changes any more."""

    id: str
    game: Game[Any, Any]
    setup: GameSetup
    rev: int
    state: Any  # the game's own
    question: Question
    open: tuple[Prompt, ...]  # of the question, still to be answered
    moments: LateSequence[LogState[Any, Any]]
    at_rest: bool
    over: Words
    aside: tuple[AnswerGiven, ...]
    doubt: AmbiguousReading | None
    both: tuple[ReadingConflict, ...]  # what two readers told differently, the oldest first
    rest: TrayState | None
    notice: TableNotice | None
    zones: TrayZones  # zones of the tray, where several seats lay objects at once
    heard: tuple[Reading, ...] = ()  # the newest last, as many as are kept in mind
    sources: Chosen = field(default_factory=dict)  # of the seats that chose one
    taken_back: LateSequence[Retraction[Any]] = field(default_factory=LateSequence)  # undos and amendments that count
    way_back: Retraction[Any] | None = None  # what can be brought back as it was
    saved: tuple[SavePoint, ...] = ()  # moments with a name
    notes: tuple[TableNote, ...] = ()  # lines of the log that change nothing, the oldest first


@dataclass(frozen=True, slots=True)
class SessionState:
    """State of a table apart from its log; stored with each change."""

    rest: TrayState | None = None
    doubt: AmbiguousReading | None = None
    both: tuple[ReadingConflict, ...] = ()
    armed: tuple[str, str] = ("", "")
    notice: TableNotice | None = None
    declined: int = 0  # things that were taken back by this entry, or before it, are not offered any more
    newest: str = ""  # id of the newest reading
    changes: int = 0  # counts changes of sources, save points and notes


def stored_state(data: Mapping[str, Any] | None) -> SessionState | None:
    """Parse a stored state; None where none was stored, or by another version."""
    try:
        return from_json(SessionState, data) if data is not None else None
    except CodecError as error:
        logger.warning("what lay at a table is found out once more (%s)", error)
        return None


@dataclass(frozen=True, slots=True)
class SessionMark:
    """State of a session before a change, to restore it where the change is not stored."""

    table: GameTable[Any, Any]
    seq: int
    aside: tuple[AnswerGiven, ...]
    state: SessionState
    stored: tuple[SessionState, int]
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
        self.is_unsure = False  # the store failed: whether what was done last is on disk is not known
        self.rev = rev  # revision of the last change of this table
        self.stored_rev = 0  # as it is stored
        self.doubt: AmbiguousReading | None = None
        self.both: tuple[ReadingConflict, ...] = ()
        self.heard: deque[Reading] = deque(maxlen=HEARD)  # the newest last, without button presses
        self.seconds: dict[str, str] = {}  # of those: a second look -> the reading that told of the same before
        self.armed = ("", "")  # prompt and option of a button that must be pressed again
        self.rest: TrayState | None = None
        self.notice: TableNotice | None = None
        self.fixes: dict[str, str] = {}  # reading -> its picture, where people said what it shows
        self.sources: Chosen = {}  # of the seats that chose one
        self.saved: tuple[SavePoint, ...] = ()
        self.notes: tuple[TableNote, ...] = ()
        self.brought = 0  # so many entries came as a file
        self.foreign: frozenset[str] = frozenset()  # readings of another house, under what came as a file

        self.stored = SessionState()  # as it was written last
        self.is_changing = False  # in a transaction
        self.changes = 0  # of sources, moments with a name and notes, which others have to read then
        self.declined = 0  # seq of the newest undo when the objects of undone answers were declined
        self.afterwards: list[Callable[[], object]] = []  # what is done once a change is committed

    @property
    def state(self) -> SessionState:
        """The state that is stored apart from the log."""
        newest = self.heard[-1].id if self.heard else ""
        told = (self.rest, self.doubt, self.both, self.armed, self.notice)
        return SessionState(*told, self.declined, newest, self.changes)

    @state.setter
    def state(self, state: SessionState) -> None:
        self.rest, self.doubt, self.both = state.rest, state.doubt, state.both
        self.armed, self.notice = state.armed, state.notice
        self.declined, self.changes = state.declined, state.changes

    def stand_as(self, afresh: TableSession) -> None:
        """Take over a session that was just loaded from the store. The caller holds the lock."""
        self.table, self.is_unsure = afresh.table, False
        self.state, self.stored = afresh.state, afresh.stored
        self.heard, self.seconds = afresh.heard, afresh.seconds
        self.sources, self.saved, self.notes = afresh.sources, afresh.saved, afresh.notes
        self.brought, self.foreign = afresh.brought, afresh.foreign

    def decline(self) -> None:
        """Stop offering objects of answers that were taken back. The caller holds the lock."""
        self.declined = self.table.trail.newest_reversal
        self.table.known.keep_nothing()

    def mark(self) -> SessionMark:
        """Return the state before a change. The caller holds the lock."""
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

    def go_back(self, mark: SessionMark) -> None:
        """Restore the state of `mark`, because the change is not stored. The caller holds the lock."""
        self.state, self.heard = mark.state, deque(mark.heard, HEARD)
        self.seconds, self.fixes = mark.seconds, mark.fixes
        self.sources, self.saved, self.notes = mark.sources, mark.saved, mark.notes
        self.stored, self.stored_rev = mark.stored
        self.table = mark.table
        if self.table.seq > mark.seq:
            self.table = table_after(self.table, mark.seq)
        self.table.trail.aside = mark.aside
        self.afterwards.clear()


def log_context(seated: TableSession) -> AbstractContextManager[None]:
    """Log the table, its newest entry and its first prompt with every line. The caller holds the lock."""
    first = next(iter(seated.table.open), None)
    return bound_contextvars(table=seated.name, seq=seated.table.seq, prompt=first.id if first is not None else "")


def asked_under(seated: TableSession, reading: Reading) -> tuple[Prompt, ...]:
    """Return the private prompts that a reading may show, which hides it from other seats. The caller holds the lock.

    The owner of a card is unknown where its question is closed or was undone, and where the reader named no question. A reading may
    come late, or be read again after a restart. In a game with cards such a card is shown to no seat.
    """
    own, open_now = own_prompts(seated.table.run.question), question_of(seated.table.open)
    is_of_now = bool(reading.expect) and reading.expect == open_now
    return own if is_of_now or NOBODY_S.thing not in seated.table.game.kinds else (*own, NOBODY_S)


def snapshot_of(seated: TableSession, side: Side) -> TableSnapshot:
    """Return a snapshot of the table. The caller holds the lock."""
    table, run = seated.table, seated.table.run
    return TableSnapshot(
        id=seated.name,
        game=table.game,
        setup=table.setup,
        rev=seated.rev,
        state=run.state,
        question=run.question,
        open=run.open,
        moments=table.known.moments,
        at_rest=run.at_rest,
        over=run.over,
        aside=table.trail.aside,
        doubt=seated.doubt,
        both=seated.both,
        rest=seated.rest,
        notice=seated.notice,
        zones=zones_of(run.question, side),
        heard=tuple(seated.heard),
        sources=seated.sources,
        taken_back=table.known.taken_back,
        way_back=table.trail.way_back,
        saved=seated.saved,
        notes=seated.notes,
    )


def past_of(seated: TableSession, side: Side, at: int) -> TableSnapshot:
    """Return the table as it stood after the entry `at`, or before that where it was in the midst of something; under
    its lock.

    The tray is empty in it, and there is no notice. Raises Refused where the entry is not in force.
    """
    moments, run = seated.table.moments_at(at)
    question = Question(tuple(replace(p, id=f"then.{k}") for k, p in enumerate(run.open)), run.question.first)
    return replace(
        snapshot_of(seated, side),
        state=moments[-1].state,
        question=question,
        open=question.prompts,
        moments=moments,
        at_rest=run.at_rest,
        over=run.over,
        aside=(),
        doubt=None,
        both=(),
        rest=None,
        notice=None,
        zones=zones_of(Question(()), side),
        taken_back=LateSequence(one for one in seated.table.known.taken_back if one.seq <= at),
        way_back=None,
        notes=tuple(one for one in seated.notes if one.seq <= at),
    )


def tray_beside(rest: TrayState | None, reading: Reading, given: AnswerGiven, *, agrees: bool) -> TrayState:
    """Return the tray after a second reading of what answered. Prefer the reading that has a picture."""
    first = given.answer
    if rest is not None and rest.reading.id == first.reading and rest.reading.picture:
        return replace(rest, agrees=agrees)
    asked = (given.prompt,) if is_own(given.prompt) else ()
    return TrayState(reading, agrees, asked, of=first.whole_reading, agrees=agrees)


def heard_before(seated: TableSession, reading: str) -> tuple[Reading, ...]:
    """Return the readings before this whole reading, the oldest first; all, where it is not in memory."""
    heard = tuple(seated.heard)
    ids = [one.id for one in heard]
    return heard[: ids.index(reading)] if reading in ids else heard


def lay_before(seated: TableSession, reading: Reading, *, is_new: bool) -> tuple[SeenObject, ...]:
    """Return objects that answered before: of the reader's previous reading, and of this reading itself. They are not new where they remain.

    `is_new`: the reading comes for the first time, so none of its objects has answered.
    """
    known, name = seated.table.known, reading.whole
    own: set[str] = set()
    if not is_new and known.rests_on(name):
        given = [one for one in givens(known.answers) if one.answer.whole_reading == name]
        sure = [one for one in given if one.answer.reading == reading.id or not is_told(one, name)]
        own = {value for one in sure for value in one.answer.values}
    heard = heard_before(seated, name)
    mine = (one for one in reversed(heard) if (one.source, one.sender) == (reading.source, reading.sender))
    newest = next(mine, None)
    told = newest.objects if newest is not None else ()
    answered = _answered_once(known.answers, {seen.value for seen in told if seen.value is not None})
    lay = tuple(seen for seen in told if seen.value in answered)
    return lay + tuple(seen for seen in reading.objects if seen.value in own)


def _answered_once(answers: Sequence[LogEntry[Any]], values: set[str]) -> set[str]:
    """Return those of `values` that an object has answered with. Searches from the newest answer."""
    found: set[str] = set()
    for one in givens(reversed(answers)):
        if found == values:
            break
        if one.answer.reading:
            found |= values.intersection(one.answer.values)
    return found


def as_it_came(seated: TableSession, doubt: AmbiguousReading) -> Reading:
    """Return the doubtful reading with the ids of its tags, if it is still in memory."""
    return next((reading for reading in seated.heard if reading.id == doubt.reading.id), doubt.reading)


class SessionHost:
    """Facts that the sessions ask of the process that runs them. These defaults suit a table without devices."""

    def claimed_seats(self, table: str) -> frozenset[Seat]:  # noqa: ARG002
        """Return the seats of a table that have a phone of their own."""
        return frozenset()

    def table_loading(self, table: str) -> None:
        """Handle the start of loading a table, which may take seconds."""


class KeptBeside(Protocol):
    """State of a table that is stored apart from its log."""

    def restore(self, seated: TableSession) -> None:
        """Restore it at a table that was just loaded."""

    def follow(self, seated: TableSession) -> bool:
        """Load what another process has stored since. Return False where all of it must be loaded."""


class LogWriter:
    """Writes what commands append, within the transaction of a change."""

    def __init__(self, log: SqlEventLog, random: Random, beside: KeptBeside | None = None) -> None:
        """`beside`: state that is stored apart from the log; None = there is none."""
        self._log, self._random, self._beside = log, random, beside
        self.reader = TableReader(log)

    def execute(
        self, seated: TableSession, do: Callable[[GameTable[Any, Any]], object], received: ReceivedReading | None = None
    ) -> None:
        """Execute a command, and store its entries with everything else that changed.

        Raises the exceptions of the command, and restores the table. Raises StaleError and StoreError, which must leave
        the `with` block of the change.
        """
        before = seated.table.seq
        try:
            do(seated.table)
        except Refused:
            self._as_before(seated, before)
            raise
        except RuleError as error:
            self._as_before(seated, before)
            logger.exception("table=%s seq=%s: a rule raised", seated.name, seated.table.seq)
            self.set_notice(
                seated, "stumbled", _("{error} Undo this action and settle it by hand?", error=error.sentence)
            )
            raise
        rows = [to_row(entry) for entry in seated.table.log if entry.seq > before]
        if rows or received is not None:
            self._log.append(seated.name, rows, received)
            logger.debug("written: %s entries", len(rows))
        seated.notice = None
        try:
            self.answer_for_house(seated)
        except (Refused, RuleError):  # the answer itself counts
            logger.exception("table=%s: the house cannot draw what it is asked", seated.name)
            self.set_notice(seated, "stumbled", NO_DRAW)

    def keep_state(self, seated: TableSession) -> None:
        """Store the table's state from time to time, and drop old entries from memory. Call it outside a change."""
        if seated.table.seq - seated.table.known.stored_seq >= EVERY:
            self.reader.keep(seated.name, seated.table)

    def load(self, name: str, game: str) -> TableSession:
        """Load a table with the state stored apart from its log. Raises RuleError where its game has changed too much."""
        seated = TableSession(name, self.reader.read(name, game))
        if self._beside is not None:
            self._beside.restore(seated)
        return seated

    def follow(self, seated: TableSession) -> bool:
        """Load what another process stored since. Return False where the table must be reloaded; it is unusable then."""
        if self._beside is None or not self.reader.follow(seated.name, seated.table):
            return False
        return self._beside.follow(seated)

    @staticmethod
    def _as_before(seated: TableSession, before: int) -> None:
        """Undo the entries of a command that failed half-way."""
        if seated.table.seq > before:
            seated.table = table_after(seated.table, before)

    def set_notice(
        self, seated: TableSession, tone: Literal["refused", "stumbled", "stray", "info"], text: Words, about: str = ""
    ) -> None:
        """Show one sentence at the table; `about`: what it is taken back with."""
        number = f"n{seated.rev + 1}"
        seated.notice = TableNotice(f"{about}:{number}" if about else number, tone, text)

    def answer_for_house(self, seated: TableSession) -> None:
        """Answer a prompt of seat "house" by chance, and log it like any answer."""
        prompt = next((p for p in seated.table.open if p.seat == HOUSE), None)
        if prompt is not None:
            values = roll_virtually(prompt, self._random)
            own = Answer(_unused(seated.table, f"house-{prompt.id}"), prompt.id, values, HOUSE, source=VIRTUAL)
            self.execute(
                seated, lambda table: table.answer(own)
            )  # this repeats until no prompt of seat "house" is open


def _unused(table: GameTable[Any, Any], wanted: str) -> str:
    """Return an unused id: a page may have sent the wanted one before, or a file may have brought it. A known id
    changes nothing.
    """
    while table.known.knows(wanted):
        wanted += "'"
    return wanted
