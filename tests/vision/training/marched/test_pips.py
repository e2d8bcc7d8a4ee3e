"""Pips of our own are always told from their ground and from each other."""

import numpy as np
import pytest

from vision.training.marched.bodies.pips import LEAST_CONTRAST, contrast, draw_colours, draw_print, pip_mask, spots


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_ink_is_told_from_the_body(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pairs = [draw_colours(rng) for _ in range(20)]
    assert min(contrast(ink, body) for ink, body in pairs) > LEAST_CONTRAST


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("seed", range(4))
def test_pips_stay_apart_and_on_their_face(count: int, seed: int) -> None:
    look = draw_print(np.random.default_rng(seed))
    places = spots(count, look)
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)[~np.eye(count, dtype=bool)]
    assert len(places) == count
    assert (apart > 2 * look.radius).all()
    assert np.abs(places).max() + look.radius < 1


def test_ink_grows_with_the_number_of_pips() -> None:
    rng = np.random.default_rng(3)
    look = draw_print(rng)
    inks = [float(pip_mask(count, look, rng).sum()) for count in range(2, 7)]
    assert inks == sorted(inks)
