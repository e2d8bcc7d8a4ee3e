"""How well the camera sees, and what to do about it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.wire.health import Health
from tests.vision.drawn import Die, Scene, draw
from vision.kit import Image
from vision.live.health import (
    EVERY_S,
    MOVED,
    Checkup,
    blur,
    calmed,
    findings,
    flicker,
    load_view,
    measured,
    save_view,
    shift,
    view_of,
)
from vision.motion import HEIGHT, WIDTH, shrink
from vision.plane import Tray, find_tray

PICTURE = Path(__file__).parents[2] / "pictures" / "nemesis_combat__adult.adult.creeper__burgundy_warm_lamp.jpg"
TRAY = Tray(((100.0, 50.0), (1100.0, 50.0), (1100.0, 650.0), (100.0, 650.0)), 3.0)
GOOD = Health(blur=0.8, light=120, markers=4, px_per_mm=3.0)


@pytest.fixture(scope="module")
def picture() -> Image:
    image = cv2.imread(str(PICTURE))
    assert image is not None
    return image.astype(np.uint8, copy=False)


def said(health: Health, tray: Tray | None = TRAY, width: int = 1280) -> str:
    return " ".join(found.advice for found in findings(health, width, tray))


def test_a_good_picture_needs_no_advice(picture: Image) -> None:
    tray = find_tray(picture)
    health = measured(picture, tray)
    assert findings(health, picture.shape[1], tray) == ()
    assert health.markers == 4 and health.whole and 2.5 < health.px_per_mm < 3.5


@pytest.mark.parametrize("sigma", [2.0, 3.0, 4.0])
def test_the_blur_is_measured_in_pixels(picture: Image, sigma: float) -> None:
    grey = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), sigma), cv2.COLOR_BGR2GRAY)
    assert blur(grey) == pytest.approx(sigma, rel=0.2)


def test_noise_is_no_sharpness(picture: Image) -> None:
    soft = cv2.GaussianBlur(picture, (0, 0), 4.0).astype(int)
    grain = np.random.default_rng(1).normal(0, 6, soft.shape)
    grey = cv2.cvtColor(np.clip(soft + grain, 0, 255).astype(np.uint8), cv2.COLOR_BGR2GRAY)
    assert blur(grey) > 2.8


def test_where_nothing_has_an_edge_nothing_is_said_of_sharpness() -> None:
    assert blur(np.full((360, 640), 90, np.uint8)) == 0.0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"blur": 3.0}, "wipe the lens"),
        ({"light": 20}, "too dark"),
        ({"glare": 0.5}, "blinding white"),
        ({"flicker": 6.0}, "flickers"),
        ({"whole": False}, "out of the picture"),
        ({"moved": 2 * MOVED}, "tap them again"),
        ({"px_per_mm": 0.9}, "bring the camera nearer"),
    ],
    ids=["blurred", "dark", "glare", "flicker", "cut off", "moved", "far"],
)
def test_each_fault_has_its_remedy(change: dict[str, float], words: str) -> None:
    assert words in said(replace(GOOD, **change))
    assert said(GOOD) == ""


def test_missing_markers_matter_only_where_nothing_else_says_where_the_tray_is() -> None:
    assert "Only 3 of the tray's four markers" in said(replace(GOOD, markers=3, px_per_mm=0.0), None)
    assert said(replace(GOOD, markers=3)) == ""
    assert said(replace(GOOD, markers=0, px_per_mm=0.0), None) == "", "a tray without markers is no fault"


def test_a_larger_picture_may_be_softer() -> None:
    assert said(replace(GOOD, blur=3.0), width=1920) == ""


@pytest.mark.parametrize(("scene", "words"), [(0.15, "too dark"), (30.0, "blinding white")])
def test_the_light_is_seen_in_the_picture(scene: float, words: str) -> None:
    image = draw(Scene((Die(150, 100),), light=scene))
    assert words in said(measured(image, None), None, 640)


def test_a_tray_cut_off_by_the_picture_is_told() -> None:
    image = draw(Scene())
    assert not measured(image, Tray(((-20, 10), (600, 10), (600, 300), (10, 300)), 3.0)).whole
    assert measured(image, Tray(((20, 10), (600, 10), (600, 300), (10, 300)), 3.0)).whole


def test_a_lamp_that_flickers_is_told_from_one_that_is_turned_up() -> None:
    assert flicker(tuple(100.0 + 8 * (k % 2) for k in range(20))) > 6
    assert flicker(tuple(100.0 + 3 * k for k in range(20))) < 0.5
    assert flicker((100.0,)) == 0.0


@pytest.mark.parametrize("by", [0, 4, 8, 16])
def test_a_pushed_camera_is_seen_by_all_that_stands_still(picture: Image, by: int) -> None:
    before = shrink(picture)
    way = np.array([[1, 0, by], [0, 1, 0]], np.float32)
    now = cv2.warpAffine(before, way, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE).astype(np.uint8)
    assert shift(before, now) == pytest.approx(by / WIDTH, abs=1 / WIDTH)


def test_another_place_is_no_shift() -> None:
    grain = np.random.default_rng(1).integers(0, 255, (2, HEIGHT, WIDTH), np.uint8)
    assert shift(grain[0], grain[1]) == 0.0


def test_the_camera_is_looked_at_now_and_then() -> None:
    checkup = Checkup()
    assert [checkup.is_due(at) for at in (0.0, 1.0, EVERY_S, EVERY_S + 0.1)] == [True, False, True, False]


def test_a_checkup_puts_everything_together(picture: Image) -> None:
    small = shrink(picture)
    checkup = Checkup(told=np.roll(small, 12, axis=1))
    for k in range(10):
        checkup.feel(np.clip(small.astype(int) + 10 * (k % 2), 0, 255).astype(np.uint8))
    health = checkup.look(picture, small, find_tray(picture), tapped=True)
    assert checkup.health is health
    assert [words for words in health.advice if "flickers" in words or "tap them again" in words] == list(health.advice)
    assert checkup.look(picture, small, find_tray(picture), tapped=False).moved == 0.0


def test_small_changes_are_not_told() -> None:
    now = replace(GOOD, blur=0.85, light=115, px_per_mm=3.1, markers=3)
    assert calmed(now, GOOD) == replace(GOOD, markers=3)
    assert calmed(replace(GOOD, blur=2.0), GOOD).blur == 2.0
    assert calmed(now, None) is now


def test_the_view_is_kept_beside_the_corners_and_goes_with_them(tmp_path: Path, picture: Image) -> None:
    corners, view = tmp_path / "tray.json", tmp_path / "tray.png"
    corners.write_text("{}")
    assert load_view(view, corners) is None
    save_view(shrink(picture), view)
    kept = load_view(view, corners)
    assert kept is not None and shift(kept, shrink(picture)) < 0.005
    os.utime(corners, (2e9, 2e9))
    assert load_view(view, corners) is None, "other corners were tapped since"


def test_the_first_view_with_corners_is_the_one_to_compare_with(tmp_path: Path, picture: Image) -> None:
    corners = tmp_path / "tray.json"
    corners.write_text("{}")
    first, later = shrink(picture), shrink(picture[::-1])
    assert view_of(corners, first) is first
    assert shift(view_of(corners, later), first) < 0.005


def test_a_view_that_cannot_be_kept_is_that_of_now(tmp_path: Path, picture: Image) -> None:
    small = shrink(picture)
    assert view_of(tmp_path / "nowhere" / "tray.json", small) is small


def test_a_damaged_view_is_none(tmp_path: Path) -> None:
    (tmp_path / "tray.json").write_text("{}")
    (tmp_path / "tray.png").write_bytes(b"no picture")
    assert load_view(tmp_path / "tray.png", tmp_path / "tray.json") is None


@pytest.mark.slow
def test_nearly_all_rendered_trays_and_photographs_are_healthy(shared: Path) -> None:
    vision = shared / "vision"
    paths = sorted(vision.glob("rendered/*/images/*.jpg"))[::9] + sorted(vision.glob("photos/*/images/*"))[::60]
    faults = [words for path in paths for words in faults_of(path)]
    assert len(paths) > 30
    assert not [words for words in faults if "blurred" in words or "dark" in words]
    assert len(faults) <= 0.1 * len(paths)


def faults_of(path: Path) -> tuple[str, ...]:
    """All but what is said of a tray that the renderer put half out of the picture."""
    image = cv2.imread(str(path))
    tray = find_tray(image)
    found = findings(measured(image, tray), image.shape[1], tray)
    return tuple(one.advice for one in found if one.fault not in {"markers_missing", "cut_off"})
