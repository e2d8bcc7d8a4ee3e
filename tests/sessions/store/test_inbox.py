"""Received readings count once. Pruning deletes the content of old ones, but keeps their arrival and answers."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import event

from companion.errors import StaleError
from companion.schema import Reading, SeenObject
from companion.sessions import ReceivedReading, SqlEventLog, TableArchive
from tests.new_log import new_log

KEPT = 3


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqlEventLog]:
    """Two tables; one has ten readings, of which the second is undecided."""
    store = new_log(tmp_path)
    store.open("t1", "toy")
    store.open("t2", "toy")
    for seq in range(1, 11):
        store.append("t1", [], ReceivedReading(reading(seq), settled=seq != 2))
    store.append("t2", [], ReceivedReading(reading(1, "other")))
    yield store
    store.close()


def reading(seq: int, epoch: str = "e") -> Reading:
    return Reading(f"{epoch}{seq}", "lamp", "vision/cam0", epoch, seq, "", "tray", (SeenObject("d6", "5", 0.9),))


def kept(log: SqlEventLog) -> list[str]:
    return [one.reading.id for one in log.inbox.of("t1", 20)]


def test_prune_keeps_newest_and_undecided_readings(log: SqlEventLog) -> None:
    assert log.inbox.prune(KEPT) == 6
    assert kept(log) == ["e2", "e8", "e9", "e10"]
    assert [one.reading.id for one in log.inbox.of("t2", 20)] == ["other1"]
    assert log.inbox.prune(KEPT) == 0


def test_prune_deletes_few_readings_per_call(log: SqlEventLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.sessions.store.inbox.MOST_THINNED", 4)
    assert [log.inbox.prune(KEPT) for _ in range(3)] == [4, 2, 0]
    assert kept(log) == ["e2", "e8", "e9", "e10"]


def test_while_it_looks_for_old_ones_others_write(log: SqlEventLog) -> None:
    """A long look with the database's one right to write would hold up a throw."""
    looked: list[str] = []

    def write(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("SELECT inbox.id"):
            looked.append(statement)
            with closing(sqlite3.connect(log.database.engine.url.database or "", timeout=0)) as other:
                other.execute("UPDATE boards SET rev = 7")
                other.commit()

    event.listen(log.database.engine, "after_cursor_execute", write)
    assert log.inbox.prune(KEPT) == 6
    assert looked
    assert {board.rev for board in log.open_tables()} == {7}


def test_pruned_reading_is_still_a_duplicate(log: SqlEventLog) -> None:
    log.inbox.prune(KEPT)
    assert all(log.inbox.has(reading(seq)) for seq in range(1, 11))
    assert log.inbox.contiguous("vision/cam0", "e") == 10
    assert log.inbox.find("e1", "t1") is None
    assert log.inbox.find("e9", "t1") == reading(9)


def test_rows_of_forgotten_readings_are_bounded(log: SqlEventLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each meaningless code used to leave a row."""
    monkeypatch.setattr("companion.sessions.store.inbox.MOST_REMEMBERED", 5)
    while log.inbox.prune(KEPT):
        pass
    with closing(sqlite3.connect(log.database.engine.url.database or "")) as database:
        rows = database.execute("SELECT seq FROM inbox WHERE table_id = 't1' ORDER BY seq").fetchall()
    assert [seq for (seq,) in rows] == [2, 6, 7, 8, 9, 10], "the second one waits for a person"
    assert all(log.inbox.has(reading(seq)) for seq in range(1, 11)), "none of them counts twice"
    assert not log.inbox.has(reading(11))
    assert log.inbox.contiguous("vision/cam0", "e") == 10
    log.append("t1", [], ReceivedReading(reading(11)))


def test_rows_of_invented_epochs_and_readers_are_bounded(log: SqlEventLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that invents epochs or names used to fill the disk."""
    monkeypatch.setattr("companion.sessions.store.inbox.MOST_EPOCHS", 4)
    monkeypatch.setattr("companion.sessions.store.inbox.MOST_SOURCES", 6)
    ticks = count(1.0)
    monkeypatch.setattr(log, "clock", lambda: next(ticks))
    for number in range(20):
        for one in (reading(1, f"x{number}"), replace(reading(1, f"y{number}"), source=f"bridge/{number}")):
            log.append("t1", [], ReceivedReading(replace(one, source=one.source.replace("vision", "bridge"))))
        log.append("t1", [], ReceivedReading(reading(11 + number)))
    while log.inbox.prune(KEPT):
        pass
    assert rows_of(log, "bridge/cam0") == 4
    assert rows_of(log, "bridge/%") == 4 + 4, "beside the camera and the first bridge are four more"
    assert rows_of(log, "vision/cam0") == 30 + 1, "an honest reader keeps what it may send again, whoever else came"
    assert all(log.inbox.has(reading(seq)) for seq in range(1, 31))


def rows_of(log: SqlEventLog, source: str) -> int:
    with closing(sqlite3.connect(log.database.engine.url.database or "")) as database:
        found: int = database.execute("SELECT count(*) FROM inbox WHERE source LIKE ?", (source,)).fetchone()[0]
        return found


def test_export_omits_pruned_readings(log: SqlEventLog) -> None:
    log.inbox.prune(KEPT)
    holding = TableArchive(log.database, log.clock).export_table("t1")
    assert holding is not None
    assert [one.reading.id for one in holding.heard] == ["e2", "e8", "e9", "e10"]


def test_reading_of_another_process_is_stale_once(log: SqlEventLog, tmp_path: Path) -> None:
    other = new_log(tmp_path)
    other.append("t1", [], ReceivedReading(reading(11)))
    other.close()
    for again in (reading(11), replace(reading(11), seq=19)):
        with pytest.raises(StaleError):
            log.append("t1", [], ReceivedReading(again))
        assert log.inbox.has(again)
    assert not log.inbox.has(reading(1, "another epoch")) and not log.inbox.has(reading(12))
