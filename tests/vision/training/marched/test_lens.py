"""A lens sees a point where it looks at it."""

import numpy as np
import pytest

from vision.training.marched.lens import hang_lens

PIXELS = np.array([(0.5, 0.5), (320, 240), (600.5, 30.5), (100, 470)])


@pytest.mark.parametrize("seed", range(6))
def test_point_on_the_table_is_seen_where_it_was_looked_at(seed: int) -> None:
    lens = hang_lens(np.random.default_rng(seed), (640, 480), 4.0, tilt=8.0 * seed)
    places = lens.on_table(PIXELS)
    assert lens.project(np.c_[places, np.zeros(4)]) == pytest.approx(PIXELS, abs=0.05)


def test_table_map_agrees_with_single_rays() -> None:
    lens = hang_lens(np.random.default_rng(2), (640, 480), 4.0, tilt=35.0)
    x, y = lens.table_map()
    (place,) = lens.on_table([(300.5, 100.5)])
    assert (x[100, 300], y[100, 300]) == pytest.approx(place, abs=0.05)


def test_lens_looks_aslant_by_its_tilt_and_is_as_near_as_asked() -> None:
    lens = hang_lens(np.random.default_rng(4), (907, 1209), 3.0, tilt=40.0)
    assert -(lens.axes @ [0, 0, 1.0])[2] == pytest.approx(np.cos(np.radians(40)), abs=1e-6)
    assert np.linalg.det(lens.axes) == pytest.approx(1)
    assert lens.px_per_mm == pytest.approx(3.0, rel=1e-3)
