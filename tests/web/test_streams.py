"""What the hub keeps of streams that have ended: nothing."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeAlias

import pytest

from companion.errors import NotOwnerError
from companion.sessions import UnknownTableError
from companion.web.sse import (
    MOST_OF_ONE,
    MOST_STREAMS,
    OF_TABLETS,
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


def test_what_devices_were_told_last_is_forgotten_with_the_last_of_them(hub: SnapshotBroadcaster) -> None:
    one, other = (hub.events("t1", "table", picture, whose) for _ in range(2))
    next(one), next(other)
    assert hub.streams == 2
    one.close()
    assert (hub.streams, len(hub._made)) == (1, 1)
    other.close()
    assert (hub.streams, hub._made, hub.watching("t1")) == (0, {}, {})


def test_a_stream_ends_where_its_table_was_put_away(hub: SnapshotBroadcaster) -> None:
    made: list[Callable[[], dict[str, Any]]] = [picture]
    stream = hub.events("t1", "table", lambda: made[-1](), whose)
    next(stream)

    def gone() -> dict[str, Any]:
        raise UnknownTableError("There is no open table 't1'.")

    made.append(gone)
    hub.touch("t1")
    assert list(stream) == []
    assert hub.streams == 0


def test_a_stream_ends_where_its_table_is_served_elsewhere(hub: SnapshotBroadcaster) -> None:
    made: list[Callable[[], dict[str, Any]]] = [picture]
    stream = hub.events("t1", "table", lambda: made[-1](), whose)
    next(stream)

    def left() -> dict[str, Any]:
        raise NotOwnerError("This table is served elsewhere by now.")

    made.append(left)
    hub.touch("t1")
    assert list(stream) == []


def test_pages_of_all_tables_of_a_process_leave_room_for_who_taps() -> None:
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


def test_a_picture_is_made_once_also_for_who_asks_for_an_older_one(hub: SnapshotBroadcaster) -> None:
    made = list[int]()

    def make() -> dict[str, Any]:
        made.append(len(made))
        return picture()

    for version in (5, 6, 5, 6):
        hub._once("t1", "table en", version, make)
    assert len(made) == 2


def test_one_page_is_drawn_at_a_time_at_whichever_table(rig: Rig, pool: ThreadPoolExecutor) -> None:
    tablet = rig.page()
    with rig.hub.drawing:
        looking = pool.submit(tablet.snapshot)
        with pytest.raises(TimeoutError):
            looking.result(0.2)
    assert looking.result(10)["table"] == "t1"


def test_who_waits_for_a_table_holds_up_no_other_tables_page(rig: Rig, pool: ThreadPoolExecutor) -> None:
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
    """Whether it tells the next change."""
    hub.touch("t1")
    return next(stream, None) is not None


def test_a_device_that_opens_more_than_its_share_loses_its_own_oldest(hub: SnapshotBroadcaster) -> None:
    other, *streams = opened(hub, phone(2), *[phone(1)] * (MOST_OF_ONE + 2))
    assert [goes_on(hub, one) for one in streams] == [False, False, *[True] * MOST_OF_ONE]
    assert goes_on(hub, other) and hub.streams == MOST_OF_ONE + 1


def test_a_browser_that_asks_again_by_itself_takes_nobodys_place(hub: SnapshotBroadcaster) -> None:
    streams = opened(hub, *[phone(1)] * MOST_OF_ONE)
    with pytest.raises(TooManyStreamsError, match="too many pages"):
        hub.look_for_room(phone(1, comes_back=True))
    streams[0].close()
    hub.look_for_room(phone(1, comes_back=True))


def test_phones_that_take_all_they_can_leave_places_for_the_tablet_and_for_each_other(hub: SnapshotBroadcaster) -> None:
    crowd = []
    for number in [number for number in range(5) for _ in range(MOST_OF_ONE)]:
        with suppress(TooManyStreamsError):
            crowd += opened(hub, phone(number))
    assert hub.streams == MOST_STREAMS - OF_TABLETS
    tablets = opened(hub, *[TABLET] * OF_TABLETS)
    late = opened(hub, phone(9))
    assert all(goes_on(hub, one) for one in (*tablets, *late))
    assert sum(goes_on(hub, one) for one in crowd) == MOST_STREAMS - OF_TABLETS - len(late)


def test_where_nobody_holds_more_than_the_newcomer_would_it_is_told_so(hub: SnapshotBroadcaster) -> None:
    streams = opened(hub, *map(phone, range(MOST_STREAMS - OF_TABLETS)))
    with pytest.raises(TooManyStreamsError, match="Close one on another device"):
        hub.look_for_room(phone(99))
    streams[0].close()
    hub.look_for_room(phone(99))


def test_the_tablets_streams_take_no_place_of_the_phones(hub: SnapshotBroadcaster) -> None:
    streams = opened(hub, *[TABLET] * OF_TABLETS, *map(phone, range(MOST_STREAMS - OF_TABLETS)))
    assert hub.streams == MOST_STREAMS and all(goes_on(hub, one) for one in streams)
    with pytest.raises(TooManyStreamsError, match="Close one on another device"):
        hub.look_for_room(phone(99))
