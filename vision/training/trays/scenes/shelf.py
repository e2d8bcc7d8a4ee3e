"""A folder of labelled pictures that grows: what is there is not made again."""

import json
from pathlib import Path
from typing import Any

import cv2

from vision.training.trays.scenes.stills import Picture

LABELS = "labels.json"


class Shelf:
    """The pictures of one folder and their labels; `save` writes the labels."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        known = json.loads((folder / LABELS).read_text()) if (folder / LABELS).exists() else []
        self._entries: dict[str, dict[str, Any]] = {entry["file"]: entry for entry in known}

    def has(self, name: str) -> bool:
        """Return whether the picture and its label exist."""
        return name in self._entries and (self.folder / name).exists()

    def add(self, name: str, picture: Picture) -> None:
        """Write the picture as a JPEG; `name` may begin with a folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not cv2.imwrite(str(path), picture.image, [cv2.IMWRITE_JPEG_QUALITY, picture.quality]):
            raise OSError(f"{path} could not be written: is the disk full?")
        self._entries[name] = {"file": name, **picture.entry}

    def save(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_json(list(self._entries.values()), self.folder / LABELS)


def write_json(value: Any, path: Path) -> None:
    """Write the file whole or not at all."""
    half = path.with_name(path.name + ".tmp")
    half.write_text(json.dumps(value))
    half.replace(path)
