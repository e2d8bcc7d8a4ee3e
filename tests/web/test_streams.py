"""What the hub keeps of streams that have ended: nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from companion.errors import NotOwnerError
from companion.sessions import UnknownTableError
from companion.web.sse import RenderGate, SnapshotBroadcaster, TooManyStreamsError
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
    assert (hub.streams, hub._made, hub._watching) == (0, {}, {})


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
