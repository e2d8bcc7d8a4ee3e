"""What the hub keeps of streams that have ended: nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.tables.shelf import UnknownTable
from companion.web.stream import Hub


@pytest.fixture
def hub() -> Hub:
    return Hub()


def picture() -> dict[str, Any]:
    return {"id": "boot-1"}


def whose() -> str:
    return "table en"


def test_what_devices_were_told_last_is_forgotten_with_the_last_of_them(hub: Hub) -> None:
    one, other = (hub.events("t1", "table", picture, whose) for _ in range(2))
    next(one), next(other)
    assert hub.streams == 2
    one.close()
    assert (hub.streams, len(hub._made)) == (1, 1)
    other.close()
    assert (hub.streams, hub._made, hub._watching) == (0, {}, {})


def test_a_stream_ends_where_its_table_was_put_away(hub: Hub) -> None:
    made: list[Callable[[], dict[str, Any]]] = [picture]
    stream = hub.events("t1", "table", lambda: made[-1](), whose)
    next(stream)

    def gone() -> dict[str, Any]:
        raise UnknownTable("There is no open table 't1'.")

    made.append(gone)
    hub.touch("t1")
    assert list(stream) == []
    assert hub.streams == 0
