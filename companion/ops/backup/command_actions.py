"""The commands of `backup`. They work on the folders of an installation, not through its page."""

from __future__ import annotations

from pathlib import Path

from companion.command_helpers import print_line
from companion.errors import own_command
from companion.ops.backup.backup_file import BackupError, describe_tables, local_time, verify_backup
from companion.ops.backup.restore import restore_database
from companion.ops.backup.scheduler import BackupScheduler
from companion.settings import Settings, load
from companion.system.atomic_write import explain_os_error
from companion.system.data_dir import DataDirInUseError, lock_folder

DEVICES_KEPT = "Devices: those that were let in still are."
DEVICES_OF_BACKUP = (
    "Devices: those are let in that were when it was made, also if they were sent away since. To send all of them away:"
    " "
)


def list_backups(config: Path | None, *, demo: bool) -> None:
    """Print a line for each backup."""
    settings = load(config, demo=demo)
    backups = BackupScheduler(settings).place.backups()
    for backup in backups:
        print_line(
            f"{backup.name}  {local_time(backup.manifest.at)}  {backup.path.stat().st_size / 1e6:.1f} MB  {describe_tables(backup.manifest.tables)}"
        )
    if not backups:
        print_line(
            f"There are no backups in {settings.data}: a Lamplight that runs makes them, {own_command('backup now', demo=demo)} makes one."
        )


def make_backup(config: Path | None, *, demo: bool) -> None:
    """Make a backup. Raises BackupError, OSError."""
    settings = load(config, demo=demo)
    keeper = BackupScheduler(settings)
    if keeper.file is not None and not keeper.file.exists():
        raise BackupError(f"There is nothing to back up in {settings.data} yet.")
    made = keeper.make_backup()
    games = "that game" if len(made.manifest.tables) == 1 else "those games"
    print_line(f"{made.path}: {describe_tables(made.manifest.tables)}. It holds what is hidden in {games}, too.")
    if keeper.standing.trouble:
        print_line(str(keeper.standing.trouble))


def check_backup(name: str, config: Path | None, *, demo: bool) -> None:
    """Check a backup. Raises BackupError."""
    path = find_backup(name, load(config, demo=demo), demo=demo)
    backup = verify_backup(path)
    print_line(
        f"{backup.name} is whole: {describe_tables(backup.manifest.tables)}, as of {local_time(backup.manifest.at)}."
    )


def restore_backup(name: str, config: Path | None, *, demo: bool) -> None:
    """Restore a backup. Raises BackupError, StoreError, OSError; then the database is unchanged."""
    for line in restore_and_describe(name, config, demo=demo):
        print_line(line)


def restore_and_describe(name: str, config: Path | None, *, demo: bool) -> list[str]:
    """Return the lines instead of printing them."""
    settings = load(config, demo=demo)
    file = BackupScheduler(settings).file
    if file is None:
        raise BackupError(
            "This house has its tables in PostgreSQL: put them back with pg_restore, see docs/backups.md."
        )
    try:
        lock = lock_folder(settings.data)
    except DataDirInUseError as error:
        raise BackupError(f"Lamplight runs with {settings.data}: stop it first, then restore.") from error
    with lock:
        restored = restore_database(find_backup(name, settings, demo=demo), file, settings)
    backup = restored.backup
    lines = [
        f"{backup.name} is back: {describe_tables(backup.manifest.tables)}, as of {local_time(backup.manifest.at)}."
    ]
    if restored.aside is not None:
        lines.append(f"What was there lies in {restored.aside}.")
    return [*lines, DEVICES_KEPT if restored.of_now else DEVICES_OF_BACKUP + own_command("pair --anew", demo=demo)]


def find_backup(name: str, settings: Settings, *, demo: bool = False) -> Path:
    """Return the file of a backup by its name, its number or its path; the newest without one. Raises BackupError."""
    keeper = BackupScheduler(settings)
    backups = keeper.place.backups()
    if not name and backups:
        return backups[0].path
    try:
        if not name.isdecimal() and Path(name).is_file():
            return Path(name)
    except OSError as error:
        raise BackupError(
            f"{name} cannot be looked at: {explain_os_error(error)}. Copy it to where {settings.data} is."
        ) from error
    number = int(name) if name.isdecimal() else 0
    path = next((backup.path for backup in backups if name == backup.name or number == backup.number), None)
    if path is None:
        raise BackupError(
            f"There is no backup {name or 'at all'} in {keeper.place.folder}: {own_command('backup list', demo=demo)} names them."
        )
    return path
