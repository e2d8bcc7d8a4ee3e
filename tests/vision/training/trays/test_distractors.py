import numpy as np
import pytest

from tests.vision.training.trays.studio import blank_atlas
from vision.training.trays.assembly import HAND, THING, Assembly
from vision.training.trays.distractors import lay_about
from vision.training.trays.limbs import hand
from vision.training.trays.outlines import hull, is_overlapping
from vision.training.trays.placer import Placer
from vision.training.trays.tray import EDGES


def laid(name: str, seed: int):
    rng = np.random.default_rng(seed)
    return lay_about([name], Placer(rng), rng)[0]


@pytest.mark.parametrize("name", ["coaster", "card_edge"])
@pytest.mark.parametrize("seed", range(4))
def test_clutter_stays_outside_the_tray(name: str, seed: int) -> None:
    (points,) = laid(name, seed).points()
    assert np.abs(points[:, 0]).min() > EDGES[0]


@pytest.mark.parametrize("seed", range(6))
def test_a_coin_and_a_pen_leave_each_other_room(seed: int) -> None:
    rng = np.random.default_rng(seed)
    placer = Placer(rng)
    coin, pen = lay_about(["coin", "pen"], placer, rng)
    shaft = hull(pen.points()[0][:, :2])
    assert not is_overlapping(hull(coin.points()[0][:, :2]), shaft, 0.1)


def test_a_thing_without_room_is_left_out() -> None:
    rng = np.random.default_rng(1)
    placer = Placer(rng)
    placer.footprints.append(np.array([[-150, -110], [150, -110], [150, 110], [-150, 110.0]]))
    assert lay_about(["coin"], placer, rng) == []


@pytest.mark.parametrize("seed", range(5))
def test_a_hand_reaches_over_the_rim_from_outside(seed: int) -> None:
    points = np.vstack(laid("hand", seed).points())
    assert (np.abs(points[:, :2]) < EDGES).all(1).any()
    assert (np.abs(points[:, :2]) > EDGES + 100).any()
    assert points[:, 2].min() > 0


def test_hand_has_fingers_thumb_and_sleeve() -> None:
    names = [limb.name for limb in hand((0, 0), 0.0, 20.0, np.random.default_rng(1), 0.5)]
    assert (names.count("nail"), names.count("sleeve"), names.count("skin")) == (4, 1, 8 + 4 + 2 + 1)


@pytest.mark.parametrize(("name", "owner"), [("hand", HAND), ("coin", THING), ("pen", THING)])
def test_distractors_have_no_label(name: str, owner: int) -> None:
    scene = Assembly(blank_atlas())
    laid(name, 3).put_into(scene)
    owners = set(scene.gathered("gloss").owners) | set(scene.gathered("matte").owners)
    assert owners == {owner, -9}
