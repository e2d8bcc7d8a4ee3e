"""A run of the rules resumed from a log: it begins at the last rest and is given again what was answered since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from companion.engine.game import Game
from companion.engine.run import Run
from companion.schema.prompt import Answer, Prompt, Refused
from companion.sessions.store.entry import AnswerGiven, CorrectionMade, Fact, LogEntry

S = TypeVar("S")
E = TypeVar("E")


def at_last_rest(counting: Sequence[LogEntry[E]]) -> tuple[Sequence[LogEntry[E]], Sequence[LogEntry[E]]]:
    """The entries up to the last rest, and those since: the procedure under way."""
    last = max((i for i, entry in enumerate(counting, 1) if entry.rest), default=0)
    return counting[:last], counting[last:]


def start_run(game: Game[S, E], state: S, number: int) -> Run[S, E]:
    """The run from a rest on; where play itself raises, one that is idle and says why."""
    try:
        return Run(game, state, number)
    except Exception as error:  # noqa: BLE001  a rule's own mistake after an update: the table stands and says so
        return idle(game, state, f"The referee stumbled at rest: {error!r}")


def idle(game: Game[S, E], state: S, why: str) -> Run[S, E]:
    """A run that asks nothing."""
    return Run(replace(game, over=lambda _state: why), state)


def replays(run: Run[S, E], since: Sequence[LogEntry[E]], turned: int) -> bool:
    """Give a run what was answered since its rest; False where the rules of now make something else of it.

    `turned`: the newest entry that took back or brought back.
    """
    try:
        for entry in since:
            match entry.what:
                case AnswerGiven(answer, prompt, _):
                    run.answer(readdressed(answer, prompt, run.open), question_after([entry], turned))
                case CorrectionMade(event):
                    run.correct(event)
    except Exception:  # noqa: BLE001  whatever a changed rule does with an old answer
        return False
    return run.facts == tuple(event for entry in since for event in entry.establishes)


def question_after(entries: Sequence[LogEntry[Any]], turned: int) -> int:
    """The number of the question after these entries: never used before at the table, the same after a restart."""
    return max([turned, *(entry.seq for entry in entries if not isinstance(entry.what, Fact))])


def readdressed(answer: Answer, asked: Prompt, open: Sequence[Prompt]) -> Answer:
    """The same answer to the open prompt that asks the same thing; raises Refused where none does."""
    for prompt in open:
        if prompt.asks == asked.asks:
            return replace(answer, prompt=prompt.id)
    raise Refused("NOT_ASKED_NOW", f"“{asked.title}” is not asked now.")
