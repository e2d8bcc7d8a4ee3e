"""A backup is whole or none, is made while the house plays, and brings everything back."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.backups import aside, backup, desk, restoring
from companion.backups import keeper as backup_keeper
from companion.backups.backup import MOST_FILE, BackupError, Manifest
from companion.backups.keeper import Keeper, place_of
from companion.backups.place import LEAST_FREE, Place, staying
from companion.backups.workroom import BEGINS, workroom
from companion.files import write_whole
from companion.folders import lock_folder
from companion.settings import Settings
from companion.tables import soundness
from companion.tables.admitted import Device
from companion.tables.entry import Row
from companion.tables.log import SqlLog
from companion.web.devices import Devices, NotInvited
from tests.new_log import new_log

NOON, DAY = 1_763_812_800.0, 86_400.0


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path / "table")


def played(settings: Settings, *seqs: int) -> SqlLog:
    settings.data.mkdir(exist_ok=True)
    log = new_log(settings.data, lambda: NOON)
    rows = [Row(seq, "setup" if seq == 1 else "event", "toy", {"n": seq}, "", rest=True) for seq in seqs]
    if 1 in seqs:
        log.open("t1", "toy", rows)
    else:
        log.append("t1", rows)
    return log


def entries(settings: Settings) -> int:
    log = new_log(settings.data)
    many = sum(1 for _ in log.read("t1"))
    log.close()
    return many


def test_what_was_played_comes_back(settings: Settings) -> None:
    played(settings, 1, 2, 3)  # still open: its newest entries stand in the write-ahead log
    made = Keeper(settings, lambda: NOON).now()
    assert [(one.table, one.entries, one.at) for one in made.manifest.tables] == [("t1", 3, NOON)]
    played(settings, 4, 5)
    old = restoring.restore(made.path, settings.data / "log.db", settings).aside
    assert entries(settings) == 3
    assert old is not None
    assert soundness.faults(old / "log.db") == ()


def test_nobody_else_on_the_machine_reads_a_backup(settings: Settings) -> None:
    """Hands and passwords are in it."""
    played(settings, 1)
    assert Keeper(settings).now().path.stat().st_mode & 0o077 == 0


def test_what_is_set_aside_holds_all_that_was_there(settings: Settings) -> None:
    played(settings, 1, 2, 3)
    made = Keeper(settings).now()
    played(settings, 4, 5)
    old = restoring.restore(made.path, settings.data / "log.db", settings).aside
    assert old is not None
    with closing(sqlite3.connect(old / "log.db")) as database:
        assert database.execute("SELECT max(seq) FROM entries").fetchone() == (5,)


def test_displays_take_what_a_restored_table_sends_for_new(settings: Settings) -> None:
    played(settings, 1).reserve("t1", 41)
    made, revs = Keeper(settings).now(), [41]
    for _ in range(3):  # the same one again and again
        restoring.restore(made.path, settings.data / "log.db", settings)
        (board,) = new_log(settings.data).boards()
        revs.append(board.rev)
    assert all(later > before + 1000 for before, later in pairwise(revs))


def let_in(settings: Settings, *names: str) -> None:
    """The house has its tablet, and these; nobody else."""
    log = new_log(settings.data)
    devices = log.admitted()
    devices.dismiss_all()
    for place, name in enumerate(names):
        devices.admit(name * 4, Device(name, "keeper" if place else "table", "", name, NOON, NOON, NOON + DAY))
    log.close()


def devices_in(settings: Settings) -> tuple[set[str], bool]:
    log = new_log(settings.data)
    found = {one.name for one in log.admitted().all()}, log.admitted().is_claimed()
    log.close()
    return found


def test_a_device_that_was_sent_away_does_not_come_back_with_a_backup(settings: Settings) -> None:
    played(settings, 1).close()
    let_in(settings, "tablet", "guest")
    made = Keeper(settings).now()
    let_in(settings, "tablet", "fresh")
    assert restoring.restore(made.path, settings.data / "log.db", settings).of_now
    assert devices_in(settings) == ({"tablet", "fresh"}, True)


def test_where_nobody_can_tell_the_devices_of_then_are_let_in_and_that_is_said(
    settings: Settings, said: Callable[..., str]
) -> None:
    played(settings, 1).close()
    let_in(settings, "tablet", "guest")
    Keeper(settings).now()
    (settings.data / "log.db").write_text("Dear diary")
    assert "./table pair --anew" in said(desk.put_back, "")
    assert devices_in(settings) == ({"tablet", "guest"}, True)


@pytest.mark.parametrize("is_readable", [True, False])
def test_a_backup_of_before_there_was_a_tablet_makes_the_house_nobody_s(
    settings: Settings, *, is_readable: bool
) -> None:
    played(settings, 1).close()
    made = Keeper(settings).now()
    let_in(settings, "tablet")
    if not is_readable:
        (settings.data / "log.db").write_text("Dear diary")
    restoring.restore(made.path, settings.data / "log.db", settings)
    assert devices_in(settings) == ({"tablet"} if is_readable else set(), True)


def test_an_invitation_does_not_come_back(settings: Settings) -> None:
    log = played(settings, 1)
    token = Devices(log.admitted(), lambda: NOON).invite("", "keeper")
    restoring.restore(Keeper(settings).now().path, settings.data / "log.db", settings)
    with pytest.raises(NotInvited):
        Devices(new_log(settings.data).admitted(), lambda: NOON).accept(token)


def test_a_power_cut_while_one_is_put_back_leaves_the_old_one(settings: Settings) -> None:
    played(settings, 1, 2, 3)  # still open: a write-ahead log lies beside it
    file = settings.data / "log.db"
    before = {name: file.with_name(name).read_bytes() for name in ("log.db", "log.db-wal")}
    half = aside.set_aside(file, NOON)
    assert half is not None
    assert not file.exists()
    assert aside.undo_half(file)
    assert {name: file.with_name(name).read_bytes() for name in before} == before
    assert not half.exists()
    assert not aside.undo_half(file)


def test_a_power_cut_just_after_it_was_put_back_keeps_what_was_set_aside(settings: Settings) -> None:
    file = settings.data / "log.db"
    write_whole(file, "old")
    half = aside.set_aside(file, NOON)
    write_whole(file, "new")
    assert not aside.undo_half(file)
    assert file.read_text() == "new"
    assert half is not None
    assert (half.with_suffix("") / "log.db").read_text() == "old"


def test_files_that_people_made_come_back_where_they_are_missing_and_stay_where_they_are_newer(
    settings: Settings, home: Path
) -> None:
    played(settings, 1)
    for name in ("tags.json", "broker/accounts.json", "words/fr.po"):
        write_whole(settings.data / name, f"old {name}")
    write_whole(home / "lamplight" / "kits" / "bones" / "kit.toml", "kind")
    made = Keeper(settings).now()
    write_whole(settings.data / "tags.json", "new")
    for gone in (settings.data / "broker", settings.data / "words", home / "lamplight"):
        shutil.rmtree(gone)
    restoring.restore(made.path, settings.data / "log.db", settings)
    assert (settings.data / "tags.json").read_text() == "new"
    assert (settings.data / "words" / "fr.po").read_text() == "old words/fr.po"
    assert (home / "lamplight" / "kits" / "bones" / "kit.toml").read_text() == "kind"
    assert (settings.data / "broker" / "accounts.json").stat().st_mode & 0o077 == 0


def test_pictures_of_scenarios_lie_beside_the_backups_once_and_come_back(settings: Settings) -> None:
    played(settings, 1)
    write_whole(settings.kept / "ab.png", "a picture")
    keeper = Keeper(settings)
    made = [keeper.now() for _ in range(2)][-1]
    shutil.rmtree(settings.kept)
    restoring.restore(made.path, settings.data / "log.db", settings)
    assert (settings.kept / "ab.png").read_text() == "a picture"


@pytest.mark.parametrize(
    "name",
    [
        "/etc/passwd",
        "../x",
        "words/../../x",
        "kits//etc/x",
        "kits/../x",
        "words/",
        "words/\0",
        "log.db",
        "lock",
        "uploads/x",
    ],
)
def test_what_belongs_nowhere_in_a_house_is_laid_nowhere(settings: Settings, name: str) -> None:
    """A backup may come from anybody."""
    assert place_of(name, settings) is None


def test_a_backup_that_was_changed_is_told_from_a_whole_one(settings: Settings) -> None:
    played(settings, 1, 2)
    path, chance = Keeper(settings).now().path, Random(2)
    assert backup.check(path).manifest.tables
    sound = path.read_bytes()
    for _ in range(20):
        content = bytearray(sound)
        content[chance.randrange(len(content))] ^= 16
        path.write_bytes(content)
        with suppress(BackupError):
            assert backup.check(path).manifest.tables[0].entries == 2  # a bit that says nothing: a date in the ZIP
    path.write_bytes(sound[: len(sound) // 2])
    with pytest.raises(BackupError, match="Take another backup"):
        backup.check(path)


def repacked(path: Path, into: Path, others: Mapping[str, bytes]) -> None:
    """The same backup, a ZIP without a fault, with something else in it."""
    with zipfile.ZipFile(path) as packed:
        there = {name: packed.read(name) for name in packed.namelist()}
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in {**there, **others}.items():
            packed.writestr(name, content)


@pytest.mark.parametrize("name", ["log.db", "tags.json"])
def test_a_backup_whose_zip_is_sound_and_what_is_in_it_is_not_is_none(settings: Settings, name: str) -> None:
    played(settings, 1, 2).close()
    write_whole(settings.data / "tags.json", "{}")
    path = Keeper(settings).now().path
    repacked(path, path, {name: b"something else"})
    with pytest.raises(BackupError, match=f"{name} is not what was put in"):
        backup.check(path)


def test_a_damaged_backup_changes_nothing(settings: Settings) -> None:
    played(settings, 1, 2).close()
    path = Keeper(settings).now().path
    path.write_bytes(path.read_bytes()[:-200])
    before = sorted(one.name for one in settings.data.iterdir())
    with pytest.raises(BackupError):
        restoring.restore(path, settings.data / "log.db", settings)
    assert sorted(one.name for one in settings.data.iterdir()) == before
    assert entries(settings) == 2


def test_of_a_damaged_database_no_backup_is_made(settings: Settings) -> None:
    played(settings, 1, 2).close()
    with closing(sqlite3.connect(settings.data / "log.db")) as database:
        database.execute("UPDATE entries SET data = '{}' WHERE seq = 2")
        database.commit()
    keeper = Keeper(settings)
    with pytest.raises(BackupError, match="damaged"):
        keeper.now()
    assert keeper.place.backups() == ()


def test_a_backup_is_whole_while_somebody_plays(settings: Settings) -> None:
    log, ended = played(settings, 1), threading.Event()

    def play() -> None:
        for seq in range(2, 2000):
            if ended.is_set():
                return
            log.append("t1", [Row(seq, "event", "toy", {"n": seq}, "", rest=True)])

    player = threading.Thread(target=play)
    player.start()
    try:
        made = [Keeper(settings).now().manifest.tables[0].entries for _ in range(3)]
    finally:
        ended.set()
        player.join()
    assert made == sorted(made)


def test_nothing_that_changed_is_no_reason_for_a_backup(settings: Settings) -> None:
    played(settings, 1)
    keeper = Keeper(settings)
    for _ in range(3):
        keeper.now_if_changed()
    assert len(keeper.place.backups()) == 1
    played(settings, 2)
    keeper.now_if_changed()
    assert len(keeper.place.backups()) == 2


def test_a_start_is_no_reason_for_a_backup_and_what_a_crash_left_is(settings: Settings) -> None:
    played(settings, 1).close()
    Keeper(settings).now()
    again = Keeper(settings)
    again.now_if_changed()
    assert len(again.place.backups()) == 1
    played(settings, 2).close()  # nobody came to back that up
    after_the_crash = Keeper(settings)
    after_the_crash.now_if_changed()
    after_the_crash.now_if_changed()
    assert len(again.place.backups()) == 2


def test_the_second_place_has_it_too_and_is_missed_when_it_is_gone(settings: Settings, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    settings = settings.model_copy(update={"backup": settings.backup.model_copy(update={"folder": stick})})
    played(settings, 1)
    keeper = Keeper(settings)
    keeper.now()
    assert "is not there" in keeper.standing.trouble
    assert not stick.exists()
    stick.mkdir()
    made = keeper.now()
    assert keeper.standing.trouble == ""
    assert backup.check(stick / made.name).manifest == made.manifest


def test_a_copy_that_the_stick_spoils_is_said(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stick").mkdir()
    settings = settings.model_copy(update={"backup": settings.backup.model_copy(update={"folder": tmp_path / "stick"})})
    played(settings, 1)

    def spoilt(path: Path, into: Path) -> None:
        repacked(path, into, {"log.db": b"what the stick makes of it"})

    monkeypatch.setattr(backup_keeper, "copy", spoilt)
    keeper = Keeper(settings)
    keeper.now()
    assert "could not be copied" in keeper.standing.trouble


def test_a_stick_that_comes_back_gets_what_it_has_missed(settings: Settings, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    settings = settings.model_copy(update={"backup": settings.backup.model_copy(update={"folder": stick})})
    played(settings, 1)
    keeper = Keeper(settings)
    keeper.now()
    stick.mkdir()
    keeper.now_if_changed()
    assert keeper.standing.trouble == ""
    assert [path.name for path in stick.iterdir()] == [one.name for one in keeper.place.backups()]


def test_what_a_power_cut_left_while_one_was_made_is_swept_and_what_others_work_on_is_not(settings: Settings) -> None:
    played(settings, 1)
    keeper = Keeper(settings)
    keeper.now()
    left = keeper.place.folder / f"{BEGINS}left"
    write_whole(left / "log.db", "a whole database")
    with workroom(keeper.place.folder) as other:
        keeper.now()
        assert other.is_dir()
    assert not left.exists()


def test_two_who_make_one_at_once_make_two(settings: Settings) -> None:
    played(settings, 1)
    makers = [threading.Thread(target=Keeper(settings).now) for _ in range(4)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert [one.number for one in Keeper(settings).place.backups()] == [4, 3, 2, 1]


def test_what_is_too_large_for_a_backup_is_said(settings: Settings, home: Path) -> None:
    played(settings, 1)
    write_whole(home / "lamplight" / "kits" / "bones" / "kit.toml", bytes(MOST_FILE + 1))
    keeper = Keeper(settings)
    made = keeper.now()
    assert list(made.manifest.files) == ["log.db"]
    assert "kits/bones/kit.toml" in keeper.standing.trouble


def test_a_backup_of_ours_that_somebody_has_filled_is_none(settings: Settings) -> None:
    played(settings, 1)
    path = Keeper(settings).now().path
    with zipfile.ZipFile(path) as packed:
        told = json.loads(packed.read("manifest.json"))
    bombs = {f"words/{number}.po": bytes(MOST_FILE) for number in range(5)}
    told["files"] |= dict.fromkeys(bombs, "")
    repacked(path, path, {"manifest.json": json.dumps(told).encode(), **bombs})
    with pytest.raises(BackupError, match="too large"):
        backup.check(path)


def test_where_there_is_no_room_none_is_made_and_that_is_said(settings: Settings) -> None:
    played(settings, 1)
    keeper = Keeper(settings)
    keeper.place = Place(keeper.place.folder, 10**9, free=lambda _path: LEAST_FREE)
    keeper.now_if_changed()
    assert "Free some space" in keeper.standing.trouble
    assert keeper.standing.newest is None


def of_days(*days: float) -> tuple[backup.Backup, ...]:
    """One a number, the last the newest."""
    there = enumerate(days, start=1)
    made = [backup.Backup(Path(f"{number}"), number, Manifest(NOON + day * DAY)) for number, day in there]
    return tuple(reversed(made))


def test_the_newest_five_stay_whatever_the_clock_says() -> None:
    assert staying(of_days(*[0.0] * 9)) == {5, 6, 7, 8, 9}
    assert {5, 6, 7, 8, 9} <= staying(of_days(0, 1, 2, 3, -20000, 4, 5, -20000, 6))


def test_one_of_each_of_seven_days_and_four_weeks_stays() -> None:
    hundred = of_days(*(day + hour / 24 for day in range(100) for hour in range(3)))
    stays = sorted({(number - 1) // 3 for number in staying(hundred)})
    assert stays[-7:] == [93, 94, 95, 96, 97, 98, 99]
    assert len([day for day in stays if day < 93]) == 3


def test_old_ones_go_where_all_of_them_are_too_large(settings: Settings) -> None:
    keeper = Keeper(settings)
    for seq in range(1, 8):
        played(settings, seq)
        keeper.now()
    assert len(keeper.place.backups()) == 5
    Place(keeper.place.folder, most_bytes=1).thin_out()
    assert [one.number for one in keeper.place.backups()] == [7, 6]


@pytest.fixture
def said(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What a command says."""
    monkeypatch.setenv("LAMPLIGHT_DATA", str(settings.data))

    def run(command: Callable[..., None], *words: str) -> str:
        lines: list[str] = []
        command(*words, None, demo=False, tell=lines.append)
        return "\n".join(lines)

    return run


