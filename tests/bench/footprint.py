"""Measure the memory of the camera's process: a new process reads with all kits and reports its maximum.

python -m tests.bench.footprint FOLDER        the whole process, without a broker and a camera
python -m tests.bench.footprint               the libraries alone
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import cv2
import onnxruntime
from numpy import __version__ as numpy

KIB = 1024
STATUS = Path("/proc/self/status")


def measured(*arguments: str) -> float:
    """MB that a process of this module held at most. Raises CalledProcessError where it failed; its words stand above."""
    command = [sys.executable, "-m", "tests.bench.footprint", *arguments]
    environment = {**os.environ, "ORT_DISABLE_TELEMETRY": "1"}  # as in `vision`, which is not loaded before it here
    return float(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment).stdout)


def peak() -> float:
    """Return the maximum MB of this process. Only Linux reports it."""
    held = next(line for line in STATUS.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM"))
    return int(held.split()[1]) * KIB / 1e6


def whole(folder: Path) -> None:
    """Everything that the camera's process loads, and some readings."""
    from companion.messaging import MemoryBus
    from companion.schema import Expectation
    from tests.bench.frames import frames  # this process alone needs them; the other one shows what it costs
    from vision.kit import kit_names
    from vision.service.camera_input import warm_up_images
    from vision.service.composition import compose
    from vision.service.settings import CameraProcessSettings

    cv2.setNumThreads(1)
    service = compose(
        CameraProcessSettings("bench", str(folder), str(folder), str(folder), kits=kit_names()), MemoryBus()
    )
    service.reader.warm_up(warm_up_images())
    for frame in frames():
        service.reader.read_for(frame.image, Expectation(), None)


def main() -> None:
    """Print the megabytes."""
    assert numpy
    assert onnxruntime.get_available_providers()
    if len(sys.argv) > 1:
        whole(Path(sys.argv[1]))
    print(peak())


if __name__ == "__main__":
    main()
