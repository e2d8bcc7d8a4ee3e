"""A look through a camera."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from tests.vision.drawn import Die, Film, Scene, draw
from vision.image.frame import CameraError, Frame
from vision.service.health.checkup import FRAMES, check_camera, check_source


class Nothing:
    def frames(self) -> Iterator[Frame]:
        return iter(())


def test_camera_check_judges_the_last_frame() -> None:
    film = Film(scene=Scene((Die(100, 100),), light=0.1)).still(0.5).lamp(1.0).still(10)
    assert check_source(film).advice == ()
    assert "too dark" in str(check_source(Film(scene=Scene(light=0.25)).still(10)).advice[0])


def test_no_more_frames_are_taken_than_needed() -> None:
    film = Film().still(60)
    seen: list[int] = []

    class Counted:
        def frames(self) -> Iterator[Frame]:
            for frame in film.frames():
                seen.append(frame.index)
                yield frame

    check_source(Counted())
    assert len(seen) == FRAMES


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
