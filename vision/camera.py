"""Where frames come from: a camera, a stream over HTTP, a video file, a folder of pictures, one picture.

Every source hands out `Frame`s whose time only rises. A recording counts its own time, index / fps, and can be played
as fast as one likes; a camera's frames carry the clock that is passed in. What is read too late is dropped: `Newest`.
"""

import logging
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

import cv2
import numpy as np

from companion.errors import LamplightError
from vision.frame import Frame
from vision.kit import Image

logger = logging.getLogger(__name__)

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
VIDEOS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".mjpeg"})
WIDTH, HEIGHT, FPS = 1280, 720, 30.0
"""Asked of a camera; it may give something else."""
SNAPSHOT_S = 0.1
"""s between two requests of a camera that gives single pictures over HTTP."""
WAIT_S = 5.0
"""s without a byte after which a stream counts as lost."""
LARGEST = 8_000_000
"""Bytes of one picture; a stream without an end of picture is damaged."""

Clock: TypeAlias = Callable[[], float]


class CameraError(LamplightError):
    """A source cannot be opened or has ended in the middle; the message names it and the remedy."""


class Source(Protocol):
    """Something that frames come from."""

    def frames(self) -> Iterator[Frame]:
        """Frames in order until the source ends or is lost. Raises CameraError where it cannot be opened."""
        ...


def open_source(name: str, fps: float = FPS, clock: Clock = time.monotonic) -> Source:
    """The source of that name: "0", "/dev/v4l/by-id/...", "http://...", a folder, a video or a picture.

    Raises CameraError where nothing of that name can be a source.
    """
    path = Path(name)
    if re.match(r"https?://", name):
        return HttpCamera(name, clock)
    if name.isdecimal() or str(path).startswith("/dev/"):
        return LocalCamera(int(name) if name.isdecimal() else name, clock)
    if path.is_dir():
        return Pictures(pictures_in(path), fps)
    if path.is_file() and path.suffix.lower() in PICTURES:
        return Pictures((path,), fps)
    if path.is_file() and path.suffix.lower() in VIDEOS:
        return Video(path)
    raise CameraError(f"{name!r} is no camera. Give 0, a path under /dev/v4l/by-id, an http address, a folder, a video or a picture.")


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder by name, or of its subfolders one after the other. Raises CameraError for none."""
    here = tuple(sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES))
    if here:
        return here
    below = tuple(path for part in sorted(folder.iterdir()) if part.is_dir() for path in sorted(part.iterdir()) if path.suffix.lower() in PICTURES)
    if not below:
        raise CameraError(f"There are no pictures in {folder}. Put frames there as .jpg or .png, named in their order.")
    return below


def decode(data: bytes) -> Image | None:
    """A compressed picture as (H, W, 3) uint8 BGR; None where it is damaged."""
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    return None if image is None else image.astype(np.uint8, copy=False)


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures played as a recording. One that cannot be read is left out; its time passes all the same."""

    paths: tuple[Path, ...]
    fps: float

    def frames(self) -> Iterator[Frame]:
        """Raises CameraError where not one of them is a picture."""
        bad = 0
        for index, path in enumerate(self.paths):
            image = decode(path.read_bytes())
            if image is None:
                bad += 1
                logger.warning("%s is no picture and is left out", path)
            else:
                yield Frame(image, index / self.fps, index)
        if bad == len(self.paths):
            raise CameraError(f"Not one of the {bad} files beside {self.paths[0]} is a picture that can be read.")


