"""One table: its append-only log, and the run that the log makes.

Loading folds the facts up to the last rest - no rule is run - and replays only the procedure under way. A procedure is
finished, under way, or undone: never half. Every command is done whole or changes nothing. Nothing here is stored:
`hall` writes what a command appended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from companion.errors import LamplightError
from companion.rules.game import Game, Setup
from companion.rules.run import Run
from companion.tables.entry import Began, Corrected, Entry, Fact, Given, Undone, What, live
from companion.wire.prompt import Answer, Faces, Prompt, Refused

S = TypeVar("S")
E = TypeVar("E")


class Stumbled(LamplightError):
    """A rule raised; what was asked for is not done, and the table is as it was."""


@dataclass(frozen=True, slots=True)
class Moment(Generic[S, E]):
    """An entry that counts, and the state after it."""

    entry: Entry[E]
    state: S


class Table(Generic[S, E]):
    """The one writer of a log. Not safe for threads: `hall` holds a lock."""

    def __init__(self, game: Game[S, E], log: Sequence[Entry[E]]) -> None:
        """`log` begins with the setup entry. Appends what beginning afresh establishes."""
        self.game = game
        self.log: list[Entry[E]] = list(log)
        self.aside: tuple[Given, ...] = ()  # given once, not fitting now; to be offered again
        self.setup = _setup_of(log)
        self._ids = {e.what.answer.id for e in log if isinstance(e.what, Given)}
        self._moments: list[Moment[S, E]] = []
        self.run = self._load()

    @classmethod
    def begin(cls, game: Game[S, E], setup: Setup) -> Table[S, E]:
        """A new table. Raises Refused where the game cannot be set up for these seats."""
        if len(setup.seats) not in game.seats:
            wanted = f"{game.seats.start} to {game.seats.stop - 1}"
            raise Refused("SEATS", f"{game.title} seats {wanted}, not {len(setup.seats)}.")
        return cls(game, [Entry(1, Began(game.name, setup), rest=True)])

    @property
    def seq(self) -> int:
        return self.log[-1].seq

    @property
    def open(self) -> tuple[Prompt, ...]:
        """The prompts that are still to be answered."""
        return self.run.open

    @property
    def moments(self) -> Sequence[Moment[S, E]]:
        """The entries that count, each with the state after it."""
        return self._moments

    def knows(self, answer: str) -> bool:
        """Was an answer of this id given before, even if it was undone?"""
        return bool(answer) and answer in self._ids

    def answer(self, answer: Answer) -> tuple[E, ...]:
        """The one way in. Raises Refused or Stumbled; an id already known changes nothing."""
        if self.knows(answer.id):
            return ()
        prompt = self.run.prompt(answer.prompt)
        before = self.run.open
        try:
            facts = self.run.answer(answer, self.seq + 1)
        except Refused:
            if self.run.open is not before:  # a rule refused, after the check had let it pass
                self.run = self._load()
            raise
        except Exception as error:  # a rule's own mistake, whatever it is: the run is unusable, the table is not
            self.run = self._load()
            raise Stumbled(f"The referee stumbled at “{prompt.title}”; the answer was taken back.") from error
        given = Given(answer, prompt, closes=self.run.given == 0)
        self._write(given, *map(Fact, facts), rest=self.run.at_rest)
        return facts

    def correct(self, *events: E) -> None:
        """Facts by hand. At rest play begins afresh, else the procedure goes on with what is true now."""
        rest = self.run.at_rest

        def overrule(table: Table[S, E]) -> None:
            for event in events:
                table.run.correct(event)
            table._write(*map(Corrected, events), rest=rest)

        self._command(overrule)

    def undo(self, to: int) -> None:
        """Back to `to`, or further: neither a closed question nor an answer's facts are parted."""
        mark = self.mark(to)
        if not any(e.seq > mark for e in live(self.log)):
            raise Refused("NOTHING_TO_UNDO", "There is nothing to take back.")
        self._command(lambda table: table._write(Undone(mark)))

    def mark(self, to: int) -> int:
        """The last entry that stands after an undo to `to`."""
        entries = live(self.log)
        cut = sum(e.seq <= to for e in entries)
        while 1 < cut < len(entries) and _parted(entries, cut):
            cut -= 1
        return entries[max(cut, 1) - 1].seq  # the setup entry always stands

    def amend(self, seq: int, values: Faces | None) -> None:
        """Another answer at `seq` (None: none), then as many later ones as still fit what is asked."""
        later = [e for e in live(self.log) if e.seq >= seq]
        if not later or later[0].seq != seq or not isinstance(given := later.pop(0).what, Given):
            raise Refused("NO_ANSWER_THERE", f"There is no answer at {seq}.")

        def past(table: Table[S, E]) -> None:
            table._write(Undone(seq - 1))
            table.run = table._load()
            if values is not None:
                table._again(replace(given.answer, values=values), given.prompt)
            table._once_more(later)

        self._command(past)

    def copy(self) -> Table[S, E]:
        """The same table again, to try a command on."""
        return Table(self.game, self.log)

    def _once_more(self, entries: Sequence[Entry[E]]) -> None:
        """Give the answers again as long as each fits; a correction of the old past ends it."""
        old = [e.what for e in entries if not isinstance(e.what, Fact)]
        while old and isinstance(given := old[0], Given) and self._fits(given):
            old.pop(0)
        self.aside = tuple(given for given in old if isinstance(given, Given))

    def _fits(self, given: Given) -> bool:
        try:
            self._again(given.answer, given.prompt)
        except (Refused, Stumbled):
            return False
        return True

    def _again(self, answer: Answer, asked: Prompt) -> None:
        self.answer(readdressed(replace(answer, id=f"{answer.id}+{self.seq}"), asked, self.run.open))

    def _command(self, do: Callable[[Table[S, E]], None]) -> None:
        """Try it on a copy; only what loads becomes the table."""
        try:
            copy = self.copy()
            do(copy)
            copy.run = copy._load()  # also: the command is one more test that restart is exact
        except (Refused, Stumbled):
            raise
        except Exception as error:  # apply or a rule could not take it: refused whole
            raise Stumbled("The referee stumbled; nothing was changed.") from error
        self.log, self.run, self.aside = copy.log, copy.run, copy.aside
        self._ids, self._moments = copy._ids, copy._moments

    def _load(self) -> Run[S, E]:
        entries = live(self.log)
        last = max((i for i, e in enumerate(entries, 1) if e.rest), default=0)
        rest, since = entries[:last], entries[last:]
        self._fold(entries)
        run = self._begin(rest)
        if not since:
            self._write(*map(Fact, run.facts), rest=True)  # what beginning afresh establishes
        elif not self._replays(run, since):  # the rules have changed: what is at rest stands
            self._write(Undone(rest[-1].seq))
            self.run = self._load()
            self._once_more(since)
            return self.run
        return run

    def _begin(self, rest: Sequence[Entry[E]]) -> Run[S, E]:
        """The run from a rest on; where play itself raises, one that stands, asks nothing and says why."""
        state = self._moments[len(rest) - 1].state
        try:
            return Run(self.game, state, self._number(rest))
        except Exception as error:  # noqa: BLE001  a rule's own mistake after an update: the table stands and says so
            why = f"The referee stumbled at rest: {error!r}"
            return Run(replace(self.game, over=lambda _state: why), state, self._number(rest))

    def _replays(self, run: Run[S, E], since: Sequence[Entry[E]]) -> bool:
        try:
            for entry in since:
                match entry.what:
                    case Given(answer, prompt, _):
                        run.answer(readdressed(answer, prompt, run.open), self._number([entry]))
                    case Corrected(event):
                        run.correct(event)
        except Exception:  # noqa: BLE001  whatever a changed rule does with an old answer
            return False
        return run.facts == tuple(event for entry in since for event in entry.establishes)

    def _fold(self, entries: Sequence[Entry[E]]) -> None:
        self._moments = []
        for entry in entries:
            self._remember(entry)

    def _remember(self, entry: Entry[E]) -> None:
        state = self._moments[-1].state if self._moments else self.game.setup(self.setup)
        for event in entry.establishes:
            state = self.game.apply(state, event)
        self._moments.append(Moment(entry, state))

    def _number(self, entries: Sequence[Entry[E]]) -> int:
        """Names the next question: never used before at this table, the same after a restart."""
        undone = max((e.seq for e in self.log if isinstance(e.what, Undone)), default=0)
        return max([undone, *(e.seq for e in entries if not isinstance(e.what, Fact))])

    def _write(self, *whats: What[E], rest: bool = False) -> None:
        for i, what in enumerate(whats, 1):
            entry = Entry(self.seq + 1, what, rest and i == len(whats))
            self.log.append(entry)
            if isinstance(what, Given):
                self._ids.add(what.answer.id)
            if isinstance(what, Undone):
                self._fold(live(self.log))
            else:
                self._remember(entry)


def readdressed(answer: Answer, asked: Prompt, open: Sequence[Prompt]) -> Answer:
    """The same answer to the open prompt that asks the same thing; raises Refused where none does."""
    for prompt in open:
        if prompt.asks == asked.asks:
            return replace(answer, prompt=prompt.id)
    raise Refused("NOT_ASKED_NOW", f"“{asked.title}” is not asked now.")


def _parted(entries: Sequence[Entry[E]], cut: int) -> bool:
    """Does the cut part an answer from its facts, or the answers to a question that was closed?"""
    last = entries[cut - 1].what
    half = isinstance(last, Given) and not last.closes
    closed_later = any(isinstance(e.what, Given) and e.what.closes for e in entries[cut:])
    return isinstance(entries[cut].what, Fact) or (half and closed_later)


def _setup_of(log: Sequence[Entry[E]]) -> Setup:
    first = log[0].what if log else None
    if not isinstance(first, Began):
        raise LamplightError("This log does not begin with a setup entry; it is not the log of a table.")
    return first.setup
