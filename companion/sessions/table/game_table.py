"""One open table: its log, its run, and every change that can be made to it. Not thread-safe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Generic, TypeVar

from companion.engine import Game, GameSetup, Run, titled
from companion.errors import LamplightError
from companion.i18n import Text, _
from companion.schema import Answer, Faces, Prompt, Refused, Words
from companion.sessions.table.entry import (
    AnswerGiven,
    CorrectionMade,
    Fact,
    LogEntry,
    RedoMade,
    TableBegan,
    UndoMade,
    again,
    as_kept,
    first_id,
)
from companion.sessions.table.history import (
    History,
    LogState,
    at_last_rest,
    givens,
    idle,
    question_after,
    readdressed,
    replays,
    standing,
    start_run,
)
from companion.sessions.table.known_log import Earlier, KnownLog, LateSequence
from companion.sessions.table.prompts import addressee, faces_of, find_request

MOST_TRIED = 81  # four dice of three faces: more would be felt as waiting
STILL_UNSURE = _(
    "Another die of this roll was never sure, and it matters now. Tap “It was no answer: ask again”, and tell them all."
)


def come_to_the_same(game: Game[Any, Any], runs: Iterable[Run[Any, Any]]) -> bool:
    """Return whether the table comes to rest equally with each of these runs, so that only the log differs."""
    faceless = game.faceless
    if faceless is None:
        return False
    first: tuple[object, ...] | None = None
    try:
        for run in runs:
            came = (faceless(run.state), [replace(prompt, id="") for prompt in run.open], run.over)
            if not run.at_rest or (first is not None and came != first):
                return False
            first = came
    except LamplightError:  # one of them the rule does not take
        return False
    return True


def as_mended(given: AnswerGiven, values: Faces) -> AnswerGiven:
    """Return the answer with other values; a die whose face stays remains unsure."""
    old = given.answer.values
    unsure = tuple(place for place in given.answer.unsure if old[place : place + 1] == values[place : place + 1])
    return replace(given, answer=replace(given.answer, values=values, unsure=unsure))


def possible_answers(given: AnswerGiven, open_prompts: Sequence[Prompt]) -> list[Answer]:
    """Return all alternatives of an unsure answer; none where the prompt differs, or there are too many to try."""
    answer, prompt = given.answer, find_request(given.prompt, open_prompts)
    if prompt is None or len(open_prompts) > 1:
        return []
    faces = faces_of(prompt)
    if len(faces) ** len(answer.unsure) > MOST_TRIED:
        return []
    return [
        replace(answer, prompt=prompt.id, values=_with(answer, said))
        for said in product(faces, repeat=len(answer.unsure))
    ]


def _with(answer: Answer, said: Sequence[str]) -> Faces:
    open_dice = dict(zip(answer.unsure, said, strict=True))
    return tuple(open_dice.get(place, value) for place, value in enumerate(answer.values))


S = TypeVar("S")
E = TypeVar("E")
NO_ANSWER = _("This answer was changed or taken back meanwhile.")
MEANWHILE = _("Somebody answered meanwhile: look at what would be taken back now, and do it again.")


def seats_wanted(game: Game[Any, Any], count: int) -> Text:
    """Why a game cannot be set up for so many."""
    return _(
        "{game} seats {least} to {most}, not {n}.",
        game=game.title,
        least=game.seats.start,
        most=game.seats.stop - 1,
        n=count,
    )


class RuleError(LamplightError):
    """A rule raised. The command is undone."""

    code = "STUMBLED"


class GameTable(Generic[S, E]):
    """The one writer of a log. Not safe for threads: the session manager holds a lock.

    Methods also raise StoreError where they must read older entries that are not in memory.
    """

    def __init__(self, game: Game[S, E], log: Sequence[LogEntry[E]], earlier: Earlier[S, E] | None = None) -> None:
        """`log`: from the setup entry on, or the entries after `earlier`. Append the facts that replaying establishes."""
        self.game = game
        self.known = KnownLog(game, log, earlier)
        self.run = self._load()

    @classmethod
    def begin(cls, game: Game[S, E], setup: GameSetup, request_id: str = "") -> GameTable[S, E]:
        """Return a new table; `request_id`: of the request. Raises Refused where these seats cannot play the game."""
        if len(setup.seats) not in game.seats:
            raise Refused("SEATS", seats_wanted(game, len(setup.seats)))
        return cls(game, [LogEntry(1, TableBegan(game.name, setup, request_id), rest=True)])

    @property
    def setup(self) -> GameSetup:
        """The set-up of the first entry."""
        return self.known.began.setup

    @property
    def log(self) -> list[LogEntry[E]]:
        """The entries in memory."""
        return self.known.entries

    @property
    def trail(self) -> History[E]:
        """History of the entries in memory."""
        return self.known.history

    @property
    def seq(self) -> int:
        """Seq of the newest entry."""
        return self.known.seq

    @property
    def open(self) -> tuple[Prompt, ...]:
        """The prompts that are still to be answered."""
        return self.run.open

    def answer(self, answer: Answer) -> tuple[E, ...]:
        """Answer a prompt. Raises Refused or RuleError; a known id changes nothing."""
        if self.known.knows(answer.id):
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
            raise RuleError(
                _("The referee stumbled at “{title}”; the answer was taken back.", title=title_at(self, prompt))
            ) from error
        given = as_kept(answer, prompt, closes=self.run.given == 0)
        self.known.write(given, *map(Fact, facts), rest=self.run.at_rest)
        return facts

    def correct(self, *events: E) -> None:
        """Append facts by hand. At rest the game restarts, else its procedure continues with the new state."""
        rest = self.run.at_rest

        def overrule(table: GameTable[S, E]) -> None:
            table.run = table._load()
            for event in events:
                table.run.correct(event)
            table.known.write(*map(CorrectionMade, events), rest=rest)

        self._command(overrule)

    def undo(self, to: int, seen: int | None = None, id: str = "") -> None:
        """Back to `to`, or further: neither a closed question nor an answer's facts are parted.

        `seen`: the newest entry that the player has seen; later answers are not taken back.
        """
        self._reach(min(to, seen if seen is not None else to))
        if seen is not None and self.trail.by_people_since(seen):
            raise Refused("MEANWHILE", MEANWHILE)
        mark = self._standing(to)
        if self.trail.in_force[-1].seq <= mark:
            raise Refused("NOTHING_TO_UNDO", _("There is nothing to take back."))
        self._command(lambda table: table.known.write(UndoMade(mark, id=id)))

    def redo(self, undone: int, id: str = "") -> None:
        """Restore what the undo or amendment at `undone` took back, without answering again."""
        way = self.trail.way_back
        if way is None or way.seq != undone:
            raise Refused("NOTHING_TO_REDO", _("It was brought back already, or something else was answered since."))
        self._command(lambda table: table.known.write(RedoMade(undone, id)))

    def follow(self, entries: Sequence[LogEntry[E]]) -> None:
        """Take in what another process wrote after the newest entry. The run goes on with it, or begins at the last rest.

        More entries follow where the rules now establish other facts.
        """
        goes_on = self._goes_on(entries)
        self.known.extend(entries)
        if not goes_on:
            self.run = self._load()

    def _goes_on(self, entries: Sequence[LogEntry[E]]) -> bool:
        """Give the run the answers among the entries. Return False where it is unusable afterwards."""
        if not all(isinstance(entry.what, AnswerGiven | Fact) for entry in entries):
            return False
        return replays(self.run, entries, self.trail.newest_reversal, len(self.run.facts))

    def complete(self) -> None:
        """Load the whole log."""
        if not self.known.complete():
            self.run = self._load()

    def _reach(self, seq: int) -> None:
        """Load all entries after an entry."""
        if not self.known.is_at_hand(seq):
            self.complete()

    def shorten(self, earlier: Earlier[S, E]) -> None:
        """Drop entries before a rest from memory: one of `known.resting_states`."""
        self.known.shorten(earlier)
        if self.run.at_rest:  # a run remembers all that it has established
            fresh = self._begin(self.trail.in_force)
            self.run = self.run if fresh.facts else fresh

    def answer_at(self, seq: int) -> AnswerGiven | None:
        """Return the answer at `seq`, if it counts."""
        self._reach(seq - 1)
        return next((e.what for e in self.trail.answers if e.seq == seq and isinstance(e.what, AnswerGiven)), None)

    def _standing(self, to: int) -> int:
        """Return the last entry in force after an undo to `to`. Load the log where that may be older than memory."""
        self._reach(to)
        mark = standing(self.trail.in_force, to)
        earlier = self.known.earlier
        if earlier is None or mark > earlier.rest.seq:
            return mark
        self.complete()
        return standing(self.trail.in_force, to)

    def moments_at(self, at: int) -> tuple[LateSequence[LogState[S, E]], Run[S, E]]:
        """Return the states in force after the entry `at`, or after the last one before it at a boundary, and the run there.

        A procedure whose rules have changed since asks nothing. Raises Refused where the entry is not in force.
        """
        mark = self._standing(at)
        if at < 1 or at > self.trail.in_force[-1].seq:
            raise Refused("NO_SUCH_MOMENT", _("This moment is not part of the evening any more."))
        moments = [moment for moment in self.known.states if moment.entry.seq <= mark]
        rest, since = at_last_rest([moment.entry for moment in moments])
        run = self._begin(rest)
        if not replays(run, since, self.trail.newest_reversal):
            why = _("It was played by other rules then: what was asked is not known.")
            run = idle(self.game, moments[-1].state, why)
        later = len(self.known.states) - len(moments)
        return self.known.moments.without_last(later), run

    def amend(self, seq: int, values: Faces | None, seen: int | None = None, id: str = "") -> None:
        """Replace the answer at `seq` (None: remove it), then repeat the later answers that still fit.

        `seen`: the newest entry that the player has seen; later answers must still fit.
        """
        self._reach(min(seq - 1, seen if seen is not None else seq))
        later = [e for e in self.trail.in_force if e.seq >= seq]
        if not later or later[0].seq != seq or not isinstance(given := later.pop(0).what, AnswerGiven):
            raise Refused("NO_ANSWER_THERE", NO_ANSWER)
        unseen = self.trail.by_people_since(seen) if seen is not None else []

        def replace_answer(table: GameTable[S, E]) -> None:
            table.known.write(UndoMade(seq - 1, amends=seq, id=id))
            table.run = table._load()
            if values is not None:
                mended = as_mended(given, values)
                if not table._still_holds(mended):
                    raise Refused("NOT_SURE", STILL_UNSURE)
                table._again(mended.answer, given.prompt)
            table._once_more(later)
            stands = {first_id(given.answer) for given in givens(table.trail.in_force)}
            if any(first_id(given.answer) not in stands for given in unseen):
                raise Refused("MEANWHILE", MEANWHILE)

        self._command(replace_answer)

    def take_out(self, amendment: UndoMade) -> None:
        """Apply the first half of an imported amendment: remove its answer and everything after. Raises Refused.

        The replacement and the repeated answers follow as entries.
        """
        self._reach(amendment.to)
        gone = next((e for e in self.trail.in_force if e.seq == amendment.amends), None)
        if gone is None or not isinstance(gone.what, AnswerGiven) or amendment.to != amendment.amends - 1:
            raise Refused("NO_ANSWER_THERE", NO_ANSWER)
        self._command(lambda table: table.known.write(amendment))

    def copy(self) -> GameTable[S, E]:
        """Return the same table again, to try a command on."""
        twin = self._twin()
        twin.run = twin._load()
        return twin

    def try_answers(self, answers: Iterable[Answer]) -> Iterator[Run[S, E]]:
        """Return the run after each of these answers alone. Raises Refused or RuleError."""
        rest, since = at_last_rest(self.trail.in_force)
        for answer in answers:
            run = self._begin(rest)
            try:
                replays(run, since, self.trail.newest_reversal)
                run.answer(answer, self.seq + 1)
            except Refused:
                raise
            except Exception as error:  # a rule's own mistake, whatever it is
                raise RuleError(_("The referee stumbled; nothing was changed.")) from error
            yield run

    def _once_more(self, entries: Sequence[LogEntry[E]]) -> None:
        """Give the answers again as long as each fits; a correction of the old past ends it."""
        for entry in entries:
            if isinstance(entry.what, Fact):
                continue
            if not (isinstance(entry.what, AnswerGiven) and self._still_holds(entry.what) and self._fits(entry.what)):
                return

    def _still_holds(self, given: AnswerGiven) -> bool:
        """Return whether this answer can be repeated. It cannot where an unsure die of it matters now."""
        if not given.answer.unsure:
            return True
        answers = possible_answers(given, self.open)
        return bool(answers) and come_to_the_same(self.game, self.try_answers(answers))

    def _fits(self, given: AnswerGiven) -> bool:
        try:
            self._again(given.answer, given.prompt)
        except (Refused, RuleError):
            return False
        return True

    def _again(self, answer: Answer, asked: Prompt) -> None:
        self.answer(readdressed(again(answer, self.seq), asked, self.run.open))

    def _twin(self) -> GameTable[S, E]:
        """Return the same log and states; its run is this one's until it loads its own. States never change: none is
        folded again.
        """
        twin: GameTable[S, E] = object.__new__(type(self))
        twin.game, twin.known, twin.run = self.game, self.known.copy(), self.run
        return twin

    def _command(self, do: Callable[[GameTable[S, E]], None]) -> None:
        """Try it on a copy; only what loads becomes the table."""
        try:
            copy = self._twin()
            do(copy)
            copy.run = copy._load()  # also: the command is one more test that restart is exact
        except (Refused, RuleError):
            raise
        except Exception as error:  # apply or a rule could not take it: refused whole
            raise RuleError(_("The referee stumbled; nothing was changed.")) from error
        self.known, self.run = copy.known, copy.run

    def _load(self) -> Run[S, E]:
        rest, since = at_last_rest(self.trail.in_force)
        run = self._begin(rest)
        if not since:
            self.known.write(*map(Fact, run.facts), rest=True)  # facts that a restart establishes
        elif not replays(run, since, self.trail.newest_reversal):  # the rules have changed: what is at rest stands
            self.known.write(UndoMade(rest[-1].seq))
            self.run = self._load()
            self._once_more(since)
            return self.run
        return run

    def _begin(self, rest: Sequence[LogEntry[E]]) -> Run[S, E]:
        """Return the run from a rest on."""
        state = self.known.states[len(rest) - 1].state
        return start_run(self.game, state, question_after(rest, self.trail.newest_reversal))


def title_at(table: GameTable[S, E], prompt: Prompt) -> Words:
    """Return the current title of a prompt with its addressee."""
    return titled(prompt.title, addressee(table.game, table.setup, table.run.state, prompt))


def asked_at(table: GameTable[S, E], seq: int) -> Prompt:
    """Return the prompt of the answer at `seq`, with all options.

    Where the rules no longer ask it, return the prompt of the log. Raises Refused where the answer is not in force.
    """
    given = table.answer_at(seq)
    if given is None:
        raise Refused("NO_ANSWER_THERE", NO_ANSWER)
    if not given.possible:
        return given.prompt
    asked = table.moments_at(seq - 1)[1].question.prompts
    return find_request(given.prompt, asked) or given.prompt


def as_it_was(table: GameTable[S, E], seq: int) -> GameTable[S, E]:
    """Return the table after an entry in memory."""
    earlier = table.known.earlier
    entries = table.log if earlier is None else table.log[1:]
    return GameTable(table.game, [entry for entry in entries if entry.seq <= seq], earlier)
