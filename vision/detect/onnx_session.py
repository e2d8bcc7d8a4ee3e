"""The nets of `vision/models`, loaded once."""

from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime as ort

MODELS = Path(__file__).parents[1] / "models"
THREADS = 1
"""Threads of a net. The live path shares a small computer with a broker and a web server."""
LARGEST = 16 << 20
"""Bytes. More than a net needs for any plane of a picture, and less than the 32 MB from which on glibc keeps nothing.
"""
UNDONE = {"finder": ["NchwcTransformer"]}
"""Optimisations to skip: only the finder's last layer has fractions, and reordering its input costs more than it gains.
"""


@cache
def keep_blocks() -> None:
    """Make glibc keep the blocks of one frame for the next. Saves a seventh of the time of a frame with six dice.

    By default glibc returns each block larger than the largest freed before, and the system zeroes it again page by
    page. The block allocated here is never written, so it takes no memory. Does nothing with another C library, on 32
    bits, or if the environment sets limits, as `companion.setup.sensor_processes` does.
    """
    np.empty(LARGEST, np.uint8)


@cache
def session(name: str) -> ort.InferenceSession:
    """Return the net `name` ready to run. Raises onnxruntime's own errors where the file is damaged."""
    keep_blocks()
    options = ort.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = THREADS
    options.enable_cpu_mem_arena = False  # 80 MB less for all nets, and no slower
    options.enable_mem_pattern = False
    return ort.InferenceSession(
        str(MODELS / f"{name}.onnx"),
        options,
        providers=["CPUExecutionProvider"],
        disabled_optimizers=UNDONE.get(name, []),
    )
