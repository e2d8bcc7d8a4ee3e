"""Where frames come from: a camera, a stream over HTTP, a video file, a folder of pictures, one picture.

Every source hands out `Frame`s whose time only rises. A recording counts its own time, index / fps, and can be played
as fast as one likes; a camera's frames carry the clock that is passed in. What is read too late is dropped: `LatestFrame`.
How a folder stands for a camera while a game goes on is in `vision.stream.http_camera.picture_folder`.
"""

import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.schema.camera import shown
from companion.system.safe_load import bytes_of
from vision.kit import Image
from vision.stream.csi.camera import CsiCamera
from vision.stream.exposure import Exposure, ExposureControl
from vision.stream.frame import CameraError, Clock, Frame
from vision.stream.frame_rate import FrameRateLimiter
from vision.stream.http_camera import MOST_BAD, HttpCamera
from vision.stream.image_decode import MOST_BYTES, PictureError
from vision.stream.uvc_controls import UvcControl

logger = logging.getLogger(__name__)

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".gif"})
VIDEOS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".mjpeg"})
CSI = "csi:"
"""How the name of a camera on the ribbon of a Raspberry Pi begins; then comes its number or its model."""
PAUSE_S, STILLS = 1.5, 15
"""s and pictures of a recording's beginning, each time it begins."""
WIDTH, HEIGHT, FPS = 1280, 720, 30.0
"""Asked of a camera; it may give something else."""
JPEG = b"\xff\xd8"
"""How such a picture begins."""
WAIT_S = 5.0
"""s that a source may take to end."""
LONGEST_S = 45.0
"""s until the next picture after which a camera is given up: of the slowest the first one takes 25, and its light eight more."""


class FrameSource(Protocol):
    """Something that frames come from."""

    def frames(self) -> Iterator[Frame]:
        """Frames in order until the source ends or is lost. Raises CameraError where it cannot be opened."""
        ...


