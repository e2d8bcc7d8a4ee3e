"""Preview an amendment as far as a viewer may know. It ends where hidden information decides.

The rules run on a veiled state, so two tables that look alike to a viewer give the same preview, byte by byte.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from companion.engine import NOT_READ, SOMETHING_HIDDEN, Run, UndisclosedError
from companion.i18n import _
from companion.schema import HOUSE, TABLE, Answer, Faces, Refused, Seat, Words
from companion.sessions.table.entry import AnswerGiven, CorrectionMade, LogEntry, pending_answers
from companion.sessions.table.game_table import (
    NO_ANSWER,
    STILL_UNSURE,
    GameTable,
    RuleError,
    addressed_title,
    answer_and_later,
    at_last_rest,
    can_replay,
    have_same_outcome,
    idle_run,
    possible_answers,
    readdress,
    start_run,
    with_values,
)
from companion.sessions.table.known_log import givens

logger = logging.getLogger(__name__)
S = TypeVar("S")
E = TypeVar("E")
COVERED = _("What another seat has answered in secret decides.")


def trial_refusal(error: Exception) -> Words:
    """Return the sentence with which a trial ends that raised this.

    `str.join` and the like check types themselves and raise TypeError. An error of a rule ends a trial too, and is logged.
    """
    if isinstance(error, UndisclosedError):
        why: Words = error.why
        return why
    logger.debug("a trial ended where a rule met what it cannot work with", exc_info=error)
    return SOMETHING_HIDDEN


@dataclass
class Preview(Generic[S, E]):
    """The facts and answers of a trial, and where it ends."""

    run: Run[S, E]  # the run afterwards; meaningless where it `stops`
    facts: list[tuple[S, E]] = field(default_factory=list)  # each with the state after it
    again: list[AnswerGiven] = field(default_factory=list)  # later answers that are given once more
    at_rest: S | None = None  # the first state in which nothing is under way
    stops: Words = ""  # the sentence of what decides how it goes on

    @property
    def state(self) -> S:
        """Return the state at the end of the preview."""
        return self.facts[-1][0] if self.facts else self.run.state


def preview(table: GameTable[S, E], seq: int, values: Faces | None, eyes: frozenset[Seat]) -> Preview[S, E]:
    """Try another answer at `seq` (None: none) and the later ones that still fit, for a device of these seats. Raises Refused."""
    table.answer_at(seq)
    given, later = answer_and_later(table.trail.in_force, seq)
    veil = table.game.veil
    if veil is None:  # what of the state is hidden from whom, the game alone knows
        return Preview(table.run, stops=SOMETHING_HIDDEN)
    trial = _Trial(table, seq, eyes, lambda state: veil(state, eyes, table.run.state))
    if values is not None:
        amended = with_values(given, values)
        try:
            is_sure = trial.is_certain(amended)
        except Exception as error:  # what is refused must tell nothing either
            why = trial_refusal(error)
            raise Refused(
                "NOT_SURE",
                _(
                    "{why} Another die of this roll was never sure, and may matter. "
                    "Tap “It was no answer: ask again”, and tell them all.",
                    why=why,
                ),
            ) from error
        if not is_sure:
            raise Refused("NOT_SURE", STILL_UNSURE)
        trial.give(amended)
    trial.repeat_later(later)
    return trial.result


class _Trial(Generic[S, E]):
    """One preview under way."""

    def __init__(self, table: GameTable[S, E], seq: int, eyes: frozenset[Seat], veiled: Callable[[S], S]) -> None:
        self._table, self._eyes, self._veiled = table, eyes, veiled
        self._knows_all = veiled(table.run.state) is table.run.state
        self._before = [m for m in table.known.states if m.entry.seq < seq]
        self._covered = pending_answers(reversed(table.trail.in_force))
        self._given: list[AnswerGiven] = []  # since
        run = self._start()
        self.result: Preview[S, E] = Preview(run)
        self._state = run.state
        self._has_secrets = self._owes_secrets()

    def is_certain(self, given: AnswerGiven) -> bool:
        """Return whether no unsure die of the answer matters now."""
        if not given.answer.unsure:
            return True
        answers = possible_answers(given, self.result.run.open)
        return bool(answers) and have_same_outcome(self._table.game, self._try(answers))

    def _try(self, answers: Iterable[Answer]) -> Iterator[Run[S, E]]:
        for answer in answers:
            run = self._start()
            for given in self._given:
                run.answer(readdress(given.answer, given.prompt, run.open))
            run.answer(readdress(answer, self.result.run.prompt(answer.prompt), run.open))
            yield run

    def give(self, given: AnswerGiven) -> None:
        """Continue the rules with an answer, up to where they read hidden information. Raises Refused."""
        run, before = self.result.run, len(self.result.run.facts)
        closes = len(run.open) == 1 or run.question.first
        try:
            answer = readdress(given.answer, given.prompt, run.open)
            if closes and self._has_secrets:
                raise UndisclosedError(COVERED)
            run.answer(answer)
        except Refused:
            raise
        except UndisclosedError as end:
            self.result.stops = end.why
        except Exception as error:
            if self._knows_all:
                raise RuleError(
                    _(
                        "The referee stumbled at “{title}”; nothing was changed.",
                        title=addressed_title(self._table, given.prompt),
                    )
                ) from error
            self.result.stops = trial_refusal(error)
        self._given.append(given)
        self._has_secrets = self._has_secrets and not closes
        self._note(run.facts[before:])

    def _note(self, facts: Sequence[E]) -> None:
        for fact in facts:
            self._state = self._table.game.apply(self._state, fact)
            self.result.facts.append((self._state, fact))
        if self.result.at_rest is None and self.result.run.at_rest and facts:
            self.result.at_rest = self.result.run.state

    def repeat_later(self, entries: Sequence[LogEntry[E]]) -> None:
        """Repeat the later answers while they fit. A correction of the old past ends it, and so does hidden information."""
        for entry in entries:
            if self.result.stops or isinstance(entry.what, CorrectionMade):
                return
            if isinstance(entry.what, AnswerGiven) and not self._try_later(entry.what):
                return

    def _try_later(self, given: AnswerGiven) -> bool:
        if self._is_secret(given):
            self.result.stops = NOT_READ if given.prompt.seat == HOUSE else COVERED
            return False
        try:
            if not self.is_certain(given):
                return False
            self.give(given)
        except Refused:
            return False
        except RuleError:
            logger.debug("a later answer is given once more no further", exc_info=True)
            return False
        except Exception as error:  # noqa: BLE001  a rule that looks at what is hidden, before the answer is given
            self.result.stops = trial_refusal(error)
            return False
        self.result.again.append(given)
        return True

    def _is_secret(self, given: AnswerGiven) -> bool:
        """Return whether an answer is hidden from these seats: a secret, a card face down, a draw of seat "house"."""
        seat, is_shared = given.prompt.seat, TABLE in self._eyes  # a shared screen hides the answers of all seats
        if seat == TABLE or (seat in self._eyes and not is_shared):
            return False
        return given.prompt.secret or given in self._covered or seat == HOUSE

    def _owes_secrets(self) -> bool:
        """Return whether other seats have answered the open question in secret, so that the rules continue with that."""
        return any(map(self._is_secret, pending_answers(reversed([m.entry for m in self._before]))))

    def _start(self) -> Run[S, E]:
        """Return the run before the answer, veiled from its rest on. If a part of the way was hidden, veil from here on."""
        rest, since = at_last_rest([m.entry for m in self._before])
        state = self._before[len(rest) - 1].state
        veiled = self._veiled_from_rest(state, since)
        if veiled is not None:
            return veiled
        run = start_run(self._table.game, state, 0)
        if not can_replay(run, since, 0):
            return idle_run(self._table.game, state, NO_ANSWER)  # it was played by other rules then
        run.veil(self._veiled)
        return run

    def _veiled_from_rest(self, state: S, since: Sequence[LogEntry[E]]) -> Run[S, E] | None:
        """Return None where the rules read hidden information on the way: it was public by the time of the answer."""
        if any(self._is_secret(given) for given in givens(since)):
            return None
        try:
            run = Run(self._table.game, self._veiled(state))
            for entry in since:
                match entry.what:
                    case AnswerGiven(answer, prompt):
                        run.answer(readdress(answer, prompt, run.open))
                    case CorrectionMade(event):
                        run.correct(event)
        except (Refused, UndisclosedError):
            return None
        except Exception:
            logger.debug("the rules cannot come here on what may be known", exc_info=True)
            return None
        return run
