"""Replay a file by the rules and report, without storing it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.archive.file import HEAD, MOST_PACKED
from companion.archive.validation import validate
from companion.errors import ContentError, counted


def check(file: Path, tell: Callable[[str], None]) -> bool:
    """Report the contents. Returns False if the rules give another result. Raises ContentError."""
    archive = validate(file.name, read(file))
    seats, pictures = len(archive.table.setup.seats), sum(map(len, archive.pictures.values()))
    contents = f"{archive.table.game.title!s}, {counted(seats, 'seat')}, {counted(archive.answers, 'answer')}, {counted(len(archive.stored.log), 'entry', 'entries')}"
    tell(f"{file}: {contents}, {counted(len(archive.stored.heard), 'reading')}, {counted(pictures, 'picture')}.")
    for note in archive.notes or ("Every answer was played again: the same facts, the same state.",):
        tell(str(note))
    return not archive.differs


def is_record(file: Path) -> bool:
    """Return whether the file has the header of an export."""
    with file.open("rb") as opened:
        return opened.read(len(HEAD)) == HEAD


def read(file: Path) -> bytes:
    """Read a file up to the size limit. Raises ContentError."""
    if not file.is_file():
        raise ContentError(f"{file}: there is no such file. A page that is asked to keep an evening writes one.")
    with file.open("rb") as opened:
        return opened.read(MOST_PACKED + 1)
