"""What must answer is asked for real: a lock that somebody holds, a database, a page."""

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
from companion.ops.health import probes
from companion.sessions import SessionManager, SqlEventLog
from companion.system.monitored_thread import MonitoredThread
from companion.web.server import PageServer, ServerLimits
from tests.fakes import TOY
from tests.new_log import new_log


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqlEventLog]:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    log = new_log(tmp_path)
    yield log
    log.close()


def test_a_table_whose_lock_is_held_for_ever_is_named(log: SqlEventLog, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert probes.tables(hall) == ""
    holder.start()
    assert held.wait(20)
    assert probes.tables(hall) == "table t1"
    let_go.set()
    holder.join(20)
    assert probes.tables(hall) == ""


def test_a_database_that_takes_a_transaction_answers_and_is_not_changed(log: SqlEventLog) -> None:
    log.open("t1", "toy")
    assert probes.store(log) == ""
    assert [board.rev for board in log.open_tables()] == [0]


def test_a_page_answers_and_one_that_is_gone_is_named() -> None:
    server = PageServer(Flask("page"), "127.0.0.1", 0, limits=ServerLimits(threads=1))
    server.start()
    assert probes.page(server.connect) == ""
    server.stop()
    assert probes.page(server.connect) == "the page"


def test_a_page_that_hangs_up_on_the_probe_is_named() -> None:
    def connect() -> socket.socket:
        ours, theirs = socket.socketpair()
        theirs.close()
        return ours

    assert probes.page(connect) == "the page"


def test_a_thread_that_must_never_end_and_has_is_named() -> None:
    lives, ends = threading.Event(), threading.Event()
    ends.set()
    threads = [
        MonitoredThread(partial(event.wait, 20), name) for name, event in (("store", lives), ("keeper of camera", ends))
    ]
    for thread in threads:
        thread.start()
    threads[1].join(20)
    assert probes.workers(threads) == "the thread keeper of camera"
    assert probes.workers(threads[:1]) == ""
    lives.set()
    threads[0].join(20)
