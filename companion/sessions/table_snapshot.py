"""The snapshot of one table, from which everything is rendered."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from companion.engine import Game, GameSetup
from companion.schema import Prompt, Question, Reading, Words
from companion.sessions.matching import AmbiguousReading, ReadingConflict, Side, TrayZones, zones_of
from companion.sessions.session import TableNotice, TableSession, TrayState
from companion.sessions.store import SavePoint, TableNote
from companion.sessions.table import AnswerGiven, Chosen, LateSequence, LogState, Retraction


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """Everything about one table at one moment. Immutable, so no lock is needed."""

    id: str
    game: Game[Any, Any]
    setup: GameSetup
    rev: int
    state: Any  # the game's own
    question: Question
    open: tuple[Prompt, ...]  # prompts of the question that are not answered
    moments: LateSequence[LogState[Any, Any]]
    at_rest: bool
    over: Words
    aside: tuple[AnswerGiven, ...]
    doubt: AmbiguousReading | None
    both: tuple[ReadingConflict, ...]  # what two readers told differently, the oldest first
    rest: TrayState | None
    notice: TableNotice | None
    zones: TrayZones  # parts of the tray where several seats lay objects at once
    heard: tuple[Reading, ...] = ()  # the last readings, the newest last
    sources: Chosen = field(default_factory=dict)  # of the seats that chose one
    taken_back: LateSequence[Retraction[Any]] = field(default_factory=LateSequence)  # undos and amendments that count
    way_back: Retraction[Any] | None = None  # the undo that a redo can reverse
    saved: tuple[SavePoint, ...] = ()  # moments with a name
    notes: tuple[TableNote, ...] = ()  # of the people, in the log, the oldest first


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
    """Return the table after the entry `at`, or at its last rest before that. The caller holds the lock.

    The tray is empty, and there is no notice. Raises Refused if the entry is not in force.
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
        taken_back=LateSequence(undo for undo in seated.table.known.taken_back if undo.seq <= at),
        way_back=None,
        notes=tuple(note for note in seated.notes if note.seq <= at),
    )
