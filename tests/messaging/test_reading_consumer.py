from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import StoreError
from companion.messaging import MemoryBus, consume_readings
from companion.messaging.outbox import add_window
from companion.messaging.reading_consumer import MOST_COMMIT_TRIES, MOST_EPOCHS, MOST_READERS, Outcome
from companion.schema import Ack, Reading, SeenObject, codec, topics

ONE = Reading("e.1", "t1", "bridge/bag", "e", 1, objects=(SeenObject("tag", "62E3086CED", 1.0),))


class House:
    """A rules service with an inbox in memory that knows the tables t1 and t2, and a reader that receives its acks."""

    def __init__(
        self, committed: Callable[[str, str, str], int | None] = lambda *_: None, own: Collection[str] = ()
    ) -> None:
        self.inbox: list[Reading] = []
        self.acks: list[Ack] = []
        self.fault: Exception | None = None
        self.bus = MemoryBus()
        self.reader = self.bus.peer()
        self.given_up: list[int] = []
        self.ear = consume_readings(
            self.bus, "+", self.take, committed, own, lambda reading: self.given_up.append(reading.seq)
        )
        self.reader.subscribe(
            topics.ack("+", "+"), lambda message: self.acks.append(codec.decode(Ack, message.payload))
        )
        self.bus.start()
        self.reader.start()

    def take(self, reading: Reading) -> Outcome:
        if self.fault:
            raise self.fault
        if reading.table not in {"t1", "t2"}:
            return "unknown"
        if reading.id in {kept.id for kept in self.inbox}:
            return "duplicate"
        self.inbox.append(reading)
        return "committed"

    def say(self, reading: Reading, table: str = "t1", reader: str = "bridge-bag") -> None:
        self.reader.publish(topics.reading(table, reader), codec.encode(reading))

    def keeps(self, reading: Reading, oldest: int) -> None:
        """Publish a reading with the oldest kept number."""
        self.reader.publish(topics.reading("t1", "bridge-bag"), add_window(codec.encode(reading), oldest))

    def pending(self) -> int:
        return len(self.bus._pending)


def numbered(seq: int) -> Reading:
    return replace(ONE, id=f"e.{seq}", seq=seq)


def test_consumer_clears_part_of_sensor_readings() -> None:
    house = House()
    house.say(replace(ONE, part_of="e.0"))
    assert house.inbox == [ONE]


def test_consumer_ack_stops_before_a_gap() -> None:
    house = House()
    for seq in (1, 2, 5, 4, 3):
        house.say(numbered(seq))
    assert [ack.seq for ack in house.acks] == [1, 2, 2, 2, 5]


def test_consumer_finds_the_gap_in_the_inbox_after_restart() -> None:
    house = House(committed=lambda *_: 2)
    for seq in (6, 3, 4, 5):
        house.say(numbered(seq))
    assert [ack.seq for ack in house.acks] == [2, 3, 4, 6]


def test_consumer_never_gives_up_while_the_store_fails() -> None:
    house = House()
    house.fault = StoreError("the disk is full")
    for _ in range(3 * MOST_COMMIT_TRIES):
        house.say(ONE)
    assert (house.acks, house.inbox) == ([], [])
    assert house.pending() == 1, "a broker sends only so many ahead"
    house.fault = None
    house.say(ONE)
    assert (house.inbox, house.pending()) == ([ONE], 0)


JUNK: dict[str, bytes] = {
    "nothing": b"",
    "half a record": codec.encode(ONE)[:40],
    "another version": codec.encode(ONE).replace(b'"v":1', b'"v":2'),
    "too large": b'{"v":1,"x":"' + b"x" * 20_000 + b'"}',
    "too deep": b"[" * 10_000,
    "a seq of zero": codec.encode(replace(ONE, seq=0)),
    "a seq no database can keep": codec.encode(replace(ONE, seq=2**31)),
    "an id that is none": codec.encode(replace(ONE, id="a\0")),
    "an epoch that is none": codec.encode(replace(ONE, epoch="x" * 65)),
    "no epoch": codec.encode(replace(ONE, epoch="")),
    "a word for a number": codec.encode(ONE).replace(b'"seq":1', b'"seq":"one"'),
    "another table": codec.encode(replace(ONE, table="t2")),
    "another source": codec.encode(replace(ONE, source="vision/cam0")),
    "an infinity": codec.encode(ONE).replace(b'"conf":1.0', b'"conf":1e999'),
}


