"""Pictures of trays for the lessons: recorded throws at rest, and what can be made of them."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

import vision

THROWS = Path(vision.__file__).parent / "throws"


def at_rest(kind: str, name: str) -> Path:
    """Return the frame of a recorded throw at rest."""
    label = json.loads((THROWS / kind / name / "label.json").read_text(encoding="utf-8"))
    return THROWS / kind / name / f"frame_{label['settled_frame']:03}.jpg"


def left_half(kind: str, name: str, folder: Path) -> Path:
    """Return the same tray with an empty right half."""
    both, empty = (cv2.imread(str(path)) for path in (at_rest(kind, name), THROWS / kind / name / "frame_000.jpg"))
    assert both is not None and empty is not None
    middle = both.shape[1] // 2
    return _written(folder / f"{name}_left.jpg", np.hstack((both[:, :middle], empty[:, middle:])))


def out_of_focus(kind: str, name: str, sigma: float, folder: Path) -> Path:
    """Blur the objects and keep the tray's markers sharp."""
    image = cv2.imread(str(at_rest(kind, name)))
    assert image is not None
    x, y, w, h = (round(v) for v in _box(kind, name))
    around = (slice(max(0, y - 20), y + h + 20), slice(max(0, x - 20), x + w + 20))
    image[around] = cv2.GaussianBlur(image, (0, 0), sigma)[around]
    return _written(folder / f"{name}_blurred.jpg", image)


def _box(kind: str, name: str) -> list[float]:
    label = json.loads((THROWS / kind / name / "label.json").read_text(encoding="utf-8"))
    box: list[float] = label["reading"][0]["box"]
    return box


def _written(path: Path, image: cv2.typing.MatLike) -> Path:
    cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return path
