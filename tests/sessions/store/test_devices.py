"""Devices in each database: clock changes, and cached rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import event

from companion.sessions import Device, DeviceRepository, Invitation, SqlEventLog

DAY = 24 * 3600.0


@pytest.fixture
def admitted(database: Callable[[], SqlEventLog]) -> DeviceRepository:
    return DeviceRepository(database().database)


def device(id: str, at: float, seen: float) -> Device:
    return Device(id, "keeper", "", "", at, seen, seen + 30 * DAY)


def times(admitted: DeviceRepository) -> dict[str, tuple[float, float, float]]:
    """Days of each device: let in, seen, over."""
    return {one.id: (one.at / DAY, one.seen / DAY, one.ends / DAY) for one in admitted.all()}


def test_clock_set_forwards_shifts_earlier_times(admitted: DeviceRepository) -> None:
    admitted.admit("a", device("early", 1 * DAY, 5 * DAY))
    admitted.admit("b", device("right", 90 * DAY, 99 * DAY))
    admitted.shift_times(95 * DAY, now=101 * DAY)  # it said 6 when it was set
    assert times(admitted) == {"early": (96, 100, 130), "right": (90, 99, 129)}


def test_clock_set_backwards_shifts_future_times(admitted: DeviceRepository) -> None:
    admitted.admit("a", device("before", 1 * DAY, 5 * DAY))
    admitted.admit("b", device("both", 4 * DAY, 205 * DAY))
    admitted.admit("c", device("ahead", 204 * DAY, 205 * DAY))
    admitted.shift_times(-199 * DAY, now=7 * DAY)  # it said 206 when it was set
    assert times(admitted) == {"before": (1, 5, 35), "both": (4, 6, 36), "ahead": (5, 6, 36)}


def test_an_invitation_is_moved_with_its_two_minutes(admitted: DeviceRepository) -> None:
    admitted.invite("t", Invitation("keeper", "", 10.0, 130.0))
    admitted.shift_times(1000.0, now=1060.0)
    found: list[Invitation] = []
    admitted.accept("t", "k", lambda invited: found.append(invited))
    assert [(one.at, one.ends) for one in found] == [(1010.0, 1130.0)]


class Watched:
    """Devices under a stopped clock, with a count of queries."""

    def __init__(self, log: SqlEventLog) -> None:
        self.now, self.asked = 0.0, 0
        self.meanwhile: Callable[[], object] = lambda: None
        """Called after a load, before its result is stored."""
        self.store = DeviceRepository(log.database, lambda: self.now)
        event.listen(log.database.engine, "after_cursor_execute", self._executed)

    def _executed(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "ORDER BY devices.at" in statement:
            self.asked += 1
            self.meanwhile()


@pytest.fixture
def watched(database: Callable[[], SqlEventLog]) -> Watched:
    return Watched(database())


def test_own_change_of_devices_is_visible_immediately(watched: Watched) -> None:
    watched.store.admit("a", device("one", 1.0, 1.0))
    assert watched.store.all()
    watched.store.dismiss("one")
    assert not watched.store.all() and not watched.store.find(["a"])
    watched.store.admit("b", device("two", 1.0, 1.0))
    assert watched.store.find(["b"]).keys() == {"b"}


def test_devices_loaded_during_a_change_are_discarded(watched: Watched) -> None:
    """A device that was sent away in that very moment would be shown on for a second."""
    watched.store.admit("a", device("one", 1.0, 1.0))
    watched.meanwhile = watched.store._forget_read  # as the end of a change does it
    assert watched.store.all()
    watched.meanwhile = lambda: None
    asked = watched.asked
    watched.store.all()
    assert watched.asked == asked + 1, "it is read anew"
