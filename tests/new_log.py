"""A log on a file that has the newest shape already: to bring an empty file there takes longer than most tests do with it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from companion.sessions import SqlEventLog


def new_log(folder: Path, clock: Callable[[], float] = lambda: 0.0) -> SqlEventLog:
    """The log of a folder, or a new one."""
    return SqlEventLog(f"sqlite:///{new_file(folder)}", clock)


def new_file(folder: Path) -> Path:
    """Return the file of a new log, creating it if missing."""
    file = folder / "log.db"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_empty())
    return file


@cache
def _empty() -> bytes:
    """A file with all tables and nothing in them."""
    folder = Path(tempfile.mkdtemp())
    SqlEventLog(f"sqlite:///{folder / 'log.db'}", lambda: 0.0).close()
    content = (folder / "log.db").read_bytes()
    shutil.rmtree(folder)
    return content
