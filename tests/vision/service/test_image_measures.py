"""Measures of one picture, as numbers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.service.good import good_picture
from vision.image.decoder import Image
from vision.image.frame import HEIGHT, WIDTH, shrink
from vision.service.health.image_measures import blocks, edges, flicker, grain, light, plain, shift
from vision.tray.tray_plane import find_tray


@pytest.fixture(scope="module")
def picture() -> Image:
    return good_picture()


def greyed(image: Image) -> np.ndarray:
    return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)


@pytest.mark.parametrize("sigma", [2.0, 3.0, 4.0])
def test_the_blur_is_measured_in_pixels(picture: Image, sigma: float) -> None:
    seen = edges(greyed(cv2.GaussianBlur(picture, (0, 0), sigma)))
    assert seen.sharpest == pytest.approx(sigma, rel=0.25)
    assert seen.softest == pytest.approx(sigma, rel=0.25)


@pytest.mark.parametrize("size", [(21, 1), (1, 21)], ids=["across", "down"])
def test_a_shaken_camera_is_soft_in_one_direction_alone(picture: Image, size: tuple[int, int]) -> None:
    seen = edges(greyed(cv2.blur(picture, size)))
    assert seen.softest > 4 and seen.sharpest < 2


@pytest.mark.slow
def test_noise_is_no_sharpness(picture: Image) -> None:
    soft = cv2.GaussianBlur(picture, (0, 0), 4.0).astype(int)
    speckles = np.random.default_rng(1).normal(0, 6, soft.shape)
    assert edges(greyed(np.clip(soft + speckles, 0, 255).astype(np.uint8))).sharpest > 2.8


def test_grain_is_measured_in_grey_levels_and_edges_are_none(picture: Image) -> None:
    speckles = np.random.default_rng(1).normal(0, 20, picture.shape[:2])
    assert grain(np.clip(greyed(picture) + speckles, 0, 255).astype(np.uint8)) == pytest.approx(20, rel=0.2)
    assert grain(greyed(picture)) < 1.5


def test_the_blocks_of_a_picture_packed_too_tightly_are_seen(picture: Image) -> None:
    packed = cv2.imdecode(cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, 5))[1], cv2.IMREAD_COLOR)
    assert blocks(greyed(packed.astype(np.uint8))) > 2.7 > blocks(greyed(picture))
    assert plain(greyed(packed.astype(np.uint8))) > 0.8
    assert plain(greyed(picture)) < 0.4


def test_glare_has_no_edge(picture: Image) -> None:
    tray = find_tray(picture)
    y, x = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
    gleam = 520 * np.exp(-((np.hypot(x - 640, y - 360) / 130) ** 4))[..., None]
    gleaming = light(np.clip(picture + gleam, 0, 255).astype(np.uint8), tray)
    card = light(cv2.rectangle(picture.copy(), (540, 260), (740, 540), (255, 255, 255), -1).astype(np.uint8), tray)
    assert gleaming.spot > 0.1 and gleaming.halo > 140 and gleaming.fade > 40
    assert card.spot > 0.1 and (card.halo < 140 or card.fade < 15)


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
