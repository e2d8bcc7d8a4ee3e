"""A lamp's place at a worker: read when somebody wants something of it, left when another worker takes it."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.errors import StoreError
from companion.hall.tables.load_queue import LoadQueue, Priority
from companion.hall.tables.served_table import ServedTable
from companion.hall.tables.table_bus import TableBus
from companion.hall.tables.table_slot import ServedElsewhereError, TableSlot, UnreadableLogError, WorkerPools
from companion.i18n import Languages
from companion.messaging import Bus, MemoryBus, Message
from companion.messaging.memory_bus import MemoryBroker
from companion.ops.health.metrics import Metrics
from companion.schema import topics
from companion.sessions import GameTable, SessionManager, SqlEventLog
from companion.settings import Settings
from companion.web.sse import SnapshotBroadcaster
from tests.messaging.heard import wait_for

LAMP = "lamp-1"
READING = topics.reading(LAMP, "vision-cam0")


class AtOnce(Executor):
    """A pool that does what it is given where it is given."""

    done = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.done += 1
        fn(*args, **kwargs)
        return Future()


@dataclass
class Heard:
    """A lamp that only notes what it hears."""

    relay: TableBus
    topics: list[str] = field(default_factory=list)
    broadcaster: SnapshotBroadcaster = field(default_factory=SnapshotBroadcaster)
    then: Callable[[], None] = lambda: None

    def connect(self) -> None:
        self.relay.subscribe(topics.reading(LAMP, topics.ANY), self._hear)
        self.relay.subscribe(topics.reader_status(LAMP, topics.ANY), self._hear)
        self.relay.on_connection(self._meet)

    def _meet(self, is_there: bool) -> None:
        self.topics.append("the broker" if is_there else "no broker")

    def close(self) -> None:
        self.broadcaster.close()

    def _hear(self, message: Message) -> None:
        self.topics.append(message.topic)
        self.relay.afterwards(lambda: self.topics.append("afterwards"))
        self.then()


class Lighting:
    """Makes the lamp, and may fail."""

    def __init__(self) -> None:
        self.lamps: list[Heard] = []
        self.fails = False

    def __call__(self, relay: TableBus) -> Any:
        if self.fails:
            raise StoreError("The database does not answer.")
        self.lamps.append(Heard(relay))
        return self.lamps[-1]


class Slowly:
    """What a lamp does with a message until it may go on."""

    def __init__(self) -> None:
        self.inside, self.go_on = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.inside.set()
        assert self.go_on.wait(10)


@pytest.fixture
def light() -> Lighting:
    return Lighting()


@pytest.fixture
def bus() -> Bus:
    return MemoryBus(MemoryBroker())


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as pool:
        yield pool


def test_nothing_is_read_before_somebody_wants_something(bus: Bus, light: Lighting) -> None:
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), light)
    assert not slot.is_loaded and not light.lamps
    slot.enqueue(Message(READING, b""))
    assert slot.is_loaded and light.lamps[0].topics == [READING, "afterwards"]


def test_what_comes_for_one_that_is_not_read_yet_holds_up_nobody_else(bus: Bus, light: Lighting) -> None:
    pool, first = AtOnce(), AtOnce()
    slot = TableSlot(LAMP, bus, WorkerPools(pool, first), light)
    slot.enqueue(Message(READING, b""))
    slot.enqueue(Message(READING, b""))
    assert (first.done, pool.done) == (1, 1)


def test_it_is_read_once(bus: Bus, light: Lighting) -> None:
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), light)
    assert slot.load() is slot.load() and len(light.lamps) == 1


def test_what_its_readers_said_before_it_is_told_first(bus: Bus, light: Lighting) -> None:
    status = topics.reader_status(LAMP, "vision-cam0")
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), light, lambda: (Message(status, b""),))
    slot.enqueue(Message(READING, b""))
    assert [topic for topic in light.lamps[0].topics if topic != "afterwards"] == [status, READING]


def test_while_its_store_fails_nothing_is_heard_and_the_broker_waits_for_nobody(bus: Bus, light: Lighting) -> None:
    """Its reader hears nothing, and sends it again; of a few that nobody acknowledges the broker would send nothing more."""
    acked: list[bool] = []
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), light)
    light.fails = True
    slot.enqueue(Message(READING, b"", ack=lambda: acked.append(True)))
    assert acked and not slot.is_loaded
    light.fails = False
    slot.enqueue(Message(READING, b""))
    assert light.lamps[0].topics[0] == READING


def test_one_that_fails_half_way_is_read_anew_as_if_nothing_had_been(bus: Bus, light: Lighting) -> None:
    """The end of its transaction fails: whoever heard on the first try's behalf must not be in the way of the second."""
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), lambda relay: failing(light(relay)))

    def failing(lamp: Any) -> Any:
        if len(light.lamps) == 1:
            lamp.connect()
            raise StoreError("The database does not answer.")
        return lamp

    with pytest.raises(StoreError):
        slot.load()
    slot.enqueue(Message(READING, b""))
    assert slot.is_loaded and READING in light.lamps[1].topics and READING not in light.lamps[0].topics


