"""Print how many MB a process held at most: python -m tests.bench.reader_memory [KITS]

With a number of kits it reads the pictures of the bench with so many; without, it only loads the libraries of the reader.
"""

from __future__ import annotations

import sys
from pathlib import Path

import vision.service.composition  # the libraries of the camera's process


def most_held() -> float:
    """Return the most MB of memory that this process held at once."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM:"))


def read_all(count: int) -> None:
    """Read the pictures of the bench with so many kits."""
    from tests.bench.frames import frames
    from tests.bench.vision import shelf_of
    from vision.kind_and_face import read_tray
    from vision.kit import kit_names, load_kits

    shelf = shelf_of(load_kits(kit_names()))[:count]
    for frame in frames():
        read_tray(frame.image, shelf)


if __name__ == "__main__":
    assert vision.service.composition
    if sys.argv[1:]:
        read_all(int(sys.argv[1]))
    print(most_held())
