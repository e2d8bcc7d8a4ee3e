"""One open table: its log, its run, and all commands that change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Generic, TypeVar

from companion.engine import Game, GameSetup, Run, with_addressee
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
    first_id,
    is_same_fact,
    repeat_answer,
    to_kept,
)
from companion.sessions.table.known_log import (
    Earlier,
    History,
    KnownLog,
    LateSequence,
    LogState,
    givens,
    last_standing,
    question_after,
)
from companion.sessions.table.prompts import addressee, faces_of, find_request

MOST_TRIED = 81  # four dice of three faces: more would be felt as waiting
STILL_UNSURE = _(
    "Another die of this roll was never sure, and it matters now. Tap “It was no answer: ask again”, and tell them all."
)

S = TypeVar("S")
E = TypeVar("E")
NO_ANSWER = _("This answer was changed or taken back meanwhile.")
MEANWHILE = _("Somebody answered meanwhile: look at what would be taken back now, and do it again.")


def seat_count_refusal(game: Game[Any, Any], count: int) -> Text:
    """Return why a game cannot be set up for `count` seats."""
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
    """The only writer of a log. Not thread-safe: the session manager holds a lock.

    A command that is refused or raises leaves the table as it was. Methods also raise StoreError where they must read
    older entries that are not in memory.
    """

    def __init__(self, game: Game[S, E], log: Sequence[LogEntry[E]], earlier: Earlier[S, E] | None = None) -> None:
        """Load a table. Appends the facts that replaying establishes.

        log: from the setup entry on, or the entries after `earlier`.
        """
        self.game = game
        self.known = KnownLog(game, log, earlier)
        self.run = self._load()

    @classmethod
    def begin(cls, game: Game[S, E], setup: GameSetup, request_id: str = "") -> GameTable[S, E]:
        """Return a new table. Raises Refused for a number of seats that the game does not have."""
        if len(setup.seats) not in game.seats:
            raise Refused("SEATS", seat_count_refusal(game, len(setup.seats)))
        return cls(game, [LogEntry(1, TableBegan(game.name, setup, request_id), rest=True)])

    @property
    def setup(self) -> GameSetup:
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
        return self.known.seq

    @property
    def open(self) -> tuple[Prompt, ...]:
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
            if self.run.open is not before:  # refused by a rule, not by the check of the answer
                self.run = self._load()
            raise
        except Exception as error:  # any mistake of a rule: it leaves the run unusable, but not the table
            self.run = self._load()
            raise RuleError(
                _("The referee stumbled at “{title}”; the answer was taken back.", title=addressed_title(self, prompt))
            ) from error
        given = to_kept(answer, prompt, closes=self.run.given == 0)
        self.known.write(given, *map(Fact, facts), rest=self.run.at_rest)
        return facts

    def correct(self, *events: E) -> None:
        """Append facts set by hand. At rest the game restarts, else its procedure continues with the new state."""
        rest = self.run.at_rest

        def write_corrections(table: GameTable[S, E]) -> None:
            table.run = table._load()
            for event in events:
                table.run.correct(event)
            table.known.write(*map(CorrectionMade, events), rest=rest)

        self._command(write_corrections)

    def undo(self, to: int, seen: int | None = None, id: str = "") -> None:
        """Take back the entries after `to`, and those before that belong to the same question or answer.

        `seen`: the newest entry that the player has seen; a later answer of a player refuses the undo.
        """
        self._load_back_to(min(to, seen if seen is not None else to))
        if seen is not None and self.trail.by_people_since(seen):
            raise Refused("MEANWHILE", MEANWHILE)
        last = self._last_in_force(to)
        if self.trail.in_force[-1].seq <= last:
            raise Refused("NOTHING_TO_UNDO", _("There is nothing to take back."))
        self._command(lambda table: table.known.write(UndoMade(last, id=id)))

    def redo(self, undone: int, id: str = "") -> None:
        """Restore what the undo or amendment at `undone` took back, without answering again."""
        retraction = self.trail.way_back
        if retraction is None or retraction.seq != undone:
            raise Refused("NOTHING_TO_REDO", _("It was brought back already, or something else was answered since."))
        self._command(lambda table: table.known.write(RedoMade(undone, id)))

    def follow(self, entries: Sequence[LogEntry[E]]) -> None:
        """Append entries that another process wrote. The run continues with them, or restarts at the last rest.

        A restart appends further entries where the rules now establish other facts.
        """
        continues = self._continue_run(entries)
        self.known.extend(entries)
        if not continues:
            self.run = self._load()

    def _continue_run(self, entries: Sequence[LogEntry[E]]) -> bool:
        """Replay the answers among the entries. Return False where the run is unusable afterwards."""
        if not all(isinstance(entry.what, AnswerGiven | Fact) for entry in entries):
            return False
        return can_replay(self.run, entries, self.trail.newest_reversal, len(self.run.facts))

    def complete(self) -> None:
        if not self.known.complete():
            self.run = self._load()

    def _load_back_to(self, seq: int) -> None:
        """Load the entries after `seq` that are not in memory."""
        if not self.known.is_at_hand(seq):
            self.complete()

    def shorten(self, earlier: Earlier[S, E]) -> None:
        """Drop entries before a rest from memory: one of `known.resting_states`."""
        self.known.shorten(earlier)
        if self.run.at_rest:  # a new run frees the facts that the old one has established
            restarted = self._begin(self.trail.in_force)
            if not restarted.facts:
                self.run = restarted

    def answer_at(self, seq: int) -> AnswerGiven | None:
        """Return the answer at `seq`, if it counts."""
        self._load_back_to(seq - 1)
        return next((e.what for e in self.trail.answers if e.seq == seq and isinstance(e.what, AnswerGiven)), None)

    def _last_in_force(self, to: int) -> int:
        """Return the seq of the last entry in force after an undo to `to`. Loads the log where it may be older."""
        self._load_back_to(to)
        last = last_standing(self.trail.in_force, to)
        earlier = self.known.earlier
        if earlier is None or last > earlier.rest.seq:
            return last
        self.complete()
        return last_standing(self.trail.in_force, to)

    def moments_at(self, at: int) -> tuple[LateSequence[LogState[S, E]], Run[S, E]]:
        """Return the states up to the entry `at`, and the run there: as after an undo to `at`.

        Where the rules of its procedure have changed since, the run asks nothing. Raises Refused where the entry is not
        in force.
        """
        last = self._last_in_force(at)
        if at < 1 or at > self.trail.in_force[-1].seq:
            raise Refused("NO_SUCH_MOMENT", _("This moment is not part of the evening any more."))
        moments = [moment for moment in self.known.states if moment.entry.seq <= last]
        rest, since = at_last_rest([moment.entry for moment in moments])
        run = self._begin(rest)
        if not can_replay(run, since, self.trail.newest_reversal):
            why = _("It was played by other rules then: what was asked is not known.")
            run = idle_run(self.game, moments[-1].state, why)
        later = len(self.known.states) - len(moments)
        return self.known.moments.without_last(later), run

    def amend(self, seq: int, values: Faces | None, seen: int | None = None, id: str = "") -> None:
        """Replace the answer at `seq` (None: remove it), then repeat the later answers that still fit.

        `seen`: the newest entry that the player has seen; later answers must still fit.
        """
        self._load_back_to(min(seq - 1, seen if seen is not None else seq))
        given, later = answer_and_later(self.trail.in_force, seq)
        unseen = self.trail.by_people_since(seen) if seen is not None else []

        def replace_and_repeat(table: GameTable[S, E]) -> None:
            table.known.write(UndoMade(seq - 1, amends=seq, id=id))
            table.run = table._load()
            if values is not None:
                amended = with_values(given, values)
                if not table._is_certain(amended):
                    raise Refused("NOT_SURE", STILL_UNSURE)
                table._repeat(amended.answer, given.prompt)
            table._repeat_while_possible(later)
            repeated = {first_id(given.answer) for given in givens(table.trail.in_force)}
            if any(first_id(given.answer) not in repeated for given in unseen):
                raise Refused("MEANWHILE", MEANWHILE)

        self._command(replace_and_repeat)

    def take_out(self, amendment: UndoMade) -> None:
        """Apply the first half of an imported amendment: remove its answer and everything after. Raises Refused.

        The replacement and the repeated answers follow as entries.
        """
        self._load_back_to(amendment.to)
        amended = next((e for e in self.trail.in_force if e.seq == amendment.amends), None)
        if amended is None or not isinstance(amended.what, AnswerGiven) or amendment.to != amendment.amends - 1:
            raise Refused("NO_ANSWER_THERE", NO_ANSWER)
        self._command(lambda table: table.known.write(amendment))

    def copy(self) -> GameTable[S, E]:
        """Return a copy of the table with a run of its own, to try a command on."""
        copy = self._copy_log()
        copy.run = copy._load()
        return copy

    def try_answers(self, answers: Iterable[Answer]) -> Iterator[Run[S, E]]:
        """Yield the run after each of these answers alone. Raises Refused or RuleError."""
        rest, since = at_last_rest(self.trail.in_force)
        for answer in answers:
            run = self._begin(rest)
            try:
                can_replay(run, since, self.trail.newest_reversal)
                run.answer(answer, self.seq + 1)
            except Refused:
                raise
            except Exception as error:  # any mistake of a rule
                raise RuleError(_("The referee stumbled; nothing was changed.")) from error
            yield run

    def _repeat_while_possible(self, entries: Sequence[LogEntry[E]]) -> None:
        """Repeat the answers up to the first that does not fit, or to a correction."""
        for entry in entries:
            if isinstance(entry.what, Fact):
                continue
            if not isinstance(entry.what, AnswerGiven) or not self._try_repeat(entry.what):
                return

    def _is_certain(self, given: AnswerGiven) -> bool:
        """Return whether no unsure die of the answer matters now."""
        if not given.answer.unsure:
            return True
        answers = possible_answers(given, self.open)
        return bool(answers) and have_same_outcome(self.game, self.try_answers(answers))

    def _try_repeat(self, given: AnswerGiven) -> bool:
        """Repeat an answer. Return False where it is refused, or an unsure die of it matters now."""
        if not self._is_certain(given):
            return False
        try:
            self._repeat(given.answer, given.prompt)
        except (Refused, RuleError):
            return False
        return True

    def _repeat(self, answer: Answer, prompt: Prompt) -> None:
        """Give an answer to the open prompt that asks the same. Raises Refused or RuleError."""
        self.answer(readdress(repeat_answer(answer, self.seq), prompt, self.run.open))

    def _copy_log(self) -> GameTable[S, E]:
        """Return a copy that shares the states, which never change, and this run until it loads its own."""
        copy: GameTable[S, E] = object.__new__(type(self))
        copy.game, copy.known, copy.run = self.game, self.known.copy(), self.run
        return copy

    def _command(self, execute: Callable[[GameTable[S, E]], None]) -> None:
        """Execute a command on a copy, and take over the copy only if its log loads. Raises Refused or RuleError."""
        try:
            copy = self._copy_log()
            execute(copy)
            copy.run = copy._load()  # also proves that a restart leads to the same state
        except (Refused, RuleError):
            raise
        except Exception as error:  # any mistake of a rule
            raise RuleError(_("The referee stumbled; nothing was changed.")) from error
        self.known, self.run = copy.known, copy.run

    def _load(self) -> Run[S, E]:
        """Return the run that the log leads to.

        Appends the facts that a restart establishes. Where the rules have changed, appends an undo to the last rest, and
        repeats the answers since.
        """
        rest, since = at_last_rest(self.trail.in_force)
        run = self._begin(rest)
        if not since:
            self.known.write(*map(Fact, run.facts), rest=True)
        elif not can_replay(run, since, self.trail.newest_reversal):
            self.known.write(UndoMade(rest[-1].seq))
            self.run = self._load()
            self._repeat_while_possible(since)
            return self.run
        return run

    def _begin(self, rest: Sequence[LogEntry[E]]) -> Run[S, E]:
        """Start a run at the last of the entries `rest`."""
        state = self.known.states[len(rest) - 1].state
        return start_run(self.game, state, question_after(rest, self.trail.newest_reversal))


def answer_and_later(in_force: Sequence[LogEntry[E]], seq: int) -> tuple[AnswerGiven, Sequence[LogEntry[E]]]:
    """Return the answer at `seq` and the entries after it. Raises Refused where it is not in force."""
    entries = [entry for entry in in_force if entry.seq >= seq]
    if not entries or entries[0].seq != seq or not isinstance(given := entries[0].what, AnswerGiven):
        raise Refused("NO_ANSWER_THERE", NO_ANSWER)
    return given, entries[1:]


def addressed_title(table: GameTable[S, E], prompt: Prompt) -> Words:
    """Return the title of a prompt with the name of its addressee."""
    return with_addressee(prompt.title, addressee(table.game, table.setup, table.run.state, prompt))


def prompt_at(table: GameTable[S, E], seq: int) -> Prompt:
    """Return the prompt of the answer at `seq`, with all options.

    The prompt of the log has only the options that were chosen. It is returned where the rules no longer ask the same.
    Raises Refused where the answer is not in force.
    """
    given = table.answer_at(seq)
    if given is None:
        raise Refused("NO_ANSWER_THERE", NO_ANSWER)
    if not given.possible:
        return given.prompt
    prompts = table.moments_at(seq - 1)[1].question.prompts
    return find_request(given.prompt, prompts) or given.prompt


def table_after(table: GameTable[S, E], seq: int) -> GameTable[S, E]:
    """Return the table as it was after an entry that is in memory."""
    earlier = table.known.earlier
    entries = table.log if earlier is None else table.log[1:]
    return GameTable(table.game, [entry for entry in entries if entry.seq <= seq], earlier)


def at_last_rest(counting: Sequence[LogEntry[E]]) -> tuple[Sequence[LogEntry[E]], Sequence[LogEntry[E]]]:
    """Return the entries up to the last rest, and those since: the procedure under way."""
    last = max((i for i, entry in enumerate(counting, 1) if entry.rest), default=0)
    return counting[:last], counting[last:]


def start_run(game: Game[S, E], state: S, number: int) -> Run[S, E]:
    """Start a run at a rest. If play itself raises, return an idle run with the reason."""
    try:
        return Run(game, state, number)
    except Exception as error:  # noqa: BLE001  a rule's own mistake after an update: the table stands and says so
        return idle_run(game, state, _("The referee stumbled at rest: {error}", error=repr(error)))


def idle_run(game: Game[S, E], state: S, why: Words) -> Run[S, E]:
    """Return a run that asks nothing."""
    return Run(replace(game, over=lambda _state: why), state)


def can_replay(run: Run[S, E], since: Sequence[LogEntry[E]], turned: int, before: int = 0) -> bool:
    """Replay the answers since a rest; return False where the rules now lead elsewhere.

    `turned`: the newest undo or redo; `before`: facts of the run before `since`.
    """
    try:
        for entry in since:
            match entry.what:
                case AnswerGiven(answer, prompt, _):
                    repeated = readdress(answer, prompt, run.open, is_proved=True)
                    run.answer(repeated, question_after([entry], turned))
                case CorrectionMade(event):
                    run.correct(event)
    except Exception:  # noqa: BLE001  whatever a changed rule does with an old answer
        return False
    replayed, logged = run.facts[before:], tuple(event for entry in since for event in entry.establishes)
    return len(replayed) == len(logged) and all(map(is_same_fact, logged, replayed))


def readdress(answer: Answer, old_prompt: Prompt, open: Sequence[Prompt], *, is_proved: bool = False) -> Answer:
    """Return the same answer to the open prompt that asks the same thing; raises Refused where none does.

    `is_proved`: the facts that follow are compared with those of the log.
    """
    if (prompt := find_request(old_prompt, open, is_proved=is_proved)) is not None:
        return replace(answer, prompt=prompt.id)
    raise Refused("NOT_ASKED_NOW", _("“{title}” is not asked now.", title=old_prompt.title))


def have_same_outcome(game: Game[Any, Any], runs: Iterable[Run[Any, Any]]) -> bool:
    """Return whether all runs come to rest in the same state, so that only the log differs."""
    faceless = game.faceless
    if faceless is None:
        return False
    first: tuple[object, ...] | None = None
    try:
        for run in runs:
            outcome = (faceless(run.state), [replace(prompt, id="") for prompt in run.open], run.over)
            if not run.at_rest or (first is not None and outcome != first):
                return False
            first = outcome
    except LamplightError:  # the rules refuse one of the answers
        return False
    return True


def with_values(given: AnswerGiven, values: Faces) -> AnswerGiven:
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
        replace(answer, prompt=prompt.id, values=_replace_unsure(answer, unsure_faces))
        for unsure_faces in product(faces, repeat=len(answer.unsure))
    ]


def _replace_unsure(answer: Answer, unsure_faces: Sequence[str]) -> Faces:
    """Return the values of an answer with other faces of its unsure dice."""
    face_at = dict(zip(answer.unsure, unsure_faces, strict=True))
    return tuple(face_at.get(place, value) for place, value in enumerate(answer.values))
