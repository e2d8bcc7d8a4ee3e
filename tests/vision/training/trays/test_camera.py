"""Camera, light and exposure of rendered pictures."""

import numpy as np
import pytest

from tests.vision.training.trays.studio import camera
from vision.training.trays.rendering.exposure import Exposure, develop
from vision.training.trays.rendering.lights import LIGHT_NAMES, Lamp, light_up

PLAIN = Exposure(1.0, np.ones(3), vignette=0.0, noise=0.0, sharpening=0.0, quality=80, saturation=1.0)


def grey(value: float) -> np.ndarray:
    return np.full((72, 128, 3), value, np.float32)


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def test_plain_light_is_shown_as_a_screen_shows_it() -> None:
    image = develop(grey(0.2140), PLAIN, 0.0, "daylight", rng())
    assert image.dtype == np.uint8
    assert (image == 128).all() or np.abs(image.astype(int) - 127.5).max() <= 0.5


def lamp(x: float) -> Lamp:
    return Lamp(np.array([x, 0, 600.0]), np.zeros(3), (20, 20), np.ones(3))


@pytest.mark.parametrize("name", LIGHT_NAMES)
def test_every_light_shines_down_on_the_tray(name: str) -> None:
    lighting = light_up(name, np.random.default_rng(2), camera(8))
    assert len(lighting.lamps) == 2 and (lighting.surroundings > 0).all()
    assert all(lamp.at[2] > 300 and lamp.aim[2] == 0 and (lamp.radiance > 0).all() for lamp in lighting.lamps)
