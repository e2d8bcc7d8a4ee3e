"""The print of faces, ready to be laid on others."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.image.decoder import Image
from vision.kind_and_face.face_embedding import KEPT
from vision.kind_and_face.templates import (
    CROP,
    FINE,
    TURNS,
    WINDOW_COARSE,
    WINDOW_FINE,
    Plane,
    SoftWindow,
    crop,
    normalized,
    points,
    prints_of,
    rotation,
    sampled,
)
from vision.kit import KitShotImage

RADIUS = 0.65
GRADUAL = 0.06
STRAIGHT, HERE = np.eye(2), np.zeros(2)


def face(mark: str, angle: float = 0.0, lamp: float = 0.0) -> Image:
    """A shot of a face with that letter on it, turned; `lamp`: grey levels from its left to its right."""
    image = np.full((KEPT, KEPT, 3), 90, np.uint8)
    (width, height), _ = cv2.getTextSize(mark, cv2.FONT_HERSHEY_SIMPLEX, 0.9, 3)
    cv2.putText(
        image, mark, ((KEPT - width) // 2, (KEPT + height) // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (210, 210, 210), 3
    )
    turn = cv2.getRotationMatrix2D((KEPT / 2, KEPT / 2), angle, 1)
    turned = cv2.warpAffine(image, turn, (KEPT, KEPT), borderMode=cv2.BORDER_REPLICATE)
    return np.clip(turned + np.linspace(-lamp / 2, lamp / 2, KEPT)[None, :, None], 0, 255).astype(np.uint8)


def plane(image: Image) -> Plane:
    return crop(image, KEPT / 2, KEPT / 2, KEPT / 4, GRADUAL).plane


def row(of: Plane, turn: float = 0.0) -> np.ndarray:
    """Return the fine window's view at that rotation, in steps of `TURNS`."""
    at = points(rotation(turn)[None], HERE[None], WINDOW_FINE)
    return normalized(WINDOW_FINE.levelled(sampled(of, at)))[0]


@pytest.mark.parametrize("angle", [0, 13, 90, 137, 180, 251, 343])
def test_a_print_turned_by_any_angle_correlates_with_itself(angle: float) -> None:
    turned = row(plane(face("R", angle)), TURNS - angle * TURNS / 360)
    assert turned @ row(plane(face("R"))) > 0.95
    assert turned @ row(plane(face("K"))) < 0.8


@pytest.mark.parametrize("window", [WINDOW_FINE, WINDOW_COARSE], ids=["fine", "coarse"])
def test_a_window_sees_neither_mean_nor_slope(window: SoftWindow) -> None:
    x, y = window.points
    for light in (np.full_like(x, 200), 70 * x, 30 * y, 100 + 20 * x - 50 * y):
        assert np.abs(window.levelled(light[None])).max() < 1e-3 * np.abs(light).max()
    told = window.levelled((x * y)[None])
    np.testing.assert_allclose(window.levelled((x * y + 100 + 20 * x - 50 * y)[None]), told, atol=1e-3)
    assert np.abs(told).max() > 0.1


def test_template_rows_match_their_points() -> None:
    noise = np.random.default_rng(1).normal(0, 20, (CROP, CROP)).astype(np.float32)
    rim = (CROP - FINE) // 2
    whole = WINDOW_FINE.rows(noise[None, rim:-rim, rim:-rim])
    sample = WINDOW_FINE.levelled(sampled(noise, points(STRAIGHT[None], HERE[None], WINDOW_FINE)))
    np.testing.assert_allclose(whole, sample, atol=0.01)


def test_slow_light_is_no_print() -> None:
    assert row(plane(face("R", lamp=100))) @ row(plane(face("R"))) > 0.97
    shade = crop(face("", lamp=100), KEPT / 2, KEPT / 2, KEPT / 4, GRADUAL)
    assert shade.contrast < 0.1 * crop(face("R"), KEPT / 2, KEPT / 2, KEPT / 4, GRADUAL).contrast


@pytest.mark.parametrize("blank", [(), (("blank", ""),)], ids=["print only", "with a blank face"])
def test_template_flat_faces_are_those_without_print(blank: tuple[tuple[str, str], ...]) -> None:
    faces = (("r", "R"), ("k", "K"), *blank)
    ready = prints_of(
        [KitShotImage(value, face(mark, turn)) for value, mark in faces for turn in (0, 50)], RADIUS, GRADUAL
    )
    assert ready.flat == {value for value, _ in blank}
    assert ready.contrast > 0.05, "of the faces that have print"
