"""A short soak: an evening of each game, put away afterwards. Leaks show at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.soak.eight_hours import MOST_BYTES, MOST_START, POOL
from tests.soak.gauge import look, sizes
from tests.soak.soak import Soak, seconds_to_start

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("settled")]

ANSWERS = 300
LONGEST = 40  # answers per evening
EMPTY = 300_000  # bytes of an unused database


@pytest.fixture
def soak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Soak]:
    monkeypatch.setattr("tests.soak.soak.LONGEST", LONGEST)
    soak = Soak(tmp_path, seed=5)
    yield soak
    soak.stop()


def test_closed_games_leave_no_handles_or_threads(soak: Soak, tmp_path: Path) -> None:
    gauges = list(soak.play(ANSWERS))
    warm, last = gauges[3], gauges[-1]
    assert (len(soak.evenings), soak.house.sessions.ids(), soak.house.broadcaster.streams) == (4, (), 0)
    assert soak.player.counts["reading"] > 5
    assert soak.player.counts["undone"] > 0
    assert all(viewer.snapshots > ANSWERS / 10 for viewer in soak.viewers)
    for _ in range(100):  # a closing connection still has its handle
        now = look(last.answers, tmp_path)
        if now.handles <= warm.handles and now.threads <= warm.threads:
            break
        threading.Event().wait(0.05)
    assert now.handles <= warm.handles
    assert 0 < now.connections <= POOL
    assert now.threads <= warm.threads
    soak.stop()
    assert sizes(tmp_path, "log.db*") < EMPTY + last.answers * MOST_BYTES
    assert seconds_to_start(tmp_path) < MOST_START