def open_source(
    name: str, fps: float = FPS, clock: Clock = time.monotonic, steering: ExposureControl | None = None
) -> FrameSource:
    """The source of that name: "0", "/dev/v4l/by-id/...", "csi:0", "http://...", a folder, a video or a picture.

    `steering`: by which its light is found anew. Raises CameraError where nothing of that name can be a source.
    """
    path, steering = Path(name), steering or ExposureControl()
    if name.startswith(CSI):
        return CsiCamera(name.removeprefix(CSI), steering)
    if re.match(r"https?://", name):
        return HttpCamera(name, clock)
    if name.isdecimal() or str(path).startswith("/dev/"):
        return LocalCamera(int(name) if name.isdecimal() else name, clock, steering)
    if path.is_dir():
        return PictureSequence(pictures_in(path), fps)
    if path.is_file() and path.suffix.lower() in PICTURES:
        return PictureSequence((path,), fps)
    if path.is_file() and path.suffix.lower() in VIDEOS:
        return VideoFile(path)
    raise CameraError(
        f"{shown(name)!r} is no camera. Give 0, a path under /dev/v4l/by-id, csi:0, an http address, a folder, a video or a picture."
    )


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder by name, or of its subfolders one after the other. Raises CameraError for none."""
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
        raise CameraError(f"There are no pictures in {folder}. Put frames there as .jpg or .png, named in their order.")
    return below


@dataclass(frozen=True, slots=True)
class PictureSequence:
    """Pictures played as a recording. One that cannot be read is left out; its time passes all the same."""

    paths: tuple[Path, ...]
    fps: float

    def frames(self) -> Iterator[Frame]:
        """Raises CameraError where not one of them is a picture."""
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
            raise CameraError(f"Not one of the {bad} files beside {self.paths[0]} is a picture that can be read.")


@dataclass(frozen=True, slots=True)
class VideoFile:
    """A video file played as a recording."""

    path: Path

    def frames(self) -> Iterator[Frame]:
        """Raises CameraError for a damaged file."""
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
            raise CameraError(f"{self.path} holds no video that can be read.")


@dataclass(frozen=True, slots=True)
class LocalCamera:
    """A camera at this machine, in Motion JPEG. It finds its light and its focus, and keeps them where it lets us."""

    name: int | str
    clock: Clock
    steering: ExposureControl = field(default_factory=ExposureControl)
    plugged: Callable[[int | str], cv2.VideoCapture] = lambda name: cv2.VideoCapture(name, cv2.CAP_V4L2)

    def frames(self) -> Iterator[Frame]:
        """Raises CameraError where it cannot be opened; ends where it is pulled out."""
        capture = self.plugged(self.name)
        try:
            if not capture.isOpened():
                raise CameraError(
                    f"The camera {self.name} cannot be opened. Is it plugged in, and is nobody else using it?"
                )
            yield from self.follow(capture)
        finally:
            capture.release()

    def follow(self, capture: cv2.VideoCapture) -> Iterator[Frame]:
        """The frames of a camera that is open, until it is pulled out."""
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
                    raise CameraError(f"The camera {self.name} sends nothing that can be read. {error}") from error
                continue
            bad = 0
            if exposure.passes(frame):
                yield frame
                index += 1


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
                yield frame.again(self.clock(), index)
                index += 1
            if index == before:
                return

    def _once(self) -> Iterator[tuple[Frame, float]]:
        """Each frame with the s to wait before it. The first one stays a while: what lay there last is gone by then."""
        begun = self.clock()
        for frame in self.recording.frames():
            if frame.index == 0:
                yield from ((frame, PAUSE_S / STILLS) for _ in range(STILLS))
                begun = self.clock()
            yield frame, max(0.0, begun + frame.at - self.clock())


class LatestFrame:
    """Hands out the newest frame of a source and drops those that came while the last one was being read.

    The source runs in a thread of its own. A frame is handed out once.
    """

    def __init__(self, source: FrameSource, longest_s: float = LONGEST_S) -> None:
        self.dropped = 0
        self._source, self._longest_s = source, longest_s
        self._thread = threading.Thread(target=self._follow, name="camera", daemon=True)
        self._frame: Frame | None = None
        self._error: Exception | None = None
        self._ended = False
        self._news = threading.Condition()

    def frames(self) -> Iterator[Frame]:
        """Raises what the source raises, and CameraError where it sends nothing and does not end either."""
        self._thread.start()
        try:
            while (frame := self._next()) is not None:
                yield frame
        finally:
            self._ended = True
            self._thread.join(WAIT_S)

    @property
    def is_held(self) -> bool:
        """Whether the source runs on though nobody listens any more: a driver that hangs holds its thread for ever."""
        return self._ended and self._thread.is_alive()

    def _next(self) -> Frame | None:
        with self._news:
            if not self._news.wait_for(lambda: self._frame is not None or self._ended, self._longest_s):
                raise CameraError(f"The camera has sent no picture for {self._longest_s:.0f} s; it is opened anew.")
            frame, self._frame = self._frame, None
            if frame is None and self._error is not None:
                raise self._error
            return frame

    def _follow(self) -> None:
        try:
            with closing(self._source.frames()) as frames:  # type: ignore[type-var]  # every source is a generator
                for frame in frames:
                    if not self._offer(frame):
                        return
        except CameraError as error:
            self._error = error
        except (cv2.error, OSError) as error:
            self._error = CameraError(f"The camera failed ({error}).")
        finally:
            with self._news:
                self._ended = True
                self._news.notify()

    def _offer(self, frame: Frame) -> bool:
        with self._news:
            if self._frame is not None:
                self.dropped += 1
                frame.is_cut |= self._frame.is_cut
            self._frame = frame
            self._news.notify()
            return not self._ended


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
    """Whether the camera gave a picture in colour, or bytes that begin as JPEG does."""
    return _is_colour(picture) or picture.tobytes()[: len(JPEG)] == JPEG


def _is_colour(picture: NDArray[np.generic]) -> bool:
    return picture.ndim == 3 and picture.shape[2] == 3


def _frame(picture: NDArray[np.generic], at: float, index: int) -> Frame:
    """A frame of what the camera gave. Raises PictureError where it is damaged."""
    return Frame(picture.astype(np.uint8, copy=False) if _is_colour(picture) else picture.tobytes(), at, index)


def _grab(capture: cv2.VideoCapture) -> Image | None:
    more, image = capture.read()
    return image.astype(np.uint8, copy=False) if more else None
