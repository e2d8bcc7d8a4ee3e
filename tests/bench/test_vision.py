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
def test_a_simple_reader_counts_the_pips_of_plain_dice(read) -> None:
    assert read(dice(1, 3, 5, 5)) == ("1", "3", "5", "5")


@pytest.mark.parametrize("read", [classical_readers.by_blobs, classical_readers.by_contours], ids=["blobs", "contours"])
def test_a_simple_reader_sees_nothing_on_an_empty_tray(read) -> None:
    assert read(dice()) == ()


def test_the_pictures_of_the_bench_tell_their_truth() -> None:
    assert all(frame.image.shape == (720, 1280, 3) and all(frame.faces) for frame in frames())
    assert {"d6", "mom_d8"} <= {frame.kind for frame in settled()}


def test_a_folder_without_pictures_is_said(tmp_path: Path) -> None:
    with pytest.raises(BenchFramesError, match="no pictures of the bench"):
        list(frames(tmp_path))


def test_a_share_tells_its_interval_and_what_stands_beside() -> None:
    row = json.loads(Share("x", 95, 100, 0.96, "said").to_json())
    assert row["value"] == 95
    assert row["ci95"][0] < 95 < row["ci95"][1]
    assert "said 96 %" in str(Share("x", 95, 100, 0.96, "said"))


def test_each_thing_that_lies_there_is_right_once() -> None:
    twice = (SeenObject("d6", "4", 0.9), SeenObject("d6", "4", 0.8))
    assert list(vision.judged(twice, (("d6", "4"),))) == [(0.9, True), (0.8, False)]


def test_a_guess_that_is_asked_for_counts_as_said() -> None:
    assert list(vision.judged((SeenObject("d6", None, 0.6, (("4", 0.6),)),), (("d6", "4"),))) == [(0.6, True)]


def test_a_stranger_and_a_cocked_die_say_nothing() -> None:
    seen = (SeenObject(UNKNOWN, None, 0.9), SeenObject("d6", None, 0.3, cocked=True))
    assert list(vision.judged(seen, ())) == []


def test_what_was_said_is_told_in_bins() -> None:
    rows = [(0.99, True), (0.99, True), (0.99, False), (0.6, True)]
    low, high = vision.reliability(rows)
    assert (low.hits, low.n, low.beside) == (1, 1, 0.6)
    assert (high.hits, high.n) == (2, 3)


@pytest.mark.slow
def test_no_two_pictures_of_a_tray_at_rest_are_the_same() -> None:
    one, other = vision.noisy(dice(1), 2)
    assert one != other


def test_the_libraries_alone_take_memory() -> None:
    assert 20 < footprint.measured() < 220


@pytest.mark.slow
def test_the_whole_process_takes_more_than_its_libraries(tmp_path: Path) -> None:
    assert footprint.measured(str(tmp_path)) > footprint.measured()


def test_the_reader_keeps_to_one_thread_of_numpy() -> None:
    told = "import os, vision; print(os.environ['OPENBLAS_NUM_THREADS'])"
    clean = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    assert subprocess.check_output([sys.executable, "-c", told], env=clean, text=True).strip() == "1"
