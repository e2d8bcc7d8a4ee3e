"""One picture of a camera with its time. Nothing here knows where pictures come from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from companion.errors import LamplightError
from vision.kit import Image

Clock: TypeAlias = Callable[[], float]
"""S, rising; where it starts does not matter."""


class CameraError(LamplightError):
    """A source cannot be opened or has ended in the middle; the message names it and the remedy."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What the camera saw at one moment."""

    image: Image
    at: float
    """s on the clock of its source, which only rises; a recording counts from 0."""
    index: int
    """0 for the first frame of the source."""


def decode(data: bytes) -> Image | None:
    """A compressed picture as (H, W, 3) uint8 BGR; None where it is damaged."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    return None if image is None else image.astype(np.uint8, copy=False)
