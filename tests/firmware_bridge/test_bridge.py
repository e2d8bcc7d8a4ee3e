"""All readers of a table: discovered, configured, removed, and distinguished."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from companion.messaging import MemoryBus, consume_readings
from companion.messaging.reading_consumer import Outcome
from companion.schema import PortLine, PortList, PortRequestMessage, ReaderStatus, Reading, codec, topics
from firmware_bridge.bridge import ReaderBridge
from firmware_bridge.port_actions import MOST_LINES
from firmware_bridge.readers.configured_readers import (
    KNOWN_FILE,
    READERS_FILE,
    KnownReader,
    KnownReaders,
    read_status,
    write_status,
)
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
        self.replies: list[PortList] = []
        consume_readings(self.page, "+", self.take)
        self.page.subscribe(
            topics.ports_told("t1", "bridge"), lambda m: self.replies.append(codec.decode(PortList, m.payload))
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
        return self.replies[-1]

    @property
    def workers(self) -> dict[str, ReaderWorker]:
        return self.bridge.readers.at_work

    def wait_open(self) -> None:
        """Wait until every reader has opened its line."""
        wait_for(lambda: all(worker.reader.port.is_open for worker in self.workers.values()))

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
def make_house(tmp_path: Path) -> Iterator[MakeHouse]:
    made: list[House] = []

    def make(*fixed: ReaderSettings, lines: tuple[str, ...] = ()) -> House:
        made.append(House(tmp_path, *fixed, lines=lines))
        return made[-1]

    yield make
    for house in made:
        house.bridge.stop()


@pytest.fixture
def house(make_house: MakeHouse) -> House:
    return make_house()


@pytest.fixture
def pretend(house: House, ptys: MakePty) -> FakeRfidReader:
    """A connected reader."""
    pretend = ptys()
    house.plug(line(pretend))
    return pretend


@dataclass
class Pair:
    """Boards AA and BB, configured as the readers bag and tower."""

    house: House
    one: FakeRfidReader
    two: FakeRfidReader

    def settle(self) -> None:
        """Let the bridge look at the boards that identify themselves at other lines than before."""
        wait_for(lambda: any(worker.reader.is_stranger for worker in self.house.workers.values()))
        self.house.bridge.turn(0)
        self.house.wait_open()


@pytest.fixture
def two_boards(make_house: MakeHouse, ptys: MakePty) -> Pair:
    one, two = ptys(), ptys()
    house = make_house(ReaderSettings("bag", "board", one.path), ReaderSettings("tower", "board", two.path))
    pair = Pair(house, one, two)
    identify(pair)
    return pair


def identify(pair: Pair) -> None:
    pair.house.wait_open()
    pair.one.send(b"uid AA\ntag A1\n")
    pair.two.send(b"uid BB\ntag B1\n")
    wait_for(lambda: len(pair.house.taken) == 2)


def line(pretend: FakeRfidReader, **more: object) -> SerialLine:
    return replace(SerialLine(pretend.path, pretend.path, "USB serial converter"), **more)  # type: ignore[arg-type]


OUR_USB_IDS = {"serial": "E6614103E7AB12", "is_ours": True}


def test_found_port_is_listed_and_not_opened(house: House, pretend: FakeRfidReader) -> None:
    reply = house.wish("look")
    assert reply.sentence == ""
    assert reply.ports == (PortLine(pretend.path, "USB serial converter", "free"),)
    assert {"board", "rdm6300", "scanner"} <= {driver.name for driver in reply.drivers}
    assert house.workers == {}


def test_die_in_reach_is_listed_despite_plugging(house: House, ptys: MakePty) -> None:
    die = SerialLine("ble:AA:BB:CC:DD:EE:FF", "ble:AA:BB:CC:DD:EE:FF", "Skull, d20, 42 %", likely="pixels")
    house.heard = (die,)
    assert house.wish("look").ports == (PortLine(die.where, "Skull, d20, 42 %", "free", driver="pixels"),)
    house.plug(line(ptys()))
    assert die in house.bridge.readers.lines
    assert house.wish("use", die.where, "red", "pixels", "tray").sentence == ""


def test_port_is_used_from_the_page_and_after_restart(
    house: House, pretend: FakeRfidReader, make_house: MakeHouse
) -> None:
    assert house.wish("use", pretend.path, "bag").sentence == ""
    wait_for(lambda: house.wish("look").ports[0].state == "used")
    pretend.send(b"tag X\n")
    wait_for(lambda: house.taken == [("bridge/bag", "X")])
    house.bridge.stop()
    again = make_house()
    again.wait_open()
    pretend.send(b"tag Y\n")
    wait_for(lambda: again.taken == [("bridge/bag", "Y")])


def test_released_reader_stays_released(house: House, pretend: FakeRfidReader, make_house: MakeHouse) -> None:
    house.wish("use", pretend.path, "bag")
    reply = house.wish("leave", pretend.path)
    assert (reply.sentence, reply.ports[0].state) == ("", "free")
    assert not [topic for topic in house.hub.broker.retained if "/bridge-bag/" in topic]
    house.bridge.stop()
    assert make_house().workers == {}


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
def test_refused_request_says_why(make_house: MakeHouse, ptys: MakePty, wish: tuple[str, ...], words: str) -> None:
    fixed, free = ptys(), ptys()
    house = make_house(ReaderSettings("tower", "board", fixed.path))
    house.plug(line(fixed), line(free))
    reply = house.wish(*({"LINE": free.path, "FIXED": fixed.path}.get(word, word) for word in wish))
    assert words in str(reply.sentence)
    assert set(house.workers) == {"tower"}


def test_held_port_names_its_program(house: House, pretend: FakeRfidReader) -> None:
    house.held[pretend.path] = "ModemManager (412)"
    (port,) = house.wish("look").ports
    assert str(port.state) == "held"
    assert str(port.sentence) == "ModemManager (412) holds it: close it to use the line here."


def test_own_board_is_used_until_released(house: House, ptys: MakePty) -> None:
    pretend = ptys()
    house.fault = OSError("lines come and go")
    house.plug(line(pretend, **OUR_USB_IDS))
    assert house.workers == {}
    house.bridge.turn(0)
    assert set(house.workers) == {"board-e7ab12"}
    house.fault = OSError("lines come and go")
    house.wish("leave", pretend.path)
    house.plug(line(pretend, **OUR_USB_IDS))
    assert house.workers == {}
    house.wish("use", pretend.path, "bag")
    assert set(house.workers) == {"bag"}


def test_swapped_boards_keep_their_names(two_boards: Pair) -> None:
    house, one, two = two_boards.house, two_boards.one, two_boards.two
    for _ in range(2):  # the plugs change places, and the boards identify themselves
        one.send(b"uid BB\ntag B2\n")
        two.send(b"uid AA\ntag A2\n")
        wait_for(
            lambda: (
                all(worker.reader.is_stranger for worker in house.workers.values())
                or house.workers["bag"].config.port == two.path
            )
        )
        house.bridge.turn(0)
        house.wait_open()
    wait_for(lambda: len(house.taken) == 4)
    readings = {("bridge/bag", "A1"), ("bridge/bag", "A2"), ("bridge/tower", "B1"), ("bridge/tower", "B2")}
    assert set(house.taken) == readings


def test_new_board_replaces_a_missing_one(two_boards: Pair) -> None:
    two_boards.one.send(b"uid CC\n")
    two_boards.settle()
    two_boards.one.send(b"uid CC\ntag C1\n")
    wait_for(lambda: two_boards.house.taken[2:] == [("bridge/bag", "C1")])
    assert two_boards.house.workers["bag"].reader.queue.outbox.mark == "CC/7:1"


def test_new_board_takes_no_name_of_a_connected_one(two_boards: Pair) -> None:
    house, one, two = two_boards.house, two_boards.one, two_boards.two
    one.send(b"uid CC\n")  # a new one replaces AA, and AA replaces BB
    two.send(b"uid AA\n")
    wait_for(lambda: all(worker.reader.is_stranger for worker in house.workers.values()))
    house.bridge.turn(0)
    assert {name: worker.config.port for name, worker in house.workers.items()} == {"bag": two.path, "tower": one.path}


def test_failing_driver_restarts_and_others_go_on(two_boards: Pair, caplog: pytest.LogCaptureFixture) -> None:
    house = two_boards.house
    before = house.workers["bag"].reader.driver
    two_boards.one.send(b"boom\n")
    two_boards.two.send(b"tag X\n")
    wait_for(lambda: ("bridge/tower", "X") in house.taken)
    wait_for(lambda: house.workers["bag"].reader.driver is not before)
    two_boards.one.send(b"tag Y\n")
    wait_for(lambda: ("bridge/bag", "Y") in house.taken)
    wait_for(lambda: "please report it" in str(house.status("bridge-bag").last_error))
    assert [record.getMessage() for record in caplog.records if record.exc_info]


def test_reader_status_is_written_for_the_doctor(two_boards: Pair, tmp_path: Path) -> None:
    two_boards.house.bridge.turn(0)
    bag = KnownReader("bag", two_boards.one.path, "board", "board AA", "AA")
    tower = KnownReader("tower", two_boards.two.path, "board", "board BB", "BB")
    assert read_status(tmp_path) == KnownReaders(os.getpid(), (bag, tower))


def test_unconfigured_readers_are_forgotten(two_boards: Pair, make_house: MakeHouse) -> None:
    two_boards.house.bridge.turn(0)
    two_boards.house.bridge.stop()
    retained = dict(two_boards.house.hub.broker.retained)
    assert [topic for topic in retained if "bridge-tower/status" in topic]
    again = make_house()
    again.hub.broker.retained.update(retained)
    again.bridge._forget_stale_readers()
    assert [topic for topic in again.hub.broker.retained if "bridge-tower/status" in topic]  # published as missing
    write_status(again.folder, KnownReaders(1, (KnownReader("tower", "/dev/x", "board", "a board"),)))
    again.bridge._forget_stale_readers()
    assert not [topic for topic in again.hub.broker.retained if "bridge-tower/status" in topic]


def test_swapped_page_reader_is_kept_at_its_new_port(house: House, ptys: MakePty) -> None:
    pair = Pair(house, ptys(), ptys())
    house.plug(line(pair.one), line(pair.two))
    house.wish("use", pair.one.path, "bag")
    house.wish("use", pair.two.path, "tower")
    identify(pair)
    pair.one.send(b"uid BB\n")
    pair.settle()
    kept = {reader.name: reader.port for reader in house.bridge.readers.roster.current.readers}
    assert kept == {"bag": pair.two.path, "tower": pair.one.path}


@pytest.mark.parametrize("junk", ['{"readers": [{"name": 7}]}', "[" * 100_000], ids=["a name that is none", "depth"])
def test_unreadable_reader_file_is_reported_and_moved_away(make_house: MakeHouse, tmp_path: Path, junk: str) -> None:
    (tmp_path / READERS_FILE).write_text(junk)
    (tmp_path / KNOWN_FILE).write_text(junk)
    assert "set the readers up again" in str(make_house().status("bridge").last_error)
    assert (tmp_path / "readers.unreadable").read_text() == junk


def test_full_disk_changes_no_reader(house: House, pretend: FakeRfidReader, tmp_path: Path) -> None:
    (tmp_path / READERS_FILE).mkdir()  # the file cannot be written
    assert "cannot be kept" in str(house.wish("use", pretend.path, "bag").sentence)
    assert house.workers == {}
    assert house.bridge.readers.roster.current.readers == ()


def test_reader_is_stored_by_its_stable_port_name(house: House, ptys: MakePty, tmp_path: Path) -> None:
    pretend, link = ptys(), tmp_path / "by-id"
    link.symlink_to(pretend.path)
    house.plug(SerialLine(str(link), pretend.path, "USB serial converter"))
    assert house.wish("use", pretend.path, "bag").sentence == ""
    reply = house.wish("use", pretend.path, "tower", "board", "tray")
    assert reply.sentence == ""
    assert [(port.name, port.zone) for port in reply.ports] == [("tower", "tray")]
    assert [(one.name, one.port) for one in house.bridge.readers.roster.current.readers] == [("tower", str(link))]
    assert set(house.workers) == {"tower"}


def test_long_port_list_leaves_out_its_last_ports(house: House) -> None:
    name = 180 * "\N{SPIRAL SHELL}"
    house.plug(*(SerialLine(f"/dev/serial/by-id/{name}{n}", f"/dev/{n}", "y" * 200) for n in range(30)))
    assert 10 < len(house.wish("look").ports) < MOST_LINES


def test_failed_reader_start_is_retried(make_house: MakeHouse, ptys: MakePty, tmp_path: Path) -> None:
    (tmp_path / "t1-bridge-bag.outbox.db").write_text("no outbox")
    house = make_house(ReaderSettings("bag", "board", ptys().path))
    assert "move it away" in house.wish("look").ports[0].sentence
    (tmp_path / "t1-bridge-bag.outbox.db").unlink()
    house.bridge.turn(0)
    assert house.workers == {}
    house.now += 60
    house.bridge.turn(0)
    assert set(house.workers) == {"bag"}
    assert house.status("bridge").last_error == ""


def test_wrong_entry_is_reported_and_other_readers_work(make_house: MakeHouse, ptys: MakePty, tmp_path: Path) -> None:
    entries = [{"name": "../x", "driver": "board", "port": "/dev/x"}, {"name": "bag", "port": ptys().path}]
    (tmp_path / READERS_FILE).write_text(json.dumps({"readers": entries}))
    house = make_house()
    assert set(house.workers) == {"bag"}
    assert "cannot be the name of a reader" in str(house.status("bridge").last_error)


def test_impossible_request_is_ignored(house: House) -> None:
    wishes = (
        PortRequestMessage("w", "leave", "a\0b"),
        PortRequestMessage("w", "use", "/dev/x", "a\0", "board"),
        PortRequestMessage("x" * 65, "look"),
    )
    junk = (b"", b"[]", b"\xff", b'{"v":1,"id":"w","act":"format"}')
    for payload in (*map(codec.encode, wishes), *junk):
        house.page.publish(topics.ports("t1", "bridge"), payload)
    house.bridge.turn(0)
    assert house.replies == []
    assert house.bus.subscriptions.unread.total() == len(wishes) + len(junk)
    assert house.wish("look").sentence == ""
