"""Evenings as files on the command line: of a house's folders, without its page."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import SystemRandom
from typing import TypeAlias

from sqlalchemy.engine import make_url

from companion.archive.export import export_table, name_of
from companion.archive.image_folders import folders_of
from companion.archive.inspection import read
from companion.archive.replay import copied
from companion.archive.service import ArchiveService
from companion.errors import ContentError
from companion.sessions import SessionManager, SqlEventLog, TableArchive
from companion.settings import Settings, load
from companion.system.atomic_write import write_atomically
from companion.system.data_dir import DataDirInUseError, lock_folder

Tell: TypeAlias = Callable[[str], None]


def export(table: str, file: Path | None, config: Path | None, *, demo: bool, tell: Tell) -> None:
    """Write the file. Raises ContentError naming the tables that there are, OSError."""
    settings = load(config, demo=demo)
    with _looked_at(settings) as log:
        holding = TableArchive(log.database, log.clock).export_table(table)
        if holding is None:
            there = ", ".join(board.table for board in log.open_tables()) or "none"
            raise ContentError(f"There is no table {table!r} in {settings.data}; there are {there}.")
    place = file or Path(name_of(table, holding))
    write_atomically(place, export_table(table, holding, folders_of(settings)))
    tell(f"Table {table} is in {place}. It holds what is hidden in that game, too.")


def bring(file: Path, config: Path | None, *, demo: bool, as_is: bool, tell: Tell) -> None:
    """Put it on the shelf. Raises ContentError, and then nothing has changed."""
    settings = load(config, demo=demo)
    packed = read(file)
    with _alone(settings), _opened(settings) as log:
        desk = ArchiveService(SessionManager(log, SystemRandom(), settings.place), folders_of(settings))
        brought = desk.bring(file.name, packed, as_is=as_is)
    for note in brought.notes:
        tell(note)
    where = "was there already" if brought.here else "waits on the shelf"
    tell(f"{brought.title}, {brought.answers} answers: it {where} as {brought.table}, in {settings.data}.")


@contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    """No Lamplight runs there, and none begins. Raises ContentError."""
    try:
        lock = lock_folder(settings.data)
    except DataDirInUseError as error:
        raise ContentError(
            f"Lamplight runs with {settings.data}: bring the file on its page, under “Evenings as files”, or stop it first."
        ) from error
    with lock:
        yield


@contextmanager
def _opened(settings: Settings) -> Iterator[SqlEventLog]:
    log = SqlEventLog(settings.database_url, time.time)
    try:
        yield log
    finally:
        log.close()


@contextmanager
def _looked_at(settings: Settings) -> Iterator[SqlEventLog]:
    """The log as it is, of a copy where it is a file: whoever runs is not disturbed. Raises ContentError."""
    file = make_url(settings.database_url).database or ""
    with tempfile.TemporaryDirectory() as folder:
        is_file = settings.database_url.startswith("sqlite")
        url = f"sqlite:///{copied(Path(file), Path(folder))}" if is_file else settings.database_url
        log = SqlEventLog(url, time.time)
        try:
            yield log
        finally:
            log.close()
