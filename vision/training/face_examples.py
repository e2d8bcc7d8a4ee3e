"""Faces for the face net, cut out of labelled pictures.

python -m vision.training.face_examples RENDERS... --photos PHOTOS --out FACES      one file for each style or set
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.example_files import arguments, cut_out
from vision.training.pictures import READABLE, UNSAID, Mark, Picture

KEPT = 96
"""Side, px, of the kept cut-outs. They show `REACH_KEPT` radii each way, enough for any rotation and shift."""
REACH_KEPT = 1.9
SMALLEST = 4.0
"""px; radius of a face below which nothing is read."""


@dataclass(frozen=True, slots=True)
class Face:
    """One face that can be read."""

    image: NDArray[np.uint8]
    """`KEPT` px square."""
    shape: int
    style: str
    kind: str
    value: str


def faces(picture: Picture) -> Iterator[Face]:
    """Yield the faces of one picture."""
    image = cv2.imread(str(picture.path))
    for mark in picture.marks:
        if mark.state in (READABLE, UNSAID) and mark.radius > SMALLEST:
            yield Face(cut(image, mark), mark.shape, picture.style, mark.kind, mark.value)


def cut(image: NDArray[np.uint8], mark: Mark) -> NDArray[np.uint8]:
    """Return the surroundings of a face, `KEPT` px square."""
    scale = KEPT / (2 * REACH_KEPT * mark.radius)
    shift = np.array([KEPT / 2 - scale * mark.x, KEPT / 2 - scale * mark.y])
    turn = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    return cv2.warpAffine(image, turn, (KEPT, KEPT), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)


def main() -> None:
    """Write one file for each style that has none yet, and for each set of photographs."""
    cut_out(arguments(argparse.ArgumentParser(description=__doc__)), faces)


if __name__ == "__main__":
    main()
