"""Going back: undo, redo, amend and correct, with all that goes with them. Under the table's lock."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.schema.prompt import Faces
from companion.sessions.correction_publisher import CorrectionPublisher
from companion.sessions.log_writer import LogWriter
from companion.sessions.pending_decisions import PendingDecisions
from companion.sessions.session import TableSession
from companion.sessions.store.entry import AnswerGiven
from companion.sessions.table import GameTable


class UndoService:
    """At an open table. Each method raises Refused or RuleError, and then nothing has changed."""

    def __init__(self, writer: LogWriter, undecided: PendingDecisions, learned: CorrectionPublisher) -> None:
        self._writer, self._undecided, self._learned = writer, undecided, learned

    def undo(self, seated: TableSession, to: int, seen: int | None) -> None:
        """Take back what came after `to`, with what it taught."""
        self._command(seated, lambda table: table.undo(to, seen), partial(self._learned.take_back, seated))

    def redo(self, seated: TableSession, undone: int) -> None:
        """What that undo or amendment took back counts again."""
        self._command(seated, lambda table: table.redo(undone))

    def amend(self, seated: TableSession, seq: int, values: Faces | None, seen: int | None) -> None:
        """The answer at `seq` was another one, or none, and taught something else."""
        given = next((m.entry.what for m in seated.table.moments if m.entry.seq == seq), None)
        was = given if isinstance(given, AnswerGiven) else None
        learn = partial(self._learned.amended, seated, was, values or ())
        self._command(seated, lambda table: table.amend(seq, values, seen), learn)

    def correct(self, seated: TableSession, *events: object) -> None:
        """Facts stated by hand."""
        self._command(seated, lambda table: table.correct(*events))

    def _command(
        self,
        seated: TableSession,
        do: Callable[[GameTable[Any, Any]], object],
        learn: Callable[[], None] = lambda: None,
    ) -> None:
        """Something else counts then: no doubt waits any more, and what two readers told may be one."""
        self._writer.do(seated, do)
        self._undecided.doubts(seated, None)
        learn()
        self._undecided.ask_again(seated)
