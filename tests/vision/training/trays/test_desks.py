import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, Studio
from vision.training.trays.crowds import take
from vision.training.trays.desks import arrange, region
from vision.training.trays.plates import NEARNESS, Plates, View, draw_desk


def view(seed: int) -> View:
    return draw_desk(STYLE, np.random.default_rng(seed), seed)


def test_desk_camera_is_nearer_and_oblique() -> None:
    views = [view(seed) for seed in range(40)]
    assert max(seen.tilt for seen in views) > 40
    assert all(NEARNESS[0] <= seen.px_per_mm <= NEARNESS[1] for seen in views)
    assert max(seen.px_per_mm for seen in views) > 2 * min(seen.px_per_mm for seen in views)


def test_desk_near_camera_packs_dice() -> None:
    near, far = sorted((view(seed) for seed in range(20)), key=lambda seen: -seen.px_per_mm)[:: 20 - 1]
    assert region(near) < region(far) <= 1


@pytest.mark.usefixtures("scipy")
@pytest.mark.parametrize("seed", range(4))
def test_desk_objects_are_level(seed: int) -> None:
    desk = arrange(STYLE, np.random.default_rng(seed), view(seed))
    assert 1 <= len(desk.pieces) <= 9
    assert not any(piece.is_cocked for piece in desk.pieces)
    assert len({piece.kind for piece in desk.pieces} - {"token"}) <= 2


@pytest.mark.slow
def test_a_desk_is_seen_by_its_own_camera(studio: Studio) -> None:
    plates = Plates(studio, 5, 1, (640, 360), draw_desk)
    one, other = take(plates, np.random.default_rng(2), arrange)
    assert one.entry["scene"]["px_per_mm"] >= NEARNESS[0] / 2
    assert one.entry["objects"] == other.entry["objects"]
