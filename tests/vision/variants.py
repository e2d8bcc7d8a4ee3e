"""The same picture as other cameras would give it: of another size, packed harder, turned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np

from companion.schema import UNKNOWN, SeenObject
from vision.image.decoder import Image
from vision.stream.stability import is_near

Back: TypeAlias = Callable[[float, float], tuple[float, float]]
"""A point of the variant in the pixels of the original."""


@dataclass(frozen=True, slots=True)
class Variant:
    image: Image
    back: Back


@dataclass(frozen=True, slots=True)
class Compared:
    """How many objects that were surely read in the original are ... in the variant."""

    same: int = 0
    unsure: int = 0
    missing: int = 0
    other: int = 0
    """Surely read as something else."""

    def __add__(self, more: Compared) -> Compared:
        return Compared(
            self.same + more.same, self.unsure + more.unsure, self.missing + more.missing, self.other + more.other
        )

    @property
    def total(self) -> int:
        return self.same + self.unsure + self.missing + self.other


def sized(width: int, height: int) -> Callable[[Image], Variant]:
    """As a camera of that size gives it; of another shape, with more of the table above and below."""

    def change(image: Image) -> Variant:
        scale = min(width / image.shape[1], height / image.shape[0])
        small = cv2.resize(
            image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        )
        top, left = (height - small.shape[0]) // 2, (width - small.shape[1]) // 2
        down, right = height - small.shape[0] - top, width - small.shape[1] - left
        whole = cv2.copyMakeBorder(small, top, down, left, right, cv2.BORDER_REPLICATE).astype(np.uint8)
        return Variant(whole, lambda x, y: ((x - left) / scale, (y - top) / scale))

    return change


def packed(quality: int) -> Callable[[Image], Variant]:
    """As JPEG of that quality."""

    def change(image: Image) -> Variant:
        data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return Variant(cv2.imdecode(data, cv2.IMREAD_COLOR).astype(np.uint8), lambda x, y: (x, y))

    return change


def turned(quarters: int) -> Callable[[Image], Variant]:
    """Turned to the left by so many quarters."""

    def change(image: Image) -> Variant:
        height, width = image.shape[:2]
        ways: Mapping[int, Back] = {
            1: lambda x, y: (width - y, x),
            2: lambda x, y: (width - x, height - y),
            3: lambda x, y: (y, height - x),
        }
        return Variant(np.ascontiguousarray(np.rot90(image, quarters)), ways[quarters])

    return change


VARIANTS: Mapping[str, Callable[[Image], Variant]] = {
    "640x480": sized(640, 480),
    "1920x1080": sized(1920, 1080),
    "quality 60": packed(60),
    "quality 75": packed(75),
    "quality 95": packed(95),
    "90 degrees": turned(1),
    "180 degrees": turned(2),
    "270 degrees": turned(3),
}


def compare(original: Sequence[SeenObject], seen: Sequence[SeenObject], back: Back) -> Compared:
    """Return what happened to the surely read objects."""
    there = [_returned(one, back) for one in seen if one.box is not None]
    return sum((_compare(one, there) for one in original if one.value is not None and one.box is not None), Compared())


def _compare(one: SeenObject, there: Sequence[SeenObject]) -> Compared:
    mine = [other for other in there if is_near(one, other, 0.5)]
    if any((other.kind, other.value) == (one.kind, one.value) for other in mine):
        return Compared(same=1)
    if any(other.value is not None for other in mine):
        return Compared(other=1)
    return Compared(unsure=1) if any(other.kind != UNKNOWN for other in mine) else Compared(missing=1)


def _returned(seen: SeenObject, back: Back) -> SeenObject:
    assert seen.box is not None
    x, y, w, h = seen.box
    (left, top), (right, bottom) = back(x, y), back(x + w, y + h)
    return replace(seen, box=(min(left, right), min(top, bottom), abs(right - left), abs(bottom - top)))
