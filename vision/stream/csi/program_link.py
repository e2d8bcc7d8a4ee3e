"""The line to the program that has the camera: orders out, answers in, one at a time."""

import json
import socket
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.image.decode import Image
from vision.image.frame import CameraError
from vision.stream.csi.program import BGR, HEAD, HELD, HOLD, MAGIC, NEXT, PICTURE, SENTENCE

FIRST_S, WAIT_S = 25.0, 5.0
"""s until the first picture, in which a small computer loads a library and opens a camera; and until any later answer."""
WIDEST, LONGEST = 4096, 4096
"""Px of a picture's side; bytes of a sentence or a list."""


@dataclass(frozen=True, slots=True)
class TimedPicture:
    """A picture, and when it was taken."""

    image: Image
    at: float
    """s of the monotonic clock, which is the same for all processes of a machine."""


class CsiProgramLink:
    """What comes is believed as little as if it came from a network: half a picture must not be read as a whole one."""

    def __init__(self, own: socket.socket, name: str, first_s: float = FIRST_S, wait_s: float = WAIT_S) -> None:
        """`name`: of the camera, for people."""
        self._own, self._name = own, name
        self._patience, self._later = first_s, wait_s

    def order(self, what: bytes) -> None:
        """One that has no answer. Raises CameraError."""
        try:
            self._own.sendall(what)
        except OSError as error:
            self._answer()  # the sentence that it ended with may still lie there
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
            told: Any = json.loads(body.decode()) if kind == HELD else None
        except ValueError:
            told = None
        if not isinstance(told, list):
            raise self._garbage()
        return tuple(map(str, told))

    def _answer(self) -> tuple[int, int, int, int, bytearray, float]:
        """Raises CameraError where it does not come, is a sentence, or is none of ours."""
        until = time.monotonic() + self._patience
        magic, kind, form, width, height, size, at = HEAD.unpack(self._bytes(HEAD.size, until))
        most = WIDEST * WIDEST * 3 if kind == PICTURE else LONGEST
        if magic != MAGIC or size > most or max(width, height) > WIDEST:
            raise self._garbage()
        body = self._bytes(size, until)
        if kind == SENTENCE:
            raise CameraError(body.decode(errors="replace"))
        self._patience = self._later
        return kind, form, width, height, body, at

    def _bytes(self, count: int, until: float) -> bytearray:
        found = bytearray(count)
        rest = memoryview(found)
        while rest:
            self._own.settimeout(max(0.001, until - time.monotonic()))
            try:
                got = self._own.recv_into(rest)
            except TimeoutError:
                raise CameraError(
                    f"The camera {self._name} has given no picture for {self._patience:.0f} s; it is opened anew."
                ) from None
            except OSError as error:
                raise self._ended() from error
            if not got:
                raise self._ended()
            rest = rest[got:]
        return found

    def _ended(self) -> CameraError:
        return CameraError(f"The program that opens the camera {self._name} has ended; it is started again.")

    def _garbage(self) -> CameraError:
        return CameraError(
            f"The program that opens the camera {self._name} sends what is no picture. Is all of Lamplight of one version?"
        )
