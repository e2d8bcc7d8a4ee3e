"""`record import`: import a file into the data folder of a stopped installation."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import SystemRandom

from companion.archive.images import folders_of
from companion.archive.inspection import read
from companion.archive.service import ArchiveService
from companion.errors import ContentError
from companion.sessions import SessionManager, SqlEventLog
from companion.settings import Settings, load
from companion.system.data_dir import DataDirInUseError, lock_folder


def import_file(file: Path, config: Path | None, *, demo: bool, as_is: bool, tell: Callable[[str], None]) -> None:
    """Import the file. Raises ContentError, and changes nothing then."""
    settings = load(config, demo=demo)
    packed = read(file)
    with _lock(settings), closing(SqlEventLog(settings.database_url, time.time)) as log:
        desk = ArchiveService(SessionManager(log, SystemRandom(), settings.place), folders_of(settings))
        brought = desk.bring(file.name, packed, as_is=as_is)
    for note in brought.notes:
        tell(str(note))
    outcome = "was there already" if brought.here else "waits on the shelf"
    tell(f"{brought.title!s}, {brought.answers} answers: it {outcome} as {brought.table}, in {settings.data}.")


@contextmanager
def _lock(settings: Settings) -> Iterator[None]:
    """Lock the data folder. Raises ContentError while a server runs."""
    try:
        lock = lock_folder(settings.data)
    except DataDirInUseError as error:
        raise ContentError(
            f"Lamplight runs with {settings.data}: bring the file on its page, under “Evenings as files”, or stop it first."
        ) from error
    with lock:
        yield
