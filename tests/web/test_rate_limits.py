"""Limits of rate and size: guessing is slowed, fast people pass, large bodies are limited."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from companion.web.permissions import ROLES_BY_ENDPOINT
from companion.web.request.limits import (
    MOST_OF_PHOTO,
    MOST_OF_TAP,
    MOST_SENDERS,
    PRUNE_EVERY,
    RATES,
    SIZES,
    UPLOAD_ENDPOINTS,
    RequestTimes,
)
from companion.web.request.limits import _senders as senders
from tests.web.auth.test_permissions import ELSEWHERE
from tests.web.rig import OURS, Locked


@pytest.fixture(autouse=True)
def no_time_goes_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock, so that counts do not expire on a busy machine."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    monkeypatch.setattr("companion.web.request.limits.monotonic", lambda: now)


def guess(locked: Locked, address: str = ELSEWHERE) -> Any:
    return locked.app.test_client().post(
        "/api/join", json={"token": "AAAA"}, headers=OURS, environ_base={"REMOTE_ADDR": address}
    )


def test_guessing_is_limited_by_address(locked: Locked) -> None:
    assert [guess(locked).status_code for _ in range(20)] == [403] * 20
    refused = guess(locked)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert refused.json["sentence"] == "That was too often. Wait 60 s, and try again."
    assert guess(locked, "198.51.100.8").status_code == 403, "somebody else is none the worse for it"
    phones = [locked.device(("t1", seat)) for seat in ("1", "2")]
    told = [
        phone.post("/api/join", json={"token": "AAAA"}, headers=OURS).status_code for phone in phones for _ in range(10)
    ]
    assert told[:18] == [403] * 18 and told[-1] == 429, "both of one address, and two came in by it"


def test_fast_people_pass_and_programs_are_refused(locked: Locked) -> None:
    phone, other = locked.device(("t1", "1")), locked.device(("t1", "2"))
    hammered = [phone.post("/api/tables/t1/undo", json={"to": 0}, headers=OURS).status_code for _ in range(40)]
    assert 429 not in hammered
    assert phone.post("/api/tables/t1/undo", json={"to": 0}, headers=OURS).status_code == 429
    assert other.post("/api/tables/t1/undo", json={"to": 0}, headers=OURS).status_code != 429


def test_photographs_are_limited_per_seat_and_tablet(locked: Locked) -> None:
    def sent(device: Any) -> list[int]:
        photo = lambda: {"photo": (io.BytesIO(b"x"), "x.jpg")}  # noqa: E731 - each is sent once
        answers = [device.post("/api/tables/t1/photo", data=photo(), headers=OURS).status_code for _ in range(13)]
        return [answers.count(422), answers.count(429)]

    assert sent(locked.device(("t1", "1"))) == [4, 9]
    assert sent(locked.device(("", "table"))) == [12, 1], "it throws for all who have no device of their own"


def test_limits_are_of_doors_that_are_there() -> None:
    assert {*RATES, *SIZES, *UPLOAD_ENDPOINTS} <= ROLES_BY_ENDPOINT.keys()
    assert SIZES.keys() & RATES.keys() >= UPLOAD_ENDPOINTS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "most", "said"),
    [
        ("tables/t1/answer", MOST_OF_TAP, "16 kB"),
        ("build", 64 * 1024, "64 kB"),
        ("tables/t1/photo", MOST_OF_PHOTO, "16 MB"),
    ],
)
def test_more_than_a_door_can_need_is_not_read(locked: Locked, path: str, most: int, said: str) -> None:
    announced = {"CONTENT_LENGTH": str(most + 1), "CONTENT_TYPE": "multipart/form-data; boundary=x"}
    answer = locked.device(("", "table")).post(f"/api/{path}", environ_overrides=announced, headers=OURS)
    assert answer.status_code == 413 and said in answer.json["sentence"]


def test_simultaneous_uploads_are_limited_and_failures_release(locked: Locked) -> None:
    tablet = locked.device(("", "table"))

    def send() -> int:
        return tablet.post("/api/tables/t1/photo", data={"photo": (io.BytesIO(b"x"), "x.jpg")}, headers=OURS).status_code  # fmt: skip

    for _ in range(MOST_SENDERS):
        assert senders.acquire(blocking=False)
    try:
        assert send() == 503
    finally:
        for _ in range(MOST_SENDERS):
            senders.release()
    assert [send() for _ in range(MOST_SENDERS + 1)] == [422] * (MOST_SENDERS + 1)


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
