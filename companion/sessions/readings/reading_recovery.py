"""Restore the readings, doubts and conflicts of a table that was loaded from its log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from companion.schema import Reading, Refused
from companion.sessions.matching import (
    AmbiguousReading,
    MatchedReading,
    ReadingConflict,
    StoredDoubt,
    from_stored,
    is_told,
    reading_left,
    restore_conflict,
    to_stored,
)
from companion.sessions.readings.reading_handler import (
    PendingDecisions,
    ReadingInterpreter,
    answer_all,
    ask_player,
    doubt_of_refusal,
)
from companion.sessions.session import HEARD, SessionState, TableSession, TrayState, asked_under, stored_state
from companion.sessions.store import (
    AnswerSources,
    ReceivedReading,
    SavePoints,
    SqlEventLog,
    TableArchive,
    TableNotes,
)
from companion.sessions.table import RuleError, givens, readings_of

MOST_SINCE = 8  # readings: more than came between two looks of a process at a table


class ReadingRecovery:
    """Restore the state of a loaded table that its log does not hold: readings, doubts, conflicts, and what players keep."""

    def __init__(self, log: SqlEventLog, interpreter: ReadingInterpreter, undecided: PendingDecisions) -> None:
        self._log, self._interpreter, self._undecided = log, interpreter, undecided
        self._sources, self._notes = AnswerSources(log.database), TableNotes(log.database)
        self._savepoints = SavePoints(log.database, log.clock)
        self._archive = TableArchive(log.database, log.clock)

    def restore(self, seated: TableSession) -> None:
        """Load the state that is stored apart from the log."""
        rare = self._log.has_rare(seated.name)
        self._read_rare(seated, rare)
        if "brought" in rare:
            seated.brought, readings = self._archive.imported_part(seated.name)
            seated.table.complete()
            seated.foreign = readings | readings_of(seated.table.log[: seated.brought])
        newest, state = (
            self._log.inbox.of(seated.name, HEARD),
            stored_state(self._log.state_beside(seated.name)),
        )
        if state is None or not self._restore_state(seated, state, newest):
            self.replay_readings(seated, newest)

    def _read_rare(self, seated: TableSession, rare: Collection[str]) -> None:
        seated.sources = self._sources.of(seated.name) if "sources" in rare else {}
        seated.saved = self._savepoints.of(seated.name) if "savepoints" in rare else ()
        seated.notes = self._notes.of(seated.name) if "notes" in rare else ()

    def follow(self, seated: TableSession) -> bool:
        """Take in what another process has stored since. False where all of it must be read."""
        state = stored_state(self._log.state_beside(seated.name))
        if state is None or state.both or seated.both or state.declined != seated.declined:
            return False
        newest = seated.heard[-1].id if seated.heard else ""
        if state.newest != newest and not self._add_newest(seated, newest, state.newest):
            return False
        if state.changes != seated.changes:
            self._read_rare(seated, self._log.has_rare(seated.name))
        self._take_state(seated, state)
        return True

    def _add_newest(self, seated: TableSession, before: str, newest: str) -> bool:
        """Add the readings after `before`, up to `newest`. Return False where too many came."""
        newest_stored = self._log.inbox.newest(seated.name, MOST_SINCE)
        counted = [received for received in newest_stored if self._is_heard(seated, received)]
        ids = [received.reading.id for received in counted]
        if newest not in ids or (before not in ids and (before or len(newest_stored) >= MOST_SINCE)):
            return False
        first = ids.index(before) + 1 if before else 0
        since = counted[first : ids.index(newest) + 1]
        seated.heard.extend(received.reading for received in since)
        seated.seconds.update((received.reading.id, received.of) for received in counted if received.of)
        return True

    def _restore_state(self, seated: TableSession, state: SessionState, readings: Sequence[ReceivedReading]) -> bool:
        """Restore the stored state. Return False where an older version has written to the log since."""
        counted = [received for received in readings if self._is_heard(seated, received)]
        newest = counted[-1].reading.id if counted else ""
        if state.newest != newest:
            return False
        seated.heard.extend(received.reading for received in counted)
        seated.seconds.update((received.reading.id, received.of) for received in counted if received.of)
        self._take_state(seated, state)
        return True

    @staticmethod
    def _take_state(seated: TableSession, state: SessionState) -> None:
        seated.state = seated.stored = state
        if state.doubt is not None:  # drop prompts that are closed
            seated.doubt = from_stored(to_stored(state.doubt), seated.table.open)
        if state.declined and state.declined == seated.table.trail.newest_reversal:
            seated.table.known.keep_nothing()

    def _is_heard(self, seated: TableSession, received: ReceivedReading) -> bool:
        """Return whether it was part of the game. Button presses are not."""
        if received.unheard or self._interpreter.deed_of(received.reading) is not None:
            return False
        return not _answered_nothing(seated, received)

    def replay_readings(self, seated: TableSession, newest: Iterable[ReceivedReading]) -> None:
        """Interpret the stored readings again, the oldest first."""
        for received in newest:
            self.replay_reading(seated, received)

    def replay_reading(self, seated: TableSession, received: ReceivedReading) -> None:
        """Replay the next reading; button presses are skipped."""
        if not self._is_heard(seated, received):
            return
        question = self._find_question(seated, received) if not received.settled else None
        seated.rest = self._restore_tray(seated, received, question)
        if isinstance(question, ReadingConflict):
            self._add_conflict(seated, received, question)
        elif question is not None or _ends_doubt(seated, received):
            self._undecided.set_doubt(seated, question)
        elif received.doubt is not None:
            self._log.inbox.settle(received.reading.id, seated.name)
        if received.of:
            seated.seconds[received.reading.id] = received.of
        seated.heard.append(received.reading)

    def _find_question(
        self, seated: TableSession, received: ReceivedReading
    ) -> ReadingConflict | AmbiguousReading | None:
        """Return the question about it that a player has still to decide."""
        reading, doubt = received.reading, seated.doubt
        if doubt is not None and reading.id in doubt.readings and received.doubt is None:
            return doubt  # it is part of another reader's doubt
        question = (
            self._restore_doubt(seated, received.doubt) if received.doubt is not None and not received.of else None
        )
        if question is not None:
            return question
        meaning = self._interpreter.interpret(seated, reading)
        if isinstance(meaning, ReadingConflict):
            return meaning
        if received.of:
            return restore_conflict(reading, received.of, self._interpreter.context_of(seated))
        if received.doubt is not None:
            return None
        if isinstance(meaning, MatchedReading):
            return None if _is_known(seated, reading) else self._repeat_refusal(seated, reading, meaning)
        return meaning if isinstance(meaning, AmbiguousReading) else None

    def _restore_doubt(self, seated: TableSession, stored: StoredDoubt) -> AmbiguousReading | None:
        """Return the stored question. If a player answered it just before the crash, return the question about the rest."""
        answers = [given for given in givens(seated.table.known.answers) if is_told(given, stored.reading.id)]
        if not answers:
            return from_stored(stored, seated.table.open)
        left = reading_left(stored, answers[0].answer.values)
        meaning = self._interpreter.interpret_leftovers(seated, left)
        return ask_player(seated.table, left, meaning) if isinstance(meaning, MatchedReading) else meaning

    @staticmethod
    def _repeat_refusal(seated: TableSession, reading: Reading, taken: MatchedReading) -> AmbiguousReading | None:
        """Ask again about a sure reading that a rule refused."""
        try:
            answer_all(seated.table.copy(), taken)
        except Refused as no:
            return doubt_of_refusal(seated.table, reading, taken, no)
        except RuleError:
            return None
        return None

    def _restore_tray(
        self, seated: TableSession, received: ReceivedReading, question: ReadingConflict | AmbiguousReading | None
    ) -> TrayState:
        """Return the tray as it was. Of two readings of one draw, prefer the first if it has a picture."""
        rest, prompts = seated.rest, asked_under(seated, received.reading)
        is_known = _is_known(seated, received.reading)
        if isinstance(question, AmbiguousReading) and not is_known:  # another reader may have reported it before
            return TrayState(question.reading, taken=False, asked=prompts)
        if rest is not None and received.of == rest.reading.id and rest.reading.picture:
            return rest
        is_second = received.settled and bool(received.of)
        first = _whole_reading(seated, received.of)
        return TrayState(self._interpreter.translate(received.reading), is_known or is_second, prompts, first)

    def _add_conflict(self, seated: TableSession, received: ReceivedReading, conflict: ReadingConflict) -> None:
        if received.of:
            self._undecided.add_conflict(seated, conflict)
        else:  # that it is a second look was not written any more
            self._undecided.record_second_reading(seated, conflict)


def _answered_nothing(seated: TableSession, received: ReceivedReading) -> bool:
    """Return whether a seat's device sent it in vain; it was not on the tray."""
    is_in_vain = received.reading.is_of_seat and received.settled and not received.of
    return is_in_vain and not _is_known(seated, received.reading)


def _is_known(seated: TableSession, reading: Reading) -> bool:
    """Return whether an answer rests on it."""
    answers = givens(reversed(seated.table.known.answers))
    return seated.table.known.knows(reading.id) or any(given.answer.whole_reading == reading.id for given in answers)


def _whole_reading(seated: TableSession, reading: str) -> str:
    """Return the whole of a reading that an answer rested on once."""
    answers = (given.answer for given in givens(seated.table.known.whole))
    return next((answer.whole_reading for answer in answers if reading and answer.reading == reading), reading)


def _ends_doubt(seated: TableSession, received: ReceivedReading) -> bool:
    """Return whether its reader has reported another arrangement after the doubtful one."""
    doubt, reading = seated.doubt, received.reading
    if doubt is None or received.of or not received.settled or not reading.objects:
        return False
    return reading.source == doubt.reading.source and not _is_known(seated, reading)
