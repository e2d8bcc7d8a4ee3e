"""Known readings: the database is queried only where this process cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import StaleError
from companion.schema import Reading
from companion.sessions import ReceivedReading, SqlEventLog
from tests.new_log import new_log


def reading(seq: int, epoch: str = "e") -> Reading:
    return Reading(f"{epoch}{seq}", "lamp", "vision/cam0", epoch, seq)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqlEventLog]:
    """Three readings came at its one table."""
    store = new_log(tmp_path)
    store.open("t1", "toy")
    for seq in (1, 2, 3):
        store.append("t1", [], ReceivedReading(reading(seq)))
    yield store
    store.close()


def test_each_that_came_is_known_and_the_next_is_not(log: SqlEventLog) -> None:
    assert [log.inbox.has(reading(seq)) for seq in (1, 2, 3, 4)] == [True, True, True, False]
    assert not log.inbox.has(reading(1, "another epoch"))


def test_a_new_process_knows_them_too(log: SqlEventLog, tmp_path: Path) -> None:
    again = new_log(tmp_path)
    assert [again.inbox.has(reading(seq)) for seq in (3, 4)] == [True, False]
    again.close()


def test_reading_of_another_process_is_stale_once(log: SqlEventLog, tmp_path: Path) -> None:
    other = new_log(tmp_path)
    other.append("t1", [], ReceivedReading(reading(4)))
    other.close()
    with pytest.raises(StaleError):
        log.append("t1", [], ReceivedReading(reading(4)))
    assert log.inbox.has(reading(4))


def test_reading_with_a_known_id_is_stale_once(log: SqlEventLog) -> None:
    again = replace(reading(2), seq=9)
    with pytest.raises(StaleError):
        log.append("t1", [], ReceivedReading(again))
    assert log.inbox.has(again)
