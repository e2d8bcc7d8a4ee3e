"""The log of one table: its entries, those in force, what was taken back, and the state after each."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeVar, overload

from companion.engine import Game, GameSetup, fits_prompt
from companion.errors import LamplightError
from companion.i18n import _
from companion.schema import HOUSE, Prompt
from companion.sessions.table.entry import (
    AnswerGiven,
    CorrectionMade,
    Fact,
    LogEntry,
    RedoMade,
    TableBegan,
    TableResumed,
    UndoMade,
    What,
    first_id,
    is_again,
)

logger = logging.getLogger(__name__)

S = TypeVar("S")
E = TypeVar("E")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Retraction(Generic[E]):
    """An undo or an amendment that counts, and what it took away."""

    seq: int  # of its entry
    to: int  # the last entry that stood
    amends: int  # seq of the answer that was another one; 0 = an undo
    gone: tuple[LogEntry[E], ...]
    over: tuple[Retraction[E], ...] = ()  # earlier ones that it took away with the entries between

    @property
    def steps(self) -> tuple[AnswerGiven, ...]:
        """The answers of people that it took away."""
        return tuple(given for given in givens(self.gone) if given.prompt.seat != HOUSE)


@dataclass(frozen=True, slots=True)
class QuietRest:
    """An entry after which nothing is under way, and nothing that was taken back can come back."""

    seq: int
    question: int  # the number of the question that follows


class History(Generic[E]):
    """Follow a log entry by entry: undo, redo, and the entries in force."""

    def __init__(self, entries: Iterable[LogEntry[E]] = ()) -> None:
        self.in_force: list[LogEntry[E]] = []
        self.answers: list[LogEntry[E]] = []  # of those: a reading asks for them, and an evening has many more facts
        self.readings: set[str] = set()  # that answers rested on, taken back or not
        self.taken_back: tuple[Retraction[E], ...] = ()  # the oldest first
        self.aside: tuple[AnswerGiven, ...] = ()  # things laid down once and taken back, in their order: keep them?
        self.newest_reversal = 0  # seq of the newest entry that took back or brought back
        self.quiet_rests: list[QuietRest] = []  # that no undo has crossed, the oldest first
        self._reversals: tuple[Retraction[E], ...] = ()  # undos that nothing else came after, the newest last
        for entry in entries:
            self.append(entry)

    @property
    def way_back(self) -> Retraction[E] | None:
        """The undo that a redo can restore: nothing else was answered since."""
        return self._reversals[-1] if self._reversals else None

    def by_people_since(self, seq: int) -> list[AnswerGiven]:
        """Return the answers of people that count and came after an entry."""
        return [given for given in givens(e for e in self.in_force if e.seq > seq) if given.prompt.seat != HOUSE]

    def copy(self) -> History[E]:
        other = copy(self)
        other.in_force, other.answers, other.readings = list(self.in_force), list(self.answers), set(self.readings)
        other.quiet_rests = list(self.quiet_rests)
        return other

    def append(self, entry: LogEntry[E]) -> None:
        match entry.what:
            case UndoMade(to, amends):
                self._undo(entry.seq, to, amends)
            case RedoMade(undone):
                self._redo(entry.seq, undone)
            case _:
                self.in_force.append(entry)
                self._note_answer(entry)
                if entry.rest and not self.aside and not self._reversals:
                    command = next((e for e in reversed(self.in_force) if not isinstance(e.what, Fact)), entry)
                    self.quiet_rests.append(QuietRest(entry.seq, question_after([command], self.newest_reversal)))

    def _undo(self, seq: int, to: int, amends: int) -> None:
        place = next((k for k, e in enumerate(self.in_force) if e.seq > to), len(self.in_force))
        stands = tuple(retraction for retraction in self.taken_back if retraction.seq <= to)
        self.quiet_rests = [rest for rest in self.quiet_rests if rest.seq <= to]
        replaced = self.taken_back[len(stands) :]
        retraction = Retraction(seq, to, amends, tuple(self.in_force[place:]), replaced)
        self._rebuild(self.in_force[:place])
        self.taken_back, self._reversals, self.newest_reversal = (
            (*stands, retraction),
            (*self._reversals, retraction),
            seq,
        )
        answers = (e.what for e in retraction.gone if isinstance(e.what, AnswerGiven) and e.seq != amends)
        self.aside = (*(given for given in answers if can_be_kept(given)), *self.aside)

    def _redo(self, seq: int, undone: int) -> None:
        *earlier, retraction = (reversal for reversal in self._reversals if reversal.seq <= undone)
        self._rebuild([e for e in self.in_force if e.seq <= retraction.to] + list(retraction.gone))
        stands = tuple(back for back in self.taken_back if back.seq < retraction.seq)
        self.taken_back, self._reversals, self.newest_reversal = (*stands, *retraction.over), tuple(earlier), seq
        restored = {given.answer.id for given in givens(retraction.gone)}
        self.aside = tuple(given for given in self.aside if given.answer.id not in restored)

    def _rebuild(self, entries: list[LogEntry[E]]) -> None:
        """Have these entries in force alone."""
        self.in_force = entries
        self.answers = [entry for entry in entries if isinstance(entry.what, AnswerGiven)]

    def _note_answer(self, entry: LogEntry[E]) -> None:
        """Note an answer. One by a player ends the chance to redo; a repeated one, or one by seat "house", does not."""
        if isinstance(entry.what, AnswerGiven):
            self.answers.append(entry)
            self.readings.add(entry.what.answer.reading)
        match entry.what:
            case AnswerGiven(answer, _) if is_again(answer):
                if self.aside and first_id(self.aside[0].answer) == first_id(answer):  # they come in their order
                    self.aside = self.aside[1:]
            case AnswerGiven(_, prompt) if prompt.seat != HOUSE:
                self._reversals = ()
                self.aside = _after_fit(self.aside, entry.what)
            case CorrectionMade():
                self._reversals = ()


def entries_in_force(entries: Iterable[LogEntry[E]]) -> list[LogEntry[E]]:
    """Return the entries in force: each undo removes those after its mark."""
    return History(entries).in_force


def last_standing(counting: Sequence[LogEntry[Any]], to: int) -> int:
    """Return the last entry that stands after an undo to `to`, of entries that count."""
    cut = len(counting)
    while cut and counting[cut - 1].seq > to:  # mostly a few from the end of a long evening
        cut -= 1
    while 1 < cut < len(counting) and _separates(counting, cut):
        cut -= 1
    return counting[max(cut, 1) - 1].seq  # the setup entry always stands


def _separates(entries: Sequence[LogEntry[Any]], cut: int) -> bool:
    """Return whether the cut separates an answer from its facts, or answers to a closed question."""
    last = entries[cut - 1].what
    is_pending = isinstance(last, AnswerGiven) and not last.closes
    closed_later = any(isinstance(e.what, AnswerGiven) and e.what.closes for e in entries[cut:])
    return isinstance(entries[cut].what, Fact) or (is_pending and closed_later)


def givens(entries: Iterable[LogEntry[Any]]) -> Iterable[AnswerGiven]:
    """Return the answers among entries."""
    return (e.what for e in entries if isinstance(e.what, AnswerGiven))


def can_be_kept(given: AnswerGiven) -> bool:
    """Return whether its objects can answer again. With an unsure die they cannot: it may matter then."""
    return bool(given.prompt.of) and given.prompt.seat != HOUSE and not given.answer.unsure


def fits_again(given: AnswerGiven, prompt: Prompt) -> bool:
    """Return whether the objects of an answer that was taken back can answer this prompt."""
    if not given.prompt.of or (given.prompt.kind, given.prompt.of) != (prompt.kind, prompt.of):
        return False
    return fits_prompt(prompt, given.answer.values)


def _after_fit(aside: tuple[AnswerGiven, ...], given: AnswerGiven) -> tuple[AnswerGiven, ...]:
    """Return the kept answers after the first that fits; none where something else was laid."""
    place = next((k for k, kept in enumerate(aside) if fits_again(kept, given.prompt)), None)
    if place is None:
        return aside
    return aside[place + 1 :] if aside[place].answer.values == given.answer.values else ()


@dataclass(frozen=True, slots=True)
class LogState(Generic[S, E]):
    """An entry that counts, and the state after it."""

    entry: LogEntry[E]
    state: S


def apply_entry(
    moments: list[LogState[S, E]], counting: Sequence[LogEntry[E]], game: Game[S, E], setup: GameSetup
) -> None:
    """Extend `moments` to the entries that count. Moments of the same entries are kept."""
    stands = min(len(counting), len(moments))
    while stands and moments[stands - 1].entry is not counting[stands - 1]:
        stands -= 1
    del moments[stands:]
    state = moments[-1].state if moments else game.setup(setup)
    for entry in counting[stands:]:
        for event in entry.establishes:
            state = game.apply(state, event)
        moments.append(LogState(entry, state))


def question_after(entries: Sequence[LogEntry[Any]], turned: int) -> int:
    """Return the number of the question after these entries: never used before at the table, the same after a restart."""
    return max([turned, *map(_number, entries)])


def _number(entry: LogEntry[Any]) -> int:
    """Return the number of the question after an entry."""
    match entry.what:
        case Fact():
            return 0
        case TableResumed(_, question):
            return question
        case _:
            return entry.seq


def readings_of(entries: Sequence[LogEntry[Any]]) -> frozenset[str]:
    """Return the readings that answers among these entries rest on."""
    return frozenset(
        e.what.answer.reading for e in entries if isinstance(e.what, AnswerGiven) and e.what.answer.reading
    )


MOST_EARLIER_LOGS = 4  # earlier logs that were read last: several devices look at one in turn


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


@dataclass(frozen=True, slots=True)
class EarlierEntries(Generic[S, E]):
    """The entries of a table up to a rest, what of them counts, and the state after each of those."""

    log: tuple[LogEntry[E], ...]
    history: History[E]
    moments: tuple[LogState[S, E], ...]
    is_as_stored: bool  # the log leads to the state that was stored


class Earlier(Generic[S, E]):
    """The part of a table before a rest. Thread-safe."""

    def __init__(self, game: Game[S, E], rest: RestingState[S], log: EarlierLog[E]) -> None:
        self.game, self.rest, self.log = game, rest, log
        self._lock = threading.Lock()

    def entries(self) -> EarlierEntries[S, E]:
        """Return the entries. Raises StoreError."""
        with self._lock:  # two that ask at once load them once
            return _load_earlier(self)


@lru_cache(maxsize=MOST_EARLIER_LOGS)
def _load_earlier(earlier: Earlier[Any, Any]) -> EarlierEntries[Any, Any]:
    log, rest = tuple(earlier.log.read()), earlier.rest
    history, moments = History(log), list[LogState[Any, Any]]()
    apply_entry(moments, history.in_force, earlier.game, rest.began.setup)
    last = moments[-1]
    is_as_stored = (last.entry.seq, last.state) == (rest.seq, rest.state)
    if not is_as_stored:
        logger.error("the state stored after entry %s is not what the log says: the log counts", rest.seq)
    return EarlierEntries(log, history, tuple(moments), is_as_stored)


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
        """Return a copy that shares the states, which never change."""
        twin: KnownLog[S, E] = object.__new__(type(self))
        twin.game, twin.began, twin.earlier = self.game, self.began, self.earlier
        twin.stored_seq = self.stored_seq
        twin.entries, twin.history, twin.states = list(self.entries), self.history.copy(), list(self.states)
        twin._answers, twin._requests = set(self._answers), set(self._requests)
        return twin

    @property
    def seq(self) -> int:
        return self.entries[-1].seq

    @property
    def moments(self) -> LateSequence[LogState[S, E]]:
        """All entries that count, each with the state after it."""
        return self._late(self.states[self._resumed_count :], attrgetter("moments"))

    @property
    def in_force(self) -> LateSequence[LogEntry[E]]:
        """All entries that count."""
        return self._late(self.history.in_force[self._resumed_count :], attrgetter("history.in_force"))

    @property
    def answers(self) -> LateSequence[LogEntry[E]]:
        """All answers that count."""
        return self._late(self.history.answers, attrgetter("history.answers"))

    @property
    def taken_back(self) -> LateSequence[Retraction[E]]:
        """The undos and amendments that count."""
        return self._late(self.history.taken_back, attrgetter("history.taken_back"))

    @property
    def _resumed_count(self) -> int:
        """Number of entries in memory that only stand for the earlier ones."""
        return 0 if self.earlier is None else 1

    def _late(
        self, newest: Sequence[T_co], part: Callable[[EarlierEntries[S, E]], Sequence[T_co]]
    ) -> LateSequence[T_co]:
        """Return `newest` behind the same part of the earlier entries."""
        earlier = self.earlier
        return LateSequence(newest, (lambda: part(earlier.entries())) if earlier is not None else None)

    @property
    def whole(self) -> Sequence[LogEntry[E]]:
        """All entries, from the first on."""
        return self.entries if self.earlier is None else (*self.earlier.entries().log, *self.entries[1:])

    def complete(self) -> bool:
        """Load the whole log. Return False where it does not lead to the stored state."""
        if self.earlier is None:
            return True
        earlier, since, aside = self.earlier.entries(), self.entries[1:], self.history.aside
        if not earlier.is_as_stored:
            self._take_in([*earlier.log, *since], None)
            return False
        self.earlier = None
        self.entries, self.states = [*earlier.log, *since], [*earlier.moments, *self.states[1:]]
        self.history = earlier.history.copy()
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
        moments = [moment for moment in self.states if moment.entry.seq > rest.seq]
        self._take_in([entry for entry in self.entries if entry.seq > rest.seq], earlier, moments)
        self.history.aside = aside

    def knows(self, answer: str) -> bool:
        """Return whether an answer of this id was given before, even if it was undone."""
        if not answer or answer in self._answers:
            return bool(answer)
        return self.earlier is not None and self.earlier.log.answer(answer) is not None

    def has_done(self, request: str) -> bool:
        """Return whether a request of this id has undone, redone or amended something."""
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
        """Return whether an answer ever rested on a reading of this id, even if it was undone."""
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
