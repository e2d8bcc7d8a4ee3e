"""Test throws of a camera: people lay known faces, and what was read is graded."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.schema import UNKNOWN, Reading, ReadingRemark, Refused, SeenObject
from companion.sessions.store import (
    Grade,
    Read,
    ThrowScore,
    grade_of,
    grade_of_all,
    read_as,
    tally,
)

SILENCE = 12.0  # s after the last sign of a page; it gives one every 3
KEPT = 8  # throws: the newest are shown
COUNTED = 5  # the newest of those that were looked over: what was mended before is over
LONGEST = 20.0  # s; what comes later was not that motion's: a photograph, a second look
MOST_MISSED = 99  # things of one throw
LONGEST_FACE = 64  # letters


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
