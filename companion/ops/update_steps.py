"""The commands of `update-step`: an update runs them in the code of a version, and reads the JSON that they print."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.command_helpers import print_line
from companion.errors import LamplightError, counted
from companion.ops.backup import (
    DATABASE,
    FOLDER,
    BackupScheduler,
    database_file,
    online_copy,
    open_backup,
    restore_and_describe,
    temporary_folder,
    unpack_database,
)
from companion.presentation import title_of
from companion.sessions import SessionManager, SqlEventLog, find_faults, list_tables
from companion.settings import Settings, load
from companion.system.data_dir import folder, is_locked
from companion.system.network import ALL_ADDRESSES

KEPT_SUBFOLDER = "before-update"
"""Subfolder for backups made before an update. The backup policy never deletes them."""


def facts(config: Path | None) -> None:
    """Print where the installation is, and its size."""
    settings = load(config)
    file = database_file(settings)
    size = file.stat().st_size if file is not None and file.exists() else 0
    there = next(path for path in (settings.data, *settings.data.parents) if path.exists())
    print_result(
        data=str(settings.data),
        url=page_of(settings),
        is_running=is_locked(settings.data),
        is_file=file is not None,
        free=shutil.disk_usage(there).free,
        size=size,
    )


def backup(keep: bool, beside: list[str] | None, config: Path | None) -> None:
    """Make a backup, and print its path."""
    settings = load(config)
    file = database_file(settings)
    if file is None or not file.exists():
        print_result(file="")
        return
    made = BackupScheduler(settings).make_backup()
    if not keep:
        print_result(file=str(made.path))
        return
    kept = folder(made.path.parent / KEPT_SUBFOLDER)
    stay = {Path(path_beside).name for path_beside in beside or ()}
    for path in kept.iterdir():
        if path.name not in stay:
            path.unlink()
    os.link(made.path, kept / made.name)
    print_result(file=str(kept / made.name))


def look(backup: str, config: Path | None) -> None:
    """Migrate a copy of a backup, or of the database, and print the prompts of all its tables."""
    settings = load(config)
    if settings.own_games:
        games.look_in(settings.own_games)
    with copy_database(settings, backup) as file:
        print_result(tables=dict(read_tables(file)) if file.exists() else {})


def since(backup: str, config: Path | None) -> None:
    """Print what is in the database and not in a backup."""
    file = database_file(load(config))
    before = {table.table: table.entries for table in open_backup(Path(backup)).manifest.tables}
    now = list_tables(file) if file is not None and file.exists() else ()
    more = {table.table: (table.game, table.entries - before.get(table.table, 0)) for table in now}
    print_result(
        lost=[
            f"Table {table} ({game}): {counted(many, 'entry', 'entries')} since then"
            for table, (game, many) in more.items()
            if many > 0
        ]
    )


def restore(backup: str, config: Path | None) -> None:
    """Restore a backup."""
    print_result(told=restore_and_describe(backup, config, demo=False))


def print_result(**result: object) -> None:
    """Print the last line."""
    print_line(json.dumps(result, ensure_ascii=False))


def page_of(settings: Settings) -> str:
    """Return the URL of the page on this machine, or "" if the port is chosen at the start."""
    host = "127.0.0.1" if settings.bind in ALL_ADDRESSES else settings.bind.strip("[]")
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}" if settings.port else ""


@contextmanager
def copy_database(settings: Settings, backup: str) -> Iterator[Path]:
    """Copy the database, or that of a backup, into a temporary folder. Raises BackupError, OSError."""
    with temporary_folder(folder(settings.data / FOLDER)) as room:
        into, file = room / DATABASE, database_file(settings)
        if backup:
            unpack_database(Path(backup), into)
        elif file is not None and file.exists():
            online_copy(file, into)
        yield into


def _compared_fields(picture: Any, prompt: Any) -> list[Any]:
    """Return what an update compares of a prompt, see `companion.updating.preparation`."""
    fields = [prompt.id, prompt.seat, prompt.kind, str(title_of(picture, prompt)), prompt.rule]
    return [*fields, prompt.key, prompt.about, prompt.least, prompt.most, [option.id for option in prompt.options]]


def read_tables(file: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each table of a database with its prompts, or with why it cannot be opened. Migrates the file. Raises LamplightError."""
    if faults := find_faults(file):
        raise LamplightError(faults[0])
    with closing(SqlEventLog(f"sqlite:///{file}", lambda: 0.0)) as log:
        hall = SessionManager(log, Random(0))
        for board in log.open_tables():
            shut = str(hall.broken.get(board.table, ""))
            pictures = (hall.snapshot(board.table),) if not shut else ()
            prompts = [_compared_fields(picture, prompt) for picture in pictures for prompt in picture.open]
            yield board.table, {"game": board.game, "shut": shut, "asked": prompts}
