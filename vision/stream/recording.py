"""Recordings as sources of frames: a folder of pictures, a video file, and both played over and over at their own pace.

A recording counts its own time, index / fps, and can be played as fast as one likes.
"""

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

import cv2
import numpy as np

from companion.i18n import _
from companion.system.safe_load import bytes_of
from vision.image import MOST_BYTES, CameraError, Clock, Frame, Image, PictureError

logger = logging.getLogger(__name__)

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".gif"})
VIDEOS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".mjpeg"})
FPS = 30.0
"""Pictures a second of a recording that does not say."""
PAUSE_S, STILLS = 1.5, 15
"""s and pictures of a recording's beginning, each time it begins."""


class FrameSource(Protocol):
    """Something that frames come from."""

    def frames(self) -> Iterator[Frame]:
        """Frames in order until the source ends or is lost. Raises CameraError where it cannot be opened."""
        ...


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """Return the pictures of a folder by name, or of its subfolders one after the other. Raises CameraError for none."""
    here = tuple(sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES))
    if here:
        return here
    below = tuple(
        path
        for part in sorted(folder.iterdir())
        if part.is_dir()
        for path in sorted(part.iterdir())
        if path.suffix.lower() in PICTURES
    )
    if not below:
        raise CameraError(
            _(
                "There are no pictures in {folder}. Put frames there as .jpg or .png, named in their order.",
                folder=str(folder),
            )
        )
    return below


Opener: TypeAlias = Callable[[], FrameSource]
"""Opens a source, again after each loss."""


@dataclass(frozen=True, slots=True)
class PictureSequence:
    """Play pictures as a recording. Skips unreadable ones, but waits their time."""

    paths: tuple[Path, ...]
    fps: float

    def frames(self) -> Iterator[Frame]:
        """Yield frames. Raises CameraError if none can be read."""
        bad = 0
        for index, path in enumerate(self.paths):
            try:
                frame = Frame(bytes_of(path, MOST_BYTES), index / self.fps, index)
            except (PictureError, OSError) as error:
                bad += 1
                logger.warning("%s is left out: %s", path, error)
            else:
                yield frame
        if bad == len(self.paths):
            raise CameraError(
                _(
                    "Not one of the {n} files beside {file} is a picture that can be read.",
                    n=bad,
                    file=str(self.paths[0]),
                )
            )


@dataclass(frozen=True, slots=True)
class VideoFile:
    """A video file played as a recording."""

    path: Path

    def frames(self) -> Iterator[Frame]:
        """Yield frames. Raises CameraError for a damaged file."""
        capture = cv2.VideoCapture(str(self.path))
        try:
            fps = capture.get(cv2.CAP_PROP_FPS) or FPS
            index = 0
            while (image := _grab(capture)) is not None:
                yield Frame(image, index / fps, index)
                index += 1
        finally:
            capture.release()
        if index == 0:
            raise CameraError(_("{file} holds no video that can be read.", file=str(self.path)))


@dataclass(frozen=True, slots=True)
class LoopedRecording:
    """A recording as a camera would send it: at its own pace, over and over."""

    recording: FrameSource
    clock: Clock = time.monotonic
    wait: Callable[[float], None] = time.sleep

    def frames(self) -> Iterator[Frame]:
        """Without end, unless there is not one frame. Raises what the recording raises."""
        index = 0
        while True:
            before = index
            for frame, pause in self._once():
                self.wait(pause)
                yield frame.retimed(self.clock(), index)
                index += 1
            if index == before:
                return

    def _once(self) -> Iterator[tuple[Frame, float]]:
        """Yield each frame with the s to wait before it. The first stays a while, so that earlier objects are gone."""
        begun = self.clock()
        for frame in self.recording.frames():
            if frame.index == 0:
                yield from ((frame, PAUSE_S / STILLS) for _ in range(STILLS))
                begun = self.clock()
            yield frame, max(0.0, begun + frame.at - self.clock())


def _grab(capture: cv2.VideoCapture) -> Image | None:
    more, image = capture.read()
    return image.astype(np.uint8, copy=False) if more else None
