"""Backups on the command line: of a house's folders, without its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from companion.errors import LamplightError
from companion.ops.backup import backup, quarantine, restore
from companion.ops.backup.backup import Backup, BackupError
from companion.ops.backup.folder import close_zip
from companion.ops.backup.scheduler import BackupScheduler, file_of
from companion.ops.doctor.finding import DoctorFinding
from companion.ops.health.conditions import OLD
from companion.ops.health.conditions import backup as owed
from companion.scenarios.add import house
from companion.sessions.store import integrity
from companion.sessions.store.salvage import SalvagedTable
from companion.settings import Settings, load
from companion.system.atomic_write import explain_os_error
from companion.system.data_dir import InUse, lock_folder

Tell: TypeAlias = Callable[[str], None]
OF_NOW = "Devices: those that were let in still are."
OF_THEN = (
    "Devices: those are let in that were when it was made, also if they were sent away since. To send all of them away:"
    " ./table pair --anew"
)
SHOWN = 3  # tables of a backup that a line names


def list_backups(config: Path | None, *, demo: bool, tell: Tell) -> None:
    """A line each."""
    settings = house(load(config), demo=demo)
    there = BackupScheduler(settings).place.backups()
    for one in there:
        tell(
            f"{one.name}  {when(one.manifest.at)}  {one.path.stat().st_size / 1e6:.1f} MB  {what(one.manifest.tables)}"
        )
    if not there:
        tell(
            f"There are no backups in {settings.data}: a Lamplight that runs makes them, ./table backup now makes one."
        )


def make_backup(config: Path | None, *, demo: bool, tell: Tell) -> None:
    """Raises BackupError, OSError."""
    settings = house(load(config), demo=demo)
    file = file_of(settings)
    if file is not None and not file.exists():
        raise BackupError(f"There is nothing to back up in {settings.data} yet.")
    keeper = BackupScheduler(settings)
    made = keeper.now()
    tell(f"{made.path}: {what(made.manifest.tables)}. It holds what is hidden in those games, too.")
    if keeper.standing.trouble:
        tell(keeper.standing.trouble)


def check(name: str, config: Path | None, *, demo: bool, tell: Tell) -> None:
    """Raises BackupError."""
    path = named(name, house(load(config), demo=demo))
    found = backup.check(path)
    tell(f"{found.name} is whole: {what(found.manifest.tables)}, as of {when(found.manifest.at)}.")


def restore_backup(name: str, config: Path | None, *, demo: bool, tell: Tell) -> None:
    """Raises BackupError, StoreFails, OSError; then the database is as it was."""
    settings = house(load(config), demo=demo)
    file = file_of(settings)
    if file is None:
        raise BackupError(
            "This house has its tables in PostgreSQL: put them back with pg_restore, see docs/backups.md."
        )
    try:
        lock = lock_folder(settings.data)
    except InUse as error:
        raise BackupError(f"Lamplight runs with {settings.data}: stop it first, then restore.") from error
    with lock:
        quarantine.undo_half(file)
        done = restore.restore(named(name, settings), file, settings)
    found = done.backup
    tell(f"{found.name} is back: {what(found.manifest.tables)}, as of {when(found.manifest.at)}.")
    if done.aside is not None:
        tell(f"What was there lies in {done.aside}.")
    tell(OF_NOW if done.of_now else OF_THEN)


def look(config: Path | None) -> Iterator[DoctorFinding]:
    """What the doctor says of a house's database, and of its backups: the newest is read to its last byte."""
    try:
        settings = house(load(config), demo=False)
        file = file_of(settings)
    except LamplightError:
        return  # others say what is wrong with the settings
    if file is None or not file.exists():
        return
    yield _database(file, settings)
    yield _newest(BackupScheduler(settings).place.newest(), settings)
    second = settings.backup.folder
    if second is not None and (why_not := close_zip(second)):
        yield DoctorFinding("backups", "note", why_not)
    old = sorted(settings.data.glob(f"{quarantine.NAME}*"))
    if old:
        size = sum(path.stat().st_size for folder in old for path in folder.glob("*"))
        yield DoctorFinding(
            "set aside", "ok", f"{len(old)} old databases, {size / 1e6:.0f} MB: {old[-1]} is the newest"
        )


def _database(file: Path, settings: Settings) -> DoctorFinding:
    try:
        with lock_folder(settings.data):
            found = integrity.faults(file)
    except InUse:
        return DoctorFinding(
            "database", "ok", f"{file} is open in a house that runs, which looked at it when it started"
        )
    except LamplightError as error:
        return DoctorFinding("database", "bad", f"{error}")
    if not found:
        return DoctorFinding("database", "ok", f"{file} is sound")
    remedy = "Start Lamplight: its page shows what can be saved and which backups there are, and waits for your choice."
    return DoctorFinding("database", "bad", " ".join(found), remedy)


def _newest(found: Backup | None, settings: Settings) -> DoctorFinding:
    if found is None:
        return DoctorFinding(
            "backups", "note", f"There are none in {settings.data} yet.", "Make one: ./table backup now"
        )
    try:
        backup.compare(found.path)
    except (BackupError, OSError) as error:
        return DoctorFinding("backups", "bad", f"{error}", "Make another one: ./table backup now")
    behind = max((part.stat().st_mtime for part in settings.data.glob("log.db*")), default=0.0) - found.manifest.at
    if behind >= OLD:
        wrong = owed("", behind)
        return DoctorFinding("backups", "note", f"{wrong.sentence}", f"{wrong.remedy} Or make one: ./table backup now")
    return DoctorFinding(
        "backups", "ok", f"{found.name} of {when(found.manifest.at)} is whole: {what(found.manifest.tables)}"
    )


def named(name: str, settings: Settings) -> Path:
    """The file of a backup by its name, its number or its path; the newest without one. Raises BackupError."""
    keeper = BackupScheduler(settings)
    there = keeper.place.backups()
    if not name and there:
        return there[0].path
    try:
        if not name.isdecimal() and Path(name).is_file():
            return Path(name)
    except OSError as error:
        raise BackupError(
            f"{name} cannot be looked at: {explain_os_error(error)}. Copy it to where {settings.data} is."
        ) from error
    wished = int(name) if name.isdecimal() else 0
    found = next((one.path for one in there if name == one.name or wished == one.number), None)
    if found is None:
        raise BackupError(
            f"There is no backup {name or 'at all'} in {keeper.place.folder}: ./table backup list names them."
        )
    return found


def what(tables: tuple[SalvagedTable, ...]) -> str:
    """The newest tables of a backup.

    >>> what((SalvagedTable("t1", "arkham", 40, 0.0),))
    't1 (arkham, 40 entries)'
    """
    told = [f"{one.table} ({one.game}, {one.entries} entries)" for one in tables[:SHOWN]]
    more = [f"and {len(tables) - SHOWN} more tables"] if len(tables) > SHOWN else []
    return ", ".join(told + more) or "no tables"


def when(at: float) -> str:
    """As people's clocks have it; `at`: s, Unix."""
    return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M}"  # noqa: DTZ006
