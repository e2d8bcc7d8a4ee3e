"""The wall clock may be set back by years: the tray and the lit table are the same after a restart."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import create_engine, text

from companion import games
from companion.schema import Reading, SeenObject
from companion.sessions import SessionManager, open_database, question_of
from tests.fakes import TOY
from tests.new_log import new_log
from tests.sessions.store.test_database import move

YEAR = 365 * 86_400.0  # s


class House:
    """Started again and again; at each start the clock stands a year earlier."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now = folder, 10 * YEAR
        self.hall = self.again()

    def again(self) -> SessionManager:
        self.hall = SessionManager(new_log(self.folder, lambda: self.now), Random(7))
        self.now -= YEAR
        return self.hall

    def lay(self, seq: int) -> None:
        expect = f"t1.{question_of(self.hall.snapshot('t1').open)}"
        coin = SeenObject("coin", "heads", 0.99)
        self.hall.readings.handle(Reading(f"r{seq}", "lamp", "vision/cam0", "e1", seq, expect, "tray", (coin,)))


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(games, "find", lambda _name: TOY)
    return House(tmp_path)


def test_last_reading_survives_clock_changes(house: House) -> None:
    house.hall.open("toy")
    for seq in (1, 2, 3):
        house.lay(seq)
        house.again()
    rest = house.hall.snapshot("t1").rest
    assert rest is not None and rest.reading.id == "r3"


def test_lit_table_survives_a_restart(house: House) -> None:
    house.hall.open("toy")
    house.hall.open("toy")
    assert house.again().lit == "t2"
    house.hall.light("t1")
    assert house.again().lit == "t1"


def test_no_table_is_lit_after_a_restart(house: House) -> None:
    house.hall.open("toy")
    house.hall.open("toy")
    house.hall.tables.put_away("t2")
    assert house.hall.lit == house.again().lit == ""
    house.hall.tables.take_out("t2")
    assert house.hall.lit == house.again().lit == "t2"


def test_older_file_orders_readings_and_tables_by_time(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'log.db'}"
    engine = create_engine(url)
    move(engine, "0007")
    with engine.begin() as connection:
        for table, at in (("t1", 2), ("t2", 1)):
            row = f"('{table}', 'toy', {at}, 0, 0)"
            connection.execute(text(f"INSERT INTO boards (table_id, game, opened_at, closed, rev) VALUES {row}"))
        for seq, at in ((1, 5), (2, 3), (3, 4)):
            row = f"('t1', 'cam', 'e', {seq}, 'r{seq}', {at}, '{{}}', 1)"
            columns = "(table_id, source, epoch, seq, id, at, data, settled)"
            connection.execute(text(f"INSERT INTO inbox {columns} VALUES {row}"))
    engine.dispose()
    with open_database(url).connect() as connection:
        places = connection.execute(text("SELECT id FROM inbox ORDER BY place")).scalars().all()
        assert places == ["r2", "r3", "r1"]
        assert connection.execute(text("SELECT table_id FROM boards WHERE lit")).scalars().all() == ["t1"]
