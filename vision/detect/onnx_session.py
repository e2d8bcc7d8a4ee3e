"""The nets of `vision/models`, loaded once."""

from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime as ort

MODELS = Path(__file__).parents[1] / "models"
THREADS = 1
"""Of one net; the live path runs beside a broker and a web server on a small computer."""
LARGEST = 16 << 20
"""Bytes; more than a net needs for any plane of a picture, and less than the 32 MB from which on glibc keeps nothing."""
UNDONE = {"finder": ["NchwcTransformer"]}
"""What onnxruntime leaves undone: only the finder's last layer has fractions, and to reorder what it sees costs more than
it gains."""


@cache
def keep_blocks() -> None:
    """Have glibc keep the blocks of one frame for the next: a seventh of the time of a frame with six dice.

    It gives every block back to the system that is larger than the largest it was ever given back itself, and the system
    fills it with zeros anew, page by page. Nobody writes into this one, so it takes no memory. Nothing happens with
    another C library, on 32 bits, or where a process has set its own limits, as `vision.service.process` does.
    """
    np.empty(LARGEST, np.uint8)


@cache
def session(name: str) -> ort.InferenceSession:
    """The net `name` ready to run. Raises onnxruntime's own errors where the file is damaged."""
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
