"""Split labelled photographs permanently into a half for training and a half for evaluation."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.cards.index_crop import Image


def half(labels: Path, learning: bool) -> list[dict[str, Any]]:
    """Return the entries of every other group of the labels file: pictures of one throw or table never part."""
    entries = json.loads(labels.read_text(encoding="utf-8"))
    groups = sorted({entry["group"] for entry in entries})
    mine = {group for place, group in enumerate(groups) if (place % 2 == 0) == learning}
    return [entry for entry in entries if entry["group"] in mine]


def picture(labels: Path, entry: dict[str, Any]) -> Image:
    """Return the BGR picture of an entry, from the labels' folder or images/."""
    for path in (labels.parent / entry["file"], labels.parent / "images" / entry["file"]):
        if path.exists():
            loaded = cv2.imread(str(path))
            if loaded is not None:
                return loaded.astype(np.uint8)
    raise FileNotFoundError(f"{entry['file']} of {labels} is neither beside it nor in images/.")


def grounds(labels: Sequence[Path]) -> list[Image]:
    """Return grounds for painted cards: pictures of the training halves, at most 640 px wide."""
    found = []
    for path in labels:
        for entry in half(path, learning=True):
            loaded = picture(path, entry)
            scale = 640 / max(loaded.shape[:2])
            found.append(cv2.resize(loaded, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8))
    return found
