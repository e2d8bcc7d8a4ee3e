"""Camera, light and exposure of rendered pictures."""

import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, camera
from vision.training.trays.exposure import Exposure, develop, expose
from vision.training.trays.flats import token
from vision.training.trays.lights import LIGHT_NAMES, Lamp, light_up, touched


@pytest.mark.parametrize("seed", range(5))
def test_its_axes_are_right_down_and_forward(seed: int) -> None:
    hung = camera(9, seed)
    assert hung.axes @ hung.axes.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(hung.axes) == pytest.approx(1)
    middle = hung.at + 650 * hung.forward
    right, below = hung.project([middle + hung.right, middle - hung.up])
    assert right - (640, 360) == pytest.approx([3, 0], abs=1e-9)
    assert below - (640, 360) == pytest.approx([0, 3], abs=1e-9)


PLAIN = Exposure(1.0, np.ones(3), vignette=0.0, noise=0.0, sharpening=0.0, quality=80, saturation=1.0)


def grey(value: float) -> np.ndarray:
    return np.full((72, 128, 3), value, np.float32)


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def test_plain_light_is_shown_as_a_screen_shows_it() -> None:
    image = develop(grey(0.2140), PLAIN, 0.0, "daylight", rng())
    assert image.dtype == np.uint8
    assert (image == 128).all() or np.abs(image.astype(int) - 127.5).max() <= 0.5


@pytest.mark.parametrize("light", [0.01, 0.3, 20.0])
def test_exposure_brings_any_light_to_a_usual_brightness(light: float) -> None:
    settings = expose(grey(light), rng(), "daylight", grey(0.3))
    assert 0.1 < light * settings.gain < 0.25
    assert 52 <= settings.quality < 90


def lamp(x: float) -> Lamp:
    return Lamp(np.array([x, 0, 600.0]), np.zeros(3), (20, 20), np.ones(3))


def high_token() -> np.ndarray:
    piece = token("0", STYLE)
    piece.at = np.array([0, 0, 40.0])
    return piece.points()


def test_a_piece_touches_its_pixels_and_some_around() -> None:
    hung, points = camera(), high_token()
    mask = touched(hung, lamp(0), [points])
    x, y = np.round(hung.project(points)).astype(int).T
    assert mask[y, x].all()
    assert not mask[:200].any()


@pytest.mark.parametrize("side", [-1, 1])
def test_the_shadow_falls_away_from_the_lamp(side: int) -> None:
    hung = camera()
    right = np.sign(hung.project([[50, 0, 0]])[0][0] - 640)
    columns = np.nonzero(touched(hung, lamp(400 * side), [high_token()]).any(0))[0]
    assert np.sign(columns.mean() - 640) == -side * right


@pytest.mark.parametrize("name", LIGHT_NAMES)
def test_every_light_shines_down_on_the_tray(name: str) -> None:
    lighting = light_up(name, np.random.default_rng(2), camera(8))
    assert len(lighting.lamps) == 2 and (lighting.surroundings > 0).all()
    assert all(lamp.at[2] > 300 and lamp.aim[2] == 0 and (lamp.radiance > 0).all() for lamp in lighting.lamps)
