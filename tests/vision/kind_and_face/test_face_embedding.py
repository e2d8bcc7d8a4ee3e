import numpy as np
import pytest

from vision.detect.detector import DetectedObject
from vision.kind_and_face.face_embedding import KEPT, REACH_KEPT, SIDE, embed_views, gallery, likeness, views
from vision.kit import Kit, KitShotImage


def face(seed: int) -> np.ndarray:
    """A blocky symbol, `KEPT` px square."""
    blocks = np.random.default_rng(seed).integers(0, 2, (6, 6, 1), np.uint8) * 200
    return np.kron(np.pad(blocks, ((1, 1), (1, 1), (0, 0))), np.ones((12, 12, 3), np.uint8))


def kit(*seeds: int) -> Kit:
    return Kit(
        "mine", "mine", "cube", tuple(map(str, seeds)), tuple(KitShotImage(str(seed), face(seed)) for seed in seeds)
    )


WHOLE = DetectedObject(
    "cube",
    KEPT / 2,
    KEPT / 2,
    KEPT / 2 / REACH_KEPT,
    (0.0, 0.0, 96.0, 96.0),
    1.0,
    1.0,
    (0.0, 0.0, 1.0, 0.0, 0.0, 0.0),
    (1.0, 0.0, 0.0, 0.0),
)


def test_embedding_is_normalised_and_pips_sum_to_one() -> None:
    points, pips = embed_views([np.full((SIDE, SIDE, 3), 90, np.uint8)] * 2)
    assert points.shape == (2, 64)
    assert np.allclose(np.linalg.norm(points, axis=1), 1, atol=1e-4)
    assert np.allclose(pips.sum(1), 1, atol=1e-5)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_face_is_most_like_its_own_shot(seed: int) -> None:
    points, _ = embed_views(views(face(seed), WHOLE, "cube"))
    alike = likeness(kit(1, 2, 3), points)
    assert max(alike, key=lambda value: alike[value]) == str(seed)


def test_a_shot_is_laid_down_in_every_turn() -> None:
    assert gallery(kit(1, 2)).values == ("1",) * 4 + ("2",) * 4


def test_a_gallery_is_worked_out_once() -> None:
    mine = kit(4)
    assert gallery(mine) is gallery(mine)


def test_a_kit_without_shots_is_like_nothing() -> None:
    assert likeness(Kit("d6", "d6", "cube", ("1", "2")), np.zeros((2, 64), np.float32)) == {}
