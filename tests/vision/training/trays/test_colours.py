import numpy as np
import pytest

from vision.training.trays.colours import ink_for, lightness, linear, random_colour


def test_light_is_linear() -> None:
    assert linear((0.5, 0.5, 0.5)) == pytest.approx([0.214] * 3, abs=1e-3)
    assert max(linear((1, 1, 1))) < 1


@pytest.mark.parametrize("seed", range(10))
def test_a_random_colour_is_as_light_as_asked_for(seed: int) -> None:
    assert 0.4 <= lightness(random_colour(np.random.default_rng(seed), 0.4, 0.6)) <= 0.6


@pytest.mark.parametrize("seed", range(20))
def test_ink_stands_out_from_all_grounds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ground = random_colour(rng, 0.1, 0.4)
    ink = ink_for(rng, [ground])
    assert ink is not None
    assert lightness(ink) - lightness(ground) > 0.5


def test_grounds_of_all_kinds_leave_no_ink() -> None:
    assert ink_for(np.random.default_rng(1), [(0.2, 0.2, 0.2), (0.3, 0.3, 0.3)], gap=0.9) is None
