"""Times of devices and invitations are moved when the clock is set, in each database."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.tables.admitted import Admitted, Device, Invited
from companion.tables.log import SqlLog

DAY = 24 * 3600.0


@pytest.fixture
def admitted(database: Callable[[], SqlLog]) -> Admitted:
    return database().admitted()


def device(id: str, at: float, seen: float) -> Device:
    return Device(id, "keeper", "", "", at, seen, seen + 30 * DAY)


def times(admitted: Admitted) -> dict[str, tuple[float, float, float]]:
    """Days of each device: let in, seen, over."""
    return {one.id: (one.at / DAY, one.seen / DAY, one.ends / DAY) for one in admitted.all()}


def test_set_forwards_what_was_noted_up_to_then_is_moved_and_what_a_right_clock_noted_is_not(
    admitted: Admitted,
) -> None:
    admitted.admit("a", device("early", 1 * DAY, 5 * DAY))
    admitted.admit("b", device("right", 90 * DAY, 99 * DAY))
    admitted.move(95 * DAY, now=101 * DAY)  # it said 6 when it was set
    assert times(admitted) == {"early": (96, 100, 130), "right": (90, 99, 129)}


def test_set_backwards_what_lies_in_the_future_is_moved(admitted: Admitted) -> None:
    admitted.admit("a", device("before", 1 * DAY, 5 * DAY))
    admitted.admit("b", device("both", 4 * DAY, 205 * DAY))
    admitted.admit("c", device("ahead", 204 * DAY, 205 * DAY))
    admitted.move(-199 * DAY, now=7 * DAY)  # it said 206 when it was set
    assert times(admitted) == {"before": (1, 5, 35), "both": (4, 6, 36), "ahead": (5, 6, 36)}


def test_an_invitation_is_moved_with_its_two_minutes(admitted: Admitted) -> None:
    admitted.invite("t", Invited("keeper", "", 10.0, 130.0))
    admitted.move(1000.0, now=1060.0)
    found: list[Invited] = []
    admitted.accept("t", "k", lambda invited: found.append(invited))
    assert [(one.at, one.ends) for one in found] == [(1010.0, 1130.0)]
