"""Sync requests have a limited size, and nothing is sent twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.hall_link import SharedEventClient, SyncRequest, SyncResponse
from companion.hall_link.log_sync import HallSyncClient
from companion.schema import EventCount, HallEvent, from_json, to_json
from companion.sessions import LogRow, ReplicationMark
from companion.sessions.store.replication import MOST_LETTERS
from tests.new_log import new_log

ROW = LogRow(1, "setup", "setup", {}, "", True)


class House:
    """A table with a server that stores everything."""

    def __init__(self, folder: Path) -> None:
        self.log = new_log(folder)
        self.sent: list[SyncRequest] = []
        self.marks: dict[str, ReplicationMark] = {}
        self.event: HallEvent | None = None
        self.under_way: Callable[[], None] = lambda: None  # called once before the next response

    def __call__(self, message: bytes) -> bytes:
        self.sent.append(from_json(SyncRequest, json.loads(message)))
        for part in self.sent[-1].parts:
            assert part.after == self.marks.get(part.table, ReplicationMark()), "nothing is left out"
            self.marks[part.table] = next((ReplicationMark(one.seq, one.sum) for one in part.lines[::-1]), part.after)
        meanwhile, self.under_way = self.under_way, lambda: None
        meanwhile()
        return json.dumps(to_json(SyncResponse(self.marks, self.event))).encode()

    def tell(self, most: int = 500, sharing: SharedEventClient | None = None) -> HallSyncClient:
        """Create the client as after a start."""
        follower = HallSyncClient(self.log.database, self, most=most, sharing=sharing)
        all_of(follower)
        return follower


def all_of(follower: HallSyncClient) -> None:
    while follower.send_update():
        pass


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.mark.slow
def test_long_log_is_sent_in_limited_requests(house: House) -> None:
    for number in range(300):
        house.log.open(f"t{number}", "arkham", [ROW, replace(ROW, seq=2)])
    house.tell(40)
    assert house.sent[1].parts[0].table == "t299", "what lies under the lamp goes first"
    assert len(house.marks) == 300 and {mark.seq for mark in house.marks.values()} == {2}
    assert max(len(told.parts) + sum(len(part.lines) for part in told.parts) for told in house.sent) <= 41
    house.tell().send_update()
    assert not house.sent[-1].parts
    assert len(house.sent[-2].parts) == 300 and not any(part.lines for part in house.sent[-2].parts), "how they are"


@pytest.mark.slow
def test_large_entry_is_sent_alone(house: House) -> None:
    house.log.open("t1", "arkham", [replace(ROW, seq=seq, data={"text": "x" * 5 * MOST_LETTERS}) for seq in (1, 2, 3)])
    house.tell(4)
    assert [len(part.lines) for told in house.sent for part in told.parts] == [1, 1, 1]


def test_count_during_a_new_event_is_sent_at_once(house: House) -> None:
    kraken, mother = (HallEvent(number, "The Kraken", 500, 0, is_over=False) for number in (7, 8))
    sharing = SharedEventClient(lambda: None, lambda _event, count: count)
    house.event = kraken
    follower = house.tell(sharing=sharing)
    house.event, house.under_way = mother, lambda: sharing.count(7, 3, 1)
    all_of(follower)
    shown = sharing.now()
    assert shown is not None and shown.id == 8
    assert {"7": EventCount(3, 1)} in [told.hits for told in house.sent]
