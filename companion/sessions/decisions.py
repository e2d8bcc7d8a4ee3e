"""Apply what players decide about readings: settle a doubt, or choose between two readers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, TypeAlias

from companion.i18n import _
from companion.schema import Answer, Faces, Refused, Seat
from companion.sessions.history import HistoryService
from companion.sessions.matching import AmbiguousReading, ReadingConflict, objects_refusal, reading_left
from companion.sessions.readings import CorrectionPublisher, ReadingHandler, TagService
from companion.sessions.registry import SessionRegistry
from companion.sessions.session import TableSession, TrayState
from companion.sessions.table import AnswerGiven, GameTable, first_id, givens, own_prompts

Which: TypeAlias = Literal["counts", "was", "next", "taught"]
"""Choice between two readers. counts: the first reader is right. was: the second is. next: the second is, but for the open prompt.
taught: the untaught tag stands for the drawn value.
"""


class DecisionService:
    """Apply what players decide about readings: settle a doubt, or choose between two readers."""

    def __init__(
        self,
        shelf: SessionRegistry,
        hearing: ReadingHandler,
        learned: CorrectionPublisher,
        history: HistoryService,
        tags: TagService,
    ) -> None:
        self._shelf, self._hearing, self._undecided = shelf, hearing, hearing.undecided
        self._learned, self._history, self._tags = learned, history, tags

    def settle(self, name: str, reading: str, answer: Answer) -> None:
        """Answer with a doubtful reading as a player reads it. Without values, accept what was read. Raises Refused."""
        with self._shelf.change(name) as seated:
            doubt = seated.doubt
            if doubt is None or doubt.reading.id != reading:
                raise Refused("NOT_OPEN", _("This was decided already."))
            if all(prompt.id != answer.prompt for prompt in doubt.prompts):
                raise Refused("NOT_MEANT", _("What lies there is not meant for this question."))
            values = answer.values or doubt.values
            if all(values):
                self._settle(seated, doubt, replace(answer, values=values))
            else:
                self._ask_owner(seated, doubt, answer.prompt)

    def dismiss(self, name: str, reading: str) -> None:
        """Drop a doubt whose reading is not an answer."""
        with self._shelf.change(name) as seated:
            if seated.doubt is not None and seated.doubt.reading.id == reading:
                self._undecided.set_doubt(seated, None)

    def decide(
        self, name: str, reading: str, which: Which, values: Faces = (), seen: int | None = None, id: str = ""
    ) -> None:
        """Choose between two readers of one draw. Raises Refused, TagBookError.

        `values`: with "was", the draw as it should have been read. `seen`: newest entry that the player has seen. `id`: of the request.
        """
        with self._shelf.change(name) as seated:
            conflict = _pending_conflict(seated, reading)
            if which == "was" and values not in conflict.others:
                raise Refused("NOT_TOLD", _("Neither of them told that. Mend it in the log."))
            if which == "was":
                self._history.amend(name, conflict.draw.seq, values, seen, id)
            if which == "next":
                self._answer_next(seated, conflict, id)
            if which != "taught":
                self._close_conflict(seated, reading)
        if which == "taught":  # outside the table's lock, because every table reinterprets its readings
            draw = conflict.draw
            if conflict.tag:
                self._tags.assign(conflict.tag, draw.prompt.tag_meaning(draw.values[0]), draw.given.answer.reading)
            self.end_conflict(name, reading)

    def end_conflict(self, name: str, reading: str) -> None:
        """Close a conflict that was decided before, where the process died in between."""
        with self._shelf.change(name) as seated:
            self._close_conflict(seated, reading)

    def seats_confirmed(self, name: str, reading: str) -> frozenset[Seat]:
        """Return the seats whose unchanged draws this second reading confirms. Empty while a conflict is open."""
        seated = self._shelf.get(name)
        with seated.lock:
            return _seats_confirmed(seated, reading)

    def _answer_next(self, seated: TableSession, conflict: ReadingConflict, id: str) -> None:
        """Take the second reading as the answer to the open prompt. `id` of the request, "" = it has none. Raises Refused."""
        if conflict.next is None:
            raise Refused("NOT_OPEN", _("It answers nothing that is asked now."))
        is_own = id and not seated.table.known.knows(id)  # a known id would answer nothing
        answer = replace(conflict.next, id=id) if is_own else conflict.next
        self._shelf.writer.execute(seated, lambda table: table.answer(answer))
        self._undecided.drop_closed_prompts(seated)

    def _close_conflict(self, seated: TableSession, reading: str) -> None:
        self._undecided.close_conflicts(
            seated, [conflict for conflict in seated.both if conflict.reading.id == reading]
        )

    def _ask_owner(self, seated: TableSession, doubt: AmbiguousReading, prompt: str) -> None:
        """Ask only the named owner for the unread faces."""
        owner = tuple(p for p in doubt.prompts if p.id == prompt)
        if not owner or len(doubt.prompts) == 1:
            raise Refused("NOT_SURE", _("It was not read for sure: say what it is."))
        why = objects_refusal(owner[0], doubt.objects, doubt.sure)
        self._undecided.set_doubt(seated, replace(doubt, prompts=owner, why=why))

    def _settle(self, seated: TableSession, doubt: AmbiguousReading, answer: Answer) -> None:
        reading = doubt.reading
        settled = replace(answer, reading=reading.id, source=reading.source, sender=reading.sender)
        settled = replace(settled, part_of=reading.part_of, decided=True)
        own = own_prompts(seated.table.run.question)
        self._shelf.writer.execute(seated, lambda table: table.answer(settled))
        seated.rest = TrayState(self._hearing.whole_reading(seated, reading), taken=True, asked=own)
        self._learned.publish_settled_doubt(seated, doubt, settled)
        self._hearing.handle_leftovers(seated, reading_left(doubt, settled.values))


def _pending_conflict(seated: TableSession, reading: str) -> ReadingConflict:
    """Return the open conflict of a second reading. Raises Refused."""
    pending = next((conflict for conflict in seated.both if conflict.reading.id == reading), None)
    if pending is None:
        raise Refused("NOT_OPEN", _("This was decided already."))
    return pending


def _seats_confirmed(seated: TableSession, reading: str) -> frozenset[Seat]:
    first = seated.seconds.get(reading, "")
    if not first or any(conflict.reading.id == reading for conflict in seated.both):
        return frozenset()
    answers = tuple(givens(seated.table.known.answers))
    if any(given.answer.reading == reading for given in answers):
        return frozenset()
    draws = (draw for draw in answers if draw.answer.reading == first)
    return frozenset(draw.prompt.seat for draw in draws if _is_as_given(seated.table, draw))


def _is_as_given(table: GameTable[Any, Any], draw: AnswerGiven) -> bool:
    """Return whether no amendment changed the draw."""
    first = table.known.given(first_id(draw.answer))
    return first is not None and first.answer.values == draw.answer.values
