"""Points at which a process may be killed. A fuse is set before the start and counts them down."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

RULES = (
    "reading: before it is committed",
    "reading: written, not yet committed",
    "reading: committed, not acknowledged",
    "tap: before it is committed",
    "tap: written, not yet committed",
    "tap: committed, nobody told",
    "undo: before it is committed",
    "undo: written, not yet committed",
    "undo: committed, nobody told",
    "opening: before it is committed",
    "opening: written, not yet committed",
    "opening: committed, nobody told",
    "before the acknowledgement is sent",
    "acknowledged to the reader, not to the broker",
    "acknowledged to the broker",
    "before the displays are told",
    "the displays are told",
)
READER = (
    "before a reading is kept",
    "kept, not sent",
    "before it is sent",
    "sent",
    "acknowledged, not forgotten",
    "forgotten",
)


@dataclass(slots=True)
class Fuse:
    """Kills the process like kill -9 when it passes `point` for the `nth` time; "" = never.

    Appends the point to `book` before.
    """

    book: str
    point: str = ""
    nth: int = 1

    def __call__(self, point: str) -> None:
        if not point or point != self.point:
            return
        self.nth -= 1
        if self.nth == 0:
            with Path(self.book).open("a", encoding="utf-8") as book:
                book.write(f"{point}\n")
            os.kill(os.getpid(), signal.SIGKILL)


def struck(book: Path) -> list[str]:
    """The points at which processes died, in order."""
    return book.read_text(encoding="utf-8").splitlines() if book.exists() else []
