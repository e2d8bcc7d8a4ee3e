"""Damage of a database is found, and what can be read is salvaged, never with a gap. A sound one is never called damaged."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from companion.errors import StoreError
from companion.schema import Reading
from companion.sessions import LogRow, SqlEventLog
from companion.sessions.store import SavePoints
from companion.sessions.store.database import NewerSchemaError
from companion.sessions.store.inbox import ReceivedReading
from companion.sessions.store.repair import SalvagedDatabase, find_faults, list_tables, salvage_database, write_salvaged
from tests.new_log import new_log

ENTRIES = 60
WORD = "the fourth player opens the third door"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqlEventLog]:
    """That still runs: its newest entries stand in the write-ahead log."""
    made = new_log(tmp_path, lambda: 12.5)
    made.open("t1", "toy", [LogRow(1, "setup", "toy", {"word": WORD}, "", rest=True)])
    for seq in range(2, ENTRIES):
        made.append("t1", [LogRow(seq, "event", "Rolled", {"word": WORD, "number": seq}, "1", rest=False)])
    yield made
    made.close()


def left(log: SqlEventLog, tmp_path: Path) -> Path:
    """As the process leaves it that is killed now."""
    folder = tmp_path / "left"
    folder.mkdir()
    for ending in ("", "-wal"):
        shutil.copyfile(tmp_path / f"log.db{ending}", folder / f"log.db{ending}")
    return folder / "log.db"


def closed(log: SqlEventLog, tmp_path: Path) -> Path:
    """Write everything into the database file itself."""
    file = left(log, tmp_path)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file


def turned(file: Path, at: int, to: bytes = b"") -> None:
    """Overwrite bytes; without any, flip one bit."""
    content = bytearray(file.read_bytes())
    content[at : at + max(1, len(to))] = to or bytes([content[at] ^ 4])
    file.write_bytes(content)


def test_sound_database_has_no_faults_and_is_not_changed(log: SqlEventLog, tmp_path: Path) -> None:
    assert find_faults(tmp_path / "log.db") == find_faults(tmp_path / "none.db") == ()
    files = [file := left(log, tmp_path), file.with_name("log.db-wal")]
    before = [path.read_bytes() for path in files]
    assert find_faults(file) == ()
    assert [path.read_bytes() for path in files] == before


def test_flipped_bit_in_an_entry_is_found(log: SqlEventLog, tmp_path: Path) -> None:
    file = closed(log, tmp_path)
    turned(file, file.read_bytes().index(WORD.encode()) + 5)
    (said,) = find_faults(file)
    assert "the disk has changed the entry" in str(said)


@pytest.mark.slow
def test_zeroed_pages_are_found(log: SqlEventLog, tmp_path: Path) -> None:
    file = closed(log, tmp_path)
    for page in range(1, file.stat().st_size // 4096):
        other = file.with_name(f"{page}.db")
        shutil.copyfile(file, other)
        turned(other, page * 4096, bytes(4096))
        if other.read_bytes() != file.read_bytes():
            assert find_faults(other), f"page {page}"


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_truncated_file_is_found(log: SqlEventLog, tmp_path: Path, share: float) -> None:
    file = closed(log, tmp_path)
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * share)])
    assert find_faults(file)


def test_other_file_is_found(tmp_path: Path) -> None:
    (tmp_path / "log.db").write_text("Dear diary, today we fought a ghoul.")
    assert "no database any more" in str(find_faults(tmp_path / "log.db")[0])


def test_deleted_file_is_found_by_its_wal(log: SqlEventLog, tmp_path: Path) -> None:
    file = left(log, tmp_path)
    file.unlink()
    assert "still holds what was written last" in str(find_faults(file)[0])


def test_torn_last_commit_is_no_fault(log: SqlEventLog, tmp_path: Path) -> None:
    file = left(log, tmp_path)
    wal = file.with_name("log.db-wal")
    turned(wal, wal.stat().st_size - 100)
    assert [*map(str, find_faults(file))] == []


@pytest.mark.parametrize(
    ("statement", "faults"),
    [
        *(
            (f"DELETE FROM entries WHERE seq = {seq}", [f"Table t1: of {ENTRIES - 1} entries 1 is missing."])
            for seq in (1, 30, ENTRIES - 2)
        ),
        ("DELETE FROM entries", ["Table t1: all of its entries are missing."]),
    ],
)
def test_missing_entries_are_reported(log: SqlEventLog, tmp_path: Path, statement: str, faults: list[str]) -> None:
    file = left(log, tmp_path)
    with closing(sqlite3.connect(file)) as database:
        database.execute(statement)
        database.commit()
    assert [*map(str, find_faults(file))] == faults


def test_entries_without_checksum_are_sound(log: SqlEventLog, tmp_path: Path) -> None:
    file = left(log, tmp_path)
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE entries SET sum = NULL")
        database.commit()
    assert [*map(str, find_faults(file))] == []


def test_newer_schema_is_no_damage(log: SqlEventLog, tmp_path: Path) -> None:
    file = left(log, tmp_path)
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    with pytest.raises(NewerSchemaError, match="newer Lamplight"):
        find_faults(file)


def test_unreadable_file_raises_store_error(log: SqlEventLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # who is root may read all
    with pytest.raises(StoreError, match="give the file"):
        find_faults(tmp_path / "log.db")


def test_read_only_disk_has_its_own_remedy(log: SqlEventLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = os.statvfs(tmp_path)
    read_only = os.statvfs_result([*there[:8], there.f_flag | os.ST_RDONLY, there.f_namemax])
    monkeypatch.setattr(os, "statvfs", lambda _: read_only)
    with pytest.raises(StoreError, match="may only be read"):
        find_faults(tmp_path / "log.db")


def test_damage_during_play_has_a_remedy(log: SqlEventLog, tmp_path: Path) -> None:
    file = closed(log, tmp_path)
    content = file.read_bytes()
    file.write_bytes(content[:4096] + bytes(len(content) - 4096))
    with pytest.raises(StoreError, match="Start Lamplight again"):
        SqlEventLog(f"sqlite:///{file}", lambda: 0.0)


@pytest.mark.slow
def test_check_survives_random_damage(log: SqlEventLog, tmp_path: Path) -> None:
    chance, file = Random(3), closed(log, tmp_path)
    sound = file.read_bytes()
    for _ in range(20):
        file.write_bytes(sound)
        for _ in range(chance.randint(1, 30)):
            turned(file, chance.randrange(100, len(sound)), bytes([chance.randrange(256)]))
        with suppress(NewerSchemaError):
            find_faults(file)


MANY, LONG_WORD = 120, "the fourth player opens the third door " * 4


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Two tables, in the file itself."""
    folder = tmp_path_factory.mktemp("sound")
    log = new_log(folder, lambda: 12.5)
    for table in ("t1", "t2"):
        log.open(table, "toy", [LogRow(1, "setup", "toy", {"game": "toy"}, "", rest=True)])
    for table in ("t1", "t2"):
        rows = [
            LogRow(seq, "event", "Rolled", {"word": LONG_WORD, "n": seq}, "1", rest=True) for seq in range(2, MANY + 1)
        ]
        log.append(
            table, rows, ReceivedReading(Reading(f"r-{table}", "lamp", "vision/cam0", "e1", ord(table[1]), "", "", ()))
        )
    SavePoints(log.database, log.clock).save("t1", MANY, "the end")
    SavePoints(log.database, log.clock).save("t1", 1, "the beginning")
    log.close()
    return (folder / "log.db").read_bytes()


