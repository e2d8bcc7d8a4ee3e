from __future__ import annotations

import select
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.messaging import MemoryBus, Outbox, consume_readings
from companion.messaging.reading_consumer import Outcome
from companion.schema import Expectation, ExpectedAnswer, Light, ReaderStatus, Reading, SeenObject, codec, topics
from firmware_bridge.drivers.driver import Driver, Sighting
from firmware_bridge.drivers.rdm6300 import Rdm6300, encode
from firmware_bridge.readers.reader import SerialReaderLoop
from firmware_bridge.readers.reading_queue import MOST_HELD, ReaderClocks, ReadingQueue
from firmware_bridge.serial.fake_reader import FakeRfidReader
from firmware_bridge.serial.serial_port import SerialPort
from firmware_bridge.settings import ReaderSettings
from tests.firmware_bridge.fakes import Spoken
from tests.firmware_bridge.link.fake_board import Clock
from tests.messaging.heard import wait_for

pytestmark = pytest.mark.slow

SKULL, CULTIST = "62E3086CED", "62E3086D01"


class Table:
    """A reader on a pseudo-terminal, and a rules service on a bus in memory."""

    def __init__(self, folder: Path, make: Callable[[Clock], Driver] = Rdm6300) -> None:
        self.clock = Clock()
        self.pretend = FakeRfidReader()
        self.outbox = Outbox(folder / "outbox.db")
        self.bus = MemoryBus()
        self.rules = self.bus.peer()
        self.taken: list[Reading] = []
        self.ear = consume_readings(self.rules, "+", self.take)
        self.driver = make(self.clock)
        self.port = SerialPort(self.pretend.path, 9600, self.clock, most_wait=0.005)
        clocks = ReaderClocks(self.clock, lambda: 1_800_000_000.0)
        queue = ReadingQueue(self.bus, self.outbox, "t1", ReaderSettings(), clocks)
        self.reader = SerialReaderLoop(self.bus, queue, self.port, self.driver, clocks)
        self.rules.start()
        self.bus.start()
        self.reader.turn()  # opening a port drops earlier bytes

    def take(self, reading: Reading) -> Outcome:
        if reading.id in {kept.id for kept in self.taken}:
            return "duplicate"
        self.taken.append(reading)
        return "committed"

    def lay(self, tag: str) -> None:
        self.send(6 * encode(tag))

    def send(self, data: bytes) -> None:
        """A terminal passes bytes on with a delay, on a busy machine longer than a turn."""
        self.pretend.send(data)
        wait_for(lambda: select.select([self.port._handle], [], [], 0)[0])

    def turns(self, count: int = 6) -> None:
        for _ in range(count):
            self.reader.turn()
            self.clock.now += 0.1

    def kept(self, topic: str) -> bytes:
        return self.bus.broker.retained[topic]

    def status(self) -> ReaderStatus:
        return codec.decode(ReaderStatus, self.kept(topics.reader_status("t1", "bridge-bag")))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.port.close()
    table.pretend.close()


def test_tag_becomes_a_reading_of_the_open_question(table: Table) -> None:
    table.rules.publish(
        topics.expect("t1"),
        codec.encode(Expectation("p41", (ExpectedAnswer("p41.0", ("token", "tag"), zone="bag"),))),
        retain=True,
    )
    table.lay(SKULL)
    table.turns()
    (reading,) = table.taken
    assert reading == Reading(
        f"{table.outbox.epoch}.1",
        "t1",
        "bridge/bag",
        table.outbox.epoch,
        1,
        "p41",
        "bag",
        (SeenObject("tag", SKULL, 1.0),),
        1_800_000_000.0,
    )
    assert table.outbox.waiting == 0


def test_full_disk_is_reported_and_tags_wait(table: Table) -> None:
    table.rules.publish(topics.expect("t1"), codec.encode(Expectation("p41")), retain=True)
    table.outbox._db.execute("PRAGMA query_only = 1")
    table.lay(SKULL)
    table.turns()
    assert table.taken == []
    assert "whether the disk is full" in str(table.status().last_error)
    assert table.status().waiting == 1
    table.rules.publish(topics.expect("t1"), codec.encode(Expectation("p42")), retain=True)
    table.outbox._db.execute("PRAGMA query_only = 0")
    table.turns()
    assert [reading.expect for reading in table.taken] == ["p41"]
    assert table.status().last_error == ""


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Table]:
    """A reader that answers: it has a uid, marks and questions."""
    table = Table(tmp_path, lambda _clock: Spoken())
    yield table
    table.port.close()
    table.pretend.close()


def told(table: Table) -> list[str]:
    assert isinstance(table.driver, Spoken)
    return table.driver.told


