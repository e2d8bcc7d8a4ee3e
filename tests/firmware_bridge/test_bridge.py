from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.bus.memory import MemoryBus
from companion.bus.outbox import Outbox
from companion.bus.readings import Outcome, listen
from companion.wire import codec, topics
from companion.wire.expect import Expect, Want
from companion.wire.reading import Reading, Seen
from companion.wire.status import ReaderDescription, ReaderStatus
from firmware_bridge.bridge import Bridge, Clocks
from firmware_bridge.drivers.rdm6300 import Rdm6300, encode
from firmware_bridge.port import Port
from firmware_bridge.pretend import Pretend
from tests.firmware_bridge.test_rdm6300 import Clock

pytestmark = pytest.mark.slow

SKULL, CULTIST = "62E3086CED", "62E3086D01"


class Table:
    """A bridge on a pseudo-terminal, and the rules service at the other end of a bus in memory."""

    def __init__(self, folder: Path) -> None:
        self.clock = Clock()
        self.pretend = Pretend()
        self.outbox = Outbox(folder / "outbox.db")
        self.bus = MemoryBus()
        self.rules = self.bus.peer()
        self.taken: list[Reading] = []
        self.ear = listen(self.rules, "+", self.take)
        self.port = Port(self.pretend.path, 9600, self.clock)
        self.driver = Rdm6300(self.clock)
        self.bridge = Bridge(
            self.bus,
            self.outbox,
            self.port,
            self.driver,
            table="t1",
            source="bridge/bag",
            zone="bag",
            clocks=Clocks(self.clock, lambda: 1_800_000_000.0),
        )
        self.rules.start()
        self.bus.start()
        self.bridge.turn()  # opening a port forgets what came before

    def take(self, reading: Reading) -> Outcome:
        if reading.id in {kept.id for kept in self.taken}:
            return "duplicate"
        self.taken.append(reading)
        return "committed"

    def turns(self, count: int = 6) -> None:
        for _ in range(count):
            self.bridge.turn()
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


def test_a_tag_on_the_reader_becomes_one_reading_of_the_question_in_force(table: Table) -> None:
    table.rules.publish(
        topics.expect("t1"), codec.encode(Expect("p41", (Want("p41.0", ("token", "tag"), zone="bag"),))), retain=True
    )
    table.pretend.lay(SKULL)
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
        (Seen("tag", SKULL, 1.0),),
        1_800_000_000.0,
    )
    assert table.outbox.waiting == 0


def test_without_a_question_the_reading_says_so(table: Table) -> None:
    table.pretend.lay(SKULL)
    table.turns()
    assert [reading.expect for reading in table.taken] == [""]


def test_each_tag_laid_is_a_reading_of_its_own(table: Table) -> None:
    for tag in (SKULL, CULTIST, SKULL):
        table.pretend.lay(tag)
        table.turns(10)
    assert [(reading.seq, reading.objects[0].value) for reading in table.taken] == [
        (1, SKULL),
        (2, CULTIST),
        (3, SKULL),
    ]


def test_what_is_laid_while_the_rules_service_is_away_is_taken_when_it_is_back(table: Table) -> None:
    table.bus.cut()
    table.pretend.lay(SKULL)
    table.turns()
    assert (table.taken, table.outbox.waiting) == ([], 1)
    table.bus.start()
    table.turns()
    assert [reading.objects[0].value for reading in table.taken] == [SKULL]


def test_it_describes_itself(table: Table) -> None:
    description = codec.decode(ReaderDescription, table.kept(topics.reader_description("t1", "bridge-bag")))
    assert description == ReaderDescription(
        "rdm6300", "RDM6300 125 kHz", "bridge/bag", table.outbox.epoch, ("tag",), "bag"
    )


def test_its_status_counts_what_went_well_and_what_did_not(table: Table) -> None:
    table.pretend.send(b"\x02garbage")
    table.pretend.send(encode(SKULL))
    table.turns(10)
    assert table.status() == ReaderStatus("online", attached=True, readings=1, bad_frames=1)


def test_a_pulled_plug_is_seen_in_the_status(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.turns()
    table.pretend.close()
    table.turns()
    status = table.status()
    assert not status.attached
    assert table.pretend.path in status.last_error
    table.port.close()


def test_when_it_vanishes_the_broker_says_so(table: Table) -> None:
    table.turns()
    table.bus.cut()
    assert table.status().state == "offline"


def test_a_question_that_cannot_be_read_leaves_the_one_before_in_force(table: Table) -> None:
    table.rules.publish(topics.expect("t1"), codec.encode(Expect("p41")), retain=True)
    for junk in (b"\xff", b"[]", b"{}", b'{"v":9}'):
        table.rules.publish(topics.expect("t1"), junk, retain=True)
    assert table.bridge.expect == Expect("p41")
    assert table.bridge.bad_expects == 4


def test_a_full_disk_loses_the_tag_and_says_so(table: Table) -> None:
    table.outbox._db.execute("PRAGMA max_page_count = 1")
    table.outbox._db.execute("PRAGMA query_only = 1")
    table.pretend.lay(SKULL)
    table.turns()
    assert table.taken == []
    assert "is the disk full?" in table.status().last_error
