"""The labelled pictures of this bench, 1280x720: the truth stands in the name, `KIND__FACE.FACE...__WHERE.jpg`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from companion.errors import LamplightError
from vision.image.decoder import Image, PictureError, decode

PICTURES = Path(__file__).parent / "pictures"
SETTLED = 6
"""Dice in a frame whose reading is timed."""


class BenchFramesError(LamplightError):
    """The pictures of the bench are missing or damaged."""


@dataclass(frozen=True)
class Labelled:
    """A picture with its objects."""

    path: Path
    kind: str
    faces: tuple[str, ...]
    """Sorted."""

    @cached_property
    def image(self) -> Image:
        """Raises BenchFramesError."""
        try:
            return decode(self.path.read_bytes(), str(self.path))
        except (OSError, PictureError) as error:
            raise BenchFramesError(f"{error} Install Lamplight again.") from error


def frames(folder: Path = PICTURES) -> Iterator[Labelled]:
    """Return all of them, sorted by name. Raises BenchFramesError without any."""
    paths = sorted(folder.glob("*__*.jpg"))
    if not paths:
        raise BenchFramesError(f"There are no pictures of the bench in {folder}. Install Lamplight again.")
    for path in paths:
        kind, faces, *_ = path.stem.split("__")
        yield Labelled(path, kind, tuple(sorted(faces.split("."))))


def settled() -> tuple[Labelled, ...]:
    """Those with six dice."""
    return tuple(frame for frame in frames() if len(frame.faces) == SETTLED)
