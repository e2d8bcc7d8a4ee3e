"""Measure bare operations of this machine: a resumed generator, a block on the disk, a decoded picture.

Every function returns samples in milliseconds.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path
from time import perf_counter


def timed(act: Callable[[], object], times: int, clock: Callable[[], float] = perf_counter) -> list[float]:
    """Return the milliseconds of each of `times` calls. `clock` is in s, wall time by default."""
    samples = []
    for _ in range(times):
        start = clock()
        act()
        samples.append(1000 * (clock() - start))
    return samples


def resume(times: int = 2000) -> list[float]:
    """A generator is sent an answer and yields its next question."""

    def asking() -> Generator[int, int, None]:
        answer = 0
        while True:
            answer = yield answer + 1

    course = asking()
    next(course)
    return timed(lambda: course.send(1), times)


def sync(times: int = 60) -> list[float]:
    """4 KiB written and on the disk (`fdatasync`)."""
    block = bytes(4096)
    with tempfile.TemporaryFile() as file:

        def write() -> None:
            file.write(block)
            file.flush()
            os.fdatasync(file.fileno())

        return timed(write, times)


def decoding(picture: Path) -> Callable[[], None]:
    """The same picture decoded and halved, and nothing read in it."""
    return unpacking(picture.read_bytes())


def unpacking(data: bytes) -> Callable[[], None]:
    """The same of a compressed picture in memory."""
    import cv2  # heavy, and only the pictures need it
    import numpy as np

    packed = np.frombuffer(data, np.uint8)

    def act() -> None:
        image = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError("what is to be decoded is no picture.")
        cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)

    return act
