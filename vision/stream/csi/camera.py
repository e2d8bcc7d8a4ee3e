"""A camera on the ribbon of a Raspberry Pi as a source of frames."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from vision.image.frame import CameraError, Frame
from vision.stream.csi import program
from vision.stream.csi.program_link import FIRST_S, WAIT_S, CsiProgramLink
from vision.stream.exposure import Exposure, ExposureControl, Part

PYTHON = "/usr/bin/python3"
"""The system's own, which alone has the camera's library."""
GRACE_S = 3.0
"""s that the program may take to end by itself."""


@dataclass(frozen=True, slots=True)
class CsiCamera:
    """By its number from 0 on, or by its model. Each life of it is a child of its own."""

    which: str
    steering: ExposureControl = field(default_factory=ExposureControl)
    python: str = PYTHON
    first_s: float = FIRST_S
    wait_s: float = WAIT_S

    def __post_init__(self) -> None:
        """Raises CameraError where no camera is called so."""
        if not self.which.replace("_", "").replace("-", "").isalnum() or not self.which.isascii():
            raise CameraError(f"csi:{self.which} is no camera. The first one on the ribbon is csi:0.")

    @property
    def name(self) -> str:
        """As in the settings."""
        return f"csi:{self.which}"

    def frames(self) -> Iterator[Frame]:
        """Without end. Raises CameraError where there is no such camera, and when it is lost."""
        with self._child() as own:
            line = CsiProgramLink(own, self.name, self.first_s, self.wait_s)
            exposure = Exposure(CsiControl(line), self.steering, time.monotonic)
            index, before = 0, float("-inf")
            while True:
                taken = line.next()
                if taken.at <= before:
                    raise CameraError(
                        f"The pictures of the camera {self.name} come in a wrong order; it is opened anew."
                    )
                before = taken.at
                frame = Frame(taken.image, taken.at, index)
                if exposure.passes(frame):
                    yield frame
                    index += 1

    @contextmanager
    def _child(self) -> Iterator[socket.socket]:
        """Our end of the line to a program of its own, which ends with it. Nobody else can come to such a pair of sockets."""
        own, its = socket.socketpair()
        with closing(own):
            with closing(its):
                child = self._started(its)
            try:
                yield own
            finally:
                own.close()
                child.terminate()
                try:
                    child.wait(GRACE_S)
                except subprocess.TimeoutExpired:
                    child.kill()
                    child.wait()

    def _started(self, its: socket.socket) -> subprocess.Popen[bytes]:
        command = [self.python, "-P", str(Path(program.__file__)), self.which, str(its.fileno())]
        try:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=(its.fileno(),))
        except OSError as error:
            raise CameraError(
                f"The camera {self.name} needs the system's own Python, {self.python} ({error.strerror}): only a Raspberry Pi"
                " with Raspberry Pi OS has such a camera."
            ) from error


@dataclass(frozen=True, slots=True)
class CsiControl:
    """The automatics of the camera at the other end of a line."""

    line: CsiProgramLink

    def release(self, *, focus: bool) -> bool:
        """Every such camera has some. Raises CameraError."""
        self.line.order(program.RELEASE if focus else program.RELIGHT)
        return True

    def hold(self) -> tuple[Part, ...]:
        """Raises CameraError."""
        loose = self.line.hold()
        return tuple(part for part in get_args(Part) if part in loose)

    def let_expose(self) -> bool:
        """Raises CameraError."""
        self.line.order(program.EXPOSE)
        return True
