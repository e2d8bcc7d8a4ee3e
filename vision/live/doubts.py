"""What the reader was not sure of, kept some days as it was seen: to be looked at, and to be read again by a better one.

A doubt is two files in a folder: the picture of the tray as it was, and what was read on it as predictions hold it.
`./table read FOLDER` reads them again.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.wire.reading import UNKNOWN, Seen
from vision.frame import Clock
from vision.kit import Image
from vision.plane import Tray, bounds
from vision.predictions import moved, record

DAYS = 7.0
DAY_S = 86_400.0
MOST = 1000
MOST_BYTES = 150_000_000
QUALITY = 92
"""Of the pictures; what is to be read again must not be spoilt."""


def is_doubtful(objects: Sequence[Seen]) -> bool:
    """Whether a reading was not sure of everything it saw; a coin beside the dice is no doubt."""
    return any(seen.value is None and seen.kind != UNKNOWN for seen in objects)


@dataclass(frozen=True, slots=True)
class Doubts:
    """A folder of doubts, bounded in days, number and bytes; the oldest go first."""

    folder: Path
    days: float = DAYS
    """0: none are kept."""
    most: int = MOST
    most_bytes: int = MOST_BYTES
    wall: Clock = time.time

    def keep(self, name: str, image: Image, objects: Sequence[Seen], tray: Tray | None) -> None:
        """Store a doubtful reading, and let go what is too old or too much. Raises OSError."""
        if self.days > 0 and is_doubtful(objects):
            self._store(name, image, objects, tray)
        if self.folder.is_dir():
            self._thin_out()

    def _store(self, name: str, image: Image, objects: Sequence[Seen], tray: Tray | None) -> None:
        left, top, right, bottom = bounds(image, tray)
        part = image[top:bottom, left:right]
        rows = [record(moved(seen, left, top)) for seen in objects]
        told = {"file": f"{name}.jpg", "at": round(self.wall(), 1), "objects": rows}
        self.folder.mkdir(parents=True, exist_ok=True)
        data = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        (self.folder / f"{name}.jpg").write_bytes(data)
        (self.folder / f"{name}.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")

    def _thin_out(self) -> None:
        kept = sorted(((path.stat(), path) for path in self.folder.glob("*.jpg")), key=lambda row: -row[0].st_mtime)
        total, oldest = 0, self.wall() - self.days * DAY_S
        for place, (state, path) in enumerate(kept):
            total += state.st_size
            if place >= self.most or total > self.most_bytes or state.st_mtime < oldest:
                path.unlink(missing_ok=True)
                path.with_suffix(".json").unlink(missing_ok=True)