@dataclass(frozen=True, slots=True)
class Video:
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
    """A camera at this machine, in Motion JPEG, with its automatic focus off where it lets us."""

    name: int | str
    clock: Clock

    def frames(self) -> Iterator[Frame]:
        """Raises CameraError where it cannot be opened; ends where it is pulled out."""
        capture = cv2.VideoCapture(self.name, cv2.CAP_V4L2)
        try:
            if not capture.isOpened():
                raise CameraError(f"The camera {self.name} cannot be opened. Is it plugged in, and is nobody else using it?")
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            for prop, value in ((cv2.CAP_PROP_FRAME_WIDTH, WIDTH), (cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT), (cv2.CAP_PROP_FPS, FPS), (cv2.CAP_PROP_AUTOFOCUS, 0), (cv2.CAP_PROP_BUFFERSIZE, 1)):
                capture.set(prop, value)
            index = 0
            while (image := _grab(capture)) is not None:
                yield Frame(image, self.clock(), index)
                index += 1
        finally:
            capture.release()


@dataclass(frozen=True, slots=True)
class HttpCamera:
    """A camera in the network: a Motion JPEG stream, or an address that gives a new picture at every request."""

    url: str
    clock: Clock

    def frames(self) -> Iterator[Frame]:
        """Raises CameraError where it does not answer or does not send pictures."""
        index = 0
        for data in self._pictures():
            image = decode(data)
            if image is not None:
                yield Frame(image, self.clock(), index)
                index += 1

    def _pictures(self) -> Iterator[bytes]:
        try:
            with urllib.request.urlopen(self.url, timeout=WAIT_S) as answer:
                kind = answer.headers.get_content_type()
                if kind.startswith("multipart/"):
                    yield from self._stream(answer.read1)
                    return
                if not kind.startswith("image/"):
                    raise CameraError(f"{self.url} sends {kind}, not pictures. Give the address of its MJPEG stream or snapshot.")
                yield answer.read(LARGEST)
            while True:
                time.sleep(SNAPSHOT_S)
                with urllib.request.urlopen(self.url, timeout=WAIT_S) as answer:
                    yield answer.read(LARGEST)
        except (urllib.error.URLError, OSError, ValueError) as error:
            raise CameraError(f"{self.url} does not answer ({error}). Is the camera on, and in this network?") from error

    @staticmethod
    def _stream(read: Callable[[int], bytes]) -> Iterator[bytes]:
        cutter = Cutter()
        while data := read(65536):
            yield from cutter.feed(data)


@dataclass(slots=True)
class Cutter:
    """Cuts a stream into JPEG pictures by their start and end marks. What lies between them is dropped."""

    _kept: bytes = field(default=b"")

    def feed(self, data: bytes) -> list[bytes]:
        """The pictures that are complete now."""
        self._kept += data
        found = []
        while (start := self._kept.find(b"\xff\xd8\xff")) >= 0 and (end := self._kept.find(b"\xff\xd9", start + 2)) >= 0:
            found.append(self._kept[start : end + 2])
            self._kept = self._kept[end + 2 :]
        if len(self._kept) > LARGEST:
            self._kept = b""
        return found


class Newest:
    """Hands out the newest frame of a source and drops those that came while the last one was being read.

    The source runs in a thread of its own. A frame is handed out once.
    """

    def __init__(self, source: Source) -> None:
        self.dropped = 0
        self._source = source
        self._frame: Frame | None = None
        self._error: Exception | None = None
        self._ended = False
        self._news = threading.Condition()

    def frames(self) -> Iterator[Frame]:
        """Raises what the source raises."""
        thread = threading.Thread(target=self._follow, name="camera", daemon=True)
        thread.start()
        try:
            while (frame := self._next()) is not None:
                yield frame
        finally:
            self._ended = True
            thread.join(WAIT_S)

    def _next(self) -> Frame | None:
        with self._news:
            self._news.wait_for(lambda: self._frame is not None or self._ended)
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
        finally:
            with self._news:
                self._ended = True
                self._news.notify()

    def _offer(self, frame: Frame) -> bool:
        with self._news:
            self.dropped += self._frame is not None
            self._frame = frame
            self._news.notify()
            return not self._ended


def _grab(capture: cv2.VideoCapture) -> Image | None:
    more, image = capture.read()
    return image.astype(np.uint8, copy=False) if more else None
