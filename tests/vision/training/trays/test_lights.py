import numpy as np
import pytest

from tests.vision.training.trays.studio import camera
from vision.training.trays.lights import LIGHT_NAMES, light_up


@pytest.mark.parametrize("name", LIGHT_NAMES)
def test_every_light_shines_down_on_the_tray(name: str) -> None:
    lighting = light_up(name, np.random.default_rng(2), camera(8))
    assert len(lighting.lamps) == 2
    assert (lighting.surroundings > 0).all()
    for lamp in lighting.lamps:
        assert lamp.at[2] > 300
        assert lamp.aim[2] == 0
        assert (lamp.radiance > 0).all()


def test_warm_light_is_redder_than_daylight() -> None:
    warm, cool = (light_up(n, np.random.default_rng(3), camera(8)).lamps[0].radiance for n in ("warm_lamp", "daylight"))
    assert warm[0] / warm[2] > 2 * cool[0] / cool[2]


def test_the_same_seed_gives_the_same_light() -> None:
    one, other = (light_up("hard_lamp", np.random.default_rng(3), camera(8)) for _ in range(2))
    assert (one.lamps[0].at == other.lamps[0].at).all()
