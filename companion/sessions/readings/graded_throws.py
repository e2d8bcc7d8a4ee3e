"""Test throws of a camera: people lay known faces, and what was read is graded."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from companion.schema import UNKNOWN, WALL, Reading, ReadingRemark, Refused, SeenObject
from companion.sessions.log_writer import LogWriter
from companion.sessions.readings.decisions import ReadingCorrection
from companion.sessions.registry import SessionRegistry, UnchangedError
from companion.sessions.session import TableSession
from companion.sessions.store import (
    EventLog,
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

SILENCE = 12.0  # s after the last sign of a page; it gives one every 3
KEPT = 8  # throws: the newest are shown
COUNTED = 5  # the newest of those that were looked over: what was mended before is over
LONGEST = 20.0  # s; what comes later was not that motion's: a photograph, a second look
MOST_MISSED = 99  # things of one throw
LONGEST_FACE = 64  # letters
CAMERA = "vision/"


@dataclass(frozen=True, slots=True)
class GradedThrow:
    """One test throw."""

    number: int
    reading: Reading
    took: float = 0.0  # s from the last motion to the reading; 0 = nobody knows
    said: tuple[str | None, ...] = ()  # of each thing what a person said; None = nothing, "" = it is none
    missed: int = 0  # things that lay there and were not seen
    is_looked_over: bool = False  # somebody has said that it is right, or what is not
    remarks: tuple[ReadingRemark, ...] = ()  # the camera's, on single things

    @property
    def read(self) -> tuple[Read, ...]:
        """What became of each thing."""
        said = self.said or (None,) * len(self.reading.objects)
        return tuple(read_as(seen, one) for seen, one in zip(self.reading.objects, said, strict=True))

    @property
    def tally(self) -> ThrowScore:
        return tally(self.read, self.missed, self.took)

    @property
    def grade(self) -> Grade:
        return grade_of(self.tally)


class GradedThrows:
    """Safe for threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._until: dict[str, float] = {}  # page -> when its silence has lasted too long
        self._throws: deque[GradedThrow] = deque(maxlen=KEPT)
        self._rested: float | None = None  # when the newest motion ended
        self._count = 0

    @property
    def is_on(self) -> bool:
        """Whether a page shows test throws."""
        with self._lock:
            return self._is_on()

    @property
    def throws(self) -> tuple[GradedThrow, ...]:
        """The newest first."""
        with self._lock:
            return tuple(reversed(self._throws))

    @property
    def grade(self) -> Grade:
        """Over the newest throws that somebody has looked over."""
        return grade_of_all([one.tally for one in self.throws if one.is_looked_over][:COUNTED])

    def keep_alive(self, page: str) -> bool:
        """The page shows them, or still does; True where it is the first."""
        with self._lock:
            begins = not self._is_on()
            self._until[page] = self._clock() + SILENCE
            return begins

    def remove_page(self, page: str) -> None:
        """The page shows them no more."""
        with self._lock:
            self._until.pop(page, None)

    def track_motion(self, tray: str) -> None:
        """What happens over the tray now, as `schema.reader_status.Live` has it: a reading is timed from the end of the motion."""
        with self._lock:
            if tray in ("moving", "hand"):
                self._rested = None
            elif self._rested is None:
                self._rested = self._clock()

    def record_throw(self, reading: Reading) -> None:
        """A throw. What was never seen to move took no time that anybody knows of."""
        with self._lock:
            self._count += 1
            self._throws.append(GradedThrow(self._count, reading, self._took()))

    def add_remarks(self, picture: str, remarks: Sequence[ReadingRemark]) -> None:
        """What the camera says of single things of a reading, known by its picture."""
        self._change(lambda one: one.reading.picture == picture, lambda one: replace(one, remarks=tuple(remarks)))

    def record_verdict(self, number: int, said: Sequence[str | None], missed: int) -> GradedThrow:
        """A person has looked a throw over. A doubtful thing of which nothing is said is what it was likeliest to be. Raises Refused."""
        throw = next((one for one in self.throws if one.number == number), None)
        if throw is None:
            raise Refused("NO_THROW", "This throw is not known any more. Throw again.")
        objects = throw.reading.objects
        if not 0 <= missed <= MOST_MISSED:
            raise Refused("TOO_MANY", f"From 0 to {MOST_MISSED} things can have been missed.")
        if len(said) != len(objects) or any(len(one or "") > LONGEST_FACE for one in said):
            raise Refused("OTHER_THINGS", "This is about other things than lie there. Throw again.")
        meant = tuple(_likeliest(seen, one) for seen, one in zip(objects, said, strict=True))
        told = replace(throw, said=meant, missed=missed, is_looked_over=True)
        self._change(lambda one: one.number == number, lambda _one: told)
        return told

    def clear(self) -> None:
        """Begin anew: nothing was thrown."""
        with self._lock:
            self._throws.clear()

    def _took(self) -> float:
        took = self._clock() - self._rested if self._rested is not None else LONGEST
        return round(took, 2) if took < LONGEST else 0.0

    def _change(self, which: Callable[[GradedThrow], bool], how: Callable[[GradedThrow], GradedThrow]) -> None:
        with self._lock:
            for place, one in enumerate(self._throws):
                if which(one):
                    self._throws[place] = how(one)

    def _is_on(self) -> bool:
        now = self._clock()
        self._until = {page: until for page, until in self._until.items() if until > now}
        return bool(self._until)