def read_of(content: bytes, folder: Path) -> SalvagedDatabase:
    (folder / "bad.db").write_bytes(content)
    return salvage_database(folder / "bad.db")


def told(saved: SalvagedDatabase) -> dict[str, int]:
    return {kept.table: kept.entries for kept in saved.tables}


@pytest.mark.slow
def test_sound_file_is_salvaged_completely(sound: bytes, tmp_path: Path) -> None:
    saved = read_of(sound, tmp_path)
    assert told(saved) == {"t1": MANY, "t2": MANY}
    write_salvaged(saved, tmp_path / "new.db")
    assert find_faults(tmp_path / "new.db") == ()
    assert told(SalvagedDatabase(tables=list_tables(tmp_path / "new.db"))) == told(saved)
    log = SqlEventLog(f"sqlite:///{tmp_path / 'new.db'}", lambda: 0.0)
    assert log.inbox.has(Reading("r-t1", "lamp", "vision/cam0", "e1", 49, "", "", ()))
    assert {point.seq for point in SavePoints(log.database, log.clock).of("t1")} == {MANY, 1}
    log.close()


def test_changed_entry_ends_only_its_own_log(sound: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.db").write_bytes(sound)
    with closing(sqlite3.connect(tmp_path / "bad.db")) as database:
        database.execute("UPDATE entries SET data = replace(data, 'door', 'doom') WHERE table_id = 't1' AND seq = 70")
        database.commit()
    saved = salvage_database(tmp_path / "bad.db")
    assert told(saved) == {"t1": 69, "t2": MANY}
    assert [kept.lost for kept in saved.tables if kept.table == "t1"] == [MANY - 69]
    write_salvaged(saved, tmp_path / "new.db")
    log = SqlEventLog(f"sqlite:///{tmp_path / 'new.db'}", lambda: 0.0)
    assert [point.seq for point in SavePoints(log.database, log.clock).of("t1")] == [1]
    log.close()


@pytest.mark.slow
def test_rows_behind_a_damaged_page_are_salvaged(sound: bytes, tmp_path: Path) -> None:
    pages = [at for at in range(4096, len(sound), 4096) if LONG_WORD.encode() in sound[at : at + 4096]]
    best = []
    for at in pages:
        saved = read_of(sound[:at] + bytes(4096) + sound[at + 4096 :], tmp_path)
        best.append(sum(told(saved).values()))
    assert max(best) >= MANY
    assert all(MANY // 2 < many < 2 * MANY for many in best if many), best


@pytest.mark.slow
def test_other_file_yields_nothing(tmp_path: Path) -> None:
    assert read_of(b"Dear diary", tmp_path).tables == ()
    assert salvage_database(tmp_path / "none.db").tables == ()


@pytest.mark.slow
def test_salvage_after_random_damage_is_sound(sound: bytes, tmp_path: Path) -> None:
    chance = Random(8)
    for number in range(6):
        content = bytearray(sound)
        for _ in range(chance.randint(1, 20)):
            content[chance.randrange(100, len(content))] = chance.randrange(256)
        saved = read_of(bytes(content), tmp_path)
        write_salvaged(saved, tmp_path / f"new{number}.db")
        assert find_faults(tmp_path / f"new{number}.db") == ()