def test_the_commands_make_name_check_and_restore(settings: Settings, said: Callable[..., str]) -> None:
    assert "no backups" in said(desk.list_backups)
    played(settings, 1, 2).close()
    assert "t1 (toy, 2 entries)" in said(desk.make)
    assert "lamplight-0001" in said(desk.list_backups)
    assert "is whole" in said(desk.check, "1")
    played(settings, 3).close()
    told = said(desk.put_back, "")
    assert "is back: t1 (toy, 2 entries)" in told
    assert "set-aside-" in told
    assert entries(settings) == 2


def test_a_house_that_runs_is_not_restored(settings: Settings, said: Callable[..., str]) -> None:
    played(settings, 1).close()
    said(desk.make)
    with lock_folder(settings.data), pytest.raises(BackupError, match="stop it first"):
        said(desk.put_back, "")


def test_of_a_name_that_is_none_the_way_to_the_others_is_told(settings: Settings, said: Callable[..., str]) -> None:
    with pytest.raises(BackupError, match="backup list"):
        said(desk.check, "lamplight-0009-x.zip")


def test_a_house_in_postgresql_is_told_of_its_own_way(settings: Settings) -> None:
    hall = settings.model_copy(update={"database": "postgresql+psycopg://a:b@c/d"})
    with pytest.raises(BackupError, match="pg_dump"):
        Keeper(hall).now()


def found(settings: Settings) -> list[tuple[str, str]]:
    return [(one.result, one.sentence + one.remedy) for one in desk.look(None)]


def test_the_doctor_reads_the_newest_to_its_last_byte(settings: Settings, said: Callable[..., str]) -> None:
    assert found(settings) == []  # no house, no backups
    played(settings, 1, 2).close()
    assert found(settings)[0][0] == "note"
    said(desk.make)
    ((result, sentence),) = found(settings)
    assert result == "ok"
    assert "lamplight-0001" in sentence
    path = Keeper(settings).place.backups()[0].path
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 255
    path.write_bytes(content)
    assert found(settings)[0][0] == "bad"
    assert "./table backup now" in found(settings)[0][1]


def test_the_doctor_says_where_old_databases_lie(settings: Settings, said: Callable[..., str]) -> None:
    played(settings, 1).close()
    said(desk.make)
    said(desk.put_back, "")
    assert "set-aside-" in found(settings)[-1][1]
