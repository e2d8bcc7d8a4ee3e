"""Measures of one picture, as numbers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.service.good import good_picture
from vision.image.decoder import Image
from vision.image.frame import HEIGHT, WIDTH, shrink
from vision.service.health.image_measures import edges, flicker, light, shift
from vision.tray.tray_plane import find_tray


@pytest.fixture(scope="module")
def picture() -> Image:
    return good_picture()


def greyed(image: Image) -> np.ndarray:
    return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)


@pytest.mark.slow
def test_noise_is_no_sharpness(picture: Image) -> None:
    soft = cv2.GaussianBlur(picture, (0, 0), 4.0).astype(int)
    speckles = np.random.default_rng(1).normal(0, 6, soft.shape)
    assert edges(greyed(np.clip(soft + speckles, 0, 255).astype(np.uint8))).sharpest > 2.8


def test_glare_spot_is_not_a_white_border(picture: Image) -> None:
    tray = find_tray(picture)
    spotted = cv2.circle(picture.copy(), (640, 360), 150, (255, 255, 255), -1).astype(np.uint8)
    striped = picture.copy()
    striped[::40] = striped[1::40] = 255
    assert light(spotted, tray).spot > 0.16
    assert light(striped, tray).spot < 0.05


def test_flicker_differs_from_a_brighter_lamp() -> None:
    assert flicker(tuple(100.0 + 8 * (k % 2) for k in range(20))) > 6
    assert flicker(tuple(100.0 + 3 * k for k in range(20))) < 0.5
    assert flicker((100.0,)) == 0.0


@pytest.mark.parametrize("by", [0, 4, 8, 16])
def test_a_pushed_camera_is_seen_by_all_that_stands_still(picture: Image, by: int) -> None:
    before = shrink(picture)
    way = np.array([[1, 0, by], [0, 1, 0]], np.float32)
    now = cv2.warpAffine(before, way, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
    assert shift(before, now) == pytest.approx(by / WIDTH, abs=1 / WIDTH)
