"""The probes of the watchdog ask real locks, databases, pages and threads."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest
from flask import Flask

from companion import games
from companion.messaging import BrokerCredentials, MemoryBus, MqttBus
from companion.ops.health import probes
from companion.ops.health.probes import HEARS
from companion.sessions import SessionManager, SqlEventLog
from companion.system.monitored_thread import ActivityTimer, MonitoredThread
from companion.web.server import PageServer, ServerLimits
from tests.fakes import TOY
from tests.new_log import new_log


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqlEventLog]:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    log = new_log(tmp_path)
    yield log
    log.close()


def test_probe_names_a_locked_table(log: SqlEventLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "HELD", 0.02)
    hall = SessionManager(log, Random(1))
    hall.open("toy")
    seated = hall._shelf.get("t1")
    held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with seated.lock:
            held.set()
            let_go.wait(20)

    holder = threading.Thread(target=hold)
    assert probes.check_tables(hall) == ""
    holder.start()
    assert held.wait(20)
    assert probes.check_tables(hall) == "table t1"
    let_go.set()
    holder.join(20)
    assert probes.check_tables(hall) == ""


def test_probe_of_the_database_changes_nothing(log: SqlEventLog) -> None:
    log.open("t1", "toy")
    assert probes.check_store(log) == ""
    assert [board.rev for board in log.open_tables()] == [0]


def test_probe_names_a_page_that_is_gone() -> None:
    def hang_up() -> socket.socket:
        ours, theirs = socket.socketpair()
        theirs.close()
        return ours

    server = PageServer(Flask("page"), "127.0.0.1", 0, limits=ServerLimits(threads=1))
    server.start()
    assert probes.check_page(server.connect) == ""
    server.stop()
    assert probes.check_page(server.connect) == probes.check_page(hang_up) == "the page"


def test_probe_names_a_thread_that_ended() -> None:
    lives, ends = threading.Event(), threading.Event()
    ends.set()
    named = (("store", lives), ("keeper of camera", ends))
    threads = [MonitoredThread(partial(event.wait, 20), name) for name, event in named]
    for thread in threads:
        thread.start()
    threads[1].join(20)
    assert probes.check_threads(threads) == "the thread keeper of camera"
    assert probes.check_threads(threads[:1]) == ""
    lives.set()
    threads[0].join(20)


def test_probe_names_a_bus_whose_handler_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "PAHO", "the line of this test")  # other tests of this process have lines too
    bus, now, ends = MqttBus(BrokerCredentials(), "rules"), [0.0], threading.Event()
    bus.busy = ActivityTimer(lambda: now[0])
    thread = threading.Thread(target=ends.wait, args=(60,), name=probes.PAHO)
    thread.start()
    with bus.busy.timed():
        now[0] += HEARS
        assert probes.check_bus(bus) == ""
        now[0] += 1
        assert probes.check_bus(bus) == "the bus"
    assert probes.check_bus(bus) == ""
    ends.set()
    thread.join(60)
    assert probes.check_bus(bus) == "the bus", "its thread ended"
    assert probes.check_bus(MemoryBus()) == "", "has no thread of its own"
