"""Small still pictures of one view become a finer one, and no other view gets into it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn import Die, Scene, draw
from vision.image.decoder import Image
from vision.stream.frame_stack import FINER, LARGEST, MOST_SHIFT, stack_frames

CLEAN = draw(Scene((Die(250, 150), Die(330, 200, "blank"))))[100:260, 200:440]
SHIFTS = ((0.4, -0.3), (-0.3, 0.2), (0.2, 0.4), (-0.4, -0.1), (0.0, 0.0))
"""Px by which a camera on an arm trembles; the last picture is the one that the others are aligned to."""


def moved(image: Image, right: float, down: float) -> Image:
    height, width = image.shape[:2]
    way = np.array([[1, 0, right], [0, 1, down]], np.float32)
    return cv2.warpAffine(image, way, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def noisy(image: Image, seed: int) -> Image:
    grain = np.random.default_rng(seed).normal(0, 8, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def error(image: Image | None) -> float:
    """Return the mean difference from the clean picture, levels."""
    assert image is not None
    finer = cv2.resize(CLEAN, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_CUBIC)
    return float(cv2.absdiff(image, finer).mean())


def trembling() -> list[Image]:
    return [noisy(moved(CLEAN, *shift), seed) for seed, shift in enumerate(SHIFTS)]


def test_stack_has_less_noise_than_its_pictures() -> None:
    enlarged = [cv2.resize(image, None, fx=FINER, fy=FINER, interpolation=cv2.INTER_CUBIC) for image in trembling()]
    assert error(stack_frames(trembling())) < 0.8 * min(error(image) for image in enlarged)


def test_stack_is_aligned_to_the_last_picture() -> None:
    pushed = moved(CLEAN, 1.0, -0.6)
    assert error(stack_frames([pushed, pushed, CLEAN])) < 0.5 * error(stack_frames([pushed, pushed]))


def test_stack_of_one_picture_repeated_keeps_its_places() -> None:
    stack = stack_frames([CLEAN] * 3)
    assert stack is not None
    assert error(stack) < 2


@pytest.mark.parametrize("side", [LARGEST, LARGEST + 2])
def test_stack_is_for_small_pictures(side: int) -> None:
    image = cv2.resize(CLEAN, (side, 40))
    assert (stack_frames([image, image]) is None) == (side > LARGEST)


def test_one_picture_is_no_stack() -> None:
    assert stack_frames([CLEAN]) is None


OTHERS = {
    "another view": np.random.default_rng(9).integers(0, 255, CLEAN.shape).astype(np.uint8),
    "pushed": moved(CLEAN, 2 * MOST_SHIFT, 0),
    "another size": CLEAN[:80],
    "black": np.zeros_like(CLEAN),
}


@pytest.mark.parametrize("what", OTHERS)
def test_stack_leaves_out_what_is_no_still(what: str) -> None:
    assert stack_frames([OTHERS[what], CLEAN]) is None
    stack, expected = stack_frames([CLEAN, OTHERS[what], CLEAN]), stack_frames([CLEAN, CLEAN])
    assert stack is not None
    assert np.array_equal(stack, expected)
