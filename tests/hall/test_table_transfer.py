"""Move a table to a hall server and back: its open question stays the same."""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Engine

from companion.errors import NotOwnerError
from companion.hall.database.event_repository import begin_event, change_count, load_standing
from companion.hall.database.row_security import log_of_table
from companion.hall.database.schema import THERE
from companion.hall.database.table_database import TableDatabase, table_mark
from companion.hall.database.table_registry import add_tables, list_tables
from companion.hall.table_transfer import TableMoveError, export_table, import_table
from companion.hall_link import CountFile
from companion.ops.backup import PICTURES, BackupError, BackupScheduler, restore
from companion.schema import Answer, EventCount, HallEvent, Reading, SeenObject, SharedEventState
from companion.sessions import SessionManager, SqlEventLog, TableSnapshot
from companion.settings import Settings
from companion.system.atomic_write import write_atomically
from companion.system.data_dir import EVENT_FILE
from tests.bench.evening import MENU
from tests.bench.rules import any_values
from tests.new_log import new_log

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

LAMP = "lamp-7"
IDS = itertools.count()


class Moved:
    """A table at its own machine, and the same one in a hall."""

    def __init__(self, hall: Engine, folder: Path) -> None:
        self.hall, self.stick = hall, folder / "back.zip"
        self.house = Settings(data=folder / "house", place="lamp")
        self.guest = Settings(data=folder / "hall" / LAMP, place=LAMP)

    def at_home(self) -> SessionManager:
        return SessionManager(new_log(self.house.data), Random(1), self.house.place)

    def in_hall(self) -> SessionManager:
        return SessionManager(log_of_table(self.hall, LAMP), Random(1), LAMP)

    def backup(self) -> Path:
        return BackupScheduler(self.house).make_backup().path

    def comes(self) -> None:
        import_table(self.hall, self.guest, self.backup())

    def goes(self, house: Settings | None = None) -> None:
        export_table(self.hall, self.guest, self.stick)
        if house is not None:
            restore.restore_database(self.stick, house.data / "log.db", house)

    @property
    def plays(self) -> list[tuple[str, str]]:
        return list_tables(self.hall)


def to_a_roll(there: SessionManager) -> None:
    """Play to a roll of several dice."""
    there.open("mansions")
    random = Random(3)
    while not any(prompt.kind == "roll" and "mom_d8" in prompt.of for prompt in there.snapshot("t1").open):
        prompt = random.choice([prompt for prompt in there.snapshot("t1").open if prompt.at != MENU])
        there.answer("t1", Answer(f"tap-{next(IDS)}", prompt.id, any_values(prompt, random), prompt.seat))


def lay(there: SessionManager, seq: int, value: str, conf: float = 0.999) -> Reading:
    """Commit a camera's reading of the dice. `conf` belongs to the first die."""
    prompt = next(prompt for prompt in there.snapshot("t1").open if "mom_d8" in prompt.of)  # a menu is open too
    question = prompt.id.partition(".")[0]
    seen = tuple(SeenObject("mom_d8", value, conf if place == 0 else 0.999) for place in range(prompt.most))
    reading = Reading(f"r{seq}", there.place, "vision/cam0", "e", seq, f"t1.{question}", "tray", seen)
    there.readings.handle(reading)
    return reading


def shown(picture: TableSnapshot) -> tuple[object, ...]:
    """Return the state that players see."""
    doubt = picture.doubt.reading.id if picture.doubt is not None else ""
    return picture.state, picture.open, doubt, tuple(moment.entry for moment in picture.moments)


@pytest.fixture
def empty(hall: Engine, tmp_path: Path) -> Moved:
    """A pair without a game."""
    return Moved(hall, tmp_path)


@pytest.fixture
def moved(empty: Moved) -> Moved:
    """A moved table with an open confirmation."""
    there = empty.at_home()
    to_a_roll(there)
    lay(there, 1, "blank", 0.4)
    return empty


def home(moved: Moved) -> tuple[object, ...]:
    return shown(moved.at_home().snapshot("t1"))


def guest(moved: Moved) -> tuple[object, ...]:
    return shown(moved.in_hall().snapshot("t1"))


