"""A table goes from its own machine to the hall and back: what is asked there is what was asked here."""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Engine

from companion.errors import NotOwnerError
from companion.hall.database.event_repository import begin_event, change_count, load_standing
from companion.hall.database.row_security import engine_for_table
from companion.hall.database.schema import THERE
from companion.hall.database.table_database import TableDatabase, table_mark
from companion.hall.database.table_registry import add_tables, list_tables
from companion.hall.settings import HallSettings
from companion.hall.staff_service import HallStaff
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


@pytest.fixture
def house(tmp_path: Path) -> Settings:
    """At the table's own machine."""
    return Settings(data=tmp_path / "house", place="lamp")


@pytest.fixture
def guest(tmp_path: Path) -> Settings:
    """The same table in the hall."""
    return Settings(data=tmp_path / "hall" / LAMP, place=LAMP)


def opened(log: SqlEventLog, place: str) -> SessionManager:
    return SessionManager(log, Random(1), place)


def at_home(house: Settings) -> SessionManager:
    return opened(new_log(house.data), house.place)


def in_hall(hall: Engine) -> SessionManager:
    return opened(SqlEventLog(engine_for_table(hall, LAMP), time.time), LAMP)


def to_a_roll(there: SessionManager) -> None:
    """In the midst of a test: several dice are asked for."""
    there.open("mansions")
    random = Random(3)
    while not any(prompt.kind == "roll" and "mom_d8" in prompt.of for prompt in there.snapshot("t1").open):
        prompt = random.choice([prompt for prompt in there.snapshot("t1").open if prompt.at != MENU])
        there.answer("t1", Answer(f"tap-{next(IDS)}", prompt.id, any_values(prompt, random), prompt.seat))


def lay(there: SessionManager, seq: int, value: str, conf: float = 0.999) -> Reading:
    """The dice, as the camera tells them; `conf` of the first."""
    prompt = next(prompt for prompt in there.snapshot("t1").open if "mom_d8" in prompt.of)  # a menu lies beside it
    question = prompt.id.partition(".")[0]
    seen = tuple(SeenObject("mom_d8", value, conf if place == 0 else 0.999) for place in range(prompt.most))
    reading = Reading(f"r{seq}", there.place, "vision/cam0", "e", seq, f"t1.{question}", "tray", seen)
    there.handle_reading(reading)
    return reading


def shown(picture: TableSnapshot) -> tuple[object, ...]:
    """What people have before them."""
    doubt = picture.doubt.reading.id if picture.doubt is not None else ""
    return picture.state, picture.open, doubt, tuple(moment.entry for moment in picture.moments)


@pytest.fixture
def moved(house: Settings) -> tuple[object, ...]:
    """What was shown at home before the table went; a doubt waits."""
    there = at_home(house)
    to_a_roll(there)
    lay(there, 1, "blank", 0.4)
    return shown(there.snapshot("t1"))


def test_in_the_hall_it_stands_where_it_stood(
    house: Settings, guest: Settings, hall: Engine, moved: tuple[object, ...]
) -> None:
    import_table(hall, guest, BackupScheduler(house).make_backup().path)
    assert shown(in_hall(hall).snapshot("t1")) == moved and moved[2] == "r1"
    assert list_tables(hall) == [(LAMP, "here")]


def test_a_reading_that_was_heard_at_home_is_known_in_the_hall(
    house: Settings, guest: Settings, hall: Engine, moved: tuple[object, ...]
) -> None:
    import_table(hall, guest, BackupScheduler(house).make_backup().path)
    assert lay_again(in_hall(hall)) == "duplicate"


def lay_again(there: SessionManager) -> str:
    return there.handle_reading(Reading("r1", there.place, "vision/cam0", "e", 1, "t1.p1"))


def test_it_comes_back_with_what_was_played_in_the_hall(
    house: Settings, guest: Settings, hall: Engine, moved: tuple[object, ...], tmp_path: Path
) -> None:
    import_table(hall, guest, BackupScheduler(house).make_backup().path)
    there = in_hall(hall)
    there.dismiss("t1", "r1")
    lay(there, 2, "success")
    then = shown(there.snapshot("t1"))
    assert then != moved
    export_table(hall, guest, tmp_path / "back.zip")
    restore.restore_database(tmp_path / "back.zip", house.data / "log.db", house)
    assert shown(at_home(house).snapshot("t1")) == then
    assert [plays for _, plays in list_tables(hall)] == [THERE], "the hall plays it no more"


def test_what_was_given_away_is_no_alarm_until_it_was_heard_there(
    house: Settings, guest: Settings, hall: Engine, moved: tuple[object, ...], tmp_path: Path
) -> None:
    import_table(hall, guest, BackupScheduler(house).make_backup().path)
    with hall.begin() as connection:
        connection.exec_driver_sql("UPDATE hall_lamps SET seen = clock_timestamp() - interval '300 s'")
    export_table(hall, guest, tmp_path / "back.zip")
    assert [table.state for table in HallStaff(hall, HallSettings()).page("").tables] == ["away"]


def test_it_may_come_and_go(
    house: Settings, guest: Settings, hall: Engine, moved: tuple[object, ...], tmp_path: Path
) -> None:
    import_table(hall, guest, BackupScheduler(house).make_backup().path)
    export_table(hall, guest, tmp_path / "back.zip")
    import_table(hall, guest, tmp_path / "back.zip")
    assert shown(in_hall(hall).snapshot("t1")) == moved


