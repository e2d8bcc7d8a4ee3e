"""The bench of the reader: what is judged right."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.schema import UNKNOWN, SeenObject
from tests.bench import vision
from tests.bench.frames import BenchFramesError, frames, settled


def test_bench_frames_have_known_faces(tmp_path: Path) -> None:
    assert all(frame.image.shape == (720, 1280, 3) and all(frame.faces) for frame in frames())
    assert {"d6", "mom_d8"} <= {frame.kind for frame in settled()}
    with pytest.raises(BenchFramesError, match="no pictures of the bench"):
        list(frames(tmp_path))


def test_judged_counts_each_real_object_once() -> None:
    twice = (SeenObject("d6", "4", 0.9), SeenObject("d6", "4", 0.8))
    assert list(vision.judged(twice, (("d6", "4"),))) == [(0.9, True), (0.8, False)]
    assert list(vision.judged((SeenObject("d6", None, 0.6, (("4", 0.6),)),), (("d6", "4"),))) == [(0.6, True)]
    unread = (SeenObject(UNKNOWN, None, 0.9), SeenObject("d6", None, 0.3, cocked=True))
    assert list(vision.judged(unread, ())) == []


def test_reliability_groups_by_stated_confidence() -> None:
    rows = [(0.99, True), (0.99, True), (0.99, False), (0.6, True)]
    low, high = vision.reliability(rows)
    assert (low.hits, low.n, low.beside) == (1, 1, 0.6)
    assert (high.hits, high.n) == (2, 3)


def test_vision_limits_numpy_to_one_thread() -> None:
    told = "import os, vision; print(os.environ['OPENBLAS_NUM_THREADS'])"
    clean = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    assert subprocess.check_output([sys.executable, "-c", told], env=clean, text=True).strip() == "1"
