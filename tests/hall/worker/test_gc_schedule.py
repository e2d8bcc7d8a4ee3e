"""A worker looks through its memory when it chooses to, not whenever Python does."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from companion.hall.worker.gc_schedule import EVERY, MIDDLE, YOUNG, GcSchedule

pytestmark = pytest.mark.usefixtures("settled")


class Knot:
    """Knows itself: only the collector lets go of it."""

    living = 0

    def __init__(self) -> None:
        self.itself = self
        Knot.living += 1

    def __del__(self) -> None:
        Knot.living -= 1


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Iterator[Clock]:
    """When to look is this process's own matter again; what was frozen meanwhile would have lived on anyway."""
    before, Knot.living = gc.get_threshold(), 0
    yield Clock()
    gc.set_threshold(*before)
    gc.collect()


def as_much_as_lives_already() -> list[Any]:
    """Python would look through everything, more than once."""
    return [[] for _ in range(3 * MIDDLE * YOUNG)]


def test_what_lives_at_the_start_is_never_looked_through(clock: Clock) -> None:
    before, living = gc.get_freeze_count(), [[] for _ in range(10_000)]
    GcSchedule(clock)
    assert gc.get_freeze_count() - before >= len(living)


def test_it_looks_by_itself_again_from_then_on(clock: Clock) -> None:
    """A start looks at nothing."""
    gc.disable()
    GcSchedule(clock)
    assert gc.isenabled()


def test_what_has_grown_old_is_not_looked_through_however_much_comes(clock: Clock) -> None:
    GcSchedule(clock)
    assert generations_looked_at() == {0, 1}


def test_without_it_python_would_look_through_everything() -> None:
    """Else the test above proves nothing."""
    gc.set_threshold(700, 10, 10)  # as it is where nobody says anything else; the tests do
    gc.freeze()
    gc.collect()  # how much lives it counts only then; by the count of before, in a process full of tests, it would wait for more
    assert generations_looked_at() == {0, 1, 2}


def generations_looked_at() -> set[int]:
    """While more and more is kept."""
    looks: set[int] = set()

    def note(_phase: str, info: dict[str, int]) -> None:
        looks.add(info["generation"])

    gc.callbacks.append(note)
    try:
        assert [as_much_as_lives_already() for _ in range(4)]
    finally:
        gc.callbacks.remove(note)
    return looks


def test_now_and_then_all_of_it_is(clock: Clock) -> None:
    schedule = GcSchedule(clock)
    Knot()
    gc.collect(1)
    clock.now = EVERY - 1
    assert not schedule.collect_when_due()
    clock.now = EVERY
    assert schedule.collect_when_due() and not Knot.living
    assert not schedule.collect_when_due(), "the next time it is long until then"