@pytest.mark.parametrize("payload", JUNK.values(), ids=JUNK)
def test_consumer_drops_and_counts_invalid_readings(payload: bytes, caplog: pytest.LogCaptureFixture) -> None:
    house = House()
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            house.reader.publish(topics.reading("t1", "bridge-bag"), payload)
    assert (house.inbox, house.acks, house.pending()) == ([], [], 0)
    assert house.ear.counts.total() == 3
    assert len(caplog.records) == 1
    house.say(ONE)
    assert house.inbox == [ONE]


def test_consumer_does_not_wait_for_dropped_readings() -> None:
    house = House(committed=lambda *_: 2)  # 3 was dropped before the restart, without a row
    house.reader.publish(topics.reading("t1", "bridge-bag"), add_window(codec.encode(numbered(4)), 4))
    assert house.acks == [Ack("e", 4)]


@pytest.mark.slow
def test_consumer_commits_readings_of_a_reader_in_order() -> None:
    house = House()
    for seq in (2, 3, 1, 3, 2, 3):  # each is sent again until acknowledged
        house.keeps(numbered(seq), 1)
    assert [kept.seq for kept in house.inbox] == [1, 2, 3]
    assert [ack.seq for ack in house.acks] == [1, 2, 3]
    assert house.ear.counts == {"early": 3, "committed": 3}


def test_consumer_accepts_a_reading_after_one_committed_elsewhere() -> None:
    taken = [0]
    house = House(committed=lambda *_: taken[0])
    house.keeps(numbered(2), 1)
    assert house.inbox == []
    taken[0] = 1
    house.keeps(numbered(2), 1)
    assert [kept.seq for kept in house.inbox] == [2]


def test_consumer_gives_up_and_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    house = House()
    house.fault = RuntimeError("a rule that always stumbles")
    for _ in range(MOST_COMMIT_TRIES):
        house.keeps(numbered(1), 1)
    house.fault = None
    house.keeps(numbered(2), 1)
    assert [kept.seq for kept in house.inbox] == [2]
    assert house.given_up == [1] and house.acks == [Ack("e", 1), Ack("e", 2)]
    assert house.ear.counts == {"failed": 1, "committed": 1} and "is dropped" in caplog.text


def test_consumer_drops_retained_readings() -> None:
    house = House()
    house.bus.stop()
    house.reader.publish(topics.reading("t1", "bridge-bag"), codec.encode(ONE), retain=True)
    house.bus._pending.clear()
    house.bus.start()
    assert house.inbox == []
    assert house.ear.counts == {"foreign": 1}


def invent(house: House, number: int) -> None:
    house.say(replace(ONE, id=f"{number}.1", source=f"bridge/{number}"), reader=f"bridge-{number}")


def test_consumer_limits_retained_acks(caplog: pytest.LogCaptureFixture) -> None:
    house = House(own=("vision-cam0",))
    for number in range(MOST_READERS + 10):
        invent(house, number)
    assert house.ear.counts == {"committed": MOST_READERS + 10, "crowded": 10}
    assert len(house.bus.broker.retained) == MOST_READERS
    assert caplog.text.count("one reader name more than a table can have") == 1
    house.say(replace(ONE, source="vision/cam0"), reader="vision-cam0")
    assert topics.ack("t1", "vision-cam0") in house.bus.broker.retained, "it has an account of its own"
    assert house.ear.counts["crowded"] == 10


@pytest.mark.slow
def test_consumer_limits_invented_epochs() -> None:
    house = House()
    for number in range(MOST_EPOCHS + 10):
        house.say(replace(ONE, id=f"{number}.1", epoch=f"{number}"))
    assert len(house.ear._progress) == MOST_EPOCHS
    assert house.acks[-1] == Ack(f"{MOST_EPOCHS + 9}", 1)


@given(st.binary(max_size=300))
def test_consumer_survives_any_bytes(payload: bytes) -> None:
    house = House()
    house.reader.publish(topics.reading("t1", "bridge-bag"), payload)
    house.say(ONE)
    assert house.inbox == [ONE]
    assert not house.bus.subscriptions.faults


def test_consumer_acknowledges_readings_of_unknown_tables() -> None:
    house = House()
    house.say(replace(ONE, table="nowhere"), table="nowhere")
    assert house.ear.counts == {"unknown": 1}
    assert house.acks == [Ack("e", 1)]
    assert house.inbox == []