def test_board_event_is_acknowledged_after_storing(board: Table) -> None:
    board.send(b"uid AA\n")
    board.turns(2)
    board.outbox._db.execute("PRAGMA query_only = 1")
    board.send(b"tag X\n")
    board.turns(2)
    assert told(board) == ["opened"]
    board.outbox._db.execute("PRAGMA query_only = 0")
    board.turns(2)
    assert told(board) == ["opened", "kept X"]
    assert board.outbox.mark == "AA/7:1"


def test_question_is_sent_to_the_board_as_token(board: Table) -> None:
    for question in ("p41", "p42", "p41"):
        board.rules.publish(topics.expect("t1"), codec.encode(Expectation(question)), retain=True)
        board.turns(1)
    board.rules.publish(topics.expect("t1"), b"", retain=True)
    board.turns(1)
    one, two, again, none = (line.split()[-1] for line in told(board) if line.startswith("expects"))
    assert one == again != two
    assert none == "0"


def test_foreign_board_keeps_its_events(board: Table) -> None:
    board.send(b"uid AA\ntag X\n")
    board.turns(2)
    board.send(b"uid BB\ntag Y\n")
    board.turns(6)
    assert [reading.objects[0].value for reading in board.taken] == ["X"]
    assert told(board) == ["opened", "kept X"]
    assert board.reader.is_stranger
    assert "is not that of bag" in str(board.status().last_error)


def test_oversized_reading_is_counted_and_dropped(board: Table) -> None:
    board.send(b"uid AA\ntag " + b"X" * 3000)
    for _ in range(5):
        board.turns(2)
        board.send(b"X" * 3000)
    board.send(b"\ntag Y\n")
    wait_for(lambda: (board.turns(1), board.taken)[1])
    board.turns(10)  # until another status is due
    assert [reading.objects[0].value for reading in board.taken] == ["Y"]
    assert board.status().lost == 1


def test_full_disk_drops_and_counts_the_oldest(board: Table) -> None:
    board.outbox._db.execute("PRAGMA query_only = 1")
    board.send("".join(f"tag T{n}\n" for n in range(MOST_HELD + 2)).encode())
    wait_for(lambda: (board.turns(1), board.reader.queue.lost == 2)[1])
    board.outbox._db.execute("PRAGMA query_only = 0")
    wait_for(lambda: (board.turns(1), len(board.taken) == MOST_HELD)[1])
    assert board.taken[0].objects[0].value == "T2"


def test_outbox_without_owner_stores_nothing(board: Table) -> None:
    board.outbox._db.execute("PRAGMA query_only = 1")
    board.send(b"uid AA\n")
    board.turns(2)
    assert board.reader.queue.owner == ""
    reading = Reading("", "t1", "bridge/bag", "", 0, "", "bag", (SeenObject("tag", "X", 1.0),), settled_at=1.0)
    board.reader.queue._held.append((reading, Sighting("tag", "X", mark="7:1")))
    board.outbox._db.execute("PRAGMA query_only = 0")
    board.reader.queue.flush(board.driver)
    assert board.taken == []
    board.turns(2)
    assert [one.objects[0].value for one in board.taken] == ["X"]
    assert (board.outbox.mark, board.status().last_error) == ("AA/7:1", "")


def test_restarted_driver_gets_question_and_lights_again(board: Table) -> None:
    board.rules.publish(topics.expect("t1"), codec.encode(Expectation("p41")), retain=True)
    board.rules.publish(topics.public_light("t1", "2"), codec.encode(Light("#ff0000", "asked")), retain=True)
    board.turns(1)
    again = Spoken()
    board.reader.restart(again, "it stumbled")
    board.turns(1)
    assert "light 2 #ff0000 asked" in again.told
    assert [line.split()[1] for line in again.told if line.startswith("expects")] == ["p41"]


def test_status_is_rate_limited_and_ends_current(table: Table) -> None:
    table.turns()
    said: list[ReaderStatus] = []
    table.rules.subscribe(
        topics.reader_status("t1", "bridge-bag"), lambda m: said.append(codec.decode(ReaderStatus, m.payload))
    )
    said.clear()
    for _ in range(5):
        table.send(b"\x02garbage, and no end of it")
        table.reader.turn()
        table.send(encode(SKULL))
        table.reader.turn()
    assert len(said) <= 1
    table.clock.now += 0.6
    table.reader.turn()
    assert said[-1].bad_frames == table.driver.bad_frames == 5


def test_many_sightings_at_once_are_all_stored(board: Table) -> None:
    tags = [f"T{n}" for n in range(3 * MOST_HELD)]
    board.send("".join(f"tag {tag}\n" for tag in tags).encode())
    board.turns(10)
    wait_for(lambda: (board.turns(2), len(board.taken) == len(tags))[1])
    assert [reading.objects[0].value for reading in board.taken] == tags
    assert board.status().lost == 0
