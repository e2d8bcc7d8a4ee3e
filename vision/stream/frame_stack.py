"""Several small still pictures of one view as one of twice the size: shift and add. Pure.

Each samples the view at other places by the tremble of the camera, with other noise. On 426 twenty-sided dice of a
simulated camera of 640x360 a further look at the stack of three told 22 more, at their plain mean 11, at one more
picture 14. A stack of eight told no more than one of three.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image

Shift: TypeAlias = tuple[float, float]
"""Px to the right and down by which a picture lies against another one."""

FINER = 2
"""Times as many pixels a side as each picture has."""
LARGEST = 960
"""Px, long side of what is stacked. A larger picture has pixels enough for digits (70 of 71 dice are told at 1280), and
its stack would cost 50 MB.
"""
MOST_SHIFT = 2.0
"""Px. A camera on an arm trembles by less; one that moves further moves the dice too."""
LEAST_PEAK = 0.5
"""Peak of the phase correlation from which on two pictures show the same. Stills have 0.7 at least, also with noise of
8 levels and JPEG of quality 60; other views 0.15 at most.
"""
SHARPER, SOFT_PX = 0.5, 2.0
"""Share of the detail below so many px of the stack that is added: the interpolation has taken as much away."""


def stack_frames(images: Sequence[Image]) -> Image | None:
    """Return the mean of still pictures on a grid `FINER` times as fine, aligned to the last one and slightly sharper.

    `images`: (H, W, 3) uint8 BGR each, the newest last. One that shows something else is left out. None where nothing
    is left to add to the last one, and for pictures above `LARGEST`.
    """
    last = images[-1]
    fitting = list(_fitting(images[:-1], last)) if max(last.shape) <= LARGEST else []
    if not fitting:
        return None
    total = _finer(last, (0.0, 0.0)).astype(np.uint16)  # half the memory of float
    for image, shift in fitting:
        total += _finer(image, shift)
    mean = cv2.convertScaleAbs(total, alpha=1 / (1 + len(fitting)))
    soft = cv2.GaussianBlur(mean, (0, 0), SOFT_PX)
    return cv2.addWeighted(mean, 1 + SHARPER, soft, -SHARPER, 0).astype(np.uint8, copy=False)


def _fitting(images: Sequence[Image], last: Image) -> Iterator[tuple[Image, Shift]]:
    """Yield the pictures that show the same as the last one, and their shifts."""
    reference = _faded(last)
    for image in images:
        if image.shape == last.shape:
            (right, down), peak = cv2.phaseCorrelate(reference, _faded(image))
            if peak >= LEAST_PEAK and max(abs(right), abs(down)) <= MOST_SHIFT:
                yield image, (right, down)


def _faded(image: Image) -> NDArray[np.float32]:
    """Return a picture in grey, faded out towards its edges, where shifted pictures differ."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    # OpenCV would fade out its argument in place
    return grey * cv2.createHanningWindow((grey.shape[1], grey.shape[0]), cv2.CV_32F)


def _finer(image: Image, shift: Shift) -> Image:
    """Return a picture on the finer grid, moved back by its shift. Pixels are counted from their middles."""
    height, width = image.shape[:2]
    right, down = ((1 / FINER - 1) / 2 + by for by in shift)
    way = np.array([[1 / FINER, 0, right], [0, 1 / FINER, down]], np.float32)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP  # a linear one blurs small digits more than the mean gains
    size = (FINER * width, FINER * height)
    return cv2.warpAffine(image, way, size, flags=flags, borderMode=cv2.BORDER_REPLICATE).astype(np.uint8, copy=False)
