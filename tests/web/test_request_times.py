"""Counts of requests per device expire, and absent devices leave none."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from companion.web.request.limits import PRUNE_EVERY, RequestTimes

MOST, SECONDS = 3, 60


class Clock:
    now = 1000.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("companion.web.request.limits.monotonic", lambda: clock.now)
    return clock


@pytest.fixture
def times() -> Iterator[RequestTimes]:
    times = RequestTimes()
    yield times
    times.reset()


def test_limit_admits_more_after_its_window(times: RequestTimes, clock: Clock) -> None:
    assert [times.acquire_entry("a", MOST, SECONDS) for _ in range(MOST + 1)] == [True, True, True, False]
    assert times.acquire_entry("b", MOST, SECONDS), "another device is counted for itself"
    clock.now += SECONDS - 1
    assert not times.acquire_entry("a", MOST, SECONDS)
    clock.now += 1
    assert times.acquire_entry("a", MOST, SECONDS)
    assert times.get_moving_window("a", MOST, SECONDS)[1] == 1


def test_limit_forgets_absent_senders(times: RequestTimes, clock: Clock) -> None:
    for number in range(PRUNE_EVERY - 1):
        times.acquire_entry(f"gone {number}", MOST, SECONDS)
    clock.now += SECONDS + 1
    times.acquire_entry("here", MOST, SECONDS)
    assert times.reset() == 1


def test_limit_holds_under_concurrency(times: RequestTimes) -> None:
    let_in: list[bool] = []

    def ask() -> None:
        let_in.extend(times.acquire_entry("a", 100, SECONDS) for _ in range(50))

    before = threading.active_count()
    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(let_in), sum(let_in)) == (400, 100)
    assert threading.active_count() <= before, "no request starts a thread"
