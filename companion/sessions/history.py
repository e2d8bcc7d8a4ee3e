"""Read and change a table's past: undo, redo, amend, correct, save points and notes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.i18n import _
from companion.schema import Faces, Prompt, Refused, Seat, Words
from companion.sessions.readings import CorrectionPublisher, PendingDecisions
from companion.sessions.registry import SessionRegistry
from companion.sessions.session import TableSession, TableSnapshot, past_of
from companion.sessions.store import EntryTimes, SavePoints, TableNotes
from companion.sessions.table import AnswerGiven, GameTable, LogEntry, Preview, preview, prompt_at


class HistoryService:
    """The past of each open table. Thread-safe.

    Methods raise UnknownTableError. Those that change the past raise Refused or RuleError, and then nothing changes.
    `id` identifies the request, "" = none: a request that was executed before changes nothing.
    `seen` is the newest entry that the player has seen: an answer that came since is not lost.
    """

    def __init__(self, shelf: SessionRegistry, undecided: PendingDecisions, learned: CorrectionPublisher) -> None:
        self._shelf, self._undecided, self._learned = shelf, undecided, learned
        database = shelf.log.database
        self._savepoints, self._notes = SavePoints(database, shelf.log.clock), TableNotes(database)
        self.entry_times = EntryTimes(database)

    def entries(self, name: str) -> tuple[tuple[LogEntry[Any], ...], tuple[LogEntry[Any], ...]]:
        """Return the whole log, and the entries in force."""
        seated = self._shelf.get(name)
        with seated.lock:
            return tuple(seated.table.known.whole), tuple(seated.table.known.in_force)

    def given(self, name: str, answer: str) -> AnswerGiven | None:
        """Return the answer with this id, even if it was undone."""
        seated = self._shelf.get(name)
        with seated.lock:
            return seated.table.known.given(answer)

    def has_done(self, name: str, request: str) -> bool:
        """Return whether an undo, redo or amendment with this request id is in the log."""
        seated = self._shelf.get(name)
        with seated.lock:
            return seated.table.known.has_done(request)

    def snapshot_at(self, name: str, at: int) -> TableSnapshot:
        """Return the table as it was after an entry. Raises Refused."""
        seated = self._shelf.get(name)
        with seated.lock:
            return past_of(seated, self._shelf.side, at)

    def asked_at(self, name: str, seq: int) -> Prompt:
        """Return the prompt of the answer at `seq`, with all options. Raises Refused where the entry is not in force."""
        seated = self._shelf.get(name)
        with seated.lock:
            return prompt_at(seated.table, seq)

    def preview(self, name: str, seq: int, values: Faces | None, eyes: frozenset[Seat]) -> Preview[Any, Any]:
        """Return the effect of an amendment as far as these seats may see it. Raises Refused."""
        seated = self._shelf.get(name)
        with seated.lock:
            copy = seated.table.copy()
        return preview(copy, seq, values, eyes)

    def undo(self, name: str, to: int, seen: int | None = None, id: str = "") -> None:
        """Take back the entries after `to`, with the tags that they taught."""
        with self._shelf.change(name) as seated:
            self._execute(seated, lambda table: table.undo(to, seen, id), id, partial(self._learned.retract, seated))

    def redo(self, name: str, undone: int, id: str = "") -> None:
        """Restore what the undo or amendment at `undone` took back. Refused after another answer."""
        with self._shelf.change(name) as seated:
            self._execute(seated, lambda table: table.redo(undone, id), id)

    def amend(self, name: str, seq: int, values: Faces | None, seen: int | None = None, id: str = "") -> None:
        """Replace the values of the answer at `seq`; None = ask again."""
        with self._shelf.change(name) as seated:
            learn = partial(self._learned.publish_amendment, seated, seated.table.answer_at(seq), values or ())
            self._execute(seated, lambda table: table.amend(seq, values, seen, id), id, learn)

    def correct(self, name: str, *events: object) -> None:
        """Append facts that the players state by hand."""
        with self._shelf.change(name) as seated:
            self._execute(seated, lambda table: table.correct(*events))

    def roll_again(self, name: str, prompt: str) -> None:
        """Do not offer the objects of answers that were taken back for this prompt. Raises Refused where it is not open."""
        with self._shelf.change(name) as seated:
            seated.table.run.prompt(prompt)
            seated.decline()

    def save(self, name: str, title: str, by: Seat = "") -> None:
        """Name the current moment; `by`: seat of the device."""
        with self._shelf.change(name) as seated:
            self._savepoints.save(name, seated.table.trail.in_force[-1].seq, title, by)
            seated.saved, seated.changes = self._savepoints.of(name), seated.changes + 1

    def forget(self, name: str, id: int, by: Seat, who: Words) -> None:
        """Delete a save point that the seat `by` may delete, and note `who` did it. Repeating it changes nothing."""
        with self._shelf.change(name) as seated:
            moment = next((point for point in seated.saved if point.id == id), None)
            if moment is None:
                return
            if not moment.may_be_forgotten(by):
                raise Refused("NOT_YOURS", _("Another device named this moment: forget it there, or on the tablet."))
            self._savepoints.delete(name, id)
            seated.saved = self._savepoints.of(name)
            self._note(seated, _("The moment “{moment}” was forgotten by {who}.", moment=moment.name, who=who))

    def note(self, name: str, text: Words) -> None:
        """Add a line to the log that changes no game state, and show it on every page of the table."""
        with self._shelf.change(name) as seated:
            self._note(seated, text)

    def _note(self, seated: TableSession, text: Words) -> None:
        self._notes.add(seated.name, seated.table.seq, text)
        seated.notes, seated.changes = self._notes.of(seated.name), seated.changes + 1
        self._shelf.writer.set_notice(seated, "info", text)

    def _execute(
        self,
        seated: TableSession,
        do: Callable[[GameTable[Any, Any]], object],
        id: str = "",
        learn: Callable[[], None] = lambda: None,
    ) -> None:
        """Execute a command on the past. It ends a doubt, and may resolve conflicts between readers."""
        if seated.table.known.has_done(id):
            return
        self._shelf.writer.execute(seated, do)
        self._undecided.set_doubt(seated, None)
        learn()
        self._undecided.reevaluate_conflicts(seated)
        if seated.afterwards:  # again, with the tag book as it is then
            seated.afterwards.append(partial(self._undecided.reevaluate_conflicts, seated))
