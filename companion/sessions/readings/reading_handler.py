"""Handle readings at an open table: answer, ask, or confirm. The caller holds the table's lock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.errors import StaleError
from companion.schema import Answer, Reading, Refused, Seat, SeenObject
from companion.sessions.log_writer import LogWriter, answer_all, refused
from companion.sessions.matching import (
    AmbiguousReading,
    MatchedReading,
    ReadingConfirmed,
    ReadingConflict,
    Side,
    UnmatchedReading,
    same_either_way,
    second,
    to_stored,
)
from companion.sessions.readings.interpretation import (
    ON_ITS_DEVICE,
    ButtonAnswer,
    ButtonConfirm,
    course_of,
    deed_of,
    interpret,
    interpret_open,
    joined,
    of_what_is_left,
    press,
)
from companion.sessions.readings.pending_decisions import PendingDecisions
from companion.sessions.session import TableSession, TrayState, as_it_came, asked_under, beside
from companion.sessions.store import EventLog, ReceivedReading
from companion.sessions.table import RuleError, prompts
from companion.sessions.tag_book import TagBook, translate_tags


class ReadingHandler:
    """Takes readings in: what each is, and what it answers, is on disk when it returns."""

    def __init__(
        self,
        log: EventLog,
        writer: LogWriter,
        tags: TagBook,
        side: Side,
        undecided: PendingDecisions,
        claimed: Callable[[str], frozenset[Seat]],
    ) -> None:
        self._log, self._writer, self._tags, self._side = log, writer, tags, side
        self._undecided, self._claims = undecided, claimed

    def handle(self, seated: TableSession, reading: Reading) -> None:
        """A reading that was never heard before."""
        deed = deed_of(reading, self._tags.now)
        if deed is not None:
            self._pressed(seated, reading, deed)
            return
        found, asked = interpret(seated, reading, self._tags.now, self._side), asked_under(seated, reading)
        if isinstance(found, UnmatchedReading):
            self._make_sure_of(seated)
        if isinstance(found, AmbiguousReading):
            found = same_either_way(seated.table, found) or found
        match found:
            case ReadingConfirmed() | ReadingConflict():
                self._seconded(seated, reading, found)
            case MatchedReading():
                seated.rest = TrayState(self._translated(reading), taken=True, asked=asked)
                self._taken(seated, reading, found)
            case AmbiguousReading() | UnmatchedReading():
                seated.rest = TrayState(found.reading, taken=False, asked=asked)
                kept = (
                    to_stored(found) if isinstance(found, AmbiguousReading) and found.reading.id == reading.id else None
                )
                self._log.append(
                    seated.name, [], ReceivedReading(reading, settled=isinstance(found, UnmatchedReading), doubt=kept)
                )
                self._unclear(seated, found)
        seated.heard.append(reading)

    def _make_sure_of(self, seated: TableSession) -> None:
        """What answers nothing here may answer what another process has asked meanwhile. Raises StaleError."""
        if self._log.newest_seq(seated.name) != seated.table.seq:
            seated.is_unsure = True
            raise StaleError(f"Table {seated.name} was written to by somebody else.")

    def reinterpret(self, seated: TableSession, reading: Reading) -> None:
        """A reading that is on disk already says something else now."""
        old, asked = seated.doubt, asked_under(seated, reading)
        meaning = interpret_open(seated, reading, self._tags.now, self._side)
        if isinstance(meaning, MatchedReading):
            try:
                self._writer.execute(seated, lambda table: answer_all(table, meaning))
            except RuleError:
                return
            except Refused as no:
                self._undecided.set_doubt(seated, refused(seated.table, reading, meaning, no))
                return
            self._undecided.set_doubt(seated, meaning.doubt)
            seated.rest = TrayState(self.whole_reading(seated, reading), taken=True, asked=asked)
        elif isinstance(meaning, AmbiguousReading):
            self._undecided.set_doubt(seated, joined(old, meaning) if old is not None else meaning)
        else:
            self._undecided.set_doubt(seated, None)

    def handle_leftovers(self, seated: TableSession, reading: Reading) -> None:
        """Two cards lay there, one was told whose it is: the other may be clear now. `reading`: what is left of it."""
        meaning = of_what_is_left(seated, reading, self._tags.now, self._side)
        self._undecided.set_doubt(
            seated, self._taken_too(seated, reading, meaning) if isinstance(meaning, MatchedReading) else meaning
        )

    def _taken_too(self, seated: TableSession, reading: Reading, taken: MatchedReading) -> AmbiguousReading | None:
        """What is left answers too; where the rule refuses it, why, and what was told of the first counts all the same."""
        try:
            self._writer.execute(seated, lambda table: answer_all(table, taken))
        except RuleError:
            return None
        except Refused as no:
            return refused(seated.table, reading, taken, no)
        return taken.doubt

    def _seconded(self, seated: TableSession, reading: Reading, found: ReadingConfirmed | ReadingConflict) -> None:
        """Another reader tells of a draw that counts already: nothing is answered by it."""
        of = found.draw.given.answer.reading
        self._log.append(seated.name, [], ReceivedReading(reading, isinstance(found, ReadingConfirmed), of))
        seated.seconds[reading.id] = of
        seated.rest = beside(self._laid_last(seated), self._translated(reading), found)
        if isinstance(found, ReadingConflict):
            seated.both = (*seated.both, found)

    def _laid_last(self, seated: TableSession) -> TrayState | None:
        """What was laid last, where the app has thrown since: that lies nowhere."""
        rest, last = seated.rest, seated.heard[-1] if seated.heard else None
        if rest is None or rest.reading.source != prompts.SOURCE or last is None:
            return rest
        is_known = last.id in seated.table.trail.readings
        return TrayState(self._translated(last), taken=is_known, asked=asked_under(seated, last))

    def whole_reading(self, seated: TableSession, reading: Reading) -> Reading:
        """All that lay there with what is left of a reading, as far as it is kept in mind."""
        if not reading.part_of:
            return reading
        return self._translated(next((one for one in seated.heard if one.id == reading.whole), reading))

    def _translated(self, reading: Reading) -> Reading:
        """With the faces that its tags stand for."""
        return translate_tags(reading, self._tags.now)

    def _pressed(self, seated: TableSession, reading: Reading, deed: SeenObject) -> None:
        """A button: what lies on the tray is not touched."""
        did = press(reading, deed, seated.table.open, self._claims(seated.name), seated.armed)
        seated.armed = (did.prompt, did.option) if isinstance(did, ButtonConfirm) else ("", "")
        if isinstance(did, ButtonAnswer):
            self._tapped(seated, reading, did.answer)
            return
        self._log.append(seated.name, [], ReceivedReading(reading))
        self._writer.set_notice(seated, "info" if isinstance(did, ButtonConfirm) else "stray", did.why)

    def _tapped(self, seated: TableSession, reading: Reading, answer: Answer) -> None:
        try:
            self._writer.execute(seated, lambda table: table.answer(answer), ReceivedReading(reading))
        except RuleError:
            self._log.append(seated.name, [], ReceivedReading(reading))
        except Refused as no:
            self._log.append(seated.name, [], ReceivedReading(reading))
            hidden = answer.by in self._claims(seated.name)  # what its own phone alone may read
            self._writer.set_notice(seated, "refused", ON_ITS_DEVICE if hidden else no.sentence)
        else:
            self._undecided.drop_closed_prompts(seated)

    def _taken(self, seated: TableSession, reading: Reading, taken: MatchedReading) -> None:
        """All that it answers, or nothing of it."""
        try:
            kept = to_stored(taken.doubt) if taken.doubt is not None else None
            received = ReceivedReading(reading, settled=taken.doubt is None, doubt=kept)
            self._writer.execute(seated, lambda table: answer_all(table, taken), received)
        except RuleError:
            seated.rest = _left_lying(seated.rest)
            self._log.append(seated.name, [], ReceivedReading(reading))
            self._undecided.set_doubt(seated, None)
        except Refused as no:  # by the rule itself: together with what lies there already it cannot be
            seated.rest = _left_lying(seated.rest)
            self._log.append(seated.name, [], ReceivedReading(reading, settled=False))
            self._undecided.set_doubt(seated, refused(seated.table, reading, taken, no))
        else:
            self._told_before(seated, reading)
            self._undecided.set_doubt(seated, taken.doubt)
            self._undecided.drop_closed_prompts(seated)
            self._undecided.resolve_next(seated, {answer.prompt for answer in taken.answers})

    def _told_before(self, seated: TableSession, reading: Reading) -> None:
        """Another reader was in doubt about what is answered now: what it told is a second look at that."""
        doubt = seated.doubt
        if doubt is None or doubt.reading.source == reading.source or doubt.reading.expect != reading.expect:
            return
        first = as_it_came(seated, doubt)
        found = second(first, UnmatchedReading(first), course_of(seated, self._tags.now, first.whole))
        if isinstance(found, ReadingConflict):
            self._undecided.record_second_reading(seated, found)
        elif isinstance(found, UnmatchedReading) and found.why:
            self._writer.set_notice(seated, "stray", found.why)

    def _unclear(self, seated: TableSession, meaning: AmbiguousReading | UnmatchedReading) -> None:
        old = seated.doubt
        if isinstance(meaning, AmbiguousReading):
            self._undecided.set_doubt(seated, meaning)
        elif old is not None and meaning.reading.objects and meaning.reading.source == old.reading.source:
            self._undecided.set_doubt(seated, None)  # something else lies there now
        if isinstance(meaning, UnmatchedReading) and meaning.why:
            self._writer.set_notice(seated, "stray", meaning.why)


def _left_lying(rest: TrayState | None) -> TrayState | None:
    """It lies there all the same, and answered nothing."""
    return replace(rest, taken=False) if rest is not None else None
