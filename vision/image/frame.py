"""One picture of a camera with its time. Nothing here knows where pictures come from."""

from collections.abc import Callable
from copy import copy
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import LamplightError
from companion.schema import Seat, Words
from vision.image.decoder import Image, decode, decode_grey

Clock: TypeAlias = Callable[[], float]
"""S, rising; where it starts does not matter."""
Grey: TypeAlias = NDArray[np.uint8]
"""(180, 320) uint8."""

WIDTH, HEIGHT = 320, 180
"""Px of the small picture."""


class CameraError(LamplightError):
    """A source cannot be opened or has ended in the middle; the message names it and the remedy."""

    code = "CAMERAERROR"

    def __init__(self, sentence: Words, detail: str = "") -> None:
        """`detail`: what is for the log and the command line, and no page."""
        super().__init__(sentence)
        self.detail = detail


class Frame:
    """A camera picture at one moment.

    A packed JPEG is decoded on demand. While nothing moves, only its small grey picture is needed, which costs a
    quarter.
    """

    __slots__ = ("_image", "_packed", "_small", "at", "index", "is_cut", "sender")

    def __init__(self, picture: Image | bytes, at: float, index: int) -> None:
        """Make a frame. Raises PictureError if the packed picture is damaged.

        `at`: s on the monotonic clock of its source. A recording counts from 0. `index`: 0 for the first one.
        """
        self.at, self.index = at, index
        self.is_cut = False
        """True if it comes from another view than the previous frame, so that all knowledge of the view is void."""
        self.sender: Seat = ""
        """Seat of the device that had it played, if no camera took it."""
        self._image: Image | None = None if isinstance(picture, bytes) else picture
        self._packed = picture if isinstance(picture, bytes) else b""
        self._small: Grey | None = _small(self._packed) if self._packed or self._image is None else None

    @property
    def image(self) -> Image:
        """(H, W, 3) uint8 BGR. Raises PictureError where only the colours turn out to be damaged."""
        if self._image is None:
            self._image, self._packed = decode(self._packed), b""
        return self._image

    @property
    def small(self) -> Grey:
        """(180, 320) uint8, as `vision.stream.motion` compares it."""
        if self._small is None:
            self._small = shrink(self.image)
        return self._small

    def retimed(self, at: float, index: int) -> "Frame":
        """Return the same picture at another time."""
        other = copy(self)
        other.at, other.index = at, index
        return other


def shrink(image: Image | Grey) -> Grey:
    """Return a picture of any size, in colour or grey, as a small grey one, slightly blurred."""
    small = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    grey = small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return cv2.blur(grey, (3, 3)).astype(np.uint8, copy=False)


def _small(data: bytes) -> Grey:
    return shrink(decode_grey(data, least=WIDTH))
