"""`record export`: write a table of the data folder to a file, without the web page."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy.engine import make_url

from companion.archive.export import export_table, file_name_of
from companion.archive.images import folders_of
from companion.archive.replay import copy_log
from companion.errors import ContentError
from companion.sessions import SqlEventLog, TableArchive
from companion.settings import Settings, load
from companion.system.atomic_write import write_atomically


def export(table: str, file: Path | None, config: Path | None, *, demo: bool, tell: Callable[[str], None]) -> None:
    """Write the file. Raises ContentError naming the known tables, OSError."""
    settings = load(config, demo=demo)
    with _open_log(settings) as log:
        holding = TableArchive(log.database, log.clock).export_table(table)
        if holding is None:
            names = ", ".join(board.table for board in log.open_tables()) or "none"
            raise ContentError(f"There is no table {table!r} in {settings.data}; there are {names}.")
    place = file or Path(file_name_of(table, holding))
    write_atomically(place, export_table(table, holding, folders_of(settings)))
    tell(f"Table {table} is in {place}. It holds what is hidden in that game, too.")


@contextmanager
def _open_log(settings: Settings) -> Iterator[SqlEventLog]:
    """Open the log, a copy of it if it is a file, so that a running server is not disturbed. Raises ContentError."""
    file = make_url(settings.database_url).database or ""
    with tempfile.TemporaryDirectory() as folder:
        is_file = settings.database_url.startswith("sqlite")
        url = f"sqlite:///{copy_log(Path(file), Path(folder))}" if is_file else settings.database_url
        with closing(SqlEventLog(url, time.time)) as log:
            yield log
