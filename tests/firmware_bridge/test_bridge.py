"""All readers of a table: discovered, configured, removed, and distinguished."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.messaging import MemoryBus, consume_readings
from companion.messaging.reading_consumer import Outcome
from companion.schema import (
    PortLine,
    PortList,
    PortRequestMessage,
    ReaderStatus,
    Reading,
    codec,
    topics,
)
from firmware_bridge.bridge import ReaderBridge
from firmware_bridge.port_actions import MOST_LINES
from firmware_bridge.readers.configured_readers import FILE
from firmware_bridge.readers.reader_status_file import FILE as KNOWN
from firmware_bridge.readers.reader_status_file import KnownReader, KnownReaders, read_status, write_status
from firmware_bridge.readers.reader_supervisor import BridgeFactories
from firmware_bridge.readers.reader_worker import ReaderWorker
from firmware_bridge.serial import SerialLine
from firmware_bridge.serial.fake_reader import FakeRfidReader
from firmware_bridge.settings import BridgeProcessSettings, ReaderSettings
from tests.firmware_bridge.fakes import Spoken
from tests.messaging.heard import wait_for

pytestmark = pytest.mark.slow


class House:
    """A bridge with readers at pseudo-terminals; the rules service and a page on a bus in memory."""

    def __init__(self, folder: Path, *fixed: ReaderSettings, lines: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.hub = MemoryBus()
        self.page = self.hub.peer()
        self.taken: list[tuple[str, str]] = []  # source and value
        self.told: list[PortList] = []
        consume_readings(self.page, "+", self.take)
        self.page.subscribe(
            topics.ports_told("t1", "bridge"), lambda m: self.told.append(codec.decode(PortList, m.payload))
        )
        self.page.start()
        self.plugged: tuple[SerialLine, ...] = ()
        self.heard: tuple[SerialLine, ...] = ()  # Bluetooth dice
        self.held: dict[str, str] = {}
        self.changes = 0
        self.fault: OSError | None = None  # error of the next listing of lines
        self.now = 0.0  # monotonic s
        self.bus = self.hub.peer()
        settings = BridgeProcessSettings("t1", str(folder), readers=fixed, lines=lines)
        ways = BridgeFactories(
            self.look,
            lambda: (self.changes,),
            self.station,
            lambda where: self.held.get(where, ""),
            lambda: self.heard,
            lambda: self.now,
        )
        self.bridge = ReaderBridge(self.bus, settings, ways)
        self.bridge.start()
        self.bus.start()
        self.bridge.turn(0)

    def look(self) -> tuple[SerialLine, ...]:
        fault, self.fault = self.fault, None
        if fault:
            raise fault
        return self.plugged

    def station(self, settings: BridgeProcessSettings, told: ReaderSettings, adopt: str) -> ReaderWorker:
        return ReaderWorker(settings, told, lambda *_: self.hub.peer(), lambda told, clock, mark: Spoken(mark), adopt)

    def take(self, reading: Reading) -> Outcome:
        self.taken.append((reading.source, str(reading.objects[0].value)))
        return "committed"

    def plug(self, *found: SerialLine) -> None:
        self.plugged, self.changes = found, self.changes + 1
        self.bridge.turn(0)

    def wish(self, act: str, where: str = "", name: str = "", driver: str = "board", zone: str = "bag") -> PortList:
        self.page.publish(
            topics.ports("t1", "bridge"),
            codec.encode(PortRequestMessage("w", act, where, name, driver, zone)),  # type: ignore[arg-type]
        )
        self.bridge.turn(5)
        return self.told[-1]

    def status(self, reader: str) -> ReaderStatus:
        return codec.decode(ReaderStatus, self.hub.broker.retained[topics.reader_status("t1", reader)])


MakePty = Callable[[], FakeRfidReader]
MakeHouse = Callable[..., "House"]


@pytest.fixture
def ptys() -> Iterator[MakePty]:
    made: list[FakeRfidReader] = []

    def make() -> FakeRfidReader:
        made.append(FakeRfidReader())
        return made[-1]

    yield make
    for pretend in made:
        pretend.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[MakeHouse]:
    made: list[House] = []

    def make(*fixed: ReaderSettings, lines: tuple[str, ...] = ()) -> House:
        made.append(House(tmp_path, *fixed, lines=lines))
        return made[-1]

    yield make
    for house in made:
        house.bridge.stop()


def line(pretend: FakeRfidReader, **more: object) -> SerialLine:
    return replace(SerialLine(pretend.path, pretend.path, "USB serial converter"), **more)  # type: ignore[arg-type]


def test_found_port_is_listed_and_not_opened(house: MakeHouse, ptys: MakePty) -> None:
    pretend, made = ptys(), house()
    made.plug(line(pretend))
    told = made.wish("look")
    assert told.sentence == ""
    assert told.ports == (PortLine(pretend.path, "USB serial converter", "free"),)
    assert {"board", "rdm6300", "scanner"} <= {driver.name for driver in told.drivers}
    assert made.bridge.readers.at_work == {}


def test_die_in_reach_is_listed_despite_plugging(house: MakeHouse, ptys: MakePty) -> None:
    made, die = (
        house(),
        SerialLine("ble:AA:BB:CC:DD:EE:FF", "ble:AA:BB:CC:DD:EE:FF", "Skull, d20, 42 %", likely="pixels"),
    )
    made.heard = (die,)
    told = made.wish("look")
    assert told.ports == (PortLine(die.where, "Skull, d20, 42 %", "free", driver="pixels"),)
    made.plug(line(ptys()))
    assert die in made.bridge.readers.lines
    assert made.wish("use", die.where, "red", "pixels", "tray").sentence == ""


def test_port_is_used_from_the_page_and_after_restart(house: MakeHouse, ptys: MakePty) -> None:
    pretend, made = ptys(), house()
    made.plug(line(pretend))
    assert made.wish("use", pretend.path, "bag").sentence == ""
    wait_for(lambda: made.wish("look").ports[0].state == "used")
    pretend.send(b"tag X\n")
    wait_for(lambda: made.taken == [("bridge/bag", "X")])
    made.bridge.stop()
    again = house()
    wait_for(lambda: again.bridge.readers.at_work["bag"].reader.port.is_open)
    pretend.send(b"tag Y\n")
    wait_for(lambda: again.taken == [("bridge/bag", "Y")])


def test_released_reader_stays_released(house: MakeHouse, ptys: MakePty) -> None:
    pretend, made = ptys(), house()
    made.plug(line(pretend))
    made.wish("use", pretend.path, "bag")
    told = made.wish("leave", pretend.path)
    assert (told.sentence, told.ports[0].state) == ("", "free")
    assert not [topic for topic in made.hub.broker.retained if "/bridge-bag/" in topic]
    made.bridge.stop()
    assert house().bridge.readers.at_work == {}


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (("use", "/dev/sda", "bag"), "There is no line /dev/sda"),
        (("use", "socket://192.0.2.1:80", "bag"), "There is no line socket://"),
        (("use", "LINE", "Bad Name"), "cannot be the name of a reader"),
        (("use", "LINE", "bag", "psychic"), "There is no driver"),
        (("use", "LINE", "tower"), 'Another reader is named "tower"'),
        (("use", "FIXED", "bag"), "The settings file names"),
        (("leave", "FIXED"), "The settings file names"),
        (("leave", "LINE"), "No reader is at"),
        (("blink", "LINE"), "No reader is at"),
    ],
)
def test_refused_request_says_why(house: MakeHouse, ptys: MakePty, wish: tuple[str, ...], words: str) -> None:
    fixed, free = ptys(), ptys()
    made = house(ReaderSettings("tower", "board", fixed.path))
    made.plug(line(fixed), line(free))
    told = made.wish(*({"LINE": free.path, "FIXED": fixed.path}.get(word, word) for word in wish))
    assert words in str(told.sentence)
    assert set(made.bridge.readers.at_work) == {"tower"}


def test_held_port_names_its_program(house: MakeHouse, ptys: MakePty) -> None:
    pretend, made = ptys(), house()
    made.held[pretend.path] = "ModemManager (412)"
    made.plug(line(pretend))
    (port,) = made.wish("look").ports
    assert (str(port.state), str(port.sentence)) == (
        "held",
        "ModemManager (412) holds it: close it to use the line here.",
    )


def test_own_board_is_used_until_released(house: MakeHouse, ptys: MakePty) -> None:
    pretend, made = ptys(), house()
    made.plug(line(pretend, serial="E6614103E7AB12", is_ours=True))
    assert set(made.bridge.readers.at_work) == {"board-e7ab12"}
    made.wish("leave", pretend.path)
    made.plug(line(pretend, serial="E6614103E7AB12", is_ours=True))
    assert made.bridge.readers.at_work == {}
    made.wish("use", pretend.path, "bag")
    assert set(made.bridge.readers.at_work) == {"bag"}


def test_swapped_boards_keep_their_names(house: MakeHouse, ptys: MakePty) -> None:
    one, two = ptys(), ptys()
    made = house(ReaderSettings("bag", "board", one.path), ReaderSettings("tower", "board", two.path))
    readers = made.bridge.readers.at_work
    wait_for(lambda: all(station.reader.port.is_open for station in readers.values()))
    one.send(b"uid AA\ntag A1\n")
    two.send(b"uid BB\ntag B1\n")
    wait_for(lambda: len(made.taken) == 2)
    for _ in range(2):  # the plugs change places, and the boards identify themselves
        one.send(b"uid BB\ntag B2\n")
        two.send(b"uid AA\ntag A2\n")
        wait_for(
            lambda: (
                all(station.reader.is_stranger for station in readers.values())
                or readers["bag"].config.port == two.path
            )
        )
        made.bridge.turn(0)
        wait_for(lambda: all(station.reader.port.is_open for station in readers.values()))
    wait_for(lambda: len(made.taken) == 4)
    assert sorted(made.taken) == [
        ("bridge/bag", "A1"),
        ("bridge/bag", "A2"),
        ("bridge/tower", "B1"),
        ("bridge/tower", "B2"),
    ]


@pytest.mark.parametrize("junk", ['{"readers": [{"name": 7}]}', "[" * 100_000], ids=["a name that is none", "depth"])
def test_unreadable_reader_file_is_reported_and_moved_away(house: MakeHouse, tmp_path: Path, junk: str) -> None:
    (tmp_path / FILE).write_text(junk)
    (tmp_path / KNOWN).write_text(junk)
    made = house()
    assert "set the readers up again" in str(made.status("bridge").last_error)
    assert (tmp_path / "readers.unreadable").read_text() == junk


def test_full_disk_changes_no_reader(house: MakeHouse, ptys: MakePty, tmp_path: Path) -> None:
    pretend, made = ptys(), house()
    made.plug(line(pretend))
    (tmp_path / FILE).mkdir()  # the file cannot be written
    assert "cannot be kept" in str(made.wish("use", pretend.path, "bag").sentence)
    assert made.bridge.readers.at_work == {}
    assert made.bridge.readers.roster.current.readers == ()


def test_reader_status_is_written_for_the_doctor(house: MakeHouse, ptys: MakePty, tmp_path: Path) -> None:
    pretend = ptys()
    made = house(ReaderSettings("bag", "board", pretend.path))
    wait_for(lambda: made.bridge.readers.at_work["bag"].reader.port.is_open)
    pretend.send(b"uid AA\n")
    wait_for(lambda: made.bridge.readers.at_work["bag"].reader.queue.owner == "AA")
    made.bridge.turn(0)
    assert read_status(tmp_path) == KnownReaders(
        os.getpid(), (KnownReader("bag", pretend.path, "board", "board AA", "AA"),)
    )


def test_failing_driver_restarts_and_others_go_on(
    house: MakeHouse, ptys: MakePty, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = ptys(), ptys()
    made = house(ReaderSettings("bag", "board", one.path), ReaderSettings("tower", "board", two.path))
    wait_for(lambda: all(station.reader.port.is_open for station in made.bridge.readers.at_work.values()))
    before = made.bridge.readers.at_work["bag"].reader.driver
    one.send(b"boom\n")
    two.send(b"tag X\n")
    wait_for(lambda: made.taken == [("bridge/tower", "X")])
    wait_for(lambda: made.bridge.readers.at_work["bag"].reader.driver is not before)
    one.send(b"tag Y\n")
    wait_for(lambda: ("bridge/bag", "Y") in made.taken)
    wait_for(lambda: "please report it" in str(made.status("bridge-bag").last_error))
    assert [record.getMessage() for record in caplog.records if record.exc_info]


def test_unconfigured_readers_are_forgotten(house: MakeHouse, ptys: MakePty) -> None:
    made = house(ReaderSettings("tower", "board", ptys().path))
    made.bridge.turn(0)
    made.bridge.stop()
    retained = dict(made.hub.broker.retained)
    assert [topic for topic in retained if "bridge-tower" in topic]
    again = house()
    again.hub.broker.retained.update(retained)
    again.bridge._forget_those_of_before()
    assert [topic for topic in again.hub.broker.retained if "bridge-tower" in topic]  # published as missing
    write_status(again.folder, KnownReaders(1, (KnownReader("tower", "/dev/x", "board", "a board"),)))
    again.bridge._forget_those_of_before()
    assert not [topic for topic in again.hub.broker.retained if "bridge-tower" in topic]


def test_swapped_page_reader_is_kept_at_its_new_port(house: MakeHouse, ptys: MakePty) -> None:
    one, two, made = ptys(), ptys(), house()
    made.plug(line(one), line(two))
    made.wish("use", one.path, "bag")
    made.wish("use", two.path, "tower")
    wait_for(lambda: all(station.reader.port.is_open for station in made.bridge.readers.at_work.values()))
    one.send(b"uid AA\n")
    two.send(b"uid BB\n")
    wait_for(lambda: all(station.reader.queue.owner for station in made.bridge.readers.at_work.values()))
    one.send(b"uid BB\n")
    wait_for(lambda: made.bridge.readers.at_work["bag"].reader.is_stranger)
    made.bridge.turn(0)
    kept = {reader.name: reader.port for reader in made.bridge.readers.roster.current.readers}
    assert kept == {"bag": two.path, "tower": one.path}


def test_reader_is_stored_by_its_stable_port_name(house: MakeHouse, ptys: MakePty, tmp_path: Path) -> None:
    pretend, made = ptys(), house()
    link = tmp_path / "by-id"
    link.symlink_to(pretend.path)
    made.plug(SerialLine(str(link), pretend.path, "USB serial converter"))
    assert made.wish("use", pretend.path, "bag").sentence == ""
    assert made.wish("use", pretend.path, "tower", "board", "tray").sentence == ""
    assert [(one.name, one.port) for one in made.bridge.readers.roster.current.readers] == [("tower", str(link))]
    assert [(port.name, port.zone) for port in made.told[-1].ports] == [("tower", "tray")]
    assert set(made.bridge.readers.at_work) == {"tower"}


def test_long_port_list_leaves_out_its_last_ports(house: MakeHouse) -> None:
    made = house()
    name = 180 * "\N{SPIRAL SHELL}"
    made.plug(*(SerialLine(f"/dev/serial/by-id/{name}{n}", f"/dev/{n}", "y" * 200) for n in range(30)))
    assert 10 < len(made.wish("look").ports) < MOST_LINES


def test_vanished_port_is_listed_again(house: MakeHouse, ptys: MakePty) -> None:
    pretend, made = ptys(), house()
    made.fault = OSError("lines come and go")
    made.plug(line(pretend, serial="E6614103E7AB12", is_ours=True))
    assert made.bridge.readers.at_work == {}
    made.bridge.turn(0)
    assert set(made.bridge.readers.at_work) == {"board-e7ab12"}
    made.fault = OSError("lines come and go")
    assert [port.name for port in made.wish("look").ports] == ["board-e7ab12"]


def test_failed_reader_start_is_retried(house: MakeHouse, ptys: MakePty, tmp_path: Path) -> None:
    (tmp_path / "t1-bridge-bag.outbox.db").write_text("no outbox")
    made = house(ReaderSettings("bag", "board", ptys().path))
    assert "move it away" in made.wish("look").ports[0].sentence
    (tmp_path / "t1-bridge-bag.outbox.db").unlink()
    made.bridge.turn(0)
    assert made.bridge.readers.at_work == {}
    made.now += 60
    made.bridge.turn(0)
    assert set(made.bridge.readers.at_work) == {"bag"}
    assert made.status("bridge").last_error == ""


def test_wrong_entry_is_reported_and_other_readers_work(house: MakeHouse, ptys: MakePty, tmp_path: Path) -> None:
    good, bad = (
        {"name": "bag", "driver": "board", "port": ptys().path},
        {"name": "../x", "driver": "board", "port": "/dev/x"},
    )
    (tmp_path / FILE).write_text(json.dumps({"readers": [bad, good]}))
    made = house()
    assert set(made.bridge.readers.at_work) == {"bag"}
    assert "cannot be the name of a reader" in str(made.status("bridge").last_error)


def test_new_board_takes_no_name_of_a_connected_one(house: MakeHouse, ptys: MakePty) -> None:
    one, two = ptys(), ptys()
    made = house(ReaderSettings("bag", "board", one.path), ReaderSettings("tower", "board", two.path))
    readers = made.bridge.readers.at_work
    wait_for(lambda: all(station.reader.port.is_open for station in readers.values()))
    one.send(b"uid AA\n")
    two.send(b"uid BB\n")
    wait_for(lambda: all(station.reader.queue.owner for station in readers.values()))
    one.send(b"uid CC\n")  # a new one replaces AA, and AA replaces BB
    two.send(b"uid AA\n")
    wait_for(lambda: all(station.reader.is_stranger for station in readers.values()))
    made.bridge.turn(0)
    assert {name: station.config.port for name, station in readers.items()} == {"bag": two.path, "tower": one.path}


def test_impossible_request_is_ignored(house: MakeHouse) -> None:
    made = house()
    wishes = (
        PortRequestMessage("w", "leave", "a\0b"),
        PortRequestMessage("w", "use", "/dev/x", "a\0", "board"),
        PortRequestMessage("x" * 65, "look"),
    )
    junk = (b"", b"[]", b"\xff", b'{"v":1,"id":"w","act":"format"}')
    for payload in (*map(codec.encode, wishes), *junk):
        made.page.publish(topics.ports("t1", "bridge"), payload)
    made.bridge.turn(0)
    assert made.told == []
    assert made.bus.subscriptions.unread.total() == len(wishes) + len(junk)
    assert made.wish("look").sentence == ""


def test_new_board_replaces_a_missing_one(house: MakeHouse, ptys: MakePty) -> None:
    pretend = ptys()
    made = house(ReaderSettings("bag", "board", pretend.path))
    wait_for(lambda: made.bridge.readers.at_work["bag"].reader.port.is_open)
    pretend.send(b"uid AA\ntag A1\n")
    wait_for(lambda: len(made.taken) == 1)
    pretend.send(b"uid CC\n")
    wait_for(lambda: made.bridge.readers.at_work["bag"].reader.is_stranger)
    made.bridge.turn(0)
    wait_for(lambda: made.bridge.readers.at_work["bag"].reader.port.is_open)
    pretend.send(b"uid CC\ntag C1\n")
    wait_for(lambda: made.taken[1:] == [("bridge/bag", "C1")])
    assert made.bridge.readers.at_work["bag"].reader.queue.outbox.mark == "CC/7:1"
