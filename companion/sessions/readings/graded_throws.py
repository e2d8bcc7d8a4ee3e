"""Test throws of a camera: people lay known faces, and what was read is graded."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.i18n import _
from companion.schema import UNKNOWN, Reading, ReadingRemark, Refused, SeenObject
from companion.sessions.shared_pages import PagesState, SharedPages
from companion.sessions.store import (
    Grade,
    Read,
    SharedStates,
    ThrowScore,
    grade_of,
    grade_of_all,
    read_as,
    tally,
)

TEST_THROWS = "test-throws/"
"""What they are stored under; no table is called so."""
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


@dataclass(frozen=True, slots=True)
class GradedThrowsState(PagesState):
    """What is stored of test throws."""

    count: int = 0  # of all throws
    throws: tuple[GradedThrow, ...] = ()  # the oldest first


class GradedThrows(SharedPages[GradedThrowsState]):
    """Is on while a page shows test throws. Safe for threads and processes."""

    def __init__(
        self, states: SharedStates, clock: Callable[[], float], stopwatch: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock`: s, Unix; `stopwatch`: s, of what moves over the tray, which each process hears by itself."""
        super().__init__(states, TEST_THROWS, GradedThrowsState(), clock)
        self._stopwatch = stopwatch
        self._rested: float | None = None  # when the newest motion ended

    @property
    def throws(self) -> tuple[GradedThrow, ...]:
        """The newest first."""
        return tuple(reversed(self.state.throws))

    @property
    def grade(self) -> Grade:
        """Over the newest throws that somebody has looked over."""
        return grade_of_all([one.tally for one in self.throws if one.is_looked_over][:COUNTED])

    def track_motion(self, tray: str) -> None:
        """What happens over the tray now, as `schema.reader_status.Live` has it: a reading is timed from the end of the motion."""
        with self._lock:
            if tray in ("moving", "hand"):
                self._rested = None
            elif self._rested is None:
                self._rested = self._stopwatch()

    def record_throw(self, reading: Reading) -> None:
        """A throw. What was never seen to move took no time that anybody knows of. Raises StoreError."""
        took = self._took()

        def record(state: GradedThrowsState) -> GradedThrowsState:
            number = state.count + 1
            throws = (*state.throws, GradedThrow(number, reading, took))[-KEPT:]
            return replace(state, count=number, throws=throws)

        self.change(record)

    def add_remarks(self, picture: str, remarks: Sequence[ReadingRemark]) -> None:
        """What the camera says of single things of a reading, known by its picture. Raises StoreError."""

        def remark(one: GradedThrow) -> GradedThrow:
            return replace(one, remarks=tuple(remarks)) if one.reading.picture == picture else one

        if tuple(map(remark, self.state.throws)) != self.state.throws:  # of a game's readings the store is not asked
            self.change(lambda state: replace(state, throws=tuple(map(remark, state.throws))))

    def record_verdict(self, number: int, said: Sequence[str | None], missed: int) -> GradedThrow:
        """A person has looked a throw over. A doubtful thing of which nothing is said is what it was likeliest to be.

        Raises Refused, StoreError.
        """
        told: list[GradedThrow] = []

        def record(state: GradedThrowsState) -> GradedThrowsState:
            throw = next((one for one in state.throws if one.number == number), None)
            told.append(_looked_over(throw, said, missed))
            return replace(state, throws=tuple(told[0] if one is throw else one for one in state.throws))

        self.change(record)
        return told[0]

    def record_told(self, table: str) -> None:
        """A table was told of the test throws. Raises StoreError."""
        if table not in self.tables_told:
            self.change(lambda state: replace(state, told=(*state.told, table)))

    def clear(self) -> None:
        """Begin anew: nothing was thrown. Raises StoreError."""
        self.change(lambda state: replace(state, throws=()))

    def _took(self) -> float:
        with self._lock:
            took = self._stopwatch() - self._rested if self._rested is not None else LONGEST
        return round(took, 2) if took < LONGEST else 0.0


def _looked_over(throw: GradedThrow | None, said: Sequence[str | None], missed: int) -> GradedThrow:
    """Raises Refused."""
    if throw is None:
        raise Refused("NO_THROW", _("This throw is not known any more. Throw again."))
    objects = throw.reading.objects
    if not 0 <= missed <= MOST_MISSED:
        raise Refused("TOO_MANY", _("From 0 to {most} things can have been missed.", most=MOST_MISSED))
    if len(said) != len(objects) or any(len(one or "") > LONGEST_FACE for one in said):
        raise Refused("OTHER_THINGS", _("This is about other things than lie there. Throw again."))
    meant = tuple(_likeliest(seen, one) for seen, one in zip(objects, said, strict=True))
    return replace(throw, said=meant, missed=missed, is_looked_over=True)


def _likeliest(seen: SeenObject, said: str | None) -> str | None:
    if said is not None or seen.value is not None or seen.cocked or seen.partial or seen.kind == UNKNOWN:
        return said
    return seen.alternatives[0][0] if seen.alternatives else None