def test_one_that_cannot_be_read_is_said_to_be_one_once_and_the_broker_waits_for_nobody(
    bus: Bus, caplog: pytest.LogCaptureFixture
) -> None:
    acked: list[bool] = []
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), lambda _relay: 1 / 0)  # type: ignore[arg-type, return-value]
    for _ in range(3):
        slot.enqueue(Message(READING, b"", ack=lambda: acked.append(True)))
    with pytest.raises(UnreadableLogError, match=LAMP) as raised:
        slot.load()
    assert "division" not in str(raised.value), "what is in a log may be hidden, and people read this"
    assert len(acked) == 3
    assert [record.message for record in caplog.records] == [f"the table {LAMP} cannot be read"]


def test_what_a_reader_says_while_its_lamp_is_read_is_told_after(bus: Bus, light: Lighting) -> None:
    early, late = (Message(topics.reader_status(LAMP, name), b"") for name in ("vision-cam0", "bridge-1"))
    said = iter([(early,), (early, late)])
    TableSlot(LAMP, bus, WorkerPools(AtOnce()), light, lambda: next(said)).load()
    assert [topic for topic in light.lamps[0].topics if topic != "afterwards"] == [early.topic, late.topic]


def test_what_comes_is_dealt_with_in_its_order(bus: Bus, light: Lighting, pool: ThreadPoolExecutor) -> None:
    slot = TableSlot(LAMP, bus, WorkerPools(pool), light)
    names = [topics.reading(LAMP, f"cam{number}") for number in range(50)]
    for name in names:
        slot.enqueue(Message(name, b""))
    pool.shutdown()
    assert [topic for topic in light.lamps[0].topics if topic != "afterwards"] == names


def test_a_lamp_that_is_left_finishes_what_it_does_and_begins_nothing(
    bus: Bus, light: Lighting, pool: ThreadPoolExecutor
) -> None:
    slot, slowly = TableSlot(LAMP, bus, WorkerPools(pool), light), Slowly()
    slot.load()
    light.lamps[0].then = slowly
    slot.enqueue(Message(READING, b""))
    assert slowly.inside.wait(10)
    leaving = pool.submit(slot.close)
    slot.enqueue(Message(READING, b""))
    assert not leaving.done()
    slowly.go_on.set()
    leaving.result(10)
    assert light.lamps[0].topics.count(READING) == 1


def test_a_tap_is_dealt_with_before_its_lamp_is_left(bus: Bus, light: Lighting, pool: ThreadPoolExecutor) -> None:
    """What it writes would come behind the eyes of whoever reads the log next."""
    slot = TableSlot(LAMP, bus, WorkerPools(pool), light)
    with slot.serving() as lamp:
        assert lamp is slot.table
        leaving = pool.submit(slot.close)
        with pytest.raises(TimeoutError):
            leaving.result(0.1)
    leaving.result(10)
    with pytest.raises(ServedElsewhereError), slot.serving():
        pass


