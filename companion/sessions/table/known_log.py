"""The log of one table: the entries in memory, those in force, and the state after each of them."""

from __future__ import annotations

import logging
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, overload

from companion.engine import Game
from companion.errors import LamplightError
from companion.i18n import _
from companion.sessions.table.entry import (
    AnswerGiven,
    LogEntry,
    RedoMade,
    TableBegan,
    TableResumed,
    UndoMade,
    What,
)
from companion.sessions.table.history import History, LogState, Retraction, apply_entry, givens

logger = logging.getLogger(__name__)

S = TypeVar("S")
E = TypeVar("E")
T_co = TypeVar("T_co", covariant=True)

KEPT = 4  # earlier logs that were read last: several devices look at one in turn


@dataclass(frozen=True, slots=True)
class RestingState(Generic[S]):
    """A table at a rest from which it can be resumed: nothing is under way, and nothing that was taken back can come back."""

    seq: int  # of the newest entry before it
    question: int  # the number of the question that follows
    began: TableBegan
    state: S


class EarlierLog(Protocol[E]):
    """The log of a table up to a rest. It is immutable."""

    def read(self) -> Sequence[LogEntry[E]]:
        """All entries up to the rest, from the first on. Raises StoreError."""

    def answer(self, id: str) -> AnswerGiven | None:
        """Return the first answer of this id, even if it was undone. Raises StoreError."""

    def has_request(self, id: str) -> bool:
        """Return whether an undo, redo or amendment of this request is in it. Raises StoreError."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class EarlierEntries(Generic[S, E]):
    """The entries of a table up to a rest, what of them counts, and the state after each of those."""

    log: tuple[LogEntry[E], ...]
    history: History[E]
    moments: tuple[LogState[S, E], ...]
    is_as_stored: bool  # the log leads to the state that was stored


class Earlier(Generic[S, E]):
    """The part of a table before a rest. Thread-safe."""

    def __init__(self, game: Game[S, E], rest: RestingState[S], log: EarlierLog[E]) -> None:
        self.rest = rest
        self.log = log
        self._game = game
        self._lock = threading.Lock()
        self._read: Callable[[], EarlierEntries[S, E] | None] = lambda: None

    def entries(self) -> EarlierEntries[S, E]:
        """All of it; read once, while it is in use. Raises StoreError."""
        with self._lock:
            found = self._read()
            if found is None:
                found = self._load()
                self._read = weakref.ref(found)
            _recent.append(found)
        return found

    def _load(self) -> EarlierEntries[S, E]:
        log = tuple(self.log.read())
        history, moments = History(log), list[LogState[S, E]]()
        apply_entry(moments, history.in_force, self._game, self.rest.began.setup)
        last = moments[-1]
        is_as_stored = (last.entry.seq, last.state) == (self.rest.seq, self.rest.state)
        if not is_as_stored:
            logger.error("the state stored after entry %s is not what the log says: the log counts", self.rest.seq)
        return EarlierEntries(log, history, tuple(moments), is_as_stored)


_recent: deque[EarlierEntries[Any, Any]] = deque(maxlen=KEPT)


class LateSequence(Sequence[T_co]):
    """A sequence whose newest part is in memory, and whose older part is loaded on access."""

    def __init__(self, newest: Iterable[T_co] = (), earlier: Callable[[], Sequence[T_co]] | None = None) -> None:
        """`earlier`: None = nothing is older."""
        self.newest = tuple(newest)
        self._earlier = earlier

    def __iter__(self) -> Iterator[T_co]:
        if self._earlier is not None:
            yield from self._earlier()
        yield from self.newest

    def __reversed__(self) -> Iterator[T_co]:
        yield from reversed(self.newest)
        if self._earlier is not None:
            yield from reversed(self._earlier())

    def __len__(self) -> int:
        return len(self.newest) + (len(self._earlier()) if self._earlier is not None else 0)

    def __bool__(self) -> bool:
        return bool(self.newest) or bool(self._earlier is not None and self._earlier())

    @overload
    def __getitem__(self, place: int) -> T_co: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[T_co]: ...

    def __getitem__(self, place: int | slice) -> T_co | Sequence[T_co]:
        if isinstance(place, int) and -len(self.newest) <= place < 0:
            return self.newest[place]
        return tuple(self)[place]

    def without_last(self, count: int) -> LateSequence[T_co]:
        """Return it without its last `count` items, which are in memory."""
        return LateSequence(self.newest[: len(self.newest) - count], self._earlier)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, LateSequence | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.newest[-1:])


class KnownLog(Generic[S, E]):
    """Log entries from the first, or from a rest; older ones are loaded on access. Not thread-safe.

    Loading raises StoreError where it fails.
    """

    def __init__(self, game: Game[S, E], log: Sequence[LogEntry[E]], earlier: Earlier[S, E] | None = None) -> None:
        """`log`: from the setup entry on, or what came after the `earlier` entries."""
        self.game = game
        self.stored_seq = 0  # a state was stored when it was so long
        self._take_in(log, earlier)

    def _take_in(
        self, log: Sequence[LogEntry[E]], earlier: Earlier[S, E] | None, folded: Sequence[LogState[S, E]] = ()
    ) -> None:
        """`folded`: states after entries of it that are known."""
        self.earlier = earlier
        self.states: list[LogState[S, E]] = []  # of the entries in memory that are in force
        if earlier is not None:
            rest = earlier.rest
            resumed: LogEntry[E] = LogEntry(rest.seq, TableResumed(rest.began, rest.question), rest=True)
            log = [resumed, *log]
            self.states = [LogState(resumed, rest.state), *folded]
        self.entries: list[LogEntry[E]] = list(log)
        self.history = History(log)
        self.began = _beginning_of(log)
        self._note_ids()
        self._fold()

    def _note_ids(self) -> None:
        self._answers = {given.answer.id for given in givens(self.entries)}
        self._requests = {e.what.id for e in self.entries if isinstance(e.what, UndoMade | RedoMade)}

    def _fold(self) -> None:
        apply_entry(self.states, self.history.in_force, self.game, self.began.setup)

    def write(self, *whats: What[E], rest: bool = False) -> None:
        """Append the next entries; `rest`: no procedure is under way after the last one."""
        for i, what in enumerate(whats, 1):
            self._add(LogEntry(self.seq + 1, what, rest and i == len(whats)))
        self._fold()

    def extend(self, entries: Sequence[LogEntry[E]]) -> None:
        """Append entries that another process wrote."""
        for entry in entries:
            self._add(entry)
        self._fold()

    def _add(self, entry: LogEntry[E]) -> None:
        self.entries.append(entry)
        self.history.append(entry)
        if isinstance(entry.what, AnswerGiven):
            self._answers.add(entry.what.answer.id)
        if isinstance(entry.what, UndoMade | RedoMade):
            self._requests.add(entry.what.id)

    def copy(self) -> KnownLog[S, E]:
        """Return the same. States never change: none is folded again."""
        twin: KnownLog[S, E] = object.__new__(type(self))
        twin.game, twin.began, twin.earlier = self.game, self.began, self.earlier
        twin.stored_seq = self.stored_seq
        twin.entries, twin.history, twin.states = list(self.entries), self.history.copy(), list(self.states)
        twin._answers, twin._requests = set(self._answers), set(self._requests)
        return twin

    @property
    def seq(self) -> int:
        """Seq of the newest entry."""
        return self.entries[-1].seq

    @property
    def moments(self) -> LateSequence[LogState[S, E]]:
        """All entries that count, each with the state after it."""
        earlier = self.earlier
        if earlier is None:
            return LateSequence(self.states)
        return LateSequence(self.states[1:], lambda: earlier.entries().moments)

    @property
    def in_force(self) -> LateSequence[LogEntry[E]]:
        """All entries that count."""
        earlier = self.earlier
        if earlier is None:
            return LateSequence(self.history.in_force)
        return LateSequence(self.history.in_force[1:], lambda: earlier.entries().history.in_force)

    @property
    def answers(self) -> LateSequence[LogEntry[E]]:
        """Those of them that are answers."""
        earlier = self.earlier
        return LateSequence(
            self.history.answers, (lambda: earlier.entries().history.answers) if earlier is not None else None
        )

    @property
    def taken_back(self) -> LateSequence[Retraction[E]]:
        """The undos and amendments that count."""
        earlier = self.earlier
        return LateSequence(
            self.history.taken_back, (lambda: earlier.entries().history.taken_back) if earlier is not None else None
        )

    @property
    def whole(self) -> Sequence[LogEntry[E]]:
        """All entries, from the first on."""
        return self.entries if self.earlier is None else (*self.earlier.entries().log, *self.entries[1:])

    def complete(self) -> bool:
        """Load the whole log. Return False where it does not lead to the stored state."""
        if self.earlier is None:
            return True
        found, since, aside = self.earlier.entries(), self.entries[1:], self.history.aside
        if not found.is_as_stored:
            self._take_in([*found.log, *since], None)
            return False
        self.earlier = None
        self.entries, self.states = [*found.log, *since], [*found.moments, *self.states[1:]]
        self.history = found.history.copy()
        for entry in since:
            self.history.append(entry)
        self.history.aside = aside
        self._note_ids()
        return True

    @property
    def earlier_seq(self) -> int:
        """Seq of the newest entry that is not in memory; 0 = all are."""
        return self.earlier.rest.seq if self.earlier is not None else 0

    def is_at_hand(self, seq: int) -> bool:
        """Return whether all entries after `seq` are in memory."""
        return self.earlier is None or seq >= self.earlier.rest.seq

    def resting_states(self, after: int = 0) -> Iterator[RestingState[S]]:
        """Yield the rests in memory after an entry, the newest first: the log may begin at each."""
        states = {moment.entry.seq: moment.state for moment in self.states}
        for rest in reversed(self.history.quiet_rests):
            if rest.seq <= after:
                return
            yield RestingState(rest.seq, rest.question, self.began, states[rest.seq])

    def shorten(self, earlier: Earlier[S, E]) -> None:
        """Drop entries before a rest from memory: one of `resting_states`."""
        rest, aside = earlier.rest, self.history.aside
        kept = [moment for moment in self.states if moment.entry.seq > rest.seq]
        self._take_in([entry for entry in self.entries if entry.seq > rest.seq], earlier, kept)
        self.history.aside = aside

    def knows(self, answer: str) -> bool:
        """Was an answer of this id given before, even if it was undone?"""
        if not answer or answer in self._answers:
            return bool(answer)
        return self.earlier is not None and self.earlier.log.answer(answer) is not None

    def has_done(self, request: str) -> bool:
        """Was something taken back, brought back or amended by a request of this id?"""
        if not request or request in self._requests:
            return bool(request)
        return self.earlier is not None and self.earlier.log.has_request(request)

    def given(self, answer: str) -> AnswerGiven | None:
        """Return the answer of this id as it was given first, even if it was undone."""
        if answer in self._answers:
            return next(given for given in givens(self.entries) if given.answer.id == answer)
        return self.earlier.log.answer(answer) if self.earlier is not None and answer else None

    def keep_nothing(self) -> None:
        """Stop offering objects of answers that were taken back."""
        self.history.aside = ()

    def rests_on(self, reading: str) -> bool:
        """Did an answer ever rest on a reading of this id, even if it was undone?"""
        if reading in self.history.readings or self.earlier is None:
            return reading in self.history.readings
        return reading in self.earlier.entries().history.readings


def _beginning_of(log: Sequence[LogEntry[E]]) -> TableBegan:
    match log[0].what if log else None:
        case TableBegan() as began:
            return began
        case TableResumed(began):
            return began
        case _:
            raise LamplightError(_("This log does not begin with a setup entry; it is not the log of a table."))
