"""Read and write a table as the backup of a single installation: rows, and the files next to them."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, insert, select

from companion.ops.backup import (
    ACCOUNTS,
    DATABASE,
    MADE,
    PICTURES,
    BackupFolder,
    BackupManifest,
    read_member,
    temporary_folder,
    unpack_database,
    write_backup,
)
from companion.sessions import list_tables, metadata, open_database
from companion.settings import Settings
from companion.system.atomic_write import make_folder, write_atomically
from companion.system.data_dir import EVENT_FILE

ROWS_AT_ONCE = 500  # rows
MACHINE_FILES = frozenset({ACCOUNTS, "setup.json", "tray.json", "bridge/readers.json", "vision/kits.json"})
"""Files about the table's own machine: its broker, its camera, its readers. They stay there."""


@contextmanager
def open_backup(backup: Path, settings: Settings) -> Iterator[tuple[Connection, bytes | None]]:
    """Yield the rows of a backup, and the table's part in a shared event, if any. On success its files are then in the table's folder, else none is. Raises
    BackupError.
    """
    with _folder_of(settings), temporary_folder(settings.data) as folder:
        unpacked = unpack_database(backup, folder / DATABASE)
        source = open_database(f"sqlite:///{folder / DATABASE}")  # upgrades the schema of an older database
        try:
            with source.connect() as house:
                yield house, read_member(backup, EVENT_FILE) if EVENT_FILE in unpacked.manifest.files else None
        finally:
            source.dispose()
        for name in unpacked.manifest.files.keys() & {*MADE} - MACHINE_FILES - {EVENT_FILE}:
            write_atomically(settings.data / name, read_member(backup, name))
    _share_pictures(backup.absolute().parent, settings.data)


def write_table_backup(hall: Engine, settings: Settings, into: Path, event_part: bytes | None) -> None:
    """Write the rows of `hall` and the table's files as a backup. Raises StoreError, OSError."""
    make_folder(into.absolute().parent)
    with temporary_folder(into.absolute().parent) as folder:
        fresh = open_database(f"sqlite:///{folder / DATABASE}")
        try:
            with hall.connect() as rows, fresh.begin() as house:
                copy_rows(rows, house)
            _close(fresh)
        finally:
            fresh.dispose()
        manifest = BackupManifest(time.time(), list_tables(folder / DATABASE))
        event = {EVENT_FILE: event_part} if event_part is not None else {}
        write_backup(manifest, folder / DATABASE, _files(settings) | event, folder / "backup")
        (folder / "backup").chmod(0o600)  # hands are in it
        _share_pictures(settings.data, into.absolute().parent)
        shutil.move(folder / "backup", into)


def copy_rows(source: Connection, target: Connection) -> None:
    """Copy all rows of one table. Times, numbers and ids stay, so a repeated reading is still recognized."""
    for table in metadata.sorted_tables:
        with source.execute(select(table), execution_options={"yield_per": ROWS_AT_ONCE}) as rows:
            for batch in rows.mappings().partitions():
                target.execute(insert(table), [dict(row) for row in batch])


@contextmanager
def _folder_of(settings: Settings) -> Iterator[None]:
    """Create a table's folder, and remove it again after an error."""
    is_new = not settings.data.exists()
    make_folder(settings.data)
    try:
        yield
    except BaseException:
        if is_new:
            shutil.rmtree(settings.data, ignore_errors=True)
        raise


def _files(settings: Settings) -> dict[str, bytes]:
    """Return the files that players have made, apart from the log."""
    files = {}
    for name in MADE:
        with suppress(FileNotFoundError):
            files[name] = (settings.data / name).read_bytes()
    return files


def _share_pictures(source: Path, target: Path) -> None:
    """Share the pictures of sheets, which are next to a backup as they are next to a database. Raises OSError."""
    for name in PICTURES:
        BackupFolder(target, 0).share(source / name, name)


def _close(engine: Engine) -> None:
    """Merge the write-ahead log into the database file."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
