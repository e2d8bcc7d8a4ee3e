"""Files for the kits page: pictures of trays and of shots, and packed kits."""

import zlib
from dataclasses import dataclass
from pathlib import Path

import cv2
from cv2.typing import MatLike

from companion.schema import OfferedObject, TrayObjects
from vision.enrolment.labelled_tray import TrayObject
from vision.image import Image

FOLDER = "teach"
"""Among the page's pictures."""
KEPT_FILES = 400
"""Files, at most; a page shows a shot of each face, and those of one face."""
WIDEST = 1600
"""px of a trayful's picture on the page."""
QUALITY = 88
"""JPEG, of the pictures."""


@dataclass(frozen=True, slots=True)
class PageFiles:
    """The newest files; older ones go. Every method may raise OSError."""

    pictures: Path
    """The folder from which the page shows pictures."""

    def shot(self, image: Image) -> str:
        """Return the file of a shot, named after what it shows."""
        return self.write(shot_file(image), _jpeg(image))

    def trayful(self, name: str, image: Image, lie: tuple[TrayObject, ...]) -> TrayObjects:
        """Return a picture with its objects, in px of the picture on the page."""
        scale = shown_scale(image)
        size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA) if scale < 1 else image
        return TrayObjects(
            name, self.write(f"{name}.jpg", _jpeg(small)), size, tuple(_offer(one, scale) for one in lie)
        )

    def write(self, name: str, data: bytes) -> str:
        """Return a file of that name, and what the page calls it."""
        folder = self.pictures / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        files = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
        for old in files[:-KEPT_FILES]:
            old.unlink(missing_ok=True)
        return f"{FOLDER}/{name}"


def shot_file(image: Image) -> str:
    """Return the name of a shot's file: the same for the same picture, whatever else the kit holds."""
    return f"{zlib.crc32(image.tobytes()):08x}.jpg"


def shown_scale(image: Image) -> float:
    """By how much the page's picture is smaller."""
    return min(1.0, WIDEST / int(image.shape[1]))


def _offer(one: TrayObject, scale: float) -> OfferedObject:
    x, y, w, h = (round(side * scale, 1) for side in one.detected.box)
    return OfferedObject(
        (x, y, w, h), tuple((guess.value, guess.share) for guess in one.guesses), one.sure, one.like, one.leans
    )


def _jpeg(image: MatLike) -> bytes:
    return cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))[1].tobytes()
