"""A house of any size tells the hall of itself in messages of one size, and of nothing twice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.hall_link import SyncRequest, SyncResponse
from companion.hall_link.log_sync import HallSyncClient
from companion.schema import from_json, to_json
from companion.sessions import LogRow, ReplicationMark
from companion.sessions.store.replication import LETTERS
from tests.new_log import new_log

ROW = LogRow(1, "setup", "setup", {}, "", True)


class House:
    """With a hall that keeps whatever it is told."""

    def __init__(self, folder: Path) -> None:
        self.log = new_log(folder)
        self.sent: list[SyncRequest] = []
        self.marks: dict[str, ReplicationMark] = {}

    def __call__(self, message: bytes) -> bytes:
        self.sent.append(from_json(SyncRequest, json.loads(message)))
        for part in self.sent[-1].parts:
            assert part.after == self.marks.get(part.table, ReplicationMark()), "nothing is left out"
            self.marks[part.table] = next((ReplicationMark(one.seq, one.sum) for one in part.lines[::-1]), part.after)
        return json.dumps(to_json(SyncResponse(self.marks))).encode()

    def tell(self, most: int = 500) -> HallSyncClient:
        """As after a start."""
        follower = HallSyncClient(self.log.database, self, most=most)
        while follower.send_update():
            pass
        return follower


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_a_house_with_a_long_past_tells_it_in_messages_of_one_size_and_then_of_nothing(house: House) -> None:
    for number in range(300):
        house.log.open(f"t{number}", "arkham", [ROW, replace(ROW, seq=2)])
    house.tell(40)
    assert house.sent[1].parts[0].table == "t299", "what lies under the lamp goes first"
    assert len(house.marks) == 300 and {mark.seq for mark in house.marks.values()} == {2}
    assert max(len(told.parts) + sum(len(part.lines) for part in told.parts) for told in house.sent) <= 41
    house.tell().send_update()
    assert not house.sent[-1].parts
    assert len(house.sent[-2].parts) == 300 and not any(part.lines for part in house.sent[-2].parts), "how they are"


def test_a_large_entry_goes_alone_and_holds_up_nothing(house: House) -> None:
    house.log.open("t1", "arkham", [replace(ROW, seq=seq, data={"text": "x" * 5 * LETTERS}) for seq in (1, 2, 3)])
    house.tell(4)
    assert [len(part.lines) for told in house.sent for part in told.parts] == [1, 1, 1]
