"""Periodic threads survive errors."""

from __future__ import annotations

import threading

import pytest

from companion.errors import StoreError
from companion.hall.worker.worker_threads import WorkerThreads
from tests.messaging.heard import wait_for


def test_failed_round_is_logged_once_and_repeated(caplog: pytest.LogCaptureFixture) -> None:
    threads, done = WorkerThreads(), list[int]()

    def look() -> None:
        done.append(len(done))
        if len(done) < 3:
            raise ValueError("a mistake")
        if len(done) < 5:
            raise StoreError("The database does not answer.")

    threads.every(0.001, "look", look)
    threads.start()
    wait_for(lambda: len(done) > 5)
    threads.join()
    assert threads.failures == 2 and not caplog.text.count("does not answer")
    assert [record.message for record in caplog.records] == ["look failed; its later failures are only counted"]


def test_stuck_names_ended_threads() -> None:
    threads, ended = WorkerThreads(), threading.Event()
    threads.always("short", lambda _stopping: ended.set())
    threads.always("long", lambda stopping: stopping.wait())
    threads.start()
    wait_for(lambda: threads.stuck() == ("short",))
    threads.join()
    assert ended.is_set()