def _likeliest(seen: SeenObject, said: str | None) -> str | None:
    if said is not None or seen.value is not None or seen.cocked or seen.partial or seen.kind == UNKNOWN:
        return said
    return seen.alternatives[0][0] if seen.alternatives else None


def was_read(reading: Reading) -> bool:
    """Whether a camera tells of it, or a photograph."""
    return reading.source.startswith(CAMERA)


NOWHERE = "setup/"
"""What test throws are noted under in the inbox; no table is called so."""
IN_TRIAL = "What is thrown now is a test throw of the set-up page: it answers nothing here."


class GradedThrowMode:
    """The trial, with the tables that it is kept from. Takes one table's lock after the other."""

    def __init__(self, shelf: SessionRegistry, log: EventLog, writer: LogWriter) -> None:
        self.graded_throws = GradedThrows()
        self._shelf, self._log, self._writer = shelf, log, writer
        self._learners: list[Callable[[ReadingCorrection], None]] = []
        self._is_told = False  # a table has been told of it

    def add_listener(self, fixed: Callable[[ReadingCorrection], None]) -> None:
        """`fixed(fix)` is called when a person has said what the things of a test throw show."""
        self._learners.append(fixed)

    def keep_alive(self, page: str) -> None:
        """A page shows test throws, or still does; the table under the lamp is told before anything is thrown."""
        if self.graded_throws.keep_alive(page):
            self._tell(self._shelf.find(self._shelf.lit))

    def track_motion(self, tray: str) -> None:
        """What happens over the tray now; a page that fell silent is noticed before what moves there is read."""
        self.graded_throws.track_motion(tray)
        if not self.graded_throws.is_on:
            self._untell()

    def handle_reading(self, seated: TableSession | None, reading: Reading) -> Literal["committed", "duplicate", ""]:
        """A reading for the trial; "" where it is none of its. What may be secret goes to its table, page or not."""
        is_of_player = reading.is_of_seat and reading.sender != WALL
        if not (self.graded_throws.is_on and was_read(reading)) or is_of_player or self._is_secret(seated):
            return ""
        if self._log.has_reading(reading):
            return "duplicate"
        self._log.append(NOWHERE, [], ReceivedReading(reading))
        self.graded_throws.record_throw(reading)
        if seated is None:
            self._shelf.notify_listeners("")
            return "committed"
        self._tell(seated)
        return "committed"

    def record_verdict(self, number: int, said: Sequence[str | None], missed: int) -> GradedThrow:
        """A person has looked a throw over; the reader may learn from what it doubted or got wrong. Raises Refused."""
        throw = self.graded_throws.record_verdict(number, said, missed)
        reading = throw.reading
        mended = [
            (seen, one) for seen, one in zip(reading.objects, throw.said, strict=True) if one and one != seen.value
        ]
        if reading.picture:
            fix = ReadingCorrection(reading.picture, tuple(seen for seen, _ in mended), tuple(one for _, one in mended))
            for fixed in self._learners:
                fixed(fix)
        return throw

    def remove_page(self, page: str) -> None:
        """A page shows test throws no more; after the last one what was said of them at the tables is over too."""
        self.graded_throws.remove_page(page)
        if not self.graded_throws.is_on:
            self._untell()

    def _tell(self, seated: TableSession | None) -> None:
        if seated is None:
            return
        with suppress(UnchangedError), self._shelf.change(seated.name):
            if seated.table.run.over:
                raise UnchangedError
            self._writer.set_notice(seated, "stray", IN_TRIAL)
            self._is_told = True

    def _untell(self) -> None:
        if not self._is_told:
            return
        self._shelf.take_notice_back(IN_TRIAL)
        self._is_told = False

    def _is_secret(self, seated: TableSession | None) -> bool:
        if seated is None:
            return False
        with seated.lock:
            return bool(own_prompts(seated.table.run.question))
