"""Check the database and the backups, for the doctor."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.errors import LamplightError, counted, own_command
from companion.ops.backup import (
    SET_ASIDE,
    Backup,
    BackupError,
    BackupScheduler,
    compare_digests,
    database_file,
    describe_tables,
    local_time,
    second_place_fault,
)
from companion.ops.finding import DoctorFinding, bad, note, ok
from companion.ops.health.conditions import BACKUP_OLD
from companion.ops.health.conditions import backup as owed
from companion.sessions import find_faults
from companion.settings import Settings, load
from companion.system.data_dir import DataDirInUseError, lock_folder


def look(config: Path | None, *, demo: bool = False) -> Iterator[DoctorFinding]:
    """Look at the database, and at the backups: the newest is read to its last byte."""
    try:
        settings = load(config, demo=demo)
        file = database_file(settings)
    except LamplightError:
        return  # others say what is wrong with the settings
    if file is None or not file.exists():
        return
    yield _database(file, settings)
    yield _newest(BackupScheduler(settings).place.newest(), settings, own_command("backup now", demo=demo))
    second = settings.backup.folder
    if second is not None and (why_not := second_place_fault(second)):
        yield note("backups", str(why_not))
    old = sorted(settings.data.glob(f"{SET_ASIDE}*"))
    if old:
        size = sum(path.stat().st_size for folder in old for path in folder.glob("*"))
        yield ok("set aside", f"{counted(len(old), 'old database')}, {size / 1e6:.0f} MB: {old[-1]} is the newest")


def _database(file: Path, settings: Settings) -> DoctorFinding:
    try:
        with lock_folder(settings.data):
            faults = find_faults(file)
    except DataDirInUseError:
        return ok("database", f"{file} is open in a house that runs, which looked at it when it started")
    except LamplightError as error:
        return bad("database", f"{error}")
    if not faults:
        return ok("database", f"{file} is sound")
    remedy = "Start Lamplight: its page shows what can be saved and which backups there are, and waits for your choice."
    return bad("database", " ".join(map(str, faults)), remedy)


def _newest(newest: Backup | None, settings: Settings, command: str) -> DoctorFinding:
    if newest is None:
        return note("backups", f"There are none in {settings.data} yet.", f"Make one: {command}")
    try:
        compare_digests(newest.path)
    except (BackupError, OSError) as error:
        return bad("backups", f"{error}", f"Make another one: {command}")
    behind = max((part.stat().st_mtime for part in settings.data.glob("log.db*")), default=0.0) - newest.manifest.at
    if behind >= BACKUP_OLD:
        wrong = owed("", behind)
        return note("backups", str(wrong.sentence), f"{wrong.remedy!s} Or make one: {command}")
    return ok(
        "backups",
        f"{newest.name} of {local_time(newest.manifest.at)} is whole: {describe_tables(newest.manifest.tables)}",
    )
