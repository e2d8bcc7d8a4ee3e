import numpy as np
import pytest

from vision.training.trays.materials import GRAINS, MIXTURES, die_body, flat, grain
from vision.training.trays.style import DieLook, Pattern

BODY, SECOND = (0.2, 0.1, 0.5), (0.6, 0.7, 0.1)


def body(kind: str, seed: int = 1) -> np.ndarray:
    look = DieLook(BODY, (0.9, 0.9, 0.9), Pattern(kind, SECOND, 4.0, 0.8, 0.5))
    return die_body(look, np.random.default_rng(seed), 64)


def test_a_plain_body_has_one_colour() -> None:
    assert body("plain") == pytest.approx(np.broadcast_to(BODY, (64, 64, 3)), rel=0.05)


@pytest.mark.parametrize("kind", MIXTURES)
def test_a_patterned_body_mixes_its_two_colours(kind: str) -> None:
    share = (body(kind)[..., 0] - BODY[0]) / (SECOND[0] - BODY[0])
    assert share.min() > -0.01
    assert share.max() == pytest.approx(0.8, abs=0.45)
    assert share.std() > 0.05
    assert (body(kind) == body(kind)).all()
    assert (body(kind) != body(kind, 2)).any()


@pytest.mark.parametrize("kind", [*GRAINS, "plain"])
def test_surfaces_are_uneven_about_their_colour(kind: str) -> None:
    brightness = grain(kind, 120, 90, np.random.default_rng(1))
    assert brightness.shape == (90, 120)
    assert 0.6 < brightness.mean() < 1.3
    assert brightness.std() > 0.005


def test_flat_is_flat() -> None:
    assert np.ptp(flat((0.1, 0.2, 0.3), 8).reshape(-1, 3), axis=0).max() == 0
