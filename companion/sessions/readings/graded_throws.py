"""Grade test throws: while a page shows them, camera readings are graded there and answer no game."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from companion.i18n import _
from companion.schema import UNKNOWN, WALL, Reading, ReadingRemark, Refused, SeenObject
from companion.sessions.registry import ReadingCorrection, SessionRegistry, UnchangedError
from companion.sessions.session import TableSession
from companion.sessions.shared_pages import PagesState, SharedPages, SharedStates
from companion.sessions.store import (
    Grade,
    Read,
    ReceivedReading,
    ThrowScore,
    grade_of,
    grade_of_all,
    read_as,
    tally,
)
from companion.sessions.table import own_prompts

CAMERA_SOURCE = "vision/"


TRIAL_INBOX = "setup/"
"""Inbox name of test throws; not a valid table name."""
TRIAL_NOTICE = "trial"  # what a notice is about
IN_TRIAL = _("What is thrown now is a test throw of the set-up page: it answers nothing here.")
TEST_THROWS = "test-throws/"
"""Name of their stored state; not a valid table name."""
MOST_THROWS = 8  # throws: the newest are shown
MOST_GRADED = 5  # the newest of those that were looked over: what was mended before is over
LONGEST_MEASURED = 20.0  # s; a later reading does not belong to that motion: a photograph, or a second look
MOST_MISSED = 99  # things of one throw
LONGEST_FACE = 64  # letters


@dataclass(frozen=True, slots=True)
class GradedThrow:
    """One test throw."""

    number: int
    reading: Reading
    took: float = 0.0  # s from the last motion to the reading; 0 = unknown
    said: tuple[str | None, ...] = ()  # a player's correction of each object; None = not given, "" = not an object
    missed: int = 0  # objects that were not recognised
    is_looked_over: bool = False  # a player has confirmed or corrected it
    remarks: tuple[ReadingRemark, ...] = ()  # the camera's, on single things

    @property
    def read(self) -> tuple[Read, ...]:
        """The verdict on each object."""
        corrections = self.said or (None,) * len(self.reading.objects)
        return tuple(
            read_as(seen, correction) for seen, correction in zip(self.reading.objects, corrections, strict=True)
        )

    @property
    def tally(self) -> ThrowScore:
        return tally(self.read, self.missed, self.took)

    @property
    def grade(self) -> Grade:
        return grade_of(self.tally)


@dataclass(frozen=True, slots=True)
class GradedThrowsState(PagesState):
    """Stored state of test throws."""

    count: int = 0  # of all throws
    throws: tuple[GradedThrow, ...] = ()  # the oldest first


class GradedThrows(SharedPages[GradedThrowsState]):
    """Test throws, on while a page shows them. Safe for threads and processes."""

    def __init__(
        self, states: SharedStates, clock: Callable[[], float], stopwatch: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock`: s, Unix; `stopwatch`: s, measures motion over the tray in this process."""
        super().__init__(states, TEST_THROWS, GradedThrowsState(), clock)
        self._stopwatch = stopwatch
        self._rested: float | None = None  # when the newest motion ended

    @property
    def throws(self) -> tuple[GradedThrow, ...]:
        """The newest first."""
        return tuple(reversed(self.state.throws))

    @property
    def grade(self) -> Grade:
        """The grade of the newest confirmed throws."""
        return grade_of_all([throw.tally for throw in self.throws if throw.is_looked_over][:MOST_GRADED])

    def track_motion(self, tray: str) -> None:
        """Note motion over the tray, as in `schema.TrayActivity`: a reading is timed from the end of the motion."""
        with self._lock:
            if tray in ("moving", "hand"):
                self._rested = None
            elif self._rested is None:
                self._rested = self._stopwatch()

    def record_throw(self, reading: Reading) -> None:
        """Add a throw. Without observed motion its duration is unknown. Raises StoreError."""
        seconds = self._measure_seconds()

        def record(state: GradedThrowsState) -> GradedThrowsState:
            number = state.count + 1
            throws = (*state.throws, GradedThrow(number, reading, seconds))[-MOST_THROWS:]
            return replace(state, count=number, throws=throws)

        self.change(record)

    def add_remarks(self, picture: str, remarks: Sequence[ReadingRemark]) -> None:
        """Add the camera's remarks on objects of a reading, found by its picture. Raises StoreError."""

        def remark(throw: GradedThrow) -> GradedThrow:
            return replace(throw, remarks=tuple(remarks)) if throw.reading.picture == picture else throw

        if tuple(map(remark, self.state.throws)) != self.state.throws:  # of a game's readings the store is not asked
            self.change(lambda state: replace(state, throws=tuple(map(remark, state.throws))))

    def record_verdict(self, number: int, corrections: Sequence[str | None], missed: int) -> GradedThrow:
        """Store a player's verdict on a throw. An object without a correction gets its likeliest face.

        Raises Refused, StoreError.
        """
        recorded: list[GradedThrow] = []

        def record(state: GradedThrowsState) -> GradedThrowsState:
            throw = next((kept for kept in state.throws if kept.number == number), None)
            recorded.append(_with_verdict(throw, corrections, missed))
            return replace(state, throws=tuple(recorded[0] if kept is throw else kept for kept in state.throws))

        self.change(record)
        return recorded[0]

    def record_notice(self, table: str) -> None:
        """Note that a table shows the notice of test throws. Raises StoreError."""
        if table not in self.tables_with_notice:
            self.change(lambda state: replace(state, told=(*state.told, table)))

    def clear(self) -> None:
        """Delete all throws. Raises StoreError."""
        self.change(lambda state: replace(state, throws=()))

    def _measure_seconds(self) -> float:
        with self._lock:
            seconds = self._stopwatch() - self._rested if self._rested is not None else LONGEST_MEASURED
        return round(seconds, 2) if seconds < LONGEST_MEASURED else 0.0


