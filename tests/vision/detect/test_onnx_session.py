"""The nets of the repository, and the memory that one frame leaves to the next."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from vision.detect.onnx_session import MODELS

ROOT = Path(__file__).parents[3]
NETS = sorted(path.stem for path in MODELS.glob("*.onnx"))
BLOCKS = """
import resource
from vision.detect.onnx_session import keep_blocks

def faults(times):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(times):
        blocks = [bytearray(3_000_000) for _ in range(4)]
        del blocks
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

{first}
faults(1)
print(faults(4))
"""
"""Prints how often the system had to find a page for 4 times 12 MB that a C library may have kept: at most 11,700 times."""


def faults(first: str) -> int:
    """Count page faults in a new process, with no large block freed yet, after `first`."""
    done = subprocess.run(
        [sys.executable, "-c", BLOCKS.format(first=first)], capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def test_the_nets_are_small_together() -> None:
    assert sum((MODELS / f"{name}.onnx").stat().st_size for name in NETS) < 3_000_000


@pytest.mark.slow
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library has rules of its own")
def test_memory_of_one_frame_is_kept_for_the_next() -> None:
    assert faults("keep_blocks()") < faults("") / 4


@pytest.mark.slow
def test_onnx_session_sends_no_telemetry(tmp_path: Path) -> None:
    """Run in a bare environment: those of tests and CI are quiet by default."""
    code = "from vision.detect.onnx_session import session; session('finder')"
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
    assert not list(tmp_path.iterdir())
