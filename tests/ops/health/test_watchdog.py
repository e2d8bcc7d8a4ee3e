"""systemd is fed while everything answers; where something hangs it is fed no more, and the log says what and where."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ops.health import probes
from companion.ops.health import systemd as systemd_told
from companion.ops.health.watchdog import HUNG, STACKS, TURN, NamedProbe, Watchdog, WatchdogTiming
from tests.installing.units import LAMPLIGHT, settings
from tests.messaging.heard import SECONDS
from tests.ops.health.listening import Systemd, listening


class Table:
    """A watchdog without threads, on a clock that is turned by hand."""

    def __init__(self, folder: Path, *probes: NamedProbe) -> None:
        self.now, self.said, self.found = 0.0, list[str](), list[str]()
        self.dog = Watchdog(probes, self.found.append, folder, notify=self.said.append, clock=lambda: self.now)


def test_while_all_answers_it_is_fed(tmp_path: Path) -> None:
    table = Table(tmp_path, NamedProbe("a table", lambda: ""))
    table.dog.ask()
    table.dog.watch()
    assert (table.said, table.found) == (["WATCHDOG=1"], [""])


def test_what_does_not_answer_stops_the_feeding_and_is_written_down_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(tmp_path / "logs", NamedProbe("a table", lambda: "table t1"))
    table.dog.ask()
    table.dog.watch()
    table.dog.watch()
    assert (table.said, table.found) == ([], ["table t1"])
    assert caplog.text.count("table t1 does not answer") == 1
    assert "test_watchdog.py" in (tmp_path / "logs" / STACKS).read_text()


def test_once_it_answers_again_it_is_fed_again(tmp_path: Path) -> None:
    answers = iter(("table t1", ""))
    table = Table(tmp_path, NamedProbe("a table", lambda: next(answers)))
    for _ in range(2):
        table.dog.ask()
        table.dog.watch()
    assert table.said == ["WATCHDOG=1"]


def test_a_question_that_hangs_itself_is_noticed_from_outside(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
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


def test_a_probes_own_mistake_is_no_hang(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = Table(tmp_path, NamedProbe("the page", lambda: str(1 / 0)))
    table.dog.ask()
    table.dog.watch()
    assert table.said == ["WATCHDOG=1"]
    assert "the page could not be asked" in caplog.text


def test_a_mistake_is_written_down_whole_only_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    table = Table(tmp_path, NamedProbe("the page", lambda: str(1 / 0)))
    for _ in range(3):
        table.dog.ask()
    assert caplog.text.count("ZeroDivisionError") == 1


def test_a_mistake_of_whoever_is_told_does_not_end_the_watch(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    said: list[str] = []

    def found(_stuck: str) -> None:
        raise KeyError("a mistake of ours")

    dog = Watchdog((), found, tmp_path, notify=said.append, clock=lambda: 0.0)
    dog.ask()
    dog.watch()
    assert said == ["WATCHDOG=1"]
    assert "the look at the house could not be asked" in caplog.text


def test_a_slow_house_is_no_stuck_one(tmp_path: Path) -> None:
    """Two slow cores on which everything takes as long as it may: it is fed at every turn."""
    table = Table(tmp_path)

    def slow() -> str:
        table.now += HUNG - 1
        table.dog.watch()
        return ""

    dog = table.dog = Watchdog(
        [NamedProbe(str(n), slow) for n in range(4)],
        table.found.append,
        tmp_path,
        notify=table.said.append,
        clock=lambda: table.now,
    )
    dog.ask()
    assert table.said == ["WATCHDOG=1"] * 4


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    with listening(tmp_path, monkeypatch) as heard:
        yield heard


def test_systemd_hears_from_ready_to_the_end(tmp_path: Path, systemd: Systemd) -> None:
    dog = Watchdog((), lambda _: None, tmp_path, timing=WatchdogTiming(turn=0.01))
    dog.start()
    dog.say("All is well.")
    heard = [systemd.next() for _ in range(3)]
    dog.stop()
    while "STOPPING=1" not in heard:
        heard.append(systemd.next())
    assert heard[0] == "READY=1"
    assert {"STATUS=All is well.", "WATCHDOG=1"} <= set(heard)


def test_the_service_waits_longer_than_a_hang_takes_to_be_noticed() -> None:
    unit = settings(LAMPLIGHT)
    assert unit["Type"] == ["notify"]
    patience = max(HUNG, probes.HELD + probes.PATIENCE)
    assert int(unit["WatchdogSec"][0]) >= 2 * (patience + TURN)


def test_a_socket_of_systemd_that_nobody_listens_at_ends_no_house(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(systemd_told.SOCKET, str(tmp_path / "nowhere"))
    systemd_told.notify("READY=1")


def test_systemd_is_told_through_an_abstract_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"lamplight-{os.getpid()}"
    monkeypatch.setenv(systemd_told.SOCKET, f"@{name}")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0{name}")
        line.settimeout(SECONDS)
        systemd_told.notify("READY=1\nSTATUS=All is well.")
        assert line.recv(100) == b"READY=1\nSTATUS=All is well."
