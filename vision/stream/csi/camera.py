"""A camera on the ribbon of a Raspberry Pi as a source of frames, and the line to the program that opens it: orders out, answers in."""

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import numpy as np

from companion.errors import CodecError
from companion.i18n import Text, _
from companion.schema import Words, from_json
from vision.image import CameraError, Frame, Image
from vision.stream.csi.program import BGR, EXPOSE, HEAD, HELD, HOLD, MAGIC, NEXT, PICTURE, RELEASE, RELIGHT, SENTENCE
from vision.stream.exposure import Exposure, ExposureControl, Part

FIRST_S, WAIT_S = 25.0, 5.0
"""s until the first picture, in which a small computer loads a library and opens a camera; and until any later answer."""
WIDEST, LONGEST = 4096, 4096
"""Px of a picture's side; bytes of a sentence or a list."""

PYTHON = "/usr/bin/python3"
"""The system's own, which alone has the camera's library."""
PROGRAM = Path(__file__).with_name("program.py")
"""It runs by itself, under the system's own Python."""
GRACE_S = 3.0
"""s that the program may take to end by itself."""


@dataclass(frozen=True, slots=True)
class TimedPicture:
    """A picture, and when it was taken."""

    image: Image
    at: float
    """s of the monotonic clock, which is the same for all processes of a machine."""


class CsiProgramLink:
    """Validates input as if it came from a network: half a picture must not be read as a whole one."""

    def __init__(self, own: socket.socket, name: str, first_s: float = FIRST_S, wait_s: float = WAIT_S) -> None:
        """`name`: of the camera, for people."""
        self._own, self._name = own, name
        self._patience, self._later = first_s, wait_s

    def order(self, what: bytes) -> None:
        """One that has no answer. Raises CameraError."""
        try:
            self._own.sendall(what)
        except OSError as error:
            self._answer()  # its last message may still be in the buffer
            raise self._ended() from error

    def next(self) -> TimedPicture:
        """Ask for a picture and wait for it. Raises CameraError."""
        self.order(NEXT)
        kind, form, width, height, body, at = self._answer()
        if kind != PICTURE or form != BGR or len(body) != width * height * 3 or not body:
            raise self._garbage()
        return TimedPicture(np.frombuffer(body, np.uint8).reshape(height, width, 3), at)

    def hold(self) -> tuple[str, ...]:
        """Have the camera keep what it has found; what it does not keep. Raises CameraError."""
        self.order(HOLD)
        kind, *_, body, _at = self._answer()
        try:
            held: Any = json.loads(body.decode()) if kind == HELD else None
        except ValueError:
            held = None
        if not isinstance(held, list):
            raise self._garbage()
        return tuple(map(str, held))

    def _answer(self) -> tuple[int, int, int, int, bytearray, float]:
        """Return the next reply. Raises CameraError if it is missing, an error message, or invalid."""
        until = time.monotonic() + self._patience
        magic, kind, form, width, height, size, at = HEAD.unpack(self._bytes(HEAD.size, until))
        most = WIDEST * WIDEST * 3 if kind == PICTURE else LONGEST
        if magic != MAGIC or size > most or max(width, height) > WIDEST:
            raise self._garbage()
        body = self._bytes(size, until)
        if kind == SENTENCE:
            raise CameraError(_told(body.decode(errors="replace")))
        self._patience = self._later
        return kind, form, width, height, body, at

    def _bytes(self, count: int, until: float) -> bytearray:
        data = bytearray(count)
        rest = memoryview(data)
        while rest:
            self._own.settimeout(max(0.001, until - time.monotonic()))
            try:
                got = self._own.recv_into(rest)
            except TimeoutError:
                raise CameraError(
                    _(
                        "The camera {name} has given no picture for {n} s; it is opened anew.",
                        name=self._name,
                        n=round(self._patience),
                    )
                ) from None
            except OSError as error:
                raise self._ended() from error
            if not got:
                raise self._ended()
            rest = rest[got:]
        return data

    def _ended(self) -> CameraError:
        return CameraError(
            _("The program that opens the camera {name} has ended; it is started again.", name=self._name)
        )

    def _garbage(self) -> CameraError:
        return CameraError(
            _(
                "The program that opens the camera {name} sends what is no picture. Is all of Lamplight of one version?",
                name=self._name,
            )
        )


def _told(sentence: str) -> Words:
    """Return the program's error message. Text that is not JSON is returned unchanged."""
    try:
        return from_json(Text, json.loads(sentence))
    except (ValueError, CodecError):
        return sentence


@dataclass(frozen=True, slots=True)
class CsiCamera:
    """Ribbon camera by number, from 0 on, or by model. Each time it is opened it runs in a new child process."""

    which: str
    steering: ExposureControl = field(default_factory=ExposureControl)
    python: str = PYTHON
    first_s: float = FIRST_S
    wait_s: float = WAIT_S

    def __post_init__(self) -> None:
        """Raise CameraError if the camera's name is invalid."""
        if not self.which.replace("_", "").replace("-", "").isalnum() or not self.which.isascii():
            raise CameraError(_("csi:{number} is no camera. The first one on the ribbon is csi:0.", number=self.which))

    @property
    def name(self) -> str:
        """As in the settings."""
        return f"csi:{self.which}"

    def frames(self) -> Iterator[Frame]:
        """Yield frames without end. Raises CameraError for a missing camera, and when it is lost."""
        with self._child() as own:
            line = CsiProgramLink(own, self.name, self.first_s, self.wait_s)
            exposure = Exposure(CsiControl(line), self.steering, time.monotonic)
            index, before = 0, float("-inf")
            while True:
                taken = line.next()
                if taken.at <= before:
                    raise CameraError(
                        _("The pictures of the camera {name} come in a wrong order; it is opened anew.", name=self.name)
                    )
                before = taken.at
                frame = Frame(taken.image, taken.at, index)
                if exposure.passes(frame):
                    yield frame
                    index += 1

    @contextmanager
    def _child(self) -> Iterator[socket.socket]:
        """Yield our end of a socket pair to a new child process, which ends with it. No other process can connect to
        it.
        """
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
        command = [self.python, "-P", str(PROGRAM), self.which, str(its.fileno())]
        try:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=(its.fileno(),))
        except OSError as error:
            raise CameraError(
                _(
                    "The camera {name} needs the system's own Python, {python} ({why}): only a Raspberry Pi with Raspberry Pi OS has such a camera.",
                    name=self.name,
                    python=self.python,
                    why=error.strerror or "",
                )
            ) from error


@dataclass(frozen=True, slots=True)
class CsiControl:
    """The automatics of the camera at the other end of a line."""

    line: CsiProgramLink

    def release(self, *, focus: bool) -> bool:
        """Every such camera has some. Raises CameraError."""
        self.line.order(RELEASE if focus else RELIGHT)
        return True

    def hold(self) -> tuple[Part, ...]:
        """Fix the settings, and return those not held. Raises CameraError."""
        loose = self.line.hold()
        return tuple(part for part in get_args(Part) if part in loose)

    def let_expose(self) -> bool:
        """Give the exposure back to the camera. Raises CameraError."""
        self.line.order(EXPOSE)
        return True
