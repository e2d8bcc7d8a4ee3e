"""Readable entries of a damaged file are recovered, never with a gap."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.schema import Reading
from companion.sessions import LogRow, SqlEventLog
from companion.sessions.store import SavePoints
from companion.sessions.store.inbox import ReceivedReading
from companion.sessions.store.repair import salvage
from companion.sessions.store.repair.integrity import find_faults
from tests.new_log import new_log

ENTRIES, WORD = 120, "the fourth player opens the third door " * 4


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Two tables, in the file itself."""
    folder = tmp_path_factory.mktemp("sound")
    log = new_log(folder, lambda: 12.5)
    for table in ("t1", "t2"):
        log.open(table, "toy", [LogRow(1, "setup", "toy", {"game": "toy"}, "", rest=True)])
    for table in ("t1", "t2"):
        rows = [
            LogRow(seq, "event", "Rolled", {"word": WORD, "n": seq}, "1", rest=True) for seq in range(2, ENTRIES + 1)
        ]
        log.append(
            table, rows, ReceivedReading(Reading(f"r-{table}", "lamp", "vision/cam0", "e1", ord(table[1]), "", "", ()))
        )
    SavePoints(log.database, log.clock).save("t1", ENTRIES, "the end")
    SavePoints(log.database, log.clock).save("t1", 1, "the beginning")
    log.close()
    return (folder / "log.db").read_bytes()


def read_of(content: bytes, folder: Path) -> salvage.SalvagedDatabase:
    (folder / "bad.db").write_bytes(content)
    return salvage.salvage_database(folder / "bad.db")


def told(saved: salvage.SalvagedDatabase) -> dict[str, int]:
    return {kept.table: kept.entries for kept in saved.tables}


def test_sound_file_is_salvaged_completely(sound: bytes, tmp_path: Path) -> None:
    saved = read_of(sound, tmp_path)
    assert told(saved) == {"t1": ENTRIES, "t2": ENTRIES}
    salvage.write_salvaged(saved, tmp_path / "new.db")
    assert find_faults(tmp_path / "new.db") == ()
    assert told(salvage.SalvagedDatabase(tables=salvage.list_tables(tmp_path / "new.db"))) == told(saved)
    log = SqlEventLog(f"sqlite:///{tmp_path / 'new.db'}", lambda: 0.0)
    assert log.inbox.has(Reading("r-t1", "lamp", "vision/cam0", "e1", 49, "", "", ()))
    assert {point.seq for point in SavePoints(log.database, log.clock).of("t1")} == {ENTRIES, 1}
    log.close()


def test_changed_entry_ends_only_its_own_log(sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.db").write_bytes(sound)
    with closing(sqlite3.connect(tmp_path / "bad.db")) as database:
        database.execute("UPDATE entries SET data = replace(data, 'door', 'doom') WHERE table_id = 't1' AND seq = 70")
        database.commit()
    saved = salvage.salvage_database(tmp_path / "bad.db")
    assert told(saved) == {"t1": 69, "t2": ENTRIES}
    assert [kept.lost for kept in saved.tables if kept.table == "t1"] == [ENTRIES - 69]
    salvage.write_salvaged(saved, tmp_path / "new.db")
    log = SqlEventLog(f"sqlite:///{tmp_path / 'new.db'}", lambda: 0.0)
    assert [point.seq for point in SavePoints(log.database, log.clock).of("t1")] == [1]
    log.close()


def test_rows_behind_a_damaged_page_are_salvaged(sound: bytes, tmp_path: Path) -> None:
    pages = [at for at in range(4096, len(sound), 4096) if WORD.encode() in sound[at : at + 4096]]
    best = []
    for at in pages:
        saved = read_of(sound[:at] + bytes(4096) + sound[at + 4096 :], tmp_path)
        best.append(sum(told(saved).values()))
    assert max(best) >= ENTRIES
    assert all(ENTRIES // 2 < many < 2 * ENTRIES for many in best if many), best


def test_other_file_yields_nothing(tmp_path: Path) -> None:
    assert read_of(b"Dear diary", tmp_path).tables == ()
    assert salvage.salvage_database(tmp_path / "none.db").tables == ()


@pytest.mark.slow
def test_salvage_after_random_damage_is_sound(sound: bytes, tmp_path: Path) -> None:
    chance = Random(8)
    for number in range(6):
        content = bytearray(sound)
        for _ in range(chance.randint(1, 20)):
            content[chance.randrange(100, len(content))] = chance.randrange(256)
        saved = read_of(bytes(content), tmp_path)
        salvage.write_salvaged(saved, tmp_path / f"new{number}.db")
        assert find_faults(tmp_path / f"new{number}.db") == ()
