"""What a worker does again and again goes on, whatever goes wrong."""

from __future__ import annotations

import pytest

from companion.hall.worker.worker_threads import PeriodicThread


def test_a_round_that_fails_is_told_once_and_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    done, due = list[int](), iter([True, True, True, False])

    def look() -> None:
        done.append(len(done))
        if len(done) < 3:
            raise ValueError("a mistake")

    rounds = PeriodicThread("look", lambda: next(due), look)
    rounds.start()
    rounds.join(10)
    assert done == [0, 1, 2] and rounds.failed == 2
    assert [record.message for record in caplog.records] == ["look failed; its later failures are only counted"]
