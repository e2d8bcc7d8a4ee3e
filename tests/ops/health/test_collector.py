"""The collector reads the state of readers, disk, clock and machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.messaging import BrokerCredentials, MemoryBus, MqttBus, ReadingConsumer
from companion.ops.health import collector
from companion.ops.health.collector import GRACE, OFTEN, PROBED, REMEMBERED, SELDOM, SOON, WARM
from companion.ops.health.inputs import HealthInputs
from companion.ops.health.machine import MachineInfo, write_fault
from companion.presentation import ReaderStates
from companion.schema import Answer, ReaderDescription, ReaderStatus, codec, topics
from companion.sessions import RuleError, SessionManager
from companion.web.sse import SnapshotBroadcaster
from tests.fakes import TOY
from tests.new_log import new_log


class Place:
    """The parts of an application, with clocks that a test sets."""

    def __init__(self, folder: Path) -> None:
        self.log = new_log(folder)
        self.hall, self.bus, self.hub = SessionManager(self.log, Random(1)), MemoryBus(), SnapshotBroadcaster()
        self.senses, self.ear = ReaderStates(lambda: None), ReadingConsumer(self.bus, self.hall.readings.handle)
        self.now, self.wall, self.stamp = 0.0, 1_700_000_000.0, 1
        self.bus.start()
        info, parts = MachineInfo(folder / "system"), (self.hall, self.log, self.bus, self.ear, self.senses, self.hub)
        clocks = collector.Machine(info, lambda: self.now, lambda: self.wall, lambda: self.stamp)
        self.gather = collector.HealthCollector(collector.MonitoredParts(*parts), folder, machine=clocks)

    def after(self, seconds: float) -> HealthInputs:
        self.now, self.wall = self.now + seconds, self.wall + seconds
        return self.gather()

    def reader(self, status: ReaderStatus) -> None:
        about = ReaderDescription("pixels", "", "bridge/die", "e")
        self.senses.update(topics.reader_description("lamp", "bridge-die"), codec.encode(about))
        self.senses.update(topics.reader_status("lamp", "bridge-die"), codec.encode(status))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    place = Place(tmp_path)
    yield place
    place.log.close()


def test_collector_allows_a_short_loss_of_the_broker(place: Place) -> None:
    place.after(1)
    place.bus.cut()
    assert place.after(GRACE - 1).connected
    assert not place.after(2).connected
    place.bus.start()
    assert place.after(1).connected


def test_collector_reports_a_refusing_broker(place: Place) -> None:
    bus = MqttBus(BrokerCredentials(user="table", password="guessed"), "table.lamp")
    place.gather._parts = replace(place.gather._parts, bus=bus)
    assert not place.after(GRACE + 1).is_refused
    bus.refusal = "Bad user name or password"
    found = place.after(GRACE + 1)
    assert (found.connected, found.is_refused) == (False, True)


def test_collector_reports_battery_and_growing_backlog_of_a_reader(place: Place) -> None:
    found = []
    for waiting in (9, 9, 5, 12):
        place.reader(ReaderStatus("online", attached=True, waiting=waiting))
        found.append([count for _title, count in place.after(1).growing])
    assert found == [[], [], [], [12]]
    place.after(SOON + 1)
    assert place.after(1).growing == (), "compared with half a minute ago"
    place.reader(ReaderStatus("online", attached=True, inputs=(("battery", "9 %"), ("lid", "open"))))
    assert [(str(title), percent) for title, percent in place.after(1).batteries] == [("Pixels die", 9)]


def test_collector_reports_a_clock_jump_for_hours(place: Place) -> None:
    place.wall += 20
    assert place.after(5).jumped == 0
    place.wall -= 7200
    assert place.after(5).jumped == pytest.approx(-7200)
    assert place.after(11 * 3600).jumped == pytest.approx(-7200)
    assert place.after(2 * 3600).jumped == 0


def test_collector_reports_dropped_readings_and_invented_readers_for_hours(place: Place) -> None:
    assert not place.after(1).is_crowded
    place.ear.counts["crowded"] = 1
    assert place.after(5).is_crowded
    assert not place.after(REMEMBERED).is_crowded
    place.senses.refused = 1
    assert place.after(5).is_crowded
    assert place.after(1).unheard == 0
    place.ear.counts["failed"] = 2
    assert place.after(5).unheard == 2
    place.ear.counts["failed"] = 3
    assert place.after(REMEMBERED - 60).unheard == 3
    assert place.after(60).unheard == 1
    assert place.after(REMEMBERED).unheard == 0


def test_collector_notices_an_installed_update(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place.stamp = 2
    assert not place.after(1).is_old
    assert place.after(SELDOM).is_old
    monkeypatch.setattr(collector, "SOURCES", tmp_path)
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "one.py").touch()
    before = collector.stamp_of_sources()
    (tmp_path / "companion" / "gone.py").symlink_to(tmp_path / "nowhere")
    assert collector.stamp_of_sources() == before, "an update deletes a file meanwhile"
    (tmp_path / "companion" / "two.py").touch()
    assert collector.stamp_of_sources() != before


def test_collector_compares_memory_with_the_warm_up(place: Place, tmp_path: Path) -> None:
    memory = tmp_path / "system" / "proc" / "self" / "statm"
    memory.parent.mkdir(parents=True)
    memory.write_text("9000 500 0 0 0 0 0")
    assert place.after(1).memory_before == 0
    warm = place.after(WARM)
    memory.write_text("9000 900 0 0 0 0 0")
    later = place.after(1)
    assert later.memory_before == warm.memory > 0
    assert later.memory == warm.memory * 900 // 500


def test_collector_names_the_game_of_a_rule_error(place: Place) -> None:
    place.hall.open("toy")
    prompt = place.hall.snapshot("t1").open[0]
    with pytest.raises(RuleError):
        place.hall.answer("t1", Answer("a", prompt.id, ("stumble",), "1"))
    assert place.after(1).stumbled == ("Toy",)
    place.hall.tables.put_away("t1")
    assert place.after(1).stumbled == ()


def test_machine_reads_heat_voltage_and_memory(tmp_path: Path) -> None:
    machine = MachineInfo(tmp_path)
    assert (machine.heat, machine.is_weak, machine.memory, machine.handles) == (0, False, 0, 0)
    for path, text in (("class/thermal/thermal_zone0/temp", "84500\n"), ("devices/platform/soc/soc:firmware/get_throttled", "50005\n")):  # fmt: skip
        (tmp_path / "sys" / path).parent.mkdir(parents=True)
        (tmp_path / "sys" / path).write_text(text)
    assert (machine.heat, machine.is_weak) == (84.5, True)
    assert MachineInfo().memory > 10_000_000 and MachineInfo().handles > 3


def test_collector_writes_to_a_healthy_disk_rarely(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test write every half minute would be three million a year on an SD card."""
    probes: list[Path] = []
    monkeypatch.setattr(collector, "write_fault", lambda folder: probes.append(folder) or "")
    for _ in range(2 * int(PROBED / OFTEN)):
        place.after(OFTEN)
    assert len(probes) == 2


def test_collector_reports_a_full_disk_until_it_has_room(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.after(OFTEN)
    with monkeypatch.context() as full:
        full.setattr(collector, "free", lambda _folder: 0)
        full.setattr(collector, "write_fault", lambda _folder: "the disk is full")
        assert place.after(OFTEN).unwritten == "the disk is full"
    assert place.after(OFTEN).unwritten == ""
    before = list(tmp_path.iterdir())
    assert write_fault(tmp_path) == "" and list(tmp_path.iterdir()) == before
    assert write_fault(tmp_path / "gone") == "there is no such folder"