def _with_verdict(throw: GradedThrow | None, corrections: Sequence[str | None], missed: int) -> GradedThrow:
    """Return the throw with a verdict. Raises Refused."""
    if throw is None:
        raise Refused("NO_THROW", _("This throw is not known any more. Throw again."))
    objects = throw.reading.objects
    if not 0 <= missed <= MOST_MISSED:
        raise Refused("TOO_MANY", _("From 0 to {most} things can have been missed.", most=MOST_MISSED))
    if len(corrections) != len(objects) or any(len(correction or "") > LONGEST_FACE for correction in corrections):
        raise Refused("OTHER_THINGS", _("This is about other things than lie there. Throw again."))
    faces = tuple(_likeliest(seen, correction) for seen, correction in zip(objects, corrections, strict=True))
    return replace(throw, said=faces, missed=missed, is_looked_over=True)


def _likeliest(seen: SeenObject, correction: str | None) -> str | None:
    if correction is not None or seen.value is not None or seen.cocked or seen.partial or seen.kind == UNKNOWN:
        return correction
    return seen.alternatives[0][0] if seen.alternatives else None


def was_read(reading: Reading) -> bool:
    """Return whether it comes from a camera or a photograph."""
    return reading.source.startswith(CAMERA_SOURCE)


class GradedThrowMode:
    """The trial, with the tables that it is kept from. Takes one table's lock after the other."""

    def __init__(self, shelf: SessionRegistry, graded_throws: GradedThrows) -> None:
        self.graded_throws = graded_throws
        self._shelf, self._log = shelf, shelf.log

    def keep_alive(self, page: str) -> None:
        """Keep test throws on for a page. Show a notice on the lit table before the first throw."""
        if self.graded_throws.keep_alive(page):
            self._show_notice(self._shelf.find(self._shelf.lit))

    def track_motion(self, tray: str) -> None:
        """Note motion over the tray, and end test throws where the page fell silent."""
        self.graded_throws.track_motion(tray)
        if not self.graded_throws.is_on:
            self._remove_notices()

    def handle_reading(self, seated: TableSession | None, reading: Reading) -> Literal["committed", "duplicate", ""]:
        """Take a reading as a test throw; return "" where it is not one. Readings that may be secret go to their table."""
        is_of_player = reading.is_of_seat and reading.sender != WALL
        if not (self.graded_throws.is_on and was_read(reading)) or is_of_player or self._is_secret(seated):
            return ""
        if self._log.inbox.has(reading):
            return "duplicate"
        try:
            self._record(reading)
        except UnchangedError:
            return "duplicate"
        if seated is None:
            self._shelf.notify_listeners("")
            return "committed"
        self._show_notice(seated)
        return "committed"

    def record_verdict(self, number: int, corrections: Sequence[str | None], missed: int) -> GradedThrow:
        """Record a person's verdict on a throw, from which the reader may learn. Raises Refused."""
        throw = self.graded_throws.record_verdict(number, corrections, missed)
        reading = throw.reading
        mended = [
            (seen, value)
            for seen, value in zip(reading.objects, throw.said, strict=True)
            if value and value != seen.value
        ]
        if reading.picture:
            fix = ReadingCorrection(
                reading.picture, tuple(seen for seen, _ in mended), tuple(value for _, value in mended)
            )
            self._shelf.notify_correction(fix)
        return throw

    def remove_page(self, page: str) -> None:
        """Remove a page. After the last one, remove the notices from the tables."""
        self.graded_throws.remove_page(page)
        if not self.graded_throws.is_on:
            self._remove_notices()

    def _record(self, reading: Reading) -> None:
        """Record the throw and its reading. Raises UnchangedError if another process has just done so."""
        with self._log.database.transaction():
            self.graded_throws.record_throw(reading)  # from here on no other process does
            if self._log.inbox.has(reading):
                raise UnchangedError
            self._log.append(TRIAL_INBOX, [], ReceivedReading(reading))

    def _show_notice(self, seated: TableSession | None) -> None:
        if seated is None:
            return
        with suppress(UnchangedError), self._shelf.change(seated.name):
            if seated.table.run.over:
                raise UnchangedError
            self._shelf.writer.set_notice(seated, "stray", IN_TRIAL, TRIAL_NOTICE)
            self.graded_throws.record_notice(seated.name)

    def _remove_notices(self) -> None:
        if tables := self.graded_throws.tables_with_notice:
            self._shelf.take_notice_back(TRIAL_NOTICE, tables)
            self.graded_throws.forget_notices(tables)

    def _is_secret(self, seated: TableSession | None) -> bool:
        if seated is None:
            return False
        with seated.lock:
            return bool(own_prompts(seated.table.run.question))
