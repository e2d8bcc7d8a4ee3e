"""What people decide about readings and earlier answers: settle a doubt, undo, amend, correct."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, TypeAlias

from companion.i18n import _
from companion.schema import Answer, Faces, Reading, Refused, Seat, SeenObject
from companion.sessions.log_writer import LogWriter
from companion.sessions.matching import (
    AmbiguousReading,
    ReadingConflict,
    left_after,
    meanings_taught,
    objects_for,
    why_not,
)
from companion.sessions.readings.reading_handler import PendingDecisions, ReadingHandler
from companion.sessions.session import TableSession, TrayState
from companion.sessions.table import AnswerGiven, GameTable, first_id, givens, own_prompts, readings_of
from companion.sessions.tag_book import TagBook, TagBookError, stands_for


@dataclass(frozen=True, slots=True)
class ReadingCorrection:
    """The objects of one reading and what they show; without values, what was said is taken back."""

    picture: str  # of the reading
    objects: tuple[SeenObject, ...] = ()
    values: Faces = ()


def correction_of(doubt: AmbiguousReading, values: Faces) -> ReadingCorrection | None:
    """What a person said of the doubtful objects; None where it is not clear which object each value is of."""
    if not doubt.is_placed(values) or not doubt.reading.picture:
        return None
    return ReadingCorrection(doubt.reading.picture, doubt.objects, values)


def corrections_of_amendment(
    reading: Reading, objects: Sequence[SeenObject], before: Faces, after: Faces
) -> ReadingCorrection | None:
    """One of the values was another one; None where more was changed, or where several objects were read like it."""
    was, becomes = Counter(before) - Counter(after), Counter(after) - Counter(before)
    wrong = [seen for seen in objects if [seen.value] == list(was.elements())]
    if not reading.picture or len(list(becomes.elements())) != 1 or len(wrong) != 1:
        return None
    return ReadingCorrection(reading.picture, tuple(wrong), tuple(becomes))


class CorrectionPublisher:
    """Tells the tag book, and whoever listens for fixes."""

    def __init__(self, tags: TagBook, writer: LogWriter) -> None:
        self._tags, self._writer = tags, writer
        self._learners: list[Callable[[ReadingCorrection], None]] = []

    def add_listener(self, fixed: Callable[[ReadingCorrection], None]) -> None:
        """`fixed(fix)` is called when people have said what a reading's objects show, and when they took that back."""
        self._learners.append(fixed)

    def doubt_settled(self, seated: TableSession, doubt: AmbiguousReading, told: Answer) -> None:
        """A person said what a doubtful reading shows; who says which token an untaught tag is has taught it."""
        if doubt.reading.id in seated.foreign:
            return
        self._fixed(seated, doubt.reading.id, correction_of(doubt, told.values))
        prompt = next(p for p in doubt.prompts if p.id == told.prompt)
        for tag, meaning in meanings_taught(doubt, prompt, told.values):
            self._in_book(seated, partial(self._tags.assign, tag, meaning, doubt.reading.id))

    def answer_amended(self, seated: TableSession, was: AnswerGiven | None, values: Faces) -> None:
        """An answer was another one, or none; those that are gone with it taught nothing either."""
        self.retract(seated, was.answer.reading if was is not None else "")
        if was is None or was.answer.reading in seated.foreign:
            return
        rest = seated.rest
        if rest is not None and rest.reading.id == was.answer.reading:
            objects = objects_for(was.prompt, rest.reading)
            self._fixed(
                seated, rest.reading.id, corrections_of_amendment(rest.reading, objects, was.answer.values, values)
            )
        self._renamed(seated, was, values)

    def retract(self, seated: TableSession, changed: str = "") -> None:
        """What was said in answers that count no more; `changed`: a reading of which something else is said."""
        table = seated.table
        at_hand, counting = readings_of(table.log), readings_of(table.trail.in_force)
        gone = frozenset(filter(self._tags.taught_by, at_hand - counting - seated.foreign))
        if gone:
            gone -= readings_of(table.known.in_force)  # an earlier answer may rest on it and count
            self._in_book(seated, lambda: self._tags.retract(gone))
        for reading in [one for one in seated.fixes if one in at_hand and one not in counting - {changed}]:
            self._fixed(seated, reading, ReadingCorrection(seated.fixes[reading]))
            del seated.fixes[reading]

    def _fixed(self, seated: TableSession, reading: str, fix: ReadingCorrection | None) -> None:
        if fix is not None:
            seated.fixes[reading] = fix.picture
            seated.afterwards += [partial(fixed, fix) for fixed in self._learners]

    def _renamed(self, seated: TableSession, was: AnswerGiven, values: Faces) -> None:
        """What an answer taught about its tag was wrong with it."""
        tags = self._tags.taught_by(was.answer.reading)
        for tag in tags:
            if len(tags) == len(values) == 1:
                other = stands_for(was.prompt, values[0])
                self._in_book(seated, partial(self._tags.assign, tag, other, was.answer.reading))
            else:
                self._in_book(seated, partial(self._tags.unassign, tag))

    def _in_book(self, seated: TableSession, do: Callable[[], object]) -> None:
        """Something about tags beside an answer, once that is committed."""
        seated.afterwards.append(partial(self._do_in_book, seated, do))

    def _do_in_book(self, seated: TableSession, do: Callable[[], object]) -> None:
        """The answer counts all the same where the book cannot be kept."""
        try:
            do()
        except TagBookError as error:
            self._writer.set_notice(seated, "info", error.sentence)


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
            raise Refused("NOT_OPEN", _("This was decided already."))
        if all(prompt.id != answer.prompt for prompt in doubt.prompts):
            raise Refused("NOT_MEANT", _("What lies there is not meant for this question."))
        values = answer.values or doubt.values
        if not all(values):
            self._claimed(seated, doubt, answer.prompt)
        else:
            self._settled(seated, doubt, replace(answer, values=values))

    def dismiss(self, seated: TableSession, reading: str) -> None:
        """What lies there was no answer: put the doubt away."""
        if seated.doubt is not None and seated.doubt.reading.id == reading:
            self._undecided.set_doubt(seated, None)

    def pending_conflict(self, seated: TableSession, reading: str) -> ReadingConflict:
        """What a second reader told, still to be decided. Raises Refused."""
        both = next((one for one in seated.both if one.reading.id == reading), None)
        if both is None:
            raise Refused("NOT_OPEN", _("This was decided already."))
        return both

    def seats_confirmed(self, seated: TableSession, reading: str) -> frozenset[Seat]:
        """The seats whose draws this second look told of and which count as they were; none while a person has to decide."""
        of = seated.seconds.get(reading, "")
        if not of or any(one.reading.id == reading for one in seated.both):
            return frozenset()
        answers = tuple(givens(seated.table.known.answers))
        if any(one.answer.reading == reading for one in answers):
            return frozenset()
        draws = (draw for draw in answers if draw.answer.reading == of)
        return frozenset(draw.prompt.seat for draw in draws if _is_as_given(seated.table, draw))

    def answer_next(self, seated: TableSession, both: ReadingConflict, id: str) -> None:
        """The second reader is right, and told of what is asked now; `id` of the request, "" = it has none. Raises Refused."""
        if both.next is None:
            raise Refused("NOT_OPEN", _("It answers nothing that is asked now."))
        is_own = id and not seated.table.known.knows(id)  # an id that is known would answer nothing
        answer = replace(both.next, id=id) if is_own else both.next
        self._writer.execute(seated, lambda table: table.answer(answer))
        self._undecided.drop_closed_prompts(seated)

    def close_conflict(self, seated: TableSession, reading: str) -> None:
        """It is decided: what a second reader told is not asked about any more."""
        self._undecided.close_conflicts(seated, [one for one in seated.both if one.reading.id == reading])

    def _claimed(self, seated: TableSession, doubt: AmbiguousReading, prompt: str) -> None:
        """Whose it is was said, what it shows was not read: that is asked of its owner alone."""
        owner = tuple(p for p in doubt.prompts if p.id == prompt)
        if not owner or len(doubt.prompts) == 1:
            raise Refused("NOT_SURE", _("It was not read for sure: say what it is."))
        why = why_not(owner[0], doubt.objects, doubt.sure)
        self._undecided.set_doubt(seated, replace(doubt, prompts=owner, why=why))

    def _settled(self, seated: TableSession, doubt: AmbiguousReading, answer: Answer) -> None:
        reading = doubt.reading
        told = replace(
            answer,
            reading=reading.id,
            source=reading.source,
            part_of=reading.part_of,
            decided=True,
            sender=reading.sender,
        )
        asked = own_prompts(seated.table.run.question)
        self._writer.execute(seated, lambda table: table.answer(told))
        seated.rest = TrayState(self._hearing.whole_reading(seated, reading), taken=True, asked=asked)
        self._learned.doubt_settled(seated, doubt, told)
        self._hearing.handle_leftovers(seated, left_after(doubt, told.values))


