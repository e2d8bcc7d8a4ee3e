"""A whole application under the watchdog, and its maintenance."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import cast

import pytest

from companion.app import Application
from companion.messaging import MemoryBus
from companion.messaging.broker.embedded import EmbeddedBroker
from companion.ops.health import probes
from companion.ops.health.systemd import LONGEST_US
from companion.ops.health.upkeep import UNREACHED, MonitoredServices, Upkeep
from companion.ops.health.watchdog import STACKS, Watchdog, WatchdogTiming
from companion.sessions import SessionManager
from companion.settings import Settings
from companion.system.monitored_thread import MonitoredThread
from tests.messaging.heard import wait_for
from tests.new_log import new_log
from tests.ops.health.listening import Systemd, listening
from tests.web.planted import ELSEWHERE

TURN = 0.02  # s


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Application]:
    """An application with its page and a fast watchdog, without broker and child processes."""
    monkeypatch.setattr("companion.ops.health.monitor.Watchdog", partial(Watchdog, timing=WatchdogTiming(turn=TURN)))
    monkeypatch.setattr(probes, "HELD", TURN)
    house = Application(Settings(data=tmp_path, broker=ELSEWHERE, bind="127.0.0.1", port=0), bus=MemoryBus())
    house.connect()
    house._server = house._serve()
    house._server.start()
    yield house
    house.stop()


def start_monitor(house: Application) -> None:
    assert house._server is not None
    house.health_monitor.start(house.port, house._server.connect)


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    with listening(tmp_path, monkeypatch) as heard:
        yield heard


@pytest.mark.slow
def test_monitor_stops_pings_while_a_table_hangs(
    systemd: Systemd, house: Application, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house.sessions.open("arkham")
    start_monitor(house)
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
    later = [systemd.next() for _ in range(12)][2:]  # an earlier ping may still arrive
    assert set(later) == {"STATUS=Something does not answer: table t1."}
    wait_for(lambda: "table t1 does not answer" in caplog.text)
    assert "in hold" in (tmp_path / "logs" / STACKS).read_text()
    assert [one.code for one in house.health_monitor.wrong()] == ["stuck"]
    let_go.set()
    holder.join(20)
    systemd.until("WATCHDOG=1")
    systemd.until("STATUS=All is well.")
    assert [one.code for one in house.health_monitor.wrong()] == []


def test_start_deletes_uploads_of_an_earlier_run(tmp_path: Path) -> None:
    (tmp_path / "uploads").mkdir()
    (tmp_path / "uploads" / "left.jpg").write_bytes(b"half")
    Application(Settings(data=tmp_path, broker=ELSEWHERE), bus=MemoryBus()).stop()
    assert list((tmp_path / "uploads").iterdir()) == []


def test_start_extends_its_time_at_each_table(systemd: Systemd, tmp_path: Path) -> None:
    log = new_log(tmp_path)
    hall = SessionManager(log, Random(1))
    for _ in range(3):
        hall.open("arkham")
    log.close()
    Application(Settings(data=tmp_path, broker=ELSEWHERE), bus=MemoryBus()).stop()
    told = [systemd.next() for _ in range(3)]
    assert [one.partition("STATUS=")[2] for one in told] == [f"Table t{n} is read." for n in (1, 2, 3)]
    assert all(one.startswith(f"EXTEND_TIMEOUT_USEC={LONGEST_US}\n") for one in told)


@pytest.mark.slow
def test_backup_state_counts_from_the_first_backup(house: Application) -> None:
    services = MonitoredServices(house.settings, None, house.backups)
    assert services.backup_state().behind == 0
    made = house.backups.make_backup()
    found = services.backup_state()
    assert (found.at, str(found.trouble)) == (made.manifest.at, "")
    assert found.behind < 60


@pytest.mark.slow
def test_lasting_threads_are_monitored(house: Application, tmp_path: Path) -> None:
    broker, sensors = EmbeddedBroker(tmp_path / "broker"), house.sensors
    keepers = (sensors._camera._keeper, sensors._bridge._keeper, broker._keeper, broker._watcher)
    for thread in (*keepers, house._recovery_thread, house.backups._thread):
        assert isinstance(thread, MonitoredThread)


class HangingBroker:
    """A broker whose process runs and does not answer."""

    kind, restarts = "mosquitto", 0

    def __init__(self) -> None:
        self.renewed = 0

    def renew(self) -> None:
        self.renewed += 1


@pytest.mark.slow
def test_upkeep_restarts_only_our_own_hanging_broker(house: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    now, broker = [1000.0], HangingBroker()
    monkeypatch.setattr("companion.ops.health.upkeep.time.monotonic", lambda: now[0])

    def upkeep(own: HangingBroker | None) -> Upkeep:
        services = MonitoredServices(house.settings, cast("EmbeddedBroker | None", own), house.backups)
        return Upkeep(house.log, house.bus, house.sessions, services)

    for care in (upkeep(None), upkeep(broker)):  # an external broker, and one that answers
        now[0] += 2 * UNREACHED
        care.renew_hanging_broker()
    assert broker.renewed == 0
    monkeypatch.setattr(MemoryBus, "connected", property(lambda _: False))
    care = upkeep(broker)
    for later, renewed in ((UNREACHED, 0), (1, 1), (UNREACHED - 1, 1), (2, 2)):
        now[0] += later
        care.renew_hanging_broker()
        assert broker.renewed == renewed
