"""Store doubtful readings for some days, to be inspected or read again by a better reader.

A doubt is two files: the picture of the tray, and the predictions. The picture is written last and deleted first, so
every picture has its predictions. `./table read FOLDER` reads them again.
"""

import json
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.schema import UNKNOWN, SeenObject
from companion.system.atomic_write import write_atomically
from vision.detect import in_crop, to_record
from vision.image import Clock, Image
from vision.tray import TrayPlane, bounds

DAYS = 7.0
"""Default days of storage."""
DAY_S = 86_400.0
MOST = 1000
"""Doubts, at most."""
MOST_BYTES = 150_000_000
"""Bytes of them all, at most."""
QUALITY = 92
"""JPEG, of the pictures; what is to be read again must not be spoilt."""


def is_doubtful(objects: Sequence[SeenObject]) -> bool:
    """Return whether the reading was uncertain about an object. A coin next to the dice is not a doubt."""
    return any(seen.value is None and seen.kind != UNKNOWN for seen in objects)


@dataclass(frozen=True, slots=True)
class DoubtArchive:
    """A folder of doubts, bounded in days, number and bytes; the oldest go first."""

    folder: Path
    days: float = DAYS
    """0: none are kept."""
    most: int = MOST
    most_bytes: int = MOST_BYTES
    wall: Clock = time.time

    def keep(self, name: str, image: Image, objects: Sequence[SeenObject], tray: TrayPlane | None) -> None:
        """Store a doubtful reading, and let go what is too old or too much. Raises OSError."""
        if self.days > 0 and is_doubtful(objects):
            self._store(name, image, objects, tray)
        if self.folder.is_dir():
            self._thin_out()

    def _store(self, name: str, image: Image, objects: Sequence[SeenObject], tray: TrayPlane | None) -> None:
        left, top, right, bottom = bounds(image, tray)
        part = image[top:bottom, left:right]
        rows = [to_record(in_crop(seen, left, top)) for seen in objects]
        note = {"file": f"{name}.jpg", "at": round(self.wall(), 1), "objects": rows}
        data = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        write_atomically(self.folder / f"{name}.json", json.dumps(note, indent=1) + "\n")
        write_atomically(self.folder / f"{name}.jpg", data)

    def _thin_out(self) -> None:
        kept = sorted(self._kept(), key=lambda doubt: -doubt.at)
        total, oldest = 0, self.wall() - self.days * DAY_S
        for place, doubt in enumerate(kept):
            total += doubt.size
            if place >= self.most or total > self.most_bytes or doubt.at < oldest:
                doubt.delete()

    def _kept(self) -> Iterator["_Kept"]:
        """Yield stored doubts, including halves left by a crash, which expire with the others."""
        files: dict[str, list[Path]] = defaultdict(list)
        for path in filter(Path.is_file, self.folder.iterdir()):
            files[path.name.partition(".")[0]].append(path)
        for paths in files.values():
            states = [path.stat() for path in paths]
            at, size = min(state.st_mtime for state in states), sum(state.st_size for state in states)
            yield _Kept(tuple(paths), at, size)


@dataclass(frozen=True, slots=True)
class _Kept:
    """One doubt, or what there is of it."""

    paths: tuple[Path, ...]
    at: float
    """s, Unix; when it was stored."""
    size: int
    """Bytes."""

    def delete(self) -> None:
        for path in sorted(self.paths, key=lambda path: path.suffix != ".jpg"):
            path.unlink(missing_ok=True)
