"""What lies before the entries that a table has at hand: read from its log when somebody asks for it, and not held."""

from __future__ import annotations

import logging
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, overload

from companion.engine import Game
from companion.sessions.table.entry import AnswerGiven, LogEntry, TableBegan
from companion.sessions.table.history import History, LogState, apply_entry

S = TypeVar("S")
E = TypeVar("E")
T_co = TypeVar("T_co", covariant=True)

logger = logging.getLogger(__name__)

KEPT = 4  # earlier logs that were read last: several devices look at one in turn


@dataclass(frozen=True, slots=True)
class RestingState(Generic[S]):
    """A table at a rest from which it can be resumed: nothing is under way, and nothing that was taken back can come back."""

    seq: int  # of the newest entry before it
    question: int  # the number of the question that follows
    began: TableBegan
    state: S


class EarlierLog(Protocol[E]):
    """The log of a table, as far as a rest. What was written does not change any more."""

    def read(self) -> Sequence[LogEntry[E]]:
        """All entries up to the rest, from the first on. Raises StoreError."""

    def answer(self, id: str) -> AnswerGiven | None:
        """The answer of this id as it was given first, even if it was undone; None where there is none. Raises StoreError."""

    def has_request(self, id: str) -> bool:
        """Whether something was taken back, brought back or amended by a request of this id. Raises StoreError."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class EarlierEntries(Generic[S, E]):
    """The entries of a table up to a rest, what of them counts, and the state after each of those."""

    log: tuple[LogEntry[E], ...]
    history: History[E]
    moments: tuple[LogState[S, E], ...]
    is_as_stored: bool  # the log leads to the state that was stored


class Earlier(Generic[S, E]):
    """The part of a table before a rest. Safe for threads."""

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
    """A sequence of which the newest part is at hand, and the rest is read when somebody asks for it."""

    def __init__(self, newest: Iterable[T_co] = (), earlier: Callable[[], Sequence[T_co]] | None = None) -> None:
        """`earlier`: None where nothing lies before the newest."""
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
        """So many fewer, all of them at hand."""
        return LateSequence(self.newest[: len(self.newest) - count], self._earlier)

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, LateSequence | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.newest[-1:])
