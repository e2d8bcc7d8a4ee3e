"""A whole house under the watchdog: systemd is fed, until a table's lock is held for ever."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import cast

import pytest

from companion.app import Application
from companion.messaging import BrokerCredentials, MemoryBus, MqttBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.ops.health import probes
from companion.ops.health.probes import HEARS
from companion.ops.health.systemd import LONGEST_US
from companion.ops.health.upkeep import UNREACHED, MonitoredServices, Upkeep
from companion.ops.health.watchdog import STACKS, Watchdog, WatchdogTiming
from companion.sessions import SessionManager
from companion.settings import Settings
from companion.system.monitored_thread import ActivityTimer, MonitoredThread
from tests.messaging.heard import wait_for
from tests.new_log import new_log
from tests.ops.health.listening import Systemd, listening
from tests.web.planted import ELSEWHERE

TURN = 0.02  # s


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Application]:
    """With its page, without a broker and without the processes beside it; its watchdog is quick."""
    monkeypatch.setattr("companion.ops.health.monitor.Watchdog", partial(Watchdog, timing=WatchdogTiming(turn=TURN)))
    monkeypatch.setattr(probes, "HELD", TURN)
    house = Application(Settings(data=tmp_path, broker=ELSEWHERE, bind="127.0.0.1", port=0), bus=MemoryBus())
    house.connect()
    house._server = house._serve()
    house._server.start()
    yield house
    house.stop()


def look_after(house: Application) -> None:
    assert house._server is not None
    house.health_monitor.start(house.port, house._server.connect)


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    with listening(tmp_path, monkeypatch) as heard:
        yield heard


@pytest.mark.slow
def test_a_house_whose_table_hangs_is_fed_no_more_says_why_and_is_fed_again(
    systemd: Systemd, house: Application, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house.sessions.open("arkham")
    look_after(house)
    systemd.until("WATCHDOG=1")
    held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with house.sessions._shelf.get("t1").lock:
            held.set()
            let_go.wait(20)

    holder = threading.Thread(target=hold, name="holds the table")
    holder.start()
    assert held.wait(20)
    systemd.until("STATUS=Something does not answer: table t1.")
    later = [systemd.next() for _ in range(12)][2:]  # what was fed just before may still come
    assert set(later) == {"STATUS=Something does not answer: table t1."}
    wait_for(lambda: "table t1 does not answer" in caplog.text)  # by the thread that feeds
    assert "in hold" in (tmp_path / "logs" / STACKS).read_text()
    assert [one.code for one in house.health_monitor.wrong()] == ["stuck"]
    let_go.set()
    holder.join(20)
    systemd.until("WATCHDOG=1")
    systemd.until("STATUS=All is well.")
    assert [one.code for one in house.health_monitor.wrong()] == []


def test_a_photograph_that_a_crash_left_behind_is_nobodys(tmp_path: Path) -> None:
    (tmp_path / "uploads").mkdir()
    (tmp_path / "uploads" / "left.jpg").write_bytes(b"half")
    house = Application(Settings(data=tmp_path, broker=ELSEWHERE), bus=MemoryBus())
    house.stop()
    assert list((tmp_path / "uploads").iterdir()) == []


def test_a_house_without_a_backup_misses_none(house: Application) -> None:
    services = MonitoredServices(house.settings, None, house.backups)
    assert services.backup_state().behind == 0
    made = house.backups.make_backup()
    found = services.backup_state()
    assert (found.at, str(found.trouble)) == (made.manifest.at, "")
    assert found.behind < 60


def test_a_start_with_many_evenings_asks_systemd_for_patience_at_each(systemd: Systemd, tmp_path: Path) -> None:
    log = new_log(tmp_path)
    hall = SessionManager(log, Random(1))
    for _ in range(3):
        hall.open("arkham")
    log.close()
    Application(Settings(data=tmp_path, broker=ELSEWHERE), bus=MemoryBus()).stop()
    told = [systemd.next() for _ in range(3)]
    assert [one.partition("STATUS=")[2] for one in told] == [f"Table t{n} is read." for n in (1, 2, 3)]
    assert all(one.startswith(f"EXTEND_TIMEOUT_USEC={LONGEST_US}\n") for one in told)


def test_each_thread_that_looks_after_something_is_asked_after(house: Application, tmp_path: Path) -> None:
    broker = EmbeddedBroker(tmp_path / "broker")
    sensors = house.sensors
    keepers = (sensors._eye._keeper, sensors._bridge._keeper, broker._keeper, broker._watcher)
    for thread in (*keepers, house._recovery_thread, house.backups._thread):
        assert isinstance(thread, MonitoredThread)


class Hanging:
    """A broker whose process lives and does not answer."""

    kind, restarts = "mosquitto", 0

    def __init__(self) -> None:
        self.renewed = 0

    def renew(self) -> None:
        self.renewed += 1

    def stop(self) -> None:
        """As the house asks at its end."""


def upkeep(house: Application, broker: Hanging | None) -> Upkeep:
    services = MonitoredServices(house.settings, cast("EmbeddedBroker | None", broker), house.backups)
    return Upkeep(house.log, house.bus, house.sessions, services)


def test_a_broker_that_hangs_is_ended_once_in_a_while(house: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("companion.ops.health.upkeep.time.monotonic", lambda: now[0])
    monkeypatch.setattr(MemoryBus, "connected", property(lambda _: False))
    broker = Hanging()
    care = upkeep(house, broker)
    for later, renewed in ((UNREACHED, 0), (1, 1), (UNREACHED - 1, 1), (2, 2)):
        now[0] += later
        care.renew_hanging_broker()
        assert broker.renewed == renewed


def test_a_broker_that_is_reached_or_somebody_else_s_is_left_alone(
    house: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("companion.ops.health.upkeep.time.monotonic", lambda: now[0])
    broker = Hanging()
    for care in (upkeep(house, None), upkeep(house, broker)):  # nobody's of ours; the bus is there
        now[0] += 2 * UNREACHED
        care.renew_hanging_broker()
    assert broker.renewed == 0


def test_a_message_that_is_never_done_with_is_as_bad_as_no_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "PAHO", "the line of this test")  # other tests of this process have lines too
    bus, now, ends = MqttBus(BrokerCredentials(), "rules"), [0.0], threading.Event()
    bus.busy = ActivityTimer(lambda: now[0])
    thread = threading.Thread(target=ends.wait, args=(60,), name=probes.PAHO)
    thread.start()
    with bus.busy.at_it():
        now[0] += HEARS
        assert probes.bus(bus) == ""
        now[0] += 1
        assert probes.bus(bus) == "the bus"
    assert probes.bus(bus) == ""
    ends.set()
    thread.join(60)
    assert probes.bus(bus) == "the bus", "nobody hears it any more"
    assert probes.bus(MemoryBus()) == "", "has no thread of its own"


@pytest.mark.slow
def test_a_house_that_nobody_looks_after_any_more_is_not_fed(
    systemd: Systemd, house: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = house._stopping.wait

    def stumble(_seconds: float) -> bool:
        raise MemoryError("no room")

    monkeypatch.setattr("threading.excepthook", lambda _: None)
    look_after(house)
    systemd.until("WATCHDOG=1")
    monkeypatch.setattr(house._stopping, "wait", stumble)
    systemd.until("STATUS=Something does not answer: the thread store.")
    monkeypatch.setattr(house._stopping, "wait", wait)


@pytest.mark.slow
def test_a_house_whose_look_at_the_store_does_not_end_is_not_fed(
    systemd: Systemd, house: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = threading.Event()
    house._recovery_thread._within = TURN
    look_after(house)
    systemd.until("WATCHDOG=1")
    monkeypatch.setattr(house.sessions.tables, "recover", lambda: may_end.wait(60))
    systemd.until("STATUS=Something does not answer: the thread store.")
    may_end.set()
    systemd.until("WATCHDOG=1")


def test_a_look_at_the_accounts_that_does_not_end_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    may_end = threading.Event()
    broker = EmbeddedBroker(tmp_path / "broker")
    monkeypatch.setattr("companion.messaging.broker.embedded.GLANCE", 0.0)
    monkeypatch.setattr("companion.messaging.broker.embedded.shorten", lambda _log: may_end.wait(60))
    broker._watcher.start()
    wait_for(lambda: broker._watcher.busy.seconds > 0)
    broker._stopping.set()
    may_end.set()
    broker._watcher.join(60)
    assert broker._watcher.busy.seconds == 0
