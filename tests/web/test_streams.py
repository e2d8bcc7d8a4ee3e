"""Streams of the hub: limits, order, and no traces of ended ones."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeAlias
from unittest.mock import Mock

import pytest

from companion.errors import NotOwnerError
from companion.sessions import UnknownTableError
from companion.web.sse import (
    MOST_OF_ONE,
    MOST_STREAMS,
    TABLET_RESERVE,
    RenderGate,
    SnapshotBroadcaster,
    StreamClient,
    TooManyStreamsError,
)
from tests.web.rig import Rig


@pytest.fixture
def hub() -> SnapshotBroadcaster:
    return SnapshotBroadcaster()


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(6) as pool:
        yield pool


def picture() -> dict[str, Any]:
    return {"id": "boot-1"}


def whose() -> str:
    return "table en"


def test_last_snapshots_are_dropped_with_the_last_device(hub: SnapshotBroadcaster) -> None:
    one, other = (hub.events("t1", "table", picture, whose) for _ in range(2))
    next(one), next(other)
    assert hub.streams == 2
    one.close()
    assert (hub.streams, len(hub._made)) == (1, 1)
    other.close()
    assert (hub.streams, hub._made, hub.watching("t1")) == (0, {}, {})


@pytest.mark.parametrize("gone", [UnknownTableError("No table 't1'."), NotOwnerError("Served elsewhere.")])
def test_stream_ends_with_its_table(hub: SnapshotBroadcaster, gone: Exception) -> None:
    made: list[Callable[[], dict[str, Any]]] = [picture]
    stream = hub.events("t1", "table", lambda: made[-1](), whose)
    next(stream)
    made.append(Mock(side_effect=gone))
    hub.touch("t1")
    assert list(stream) == [] and hub.streams == 0


def test_streams_leave_threads_for_requests() -> None:
    screens = RenderGate(2)
    one, other = SnapshotBroadcaster(screens), SnapshotBroadcaster(screens)
    streams = [hub.events("t1", "table", picture, whose) for hub in (one, other)]
    for stream in streams:
        next(stream)
        hub = one if stream is streams[0] else other
        assert hub.streams == 1
    with pytest.raises(TooManyStreamsError):
        one.look_for_room()
    streams[1].close()
    one.look_for_room()


@pytest.mark.slow
def test_one_page_is_drawn_at_a_time_at_whichever_table(rig: Rig, pool: ThreadPoolExecutor) -> None:
    tablet = rig.page()
    with rig.hub.drawing:
        looking = pool.submit(tablet.snapshot)
        with pytest.raises(TimeoutError):
            looking.result(0.2)
    assert looking.result(10)["table"] == "t1"


@pytest.mark.slow
def test_waiting_for_one_table_blocks_no_other(rig: Rig, pool: ThreadPoolExecutor) -> None:
    """A commit that hangs at one of hundreds must not stop the pages of all."""
    tablet, seated = rig.page(), rig.hall._shelf.get("t1")
    with seated.lock:
        looking = pool.submit(tablet.snapshot)
        with pytest.raises(TimeoutError):
            looking.result(0.2)
        assert rig.hub.drawing.acquire(timeout=1)
        rig.hub.drawing.release()
    assert looking.result(10)["table"] == "t1"


Stream: TypeAlias = Generator[str, None, None]
TABLET = StreamClient("tablet", is_tablet=True)


def phone(number: int, *, comes_back: bool = False) -> StreamClient:
    return StreamClient(f"phone{number}", comes_back=comes_back)


def opened(hub: SnapshotBroadcaster, *clients: StreamClient) -> list[Stream]:
    """A stream of each, that has told its first picture; who finds no room raises TooManyStreamsError."""
    streams = []
    for client in clients:
        hub.look_for_room(client)
        streams.append(hub.events("t1", "1", picture, whose, client))
        next(streams[-1])
    return streams


def goes_on(hub: SnapshotBroadcaster, stream: Stream) -> bool:
    """Return whether it sends the next change."""
    hub.touch("t1")
    return next(stream, None) is not None


def test_device_over_its_share_loses_its_oldest_stream(hub: SnapshotBroadcaster) -> None:
    other, *streams = opened(hub, phone(2), *[phone(1)] * (MOST_OF_ONE + 2))
    assert [goes_on(hub, one) for one in streams] == [False, False, *[True] * MOST_OF_ONE]
    assert goes_on(hub, other) and hub.streams == MOST_OF_ONE + 1


def test_reconnecting_browser_replaces_its_own_stream(hub: SnapshotBroadcaster) -> None:
    streams = opened(hub, *[phone(1)] * MOST_OF_ONE)
    with pytest.raises(TooManyStreamsError, match="too many pages"):
        hub.look_for_room(phone(1, comes_back=True))
    streams[0].close()
    hub.look_for_room(phone(1, comes_back=True))


def test_phones_leave_stream_places_for_others(hub: SnapshotBroadcaster) -> None:
    crowd = []
    for number in [number for number in range(5) for _ in range(MOST_OF_ONE)]:
        with suppress(TooManyStreamsError):
            crowd += opened(hub, phone(number))
    assert hub.streams == MOST_STREAMS - TABLET_RESERVE
    tablets = opened(hub, *[TABLET] * TABLET_RESERVE)
    late = opened(hub, phone(9))
    assert all(goes_on(hub, one) for one in (*tablets, *late))
    assert sum(goes_on(hub, one) for one in crowd) == MOST_STREAMS - TABLET_RESERVE - len(late)


def test_stream_is_refused_when_shares_are_equal(hub: SnapshotBroadcaster) -> None:
    streams = opened(hub, *map(phone, range(MOST_STREAMS - TABLET_RESERVE)))
    with pytest.raises(TooManyStreamsError, match="Close one on another device"):
        hub.look_for_room(phone(99))
    streams[0].close()
    hub.look_for_room(phone(99))


def test_tray_activity_is_streamed_without_a_snapshot(hub: SnapshotBroadcaster) -> None:
    made: list[int] = []

    def make() -> dict[str, str]:
        made.append(1)
        return {"id": f"b-{len(made)}"}

    events = hub.events("t1", "table", make)
    assert "event: snapshot" in next(events)
    threading.Timer(0.01, hub.stir, ["hand"]).start()
    told = next(line for line in events if "snapshot" not in line)
    assert told.startswith("event: tray") and json.loads(told.partition("data: ")[2]) == "hand"
    before = len(made)
    hub.stir("still")
    assert json.loads(next(events).partition("data: ")[2]) == "still"
    assert len(made) == before
    events.close()


def test_refused_stream_states_its_reason(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    client = rig.page().client
    assert client.get("/api/tables/t1/place").json == {}
    monkeypatch.setattr("companion.web.sse.MOST_STREAMS", 0)
    for door in ("stream", "place"):
        answer: Any = client.get(f"/api/tables/t1/{door}")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "Too many pages are open" in answer.json["sentence"]
    assert client.get("/api/tables/none/place").status_code == 404


def test_snapshot_is_drawn_once_for_late_requests(hub: SnapshotBroadcaster) -> None:
    made = list[int]()

    def make() -> dict[str, Any]:
        made.append(len(made))
        return picture()

    for version in (5, 6, 5, 6):
        hub._make_once("t1", "table en", version, make)
    assert len(made) == 2
