"""The bench of the reader: simple readers of pips, shares with intervals, what is judged right."""

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.schema import UNKNOWN, SeenObject
from tests.bench import classical_readers, footprint, vision
from tests.bench.frames import BenchFramesError, frames, settled
from tests.bench.share import Share

PIPS = {1: [(0, 0)], 3: [(-1, -1), (0, 0), (1, 1)], 5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)]}


def dice(*faces: int) -> classical_readers.Image:
    """Flat white dice with black pips on green."""
    image = np.full((720, 1280, 3), (60, 110, 60), np.uint8)
    for place, face in enumerate(faces):
        x, y = 200 + 160 * place, 300
        cv2.rectangle(image, (x - 25, y - 25), (x + 25, y + 25), (235, 235, 235), cv2.FILLED)
        for dx, dy in PIPS[face]:
            cv2.circle(image, (x + 13 * dx, y + 13 * dy), 5, (20, 20, 20), cv2.FILLED, cv2.LINE_AA)
    return image


@pytest.mark.parametrize("read", [classical_readers.by_blobs, classical_readers.by_contours], ids=["blobs", "contours"])
def test_classical_readers_count_the_pips_of_plain_dice(read) -> None:
    assert read(dice(1, 3, 5, 5)) == ("1", "3", "5", "5")
    assert read(dice()) == ()


def test_bench_frames_have_known_faces(tmp_path: Path) -> None:
    assert all(frame.image.shape == (720, 1280, 3) and all(frame.faces) for frame in frames())
    assert {"d6", "mom_d8"} <= {frame.kind for frame in settled()}
    with pytest.raises(BenchFramesError, match="no pictures of the bench"):
        list(frames(tmp_path))


def test_share_shows_its_interval_and_target() -> None:
    row = json.loads(Share("x", 95, 100, 0.96, "said").to_json())
    assert row["value"] == 95
    assert row["ci95"][0] < 95 < row["ci95"][1]
    assert "said 96 %" in str(Share("x", 95, 100, 0.96, "said"))


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


@pytest.mark.slow
def test_vision_bench_adds_noise_to_each_picture() -> None:
    one, other = vision.noisy(dice(1), 2)
    assert one != other


@pytest.mark.slow
def test_footprint_of_the_process_exceeds_its_libraries(tmp_path: Path) -> None:
    assert 20 < footprint.measured() < 220
    assert footprint.measured(str(tmp_path)) > footprint.measured()


def test_vision_limits_numpy_to_one_thread() -> None:
    told = "import os, vision; print(os.environ['OPENBLAS_NUM_THREADS'])"
    clean = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    assert subprocess.check_output([sys.executable, "-c", told], env=clean, text=True).strip() == "1"
