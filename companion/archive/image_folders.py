"""Where a house has its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.sessions.store.images import Pictures
from companion.settings import Settings


@dataclass(frozen=True, slots=True)
class Folders:
    """The pictures of one house."""

    crops: Path  # of readings, as the page shows them: with boxes
    doubts: Path  # of doubtful readings, as the camera saw them
    brought: Pictures  # both, of other houses
    kept: Pictures  # of sheets


def folders_of(settings: Settings) -> Folders:
    """Of a house with these settings."""
    data = settings.data
    return Folders(data / "pictures", data / "vision" / "doubts", Pictures(data / "brought"), Pictures(settings.kept))
