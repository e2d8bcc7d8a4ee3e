"""The entries of a log that count, what was taken back, and how a table is loaded from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Generic, TypeVar

from companion.engine import Game, GameSetup, Run, fits_prompt
from companion.i18n import _
from companion.schema import HOUSE, Answer, Prompt, Refused, Words
from companion.sessions.table.entry import (
    AnswerGiven,
    CorrectionMade,
    Fact,
    LogEntry,
    RedoMade,
    TableResumed,
    UndoMade,
    first_id,
    is_again,
    is_same_fact,
)
from companion.sessions.table.prompts import find_request

E = TypeVar("E")


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
        """The answers of people in it."""
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
        self._ways: tuple[Retraction[E], ...] = ()  # undos that nothing else came after, the newest last
        for entry in entries:
            self.append(entry)

    @property
    def way_back(self) -> Retraction[E] | None:
        """The undo that a redo can restore: nothing else was answered since."""
        return self._ways[-1] if self._ways else None

    def by_people_since(self, seq: int) -> list[AnswerGiven]:
        """Return the answers of people that count and came after an entry."""
        return [given for given in givens(e for e in self.in_force if e.seq > seq) if given.prompt.seat != HOUSE]

    def copy(self) -> History[E]:
        """Another one that stands at the same place."""
        other = copy(self)
        other.in_force, other.answers, other.readings = list(self.in_force), list(self.answers), set(self.readings)
        other.quiet_rests = list(self.quiet_rests)
        return other

    def append(self, entry: LogEntry[E]) -> None:
        """Append the next entry."""
        match entry.what:
            case UndoMade(to, amends):
                self._back(entry.seq, to, amends)
            case RedoMade(undone):
                self._forth(entry.seq, undone)
            case _:
                self.in_force.append(entry)
                self._answered(entry)
                if entry.rest and not self.aside and not self._ways:
                    number = question_after(self._newest_command(), self.newest_reversal)
                    self.quiet_rests.append(QuietRest(entry.seq, number))

    def _newest_command(self) -> list[LogEntry[E]]:
        return list(islice((e for e in reversed(self.in_force) if not isinstance(e.what, Fact)), 1))

    def _back(self, seq: int, to: int, amends: int) -> None:
        place = next((k for k, e in enumerate(self.in_force) if e.seq > to), len(self.in_force))
        stands = tuple(one for one in self.taken_back if one.seq <= to)
        self.quiet_rests = [rest for rest in self.quiet_rests if rest.seq <= to]
        over = self.taken_back[len(stands) :]
        one = Retraction(seq, to, amends, tuple(self.in_force[place:]), over)
        self.in_force = self.in_force[:place]
        self.answers = answers_among(self.in_force)
        self.taken_back, self._ways, self.newest_reversal = (*stands, one), (*self._ways, one), seq
        kept = (e.what for e in one.gone if isinstance(e.what, AnswerGiven) and e.seq != amends)
        self.aside = (*(given for given in kept if can_be_kept(given)), *self.aside)

    def _forth(self, seq: int, undone: int) -> None:
        *earlier, one = (way for way in self._ways if way.seq <= undone)
        self.in_force = [e for e in self.in_force if e.seq <= one.to] + list(one.gone)
        self.answers = answers_among(self.in_force)
        stands = tuple(back for back in self.taken_back if back.seq < one.seq)
        self.taken_back, self._ways, self.newest_reversal = (*stands, *one.over), tuple(earlier), seq
        again = {given.answer.id for given in givens(one.gone)}
        self.aside = tuple(given for given in self.aside if given.answer.id not in again)

    def _answered(self, entry: LogEntry[E]) -> None:
        """Note an answer. One by a player ends the chance to redo; a repeated one, or one by seat "house", does not."""
        if isinstance(entry.what, AnswerGiven):
            self.answers.append(entry)
            self.readings.add(entry.what.answer.reading)
        match entry.what:
            case AnswerGiven(answer, _) if is_again(answer):
                if self.aside and first_id(self.aside[0].answer) == first_id(answer):  # they come in their order
                    self.aside = self.aside[1:]
            case AnswerGiven(_, prompt) if prompt.seat != HOUSE:
                self._ways = ()
                self.aside = _left(self.aside, entry.what)
            case CorrectionMade():
                self._ways = ()


def entries_in_force(entries: Iterable[LogEntry[E]]) -> list[LogEntry[E]]:
    """Return the entries in force: each undo removes those after its mark."""
    return History(entries).in_force


def standing(counting: Sequence[LogEntry[Any]], to: int) -> int:
    """Return the last entry that stands after an undo to `to`, of entries that count."""
    cut = len(counting)
    while cut and counting[cut - 1].seq > to:  # mostly a few from the end of a long evening
        cut -= 1
    while 1 < cut < len(counting) and _parted(counting, cut):
        cut -= 1
    return counting[max(cut, 1) - 1].seq  # the setup entry always stands


def _parted(entries: Sequence[LogEntry[Any]], cut: int) -> bool:
    """Return whether the cut separates an answer from its facts, or answers to a closed question."""
    last = entries[cut - 1].what
    half = isinstance(last, AnswerGiven) and not last.closes
    closed_later = any(isinstance(e.what, AnswerGiven) and e.what.closes for e in entries[cut:])
    return isinstance(entries[cut].what, Fact) or (half and closed_later)


def givens(entries: Iterable[LogEntry[Any]]) -> Iterable[AnswerGiven]:
    """Return the answers among entries."""
    return (e.what for e in entries if isinstance(e.what, AnswerGiven))


def answers_among(entries: Iterable[LogEntry[E]]) -> list[LogEntry[E]]:
    """Those of entries that are answers."""
    return [entry for entry in entries if isinstance(entry.what, AnswerGiven)]


def can_be_kept(given: AnswerGiven) -> bool:
    """Return whether its objects can answer again. With an unsure die they cannot: it may matter then."""
    return bool(given.prompt.of) and given.prompt.seat != HOUSE and not given.answer.unsure


def fits_again(given: AnswerGiven, prompt: Prompt) -> bool:
    """Can the things of an answer that was taken back answer this?"""
    if not given.prompt.of or (given.prompt.kind, given.prompt.of) != (prompt.kind, prompt.of):
        return False
    return fits_prompt(prompt, given.answer.values)


def _left(aside: tuple[AnswerGiven, ...], given: AnswerGiven) -> tuple[AnswerGiven, ...]:
    """Return the kept answers after the first that fits; none where something else was laid."""
    place = next((k for k, one in enumerate(aside) if fits_again(one, given.prompt)), None)
    if place is None:
        return aside
    return aside[place + 1 :] if aside[place].answer.values == given.answer.values else ()


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class LogState(Generic[S, E]):
    """An entry that counts, and the state after it."""

    entry: LogEntry[E]
    state: S


def apply_entry(
    moments: list[LogState[S, E]], counting: Sequence[LogEntry[E]], game: Game[S, E], setup: GameSetup
) -> None:
    """Lead the moments to where the entries are that count; those of the first that are the same stand already."""
    stands = min(len(counting), len(moments))
    while stands and moments[stands - 1].entry is not counting[stands - 1]:
        stands -= 1
    del moments[stands:]
    state = moments[-1].state if moments else game.setup(setup)
    for entry in counting[stands:]:
        for event in entry.establishes:
            state = game.apply(state, event)
        moments.append(LogState(entry, state))


def at_last_rest(counting: Sequence[LogEntry[E]]) -> tuple[Sequence[LogEntry[E]], Sequence[LogEntry[E]]]:
    """Return the entries up to the last rest, and those since: the procedure under way."""
    last = max((i for i, entry in enumerate(counting, 1) if entry.rest), default=0)
    return counting[:last], counting[last:]


def start_run(game: Game[S, E], state: S, number: int) -> Run[S, E]:
    """Return the run from a rest on; where play itself raises, one that is idle and says why."""
    try:
        return Run(game, state, number)
    except Exception as error:  # noqa: BLE001  a rule's own mistake after an update: the table stands and says so
        return idle(game, state, _("The referee stumbled at rest: {error}", error=repr(error)))


def idle(game: Game[S, E], state: S, why: Words) -> Run[S, E]:
    """Return a run that asks nothing."""
    return Run(replace(game, over=lambda _state: why), state)


def replays(run: Run[S, E], since: Sequence[LogEntry[E]], turned: int, before: int = 0) -> bool:
    """Replay the answers since a rest; return False where the rules now lead elsewhere.

    `turned`: the newest undo or redo; `before`: facts of the run before `since`.
    """
    try:
        for entry in since:
            match entry.what:
                case AnswerGiven(answer, prompt, _):
                    repeated = readdressed(answer, prompt, run.open, is_proved=True)
                    run.answer(repeated, question_after([entry], turned))
                case CorrectionMade(event):
                    run.correct(event)
    except Exception:  # noqa: BLE001  whatever a changed rule does with an old answer
        return False
    now, then = run.facts[before:], tuple(event for entry in since for event in entry.establishes)
    return len(now) == len(then) and all(map(is_same_fact, then, now))


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


def readdressed(answer: Answer, asked: Prompt, open: Sequence[Prompt], *, is_proved: bool = False) -> Answer:
    """Return the same answer to the open prompt that asks the same thing; raises Refused where none does.

    `is_proved`: the facts that follow are compared with those of the log.
    """
    if (prompt := find_request(asked, open, is_proved=is_proved)) is not None:
        return replace(answer, prompt=prompt.id)
    raise Refused("NOT_ASKED_NOW", _("“{title}” is not asked now.", title=asked.title))


def readings_of(entries: Sequence[LogEntry[Any]]) -> frozenset[str]:
    """Return the readings that answers among these entries rest on."""
    return frozenset(
        e.what.answer.reading for e in entries if isinstance(e.what, AnswerGiven) and e.what.answer.reading
    )
