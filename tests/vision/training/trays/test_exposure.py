import dataclasses

import numpy as np
import pytest

from vision.training.trays.exposure import Exposure, develop, expose

PLAIN = Exposure(1.0, np.ones(3), vignette=0.0, noise=0.0, sharpening=0.0, quality=80, saturation=1.0)


def grey(value: float) -> np.ndarray:
    return np.full((72, 128, 3), value, np.float32)


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def test_plain_light_is_shown_as_a_screen_shows_it() -> None:
    image = develop(grey(0.2140), PLAIN, 0.0, "daylight", rng())
    assert image.dtype == np.uint8
    assert (image == 128).all() or np.abs(image.astype(int) - 127.5).max() <= 0.5


def test_pictures_are_blue_first() -> None:
    light = grey(0.0)
    light[..., 0] = 0.5
    assert develop(light, PLAIN, 0.0, "daylight", rng())[0, 0].argmax() == 2


def test_vignetting_darkens_the_corners() -> None:
    image = develop(grey(0.3), dataclasses.replace(PLAIN, vignette=0.28), 0.0, "daylight", rng())
    assert int(image[36, 64, 0]) - int(image[0, 0, 0]) > 15


def test_highlights_are_compressed_not_cut() -> None:
    values = [int(develop(grey(v), PLAIN, 0.0, "daylight", rng())[0, 0, 0]) for v in (0.7, 0.9, 1.1, 1.4)]
    assert values == sorted(set(values))
    assert values[-1] < 255


def test_noise_has_the_asked_for_strength() -> None:
    noisy = dataclasses.replace(PLAIN, noise=0.002)
    image = develop(grey(0.3), noisy, 0.0, "daylight", rng()).astype(float)
    slope = 255 * 1.055 / 2.4 * 0.3 ** (1 / 2.4 - 1)
    assert image.std() == pytest.approx(slope * np.sqrt(0.002 * (0.3 + 0.0144)), rel=0.05)


def test_blur_softens_an_edge() -> None:
    light = grey(0.05)
    light[:, 64:] = 0.5
    sharp, soft = (develop(light, PLAIN, blur, "daylight", rng())[36, :, 0].astype(int) for blur in (0.0, 1.2))
    assert np.abs(np.diff(soft)).max() < np.abs(np.diff(sharp)).max() / 2


@pytest.mark.parametrize("light", [0.01, 0.3, 20.0])
def test_exposure_brings_any_light_to_a_usual_brightness(light: float) -> None:
    settings = expose(grey(light), rng(), "daylight", grey(0.3))
    assert 0.1 < light * settings.gain < 0.25
    assert 52 <= settings.quality < 90


def test_a_white_card_is_not_pushed_beyond_white() -> None:
    light, albedo = grey(0.02), grey(0.02)
    light[:36], albedo[:36] = 0.9, 0.9
    assert 0.9 * expose(light, rng(), "daylight", albedo).gain < 1.05


def test_the_same_seed_gives_the_same_picture() -> None:
    one, other = (develop(grey(0.2), expose(grey(0.2), g, "dim", grey(0.3)), 0.5, "dim", g) for g in (rng(), rng()))
    assert (one == other).all()