def test_what_the_hall_plays_is_not_overwritten(
    house: Settings, guest: Settings, hall: Engine, moved: tuple[object, ...]
) -> None:
    made = BackupScheduler(house).make_backup().path
    import_table(hall, guest, made)
    with pytest.raises(TableMoveError, match="plays lamp-7 already"):
        import_table(hall, guest, made)
    assert shown(in_hall(hall).snapshot("t1")) == moved


def test_an_evening_is_not_played_twice(
    house: Settings, guest: Settings, hall: Engine, moved: tuple[object, ...], tmp_path: Path
) -> None:
    made = BackupScheduler(house).make_backup().path
    import_table(hall, guest, made)
    other = Settings(data=tmp_path / "hall" / "lamp-8", place="lamp-8")
    with pytest.raises(TableMoveError, match="lamp-7 holds the very same evening already"):
        import_table(hall, other, made)
    assert list_tables(hall) == [(LAMP, "here")] and not other.data.exists()
    export_table(hall, guest, tmp_path / "back.zip")
    import_table(hall, other, tmp_path / "back.zip")
    assert [name for name, plays in list_tables(hall) if plays == "here"] == ["lamp-8"]


def test_of_a_file_that_cannot_be_read_nothing_is_left(guest: Settings, hall: Engine, tmp_path: Path) -> None:
    (tmp_path / "torn.zip").write_bytes(b"PK")
    with pytest.raises(BackupError):
        import_table(hall, guest, tmp_path / "torn.zip")
    assert not guest.data.exists() and not list_tables(hall)


def test_what_a_worker_was_about_to_write_is_not_in_what_is_given_away_and_not_written_either(
    guest: Settings, hall: Engine, tmp_path: Path
) -> None:
    add_tables(hall, [LAMP])
    late = TableDatabase(hall, LAMP, table_mark(hall, LAMP))
    export_table(hall, guest, tmp_path / "back.zip")
    with pytest.raises(NotOwnerError, match="wiped or moved"):
        SqlEventLog(late, time.time).open("t1", "arkham")
    assert not SqlEventLog(engine_for_table(hall, LAMP), time.time).open_tables()


def counted(hall: Engine) -> HallEvent:
    found = load_standing(hall)
    assert found is not None
    return found.of(LAMP)


def test_what_was_counted_and_never_sent_comes_along_and_goes_back(
    house: Settings, guest: Settings, hall: Engine, moved: tuple[object, ...], tmp_path: Path
) -> None:
    number = begin_event(hall, "The Kraken", 500)
    CountFile(house.data / EVENT_FILE)(number, EventCount(7, 3))
    import_table(hall, guest, BackupScheduler(house).make_backup().path)
    assert counted(hall).own == EventCount(7, 3) and not (guest.data / EVENT_FILE).exists()
    change_count(hall, LAMP, number, EventCount(9, 4))
    export_table(hall, guest, tmp_path / "back.zip")
    restore.restore_database(tmp_path / "back.zip", house.data / "log.db", house)
    assert CountFile(house.data / EVENT_FILE).part == SharedEventState(number, EventCount(9, 4), counted(hall))


def test_a_backup_of_the_house_itself_takes_nothing_back_that_was_counted_since(
    house: Settings, moved: tuple[object, ...]
) -> None:
    file = CountFile(house.data / EVENT_FILE)
    file(7, EventCount(3, 1))
    made = BackupScheduler(house).make_backup().path
    file(7, EventCount(9, 2))
    restore.restore_database(made, house.data / "log.db", house)
    assert CountFile(house.data / EVENT_FILE).part.own == EventCount(9, 2)


def test_what_tags_mean_goes_along_and_the_machines_own_stays(
    house: Settings, guest: Settings, hall: Engine, moved: tuple[object, ...]
) -> None:
    for name in ("tags.json", "setup.json"):
        (house.data / name).write_text("{}")
    import_table(hall, guest, BackupScheduler(house).make_backup().path)
    assert (guest.data / "tags.json").exists() and not (guest.data / "setup.json").exists()


def test_pictures_of_sheets_go_along_and_come_back(
    house: Settings, guest: Settings, hall: Engine, moved: tuple[object, ...], tmp_path: Path
) -> None:
    for folder in PICTURES:
        write_atomically(house.data / folder / "a1b2.png", b"picture")
    import_table(hall, guest, BackupScheduler(house).make_backup().path)
    assert all((guest.data / folder / "a1b2.png").read_bytes() == b"picture" for folder in PICTURES)
    export_table(hall, guest, tmp_path / "stick" / "back.zip")
    other = Settings(data=tmp_path / "another", place="lamp")
    restore.restore_database(tmp_path / "stick" / "back.zip", other.data / "log.db", other)
    assert all((other.data / folder / "a1b2.png").read_bytes() == b"picture" for folder in PICTURES)


def test_where_no_backup_can_be_written_the_hall_plays_on(guest: Settings, hall: Engine, tmp_path: Path) -> None:
    add_tables(hall, [LAMP])
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        export_table(hall, guest, tmp_path / "file" / "back.zip")
    assert list_tables(hall) == [(LAMP, "here")]


def test_a_table_that_is_not_there_is_said_so(guest: Settings, hall: Engine, tmp_path: Path) -> None:
    with pytest.raises(TableMoveError, match="no table lamp-7"):
        export_table(hall, guest, tmp_path / "back.zip")
    (tmp_path / "there.zip").touch()
    with pytest.raises(TableMoveError, match="nothing is overwritten"):
        export_table(hall, guest, tmp_path / "there.zip")
