"""A camera at this machine: Motion JPEG through Video4Linux, and its automatics as OpenCV has them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.i18n import _
from vision.image import CameraError, Clock, Frame, PictureError
from vision.stream.exposure import Exposure, ExposureControl, Part
from vision.stream.frame_rate import MOST_BAD, FrameRateLimiter

WIDTH, HEIGHT, FPS = 1280, 720, 30.0
"""Asked of a camera; it may give something else."""
JPEG = b"\xff\xd8"
"""How such a picture begins."""
MANUAL = 1.0
"""Of Video4Linux: exposure and aperture by hand."""
AUTOMATIC = (3.0, 0.0)
"""The exposure by itself: with a lens that has no iris, as nearly all have, and with one that has."""
THERE = 0.0
"""OpenCV tells less of what a camera does not have."""


class UvcControls(Protocol):
    """Settings of an open camera."""

    def get(self, prop: int, /) -> float:
        """Return the value; negative for a missing setting."""
        ...

    def set(self, prop: int, value: float, /) -> bool:
        """Return whether the camera accepted the value."""
        ...


@dataclass(frozen=True, slots=True)
class UvcControl:
    """Settings of one open camera."""

    knobs: UvcControls

    def release(self, *, focus: bool) -> bool:
        """All automatics that there are, on."""
        released = [self.let_expose(), self.knobs.set(cv2.CAP_PROP_AUTO_WB, 1)]
        if focus:
            released.append(self.knobs.set(cv2.CAP_PROP_AUTOFOCUS, 1))
        return any(released)

    def hold(self) -> tuple[Part, ...]:
        """Return the values that were found are written back: some cameras go to those that were set last instead."""
        loose: list[Part] = []
        if not self._holds_exposure():
            loose.append("exposure")
        if not self._holds(cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE):
            loose.append("colours")
        if not self._holds(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS):
            loose.append("focus")
        return tuple(loose)

    def let_expose(self) -> bool:
        """Return the exposure by itself; whether there is one."""
        return any(self.knobs.set(cv2.CAP_PROP_AUTO_EXPOSURE, value) for value in AUTOMATIC)

    def _holds_exposure(self) -> bool:
        if self.knobs.get(cv2.CAP_PROP_AUTO_EXPOSURE) < THERE:
            return False
        values = {prop: self.knobs.get(prop) for prop in (cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_GAIN)}
        if not self.knobs.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL):
            return False
        self._write(values)
        return self.knobs.get(cv2.CAP_PROP_AUTO_EXPOSURE) == MANUAL

    def _holds(self, automatic: int, value: int) -> bool:
        """Return whether the value is fixed now. A setting without an automatic mode never changed."""
        if self.knobs.get(automatic) < THERE:
            return True
        current = self.knobs.get(value)
        if not self.knobs.set(automatic, 0):
            return False
        self._write({value: current})
        return self.knobs.get(automatic) == 0

    def _write(self, values: dict[int, float]) -> None:
        for prop, value in values.items():
            if value >= THERE:
                self.knobs.set(prop, value)


@dataclass(frozen=True, slots=True)
class LocalCamera:
    """A camera at this machine, in Motion JPEG. It finds its light and its focus, and keeps them where it lets us."""

    name: int | str
    clock: Clock
    steering: ExposureControl = field(default_factory=ExposureControl)
    plugged: Callable[[int | str], cv2.VideoCapture] = lambda name: cv2.VideoCapture(name, cv2.CAP_V4L2)

    def frames(self) -> Iterator[Frame]:
        """Yield frames until the camera is unplugged. Raises CameraError if it cannot be opened."""
        capture = self.plugged(self.name)
        try:
            if not capture.isOpened():
                raise CameraError(
                    _(
                        "The camera {name} cannot be opened. Is it plugged in, and is nobody else using it?",
                        name=str(self.name),
                    )
                )
            yield from self.follow(capture)
        finally:
            capture.release()

    def follow(self, capture: cv2.VideoCapture) -> Iterator[Frame]:
        """Yield the frames of a camera that is open, until it is pulled out."""
        _prepare(capture)
        exposure = Exposure(UvcControl(capture), self.steering, self.clock)
        pace, index, bad = FrameRateLimiter(self.clock), 0, 0
        while capture.grab():
            if not pace.is_due():
                continue
            more, picture = capture.retrieve()
            if not more:
                return
            if not _is_known(picture):
                capture.set(cv2.CAP_PROP_CONVERT_RGB, 1)  # it sends something else than JPEG: OpenCV unpacks it
                continue
            try:
                frame = _frame(picture, self.clock(), index)
            except PictureError as error:
                bad += 1
                if bad >= MOST_BAD:
                    raise CameraError(
                        _(
                            "The camera {name} sends nothing that can be read. {why}",
                            name=str(self.name),
                            why=error.sentence,
                        )
                    ) from error
                continue
            bad = 0
            if exposure.passes(frame):
                yield frame
                index += 1


def _prepare(capture: cv2.VideoCapture) -> None:
    for prop, value in (
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, WIDTH),
        (cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT),
        (cv2.CAP_PROP_FPS, FPS),
        (cv2.CAP_PROP_BUFFERSIZE, 1),
        (cv2.CAP_PROP_CONVERT_RGB, 0),  # as JPEG: while nothing moves hardly anything of it is unpacked
    ):
        capture.set(prop, value)


def _is_known(picture: NDArray[np.generic]) -> bool:
    """Return whether this is a colour picture, or bytes that begin like a JPEG."""
    return _is_colour(picture) or picture.tobytes()[: len(JPEG)] == JPEG


def _is_colour(picture: NDArray[np.generic]) -> bool:
    return picture.ndim == 3 and picture.shape[2] == 3


def _frame(picture: NDArray[np.generic], at: float, index: int) -> Frame:
    """Return a frame of what the camera gave. Raises PictureError where it is damaged."""
    return Frame(picture.astype(np.uint8, copy=False) if _is_colour(picture) else picture.tobytes(), at, index)
