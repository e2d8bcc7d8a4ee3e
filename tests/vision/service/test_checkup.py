"""How well the camera sees, and what to do about it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.schema import CameraHealth
from tests.vision.drawn import Die, Film, Scene, draw
from tests.vision.service.good import good_picture
from vision.image.decoder import Image
from vision.image.frame import CameraError, Frame, shrink
from vision.service.health.checkup import (
    EVERY_S,
    FRAMES,
    CameraCheckup,
    check_camera,
    check_source,
    load_view,
    measure_picture,
    save_view,
    view_of,
)
from vision.service.health.findings import findings
from vision.service.health.image_measures import shift
from vision.tray.tray_plane import TrayPlane, find_tray

GOOD = CameraHealth(blur=0.8, light=120, markers=4, px_per_mm=3.0)


@pytest.fixture(scope="module")
def picture() -> Image:
    return good_picture()


def test_a_good_picture_needs_no_advice(picture: Image) -> None:
    seen = measure_picture(picture, find_tray(picture))
    assert findings(seen) == ()
    assert seen.health.markers == 4 and seen.health.whole and 2.5 < seen.health.px_per_mm < 3.5
    assert [mark.id for mark in seen.health.marks] == [0, 1, 2, 3]
    assert seen.health.size == (1280, 720) and len(seen.health.tray) == 4


def test_checkup_reports_a_cut_off_tapped_tray() -> None:
    image = draw(Scene())
    assert not measure_picture(
        image, TrayPlane(((-20, 10), (600, 10), (600, 300), (10, 300))), tapped=True
    ).health.whole
    assert measure_picture(image, TrayPlane(((20, 10), (600, 10), (600, 300), (10, 300))), tapped=True).health.whole


@pytest.mark.slow
def test_a_checkup_puts_everything_together(picture: Image) -> None:
    small = shrink(picture)
    checkup = CameraCheckup(reference=np.roll(small, 12, axis=1))
    for k in range(10):
        checkup.add_brightness(np.clip(small.astype(int) + 10 * (k % 2), 0, 255).astype(np.uint8))
    health = checkup.measure(picture, small, find_tray(picture), tapped=True)
    assert checkup.health is health
    assert [words for words in health.advice if "flickers" in str(words) or "tap them again" in str(words)] == list(
        health.advice
    )
    assert checkup.measure(picture, small, find_tray(picture), tapped=False).moved == 0.0


@pytest.mark.slow
def test_checkup_reports_a_moved_tray(picture: Image) -> None:
    tray = find_tray(picture)
    pushed = np.roll(picture, 420, axis=1)
    pushed[:, :420] = 90
    assert measure_picture(picture, tray).is_tray_known
    seen = measure_picture(pushed, tray)
    assert not seen.is_tray_known and seen.health.tray == ()
    assert [found.fault for found in findings(seen)] == ["cut_off"]
    assert measure_picture(pushed, tray, tapped=True).is_tray_known, (
        "corners that were tapped hold, whatever lies there"
    )


@pytest.mark.slow
def test_nearly_all_photographs_are_healthy(shared: Path) -> None:
    """Rendered trays are in `tests/bench/test_advice.py`."""
    paths = sorted((shared / "vision" / "photos").glob("*/images/*"))[::60]
    faults = [words for path in paths for words in faults_of(path)]
    assert len(paths) > 15
    assert len(faults) <= 0.1 * len(paths), faults


def faults_of(path: Path) -> tuple[str, ...]:
    """Skip cut-outs that no camera would send."""
    image = cv2.imread(str(path))
    assert image is not None
    found = findings(measure_picture(image.astype(np.uint8, copy=False), find_tray(image)))
    is_of_a_camera = max(image.shape) > 200
    return tuple(one.advice for one in found if is_of_a_camera)


class Nothing:
    def frames(self) -> Iterator[Frame]:
        return iter(())


@pytest.mark.slow
def test_camera_check_judges_the_last_frame() -> None:
    film = Film(scene=Scene((Die(100, 100),), light=0.1)).still(0.5).lamp(1.0).still(10)
    assert check_source(film).advice == ()
    assert "too dark" in str(check_source(Film(scene=Scene(light=0.25)).still(10)).advice[0])


@pytest.mark.slow
def test_stills_of_other_lamps_are_no_lamp_that_flickers(tmp_path: Path) -> None:
    """Each is another picture: only the first one is looked at."""
    for number in range(FRAMES):
        light = 0.6 + 0.4 * (number % 2)
        cv2.imwrite(str(tmp_path / f"throw_{number:02}.png"), draw(Scene((Die(100 + 20 * number, 100),), light=light)))
    health = check_camera(str(tmp_path))
    assert health.flicker == 0.0 and health.size == (640, 360)


def test_a_camera_without_pictures_is_an_error() -> None:
    with pytest.raises(CameraError, match="gives no pictures"):
        check_source(Nothing())


def test_checkup_runs_seldom_and_twice_a_second_while_watched() -> None:
    checkup = CameraCheckup()
    assert [checkup.is_due(at) for at in (0.0, 1.0, EVERY_S, EVERY_S + 0.1)] == [True, False, True, False]
    checkup = CameraCheckup()
    assert [checkup.is_due(at, 0.5) for at in (0.0, 0.3, 0.5, 0.9, 1.0)] == [True, False, True, False, True]
    assert not checkup.is_due(1.5)
    assert checkup.is_due(1.0 + EVERY_S)


def test_checkup_view_is_stored_with_its_corners(tmp_path: Path, picture: Image) -> None:
    corners, view, small = tmp_path / "tray.json", tmp_path / "tray.png", shrink(picture)
    assert view_of(tmp_path / "nowhere" / "tray.json", small) is small
    corners.write_text("{}")
    assert load_view(view, corners) is None
    view.write_bytes(b"no picture")
    assert load_view(view, corners) is None
    save_view(small, view)
    assert shift(view_of(corners, shrink(picture[::-1])), small) < 0.005, "the first view is compared with"
    os.utime(corners, (2e9, 2e9))
    assert load_view(view, corners) is None, "other corners were tapped since"
