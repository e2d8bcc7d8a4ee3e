"""Where a house has its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.sessions import ImageStore
from companion.settings import Settings


@dataclass(frozen=True, slots=True)
class ImageFolders:
    """The pictures of one house."""

    crops: Path  # of readings, as the page shows them: with boxes
    doubts: Path  # of doubtful readings, as the camera saw them
    brought: ImageStore  # both, of other houses
    kept: ImageStore  # of sheets


def folders_of(settings: Settings) -> ImageFolders:
    """Of a house with these settings."""
    data = settings.data
    return ImageFolders(
        data / "pictures", data / "vision" / "doubts", ImageStore(data / "brought"), ImageStore(settings.kept)
    )
