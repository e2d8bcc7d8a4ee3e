"""What people decide: what a doubtful reading says, which of two readers is right, who wishes none. Under the table's lock."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from companion.schema.prompt import Answer, Refused
from companion.sessions.answer_sources import scanned
from companion.sessions.correction_publisher import CorrectionPublisher
from companion.sessions.log_writer import LogWriter
from companion.sessions.matching.candidates import why_not
from companion.sessions.matching.conflict import ReadingConflict
from companion.sessions.matching.outcome import AmbiguousReading
from companion.sessions.matching.remainder import left_after
from companion.sessions.pending_decisions import PendingDecisions
from companion.sessions.prompts import own_prompts
from companion.sessions.reading_handler import ReadingHandler
from companion.sessions.session import TableSession, TrayState, as_it_came

Which: TypeAlias = Literal["counts", "was", "next", "taught"]
"""Of what two readers told: what counts is right; the other is, so it was that; the other is, but of what is asked now; the
untaught tag stands for what counts.
"""


class DecisionService:
    """Does at an open table what was decided."""

    def __init__(
        self, writer: LogWriter, hearing: ReadingHandler, undecided: PendingDecisions, learned: CorrectionPublisher
    ) -> None:
        self._writer, self._hearing, self._undecided, self._learned = writer, hearing, undecided, learned

    def settle(self, seated: TableSession, reading: str, answer: Answer) -> None:
        """What a doubtful reading says, and whose it is; without values, that it is as it was read. Raises Refused."""
        doubt = seated.doubt
        if doubt is None or doubt.reading.id != reading:
            raise Refused("NOT_OPEN", "This was decided already.")
        values = answer.values or doubt.values
        if not all(values):
            self._claimed(seated, doubt, answer.prompt)
        else:
            self._settled(seated, doubt, replace(answer, values=values))

    def dismiss(self, seated: TableSession, reading: str) -> None:
        """What lies there was no answer: put the doubt away."""
        if seated.doubt is not None and seated.doubt.reading.id == reading:
            self._undecided.doubts(seated, None)

    def unwish(self, seated: TableSession) -> None:
        """Somebody wishes no reader any more: a doubt does not offer that seat, and another may be the only one it is meant for."""
        doubt = seated.doubt
        left = scanned(doubt.prompts, seated.sources) if doubt is not None else ()
        if doubt is None or left == doubt.prompts:
            return
        if left:
            self._hearing.hear_again(seated, as_it_came(seated, doubt))
        else:
            self._undecided.doubts(seated, None)

    def asked_about(self, seated: TableSession, reading: str) -> ReadingConflict:
        """What a second reader told, still to be decided. Raises Refused."""
        both = next((one for one in seated.both if one.reading.id == reading), None)
        if both is None:
            raise Refused("NOT_OPEN", "This was decided already.")
        return both

    def answer_next(self, seated: TableSession, both: ReadingConflict) -> None:
        """The second reader is right, and told of what is asked now. Raises Refused."""
        if both.next is None:
            raise Refused("NOT_OPEN", "It answers nothing that is asked now.")
        answer = both.next
        self._writer.do(seated, lambda table: table.answer(answer))
        self._undecided.overtaken(seated)

    def leave(self, seated: TableSession, reading: str) -> None:
        """It is decided: what a second reader told is not asked about any more."""
        self._undecided.leave(seated, [one for one in seated.both if one.reading.id == reading])

    def _claimed(self, seated: TableSession, doubt: AmbiguousReading, prompt: str) -> None:
        """Whose it is was said, what it shows was not read: that is asked of its owner alone."""
        owner = tuple(p for p in doubt.prompts if p.id == prompt)
        if not owner or len(doubt.prompts) == 1:
            raise Refused("NOT_SURE", "It was not read for sure: say what it is.")
        why = why_not(owner[0], doubt.objects, doubt.sure)
        self._undecided.doubts(seated, replace(doubt, prompts=owner, why=why))

    def _settled(self, seated: TableSession, doubt: AmbiguousReading, answer: Answer) -> None:
        reading = doubt.reading
        told = replace(answer, reading=reading.id, source=reading.source, part_of=reading.part_of, decided=True)
        asked = own_prompts(seated.table.run.question)
        self._writer.do(seated, lambda table: table.answer(told))
        seated.rest = TrayState(self._hearing.whole(seated, reading), taken=True, asked=asked)
        self._learned.settled(seated, doubt, told)
        self._hearing.leftovers(seated, left_after(doubt, told.values))