def test_imported_and_exported_table_keeps_its_state(moved: Moved) -> None:
    then = home(moved)
    moved.comes()
    assert guest(moved) == then and then[2] == "r1"
    assert moved.plays == [(LAMP, "here")]
    again = Reading("r1", LAMP, "vision/cam0", "e", 1, "t1.p1")
    assert moved.in_hall().readings.handle(again) == "duplicate", "it was heard at home"
    moved.goes()
    import_table(moved.hall, moved.guest, moved.stick)
    assert guest(moved) == then


def test_exported_table_returns_with_the_moves_of_the_hall(moved: Moved) -> None:
    before = home(moved)
    moved.comes()
    there = moved.in_hall()
    there.decisions.dismiss("t1", "r1")
    lay(there, 2, "success")
    then = shown(there.snapshot("t1"))
    moved.goes(moved.house)
    assert home(moved) == then != before
    assert moved.plays == [(LAMP, THERE)], "the hall plays it no more"


def test_import_refuses_a_served_table_or_evening(moved: Moved, tmp_path: Path) -> None:
    then, made = home(moved), moved.backup()
    import_table(moved.hall, moved.guest, made)
    with pytest.raises(TableMoveError, match="plays lamp-7 already"):
        import_table(moved.hall, moved.guest, made)
    assert guest(moved) == then
    other = Settings(data=tmp_path / "hall" / "lamp-8", place="lamp-8")
    with pytest.raises(TableMoveError, match="lamp-7 holds the very same evening already"):
        import_table(moved.hall, other, made)
    assert moved.plays == [(LAMP, "here")] and not other.data.exists()
    moved.goes()
    import_table(moved.hall, other, moved.stick)
    assert [name for name, plays in moved.plays if plays == "here"] == ["lamp-8"]


def test_export_excludes_and_blocks_a_late_write(empty: Moved) -> None:
    add_tables(empty.hall, [LAMP])
    late = TableDatabase(empty.hall, LAMP, table_mark(empty.hall, LAMP))
    empty.goes()
    with pytest.raises(NotOwnerError, match="wiped or moved"):
        SqlEventLog(late, time.time).open("t1", "arkham")
    assert not log_of_table(empty.hall, LAMP).open_tables()


def counted(hall: Engine) -> HallEvent:
    found = load_standing(hall)
    assert found is not None
    return found.of(LAMP)


def test_unsent_event_count_moves_with_the_table(moved: Moved) -> None:
    number = begin_event(moved.hall, "The Kraken", 500)
    file = moved.house.data / EVENT_FILE
    CountFile(file)(number, EventCount(7, 3))
    moved.comes()
    assert counted(moved.hall).own == EventCount(7, 3) and not (moved.guest.data / EVENT_FILE).exists()
    change_count(moved.hall, LAMP, number, EventCount(9, 4))
    moved.goes(moved.house)
    assert CountFile(file).part == SharedEventState(number, EventCount(9, 4), counted(moved.hall))


def test_transfer_takes_tags_and_pictures_but_no_machine_files(moved: Moved, tmp_path: Path) -> None:
    pictures = [Path(folder) / "a1b2.png" for folder in PICTURES]
    for name in ("tags.json", "setup.json"):
        (moved.house.data / name).write_text("{}")
    for picture in pictures:
        write_atomically(moved.house.data / picture, b"picture")
    moved.comes()
    assert (moved.guest.data / "tags.json").exists() and not (moved.guest.data / "setup.json").exists()
    moved.stick = tmp_path / "stick" / "back.zip"
    other = Settings(data=tmp_path / "another", place="lamp")
    moved.goes(other)
    for data in (moved.guest.data, other.data):
        assert pictures and all((data / picture).read_bytes() == b"picture" for picture in pictures)


def test_refused_moves_change_nothing(empty: Moved, tmp_path: Path) -> None:
    empty.stick.write_bytes(b"PK")
    with pytest.raises(BackupError):
        import_table(empty.hall, empty.guest, empty.stick)
    assert not empty.guest.data.exists() and not empty.plays
    with pytest.raises(TableMoveError, match="nothing is overwritten"):
        empty.goes()
    empty.stick.unlink()
    with pytest.raises(TableMoveError, match="no table lamp-7"):
        empty.goes()
    add_tables(empty.hall, [LAMP])
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        export_table(empty.hall, empty.guest, tmp_path / "file" / "back.zip")
    assert empty.plays == [(LAMP, "here")]