def test_who_takes_too_long_holds_up_nobody_and_has_nothing_to_say_any_more(
    light: Lighting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.hall.tables.table_slot.PATIENCE", 0.01)
    broker = MemoryBroker()
    bus = MemoryBus(broker)
    bus.start()
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), light)
    with slot.serving() as lamp:
        slot.close()
        lamp.relay.publish(topics.expect(LAMP), b"old", retain=True)  # type: ignore[attr-defined]
    assert "is left while something is still being done" in caplog.text
    assert topics.expect(LAMP) not in broker.retained


def test_who_waits_for_a_lamp_to_be_read_does_not_hold_up_its_leaving(
    bus: Bus, light: Lighting, pool: ThreadPoolExecutor
) -> None:
    turns = LoadQueue(1)
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce(), turns=turns), light)
    with turns.turn("another", Priority.UNASKED):
        waiting = pool.submit(slot.serving().__enter__)
        wait_for(lambda: bool(turns._waiting))
        slot.close()
        with pytest.raises(ServedElsewhereError):
            waiting.result(10)
    assert not light.lamps


def test_what_waits_at_a_lamp_that_is_left_is_off_the_brokers_mind(
    bus: Bus, light: Lighting, pool: ThreadPoolExecutor
) -> None:
    acked, slowly = list[bool](), Slowly()
    slot = TableSlot(LAMP, bus, WorkerPools(pool), light)
    slot.load()
    light.lamps[0].then = slowly
    slot.enqueue(Message(READING, b""))
    assert slowly.inside.wait(10)
    slot.enqueue(Message(READING, b"", ack=lambda: acked.append(True)))
    leaving = pool.submit(slot.close)
    wait_for(lambda: bool(acked))
    slowly.go_on.set()
    leaving.result(10)
    assert light.lamps[0].topics.count(READING) == 1


def test_a_lamp_that_was_left_is_not_read_again(bus: Bus, light: Lighting) -> None:
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), light)
    slot.close()
    with pytest.raises(ServedElsewhereError, match=LAMP):
        slot.load()
    assert not light.lamps


@pytest.mark.usefixtures("settled")
def test_a_lamp_that_is_left_holds_no_evening_in_memory(bus: Bus, tmp_path: Path) -> None:
    """Also where somebody still knows it, and without Python's collector, which looks through everything once in ten minutes."""
    settings, log = Settings(place=LAMP, data=tmp_path), SqlEventLog("sqlite://", time.time)
    SessionManager(log, Random(1)).open("arkham")

    def light(relay: TableBus) -> ServedTable:
        return ServedTable(settings, log, relay, Languages(), Metrics())

    gc.disable()
    try:
        before = tables()
        slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), light)
        lamp = slot.load()
        assert tables() == before + 1
        slot.close()
        assert tables() == before and not lamp.sessions.ids()
    finally:
        gc.enable()


def tables() -> int:
    """That are in memory."""
    return sum(isinstance(one, GameTable) for one in gc.get_objects())


@pytest.mark.usefixtures("settled")
def test_nothing_that_outlives_a_lamp_knows_it(bus: Bus, light: Lighting) -> None:
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), light)
    known = weakref.ref(slot.load())
    light.lamps.clear()
    slot.close()
    del slot
    gc.collect()
    assert known() is None


def test_what_fails_at_one_lamp_stops_nobody(bus: Bus, light: Lighting) -> None:
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), light)
    slot.load()
    light.lamps[0].then = lambda: (_ for _ in ()).throw(ValueError("a mistake"))
    slot.enqueue(Message(READING, b""))
    light.lamps[0].then = lambda: None
    slot.enqueue(Message(READING, b""))
    assert light.lamps[0].topics.count(READING) == 2


def test_what_a_lamp_said_is_said_no_more_once_it_is_another_workers(light: Lighting) -> None:
    """After a loss of the broker its old question would stand in the place of the newest."""
    broker = MemoryBroker()
    bus = MemoryBus(broker)
    bus.start()
    slot = TableSlot(LAMP, bus, WorkerPools(AtOnce()), light)
    slot.load()
    light.lamps[0].relay.publish(topics.expect(LAMP), b"old", retain=True)
    slot.close()
    other = MemoryBus(broker)
    other.start()
    other.publish(topics.expect(LAMP), b"new", retain=True)
    bus.cut()
    bus.start()
    assert broker.retained[topics.expect(LAMP)] == b"new"
