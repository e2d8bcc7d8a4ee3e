"""The nets of `vision/models`, loaded once."""

from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime as ort

MODELS = Path(__file__).parent / "models"
THREADS = 1
"""Of one net; the live path runs beside a broker and a web server on a small computer."""

LARGEST = 16 << 20
"""Bytes; more than any plane of a picture."""
UNDONE = {"finder": ["NchwcTransformer"]}
"""What onnxruntime leaves undone: only the finder's last layer has fractions, and to reorder what it sees costs more than
it gains."""


@cache
def session(name: str) -> ort.InferenceSession:
    """The net `name` ready to run. Raises onnxruntime's own errors where the file is damaged."""
    np.empty(LARGEST, np.uint8)  # glibc keeps blocks up to the largest it was given back: a seventh of a frame's time
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
