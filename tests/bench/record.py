"""Measure the export of a game as a file and its import elsewhere, compared with hashing, unpacking and storing its bytes.

Processor time is measured, so other users of the machine do not count.
"""

from __future__ import annotations

import json
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from companion import games
from companion.archive.file import LOG
from companion.archive.images import ImageFolders
from companion.archive.service import ArchiveService
from companion.sessions import (
    GameTable,
    ImageStore,
    LogRow,
    SessionManager,
    SqlEventLog,
    StoredEntry,
    StoredTable,
    TableArchive,
    to_row,
)
from tests.bench import floors
from tests.bench.history import grown
from tests.bench.line import BenchLine, measured

ANSWERS = 2000
TIMES = 5


def lines() -> Iterator[BenchLine]:
    """Export and import each game's longest run of up to so many answers, each time into an empty server."""
    for name in games.names():
        table = grown(games.find(name), ANSWERS)
        with tempfile.TemporaryDirectory() as folder:
            yield from _measured(table, Path(folder))


def _measured(table: GameTable[Any, Any], folder: Path) -> Iterator[BenchLine]:
    log = desk(folder / "here")[2]
    log.open("t1", table.game.name, [to_row(entry) for entry in table.log])
    log.close()
    here, _, log = desk(folder / "here")
    content = here.keep("t1")[1]
    numbers = iter(range(10 * TIMES))

    def bare() -> Callable[[], None]:
        return bare_act(content, folder / f"bare{next(numbers)}")

    def brought() -> Callable[[], object]:
        there = desk(folder / f"there{next(numbers)}")[0]
        return lambda: there.bring("evening", content)

    # in turn: what else the machine does meets both alike
    pairs = [
        (floors.timed(bare(), 1, process_time)[0], floors.timed(brought(), 1, process_time)[0]) for _ in range(TIMES)
    ]
    floor, told = [one for one, _ in pairs], f"record.{table.game.name}.{len(table.log)}"
    yield measured(f"{told}.bring", "ms", [one for _, one in pairs], floor)
    yield measured(f"{told}.keep", "ms", floors.timed(lambda: here.keep("t1"), TIMES, process_time), floor)
    log.close()


def bare_act(content: bytes, folder: Path) -> Callable[[], None]:
    """The same bytes hashed, unpacked, read as JSON and written as rows in one transaction; no rule and no check."""
    _, _, log = desk(folder)

    def act() -> None:
        sha256(content).hexdigest()
        with zipfile.ZipFile(BytesIO(content)) as archive:
            lines = [json.loads(line) for line in archive.read(LOG).splitlines()]
        rows = tuple(StoredEntry(line.pop("at"), _row(line)) for line in lines)
        TableArchive(log.database, log.clock).import_table("t1", StoredTable("", 0.0, rows))
        log.close()

    return act


def _row(line: dict[str, Any]) -> LogRow:
    return LogRow(**line)


def desk(folder: Path) -> tuple[ArchiveService, SessionManager, SqlEventLog]:
    """Return a server with the content of a folder."""
    folder.mkdir(exist_ok=True)
    log = SqlEventLog(f"sqlite:///{folder / 'log.db'}", clock=lambda: 0.0)
    hall = SessionManager(log, Random(1))
    folders = ImageFolders(
        folder / "pictures", folder / "doubts", ImageStore(folder / "brought"), ImageStore(folder / "kept")
    )
    return ArchiveService(hall, folders), hall, log