def _is_as_given(table: GameTable[Any, Any], draw: AnswerGiven) -> bool:
    """Whether no amendment has changed it."""
    first = table.known.given(first_id(draw.answer))
    return first is not None and first.answer.values == draw.answer.values


class UndoService:
    """At an open table. Each method raises Refused or RuleError, and then nothing has changed.

    `id` is that of the request, "" = it has none: one already known changes nothing.
    """

    def __init__(self, writer: LogWriter, undecided: PendingDecisions, learned: CorrectionPublisher) -> None:
        self._writer, self._undecided, self._learned = writer, undecided, learned

    def undo(self, seated: TableSession, to: int, seen: int | None, id: str) -> None:
        """Take back what came after `to`, with what it taught."""
        self._command(seated, lambda table: table.undo(to, seen, id), id, partial(self._learned.retract, seated))

    def redo(self, seated: TableSession, undone: int, id: str) -> None:
        """What that undo or amendment took back counts again."""
        self._command(seated, lambda table: table.redo(undone, id), id)

    def amend(self, seated: TableSession, seq: int, values: Faces | None, seen: int | None, id: str) -> None:
        """The answer at `seq` was another one, or none, and taught something else."""
        was = seated.table.answer_at(seq)
        learn = partial(self._learned.answer_amended, seated, was, values or ())
        self._command(seated, lambda table: table.amend(seq, values, seen, id), id, learn)

    def correct(self, seated: TableSession, *events: object) -> None:
        """Facts stated by hand."""
        self._command(seated, lambda table: table.correct(*events))

    def _command(
        self,
        seated: TableSession,
        do: Callable[[GameTable[Any, Any]], object],
        id: str = "",
        learn: Callable[[], None] = lambda: None,
    ) -> None:
        """Something else counts then: no doubt waits any more, and what two readers told may be one."""
        if seated.table.known.has_done(id):
            return
        self._writer.execute(seated, do)
        self._undecided.set_doubt(seated, None)
        learn()
        self._undecided.reevaluate_conflicts(seated)
        if seated.afterwards:  # with what the tags stand for then
            seated.afterwards.append(partial(self._undecided.reevaluate_conflicts, seated))
