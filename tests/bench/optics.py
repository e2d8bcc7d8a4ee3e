"""From how far, and with how few pixels, dice are read and markers found: what the calculator of heights goes by.

The bench's own trays are brought to other sizes: farther away, where the picture keeps its pixels and shows more of the
table, and coarser, with the same view and fewer pixels. The same unchanged tray is measured next to each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.presentation.mount.heights import MARKED_MM, TAPPED_MM
from companion.presentation.mount.outlook import things
from tests.bench.frames import Labelled, frames
from tests.bench.line import Share
from vision.image.decoder import Image
from vision.kind_and_face.tray_reader import read_tray
from vision.kit import kit_names, load_kits
from vision.tray.tray_plane import find_markers, find_tray

ACROSS_MM = (MARKED_MM, TAPPED_MM, 800)
"""Size of the table in the picture."""
PX_PER_MM = (2.0, min(thing.least_px_per_mm for thing in things()), 0.8)
GRAIN = 2.0
"""Grey levels of the noise of the table that is added around."""


@dataclass(frozen=True, slots=True)
class DetectionShares:
    """Results of some pictures."""

    dice: int = 0
    read: int = 0
    markers: int = 0

    def __add__(self, other: DetectionShares) -> DetectionShares:
        return DetectionShares(self.dice + other.dice, self.read + other.read, self.markers + other.markers)


def lines() -> Iterator[Share]:
    """Farther away, then coarser."""
    cv2.setNumThreads(1)
    taken = [(frame, tray.px_per_mm) for frame in frames() if (tray := find_tray(frame.image)) is not None]
    as_taken = seen([(frame, frame.image) for frame, _ in taken])
    for mm in ACROSS_MM:
        pictures = [(frame, farther(frame.image, scale * mm)) for frame, scale in taken]
        yield from shares(f"optics.{mm}_mm_across", seen(pictures), as_taken)
    for px in PX_PER_MM:
        pictures = [(frame, resized(frame.image, px / scale)) for frame, scale in taken]
        yield from shares(f"optics.{px:g}_px_a_mm", seen(pictures), as_taken)


def shares(name: str, now: DetectionShares, as_taken: DetectionShares) -> Iterator[Share]:
    yield Share(f"{name}.dice", now.read, now.dice, as_taken.read / as_taken.dice, "as taken")
    yield Share(f"{name}.markers", now.markers, as_taken.markers, 1.0, "as taken")


def farther(image: Image, across: float) -> Image:
    """Return a picture of the same size in which the original spans fewer px. The table continues around it, blurred."""
    height, width = image.shape[:2]
    small = resized(image, min(1.0, width / across))
    top, left = (height - small.shape[0]) // 2, (width - small.shape[1]) // 2
    edges = (top, height - small.shape[0] - top, left, width - small.shape[1] - left)
    around = cv2.copyMakeBorder(small, *edges, cv2.BORDER_REPLICATE)
    grain = np.random.default_rng(1).normal(0, GRAIN, around.shape)
    grainy: Image = np.clip(around + grain, 0, 255).astype(np.uint8)
    grainy[top : top + small.shape[0], left : left + small.shape[1]] = small
    return grainy


def resized(image: Image, share: float) -> Image:
    return np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


def seen(pictures: list[tuple[Labelled, Image]]) -> DetectionShares:
    """Share of all dice. A die with a question does not count as read."""
    kits = load_kits(kit_names())
    found = DetectionShares()
    for frame, image in pictures:
        told = Counter(
            one.value for one in read_tray(image, [kit for kit in kits if kit.kind == frame.kind]) if one.value
        )
        right = (told & Counter(frame.faces)).total()
        found += DetectionShares(len(frame.faces), right, len(find_markers(image)))
    return found
