"""The watchdog pings systemd while all probes answer, and logs what hangs."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ops.health import probes, systemd
from companion.ops.health.watchdog import HUNG, STACKS, TURN, NamedProbe, Watchdog, WatchdogTiming
from tests.installing.units import LAMPLIGHT, settings
from tests.messaging.heard import SECONDS
from tests.ops.health.listening import Systemd, listening


class Table:
    """A watchdog without threads, whose clock a test sets."""

    def __init__(self, folder: Path, *probes: NamedProbe) -> None:
        self.now, self.said, self.found = 0.0, list[str](), list[str]()
        self.dog = Watchdog(probes, self.found.append, folder, notify=self.said.append, clock=lambda: self.now)

    def turn(self) -> None:
        self.dog.ask()
        self.dog.watch()


def test_watchdog_pings_again_after_a_hang(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    answers = iter(("", "table t1", "table t1", ""))
    table = Table(tmp_path / "logs", NamedProbe("a table", lambda: next(answers)))
    table.turn()
    assert (table.said, table.found) == (["WATCHDOG=1"], [""])
    for _ in range(2):
        table.turn()
    assert (table.said, table.found[1:]) == (["WATCHDOG=1"], ["table t1"] * 2)
    assert caplog.text.count("table t1 does not answer") == 1
    assert "test_watchdog.py" in (tmp_path / "logs" / STACKS).read_text()
    table.turn()
    assert table.said == ["WATCHDOG=1"] * 2


def test_watchdog_notices_a_probe_that_hangs(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    asked, go_on = threading.Event(), threading.Event()
    table = Table(tmp_path, NamedProbe("the database", lambda: "" if asked.set() or go_on.wait(20) else "never"))
    hanging = threading.Thread(target=table.dog.ask)
    hanging.start()
    assert asked.wait(20)
    table.dog.watch()
    table.now = HUNG + 1
    table.dog.watch()
    go_on.set()
    hanging.join(20)
    table.dog.watch()
    assert table.said == ["WATCHDOG=1", "WATCHDOG=1"]
    assert "the database does not answer" in caplog.text


def test_watchdog_survives_exceptions_and_logs_them_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = Table(tmp_path, NamedProbe("the page", lambda: str(1 / 0)))

    def found(_stuck: str) -> None:
        raise KeyError("a mistake of ours")

    table.dog._report = found
    for _ in range(3):
        table.turn()
    assert table.said == ["WATCHDOG=1"] * 3
    for name, error in (("the page", "ZeroDivisionError"), ("the look at the house", "KeyError")):
        assert f"{name} could not be asked" in caplog.text and caplog.text.count(f"{error}:") == 1


def test_watchdog_pings_while_slow_probes_answer(tmp_path: Path) -> None:
    table = Table(tmp_path)

    def slow() -> str:
        table.now += HUNG - 1
        table.dog.watch()
        return ""

    table.dog._probes = tuple(NamedProbe(str(n), slow) for n in range(4))
    table.dog.ask()
    assert table.said == ["WATCHDOG=1"] * 4


@pytest.fixture
def notified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    with listening(tmp_path, monkeypatch) as heard:
        yield heard


def test_systemd_receives_ready_status_and_stopping(tmp_path: Path, notified: Systemd) -> None:
    dog = Watchdog((), lambda _: None, tmp_path, timing=WatchdogTiming(turn=0.01))
    dog.start()
    dog.say("All is well.")
    heard = [notified.next() for _ in range(3)]
    dog.stop()
    while "STOPPING=1" not in heard:
        heard.append(notified.next())
    assert heard[0] == "READY=1" and {"STATUS=All is well.", "WATCHDOG=1"} <= set(heard)


def test_unit_waits_longer_than_a_hang_takes() -> None:
    unit = settings(LAMPLIGHT)
    assert unit["Type"] == ["notify"]
    patience = max(HUNG, probes.HELD + probes.PATIENCE)
    assert int(unit["WatchdogSec"][0]) >= 2 * (patience + TURN)


def test_systemd_socket_may_be_dead_or_abstract(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(systemd.SOCKET, str(tmp_path / "nowhere"))
    systemd.notify("READY=1")
    name = f"lamplight-{os.getpid()}"
    monkeypatch.setenv(systemd.SOCKET, f"@{name}")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0{name}")
        line.settimeout(SECONDS)
        systemd.notify("READY=1\nSTATUS=All is well.")
        assert line.recv(100) == b"READY=1\nSTATUS=All is well."
