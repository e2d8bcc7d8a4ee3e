import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, Studio, view
from vision.training.trays.crowds import arrange, take
from vision.training.trays.outlines import is_overlapping
from vision.training.trays.plates import Plates


@pytest.mark.usefixtures("scipy")
@pytest.mark.parametrize("seed", range(2))
def test_a_crowd_is_a_crowd(seed: int) -> None:
    tray = arrange(STYLE, np.random.default_rng(seed), view(seed))
    assert len(tray.pieces) >= 6
    assert any(piece.is_cocked for piece in tray.pieces)
    assert tray.special
    level = [piece.footprint() for piece in tray.pieces if not piece.is_cocked]
    assert not any(is_overlapping(a, b, 0.05) for i, a in enumerate(level) for b in level[:i])


@pytest.mark.slow
def test_one_tray_is_developed_twice(studio: Studio) -> None:
    one, other = take(Plates(studio, 5, 1, (640, 360)), np.random.default_rng(4))
    assert one.entry["objects"] == other.entry["objects"]
    assert (one.image != other.image).any()
    assert one.entry["scene"]["camera"] == other.entry["scene"]["camera"]
    cocked = [told for told in one.entry["objects"] if told["cocked"]]
    up = one.entry["scene"]["camera"]["up"]
    assert cocked
    assert all(np.dot(told["normal"], up) < 0.999 for told in cocked)
