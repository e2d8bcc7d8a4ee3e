"""Open the source of frames that a name stands for, and hand out its newest frame.

Every source hands out `Frame`s whose time only rises; a camera's frames carry the clock that is passed in. `LatestFrame` drops
what is read too late. `vision.stream.picture_folder` plays a folder as a camera while a game goes on.
"""

import logging
import re
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cv2

from companion.i18n import _
from companion.schema import hide_secrets
from vision.image import CameraError, Clock, Frame
from vision.stream.csi.camera import CsiCamera
from vision.stream.exposure import ExposureControl
from vision.stream.http_camera import HttpCamera
from vision.stream.local_camera import LocalCamera
from vision.stream.recording import FPS, PICTURES, VIDEOS, FrameSource, PictureSequence, VideoFile, pictures_in

logger = logging.getLogger(__name__)

CSI = "csi:"
"""How the name of a camera on the ribbon of a Raspberry Pi begins; then comes its number or its model."""
WAIT_S = 5.0
"""s that a source may take to end."""
LONGEST_S = 45.0
"""s until the next picture after which a camera is given up: of the slowest the first one takes 25, and its light eight more."""


def open_source(
    name: str,
    fps: float = FPS,
    clock: Clock = time.monotonic,
    steering: ExposureControl | None = None,
    *,
    may_be_here: bool = True,
) -> FrameSource:
    """Return the source of that name: "0", "/dev/v4l/by-id/...", "csi:0", "http://...", a folder, a video or a picture.

    `steering` lets the camera find its light again; `may_be_here`: an http address may lead to this machine. Raises
    CameraError if the name fits no source.
    """
    path, steering = Path(name), steering or ExposureControl()
    if name.startswith(CSI):
        return CsiCamera(name.removeprefix(CSI), steering)
    if re.match(r"https?://", name):
        return HttpCamera(name, clock, may_be_here)
    if name.isdecimal() or str(path).startswith("/dev/"):
        return LocalCamera(int(name) if name.isdecimal() else name, clock, steering)
    if path.is_dir():
        return PictureSequence(pictures_in(path), fps)
    if path.is_file() and path.suffix.lower() in PICTURES:
        return PictureSequence((path,), fps)
    if path.is_file() and path.suffix.lower() in VIDEOS:
        return VideoFile(path)
    raise CameraError(
        _(
            "{camera} is no camera. Give 0, a path under /dev/v4l/by-id, csi:0, an http address, a folder, a video or a picture.",
            camera=repr(hide_secrets(name)),
        )
    )


class LatestFrame:
    """Return the newest frame of a source, and drop older unread ones.

    The source runs in a separate thread. A frame is returned once.
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
        """Yield the newest frames. Raises the source's exceptions, and CameraError if it hangs without ending."""
        self._thread.start()
        try:
            while (frame := self._next()) is not None:
                yield frame
        finally:
            self._ended = True
            self._thread.join(WAIT_S)

    @property
    def is_held(self) -> bool:
        """Return whether the source still runs after its reader left: a hanging driver blocks its thread without end."""
        return self._ended and self._thread.is_alive()

    def _next(self) -> Frame | None:
        with self._news:
            if not self._news.wait_for(lambda: self._frame is not None or self._ended, self._longest_s):
                raise CameraError(
                    _(
                        "The camera has sent no picture for {n} s; it is opened anew.",
                        n=round(self._longest_s),
                    )
                )
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
            self._error = CameraError(_("The camera failed ({why}).", why=str(error)))
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
