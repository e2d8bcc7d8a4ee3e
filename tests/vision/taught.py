"""Rendered trays with their truth, and a finger that names the objects."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2

from vision.enrolment.labelled_tray import TrayObject
from vision.image.decoder import Image

FOLDER = Path(__file__).parents[1] / "pictures" / "trayfuls"
TRUTH: dict[str, list[dict[str, Any]]] = {
    row["file"]: row["objects"] for row in json.loads((FOLDER / "labels.json").read_text(encoding="utf-8"))
}
FACES = {
    "token": ("+1", "0", *(f"-{n}" for n in range(1, 9)), "skull", "cultist", "tablet", "elder_thing", "auto_fail", "elder_sign"),
    "mom_d8": ("success", "investigation", "blank"),
}  # fmt: skip


def picture(file: str) -> Image:
    image = cv2.imread(str(FOLDER / file))
    assert image is not None
    return image


def truth_at(file: str, x: float, y: float) -> str:
    """Return the value at a point; "" without an object."""

    def away(one: dict[str, Any]) -> float:
        left, top, wide, high = one["box"]
        return math.hypot(left + wide / 2 - x, top + high / 2 - y)

    nearest = min(TRUTH[file], key=away)
    return str(nearest["value"]) if away(nearest) < nearest["box"][2] / 2 else ""


def names(file: str, lie: Sequence[TrayObject]) -> tuple[str, ...]:
    """Return a person's names for a tray."""
    return tuple(truth_at(file, one.detected.x, one.detected.y) for one in lie)


def names_of_boxes(file: str, boxes: Sequence[Sequence[float]]) -> tuple[str, ...]:
    return tuple(truth_at(file, x + w / 2, y + h / 2) for x, y, w, h in boxes)
