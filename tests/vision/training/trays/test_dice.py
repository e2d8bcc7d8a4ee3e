import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, blank_atlas, die
from vision.training.trays.assembly import GLOSSY, Assembly
from vision.training.trays.dice import Die
from vision.training.trays.values import DICE, FACES

pytestmark = pytest.mark.usefixtures("scipy")
KINDS = pytest.mark.parametrize("kind", DICE)


@KINDS
def test_die_rests_with_the_wanted_face_up(kind: str) -> None:
    piece, rng = die(kind), np.random.default_rng(3)
    for face in range(len(piece.values)):
        piece.rest(rng, face)
        assert piece.top == face
        assert piece.value == piece.values[face]
        assert piece.tilt == pytest.approx(0, abs=1e-4)
        assert piece.points()[:, 2].min() == pytest.approx(0, abs=1e-9)
        assert piece.top_normal == pytest.approx([0, 0, 1])


@KINDS
def test_every_face_is_on_the_die(kind: str) -> None:
    assert set(die(kind).values) == set(FACES[kind])


@pytest.mark.parametrize("kind", ["d6", "d20"])
@pytest.mark.parametrize("seed", range(6))
def test_opposite_numbers_sum_to_one_more_than_the_faces(kind: str, seed: int) -> None:
    piece = die(kind, seed)
    for face, value in enumerate(piece.values):
        assert int(value) + int(piece.values[piece.solid.opposite(face)]) == len(piece.values) + 1


def test_die_top_outline_is_level() -> None:
    piece = die("mom_d8")
    piece.rest(np.random.default_rng(2))
    heights = piece.top_outline[:, 2]
    assert heights == pytest.approx([piece.points()[:, 2].max()] * 3)


def test_a_die_can_be_put_onto_the_rim() -> None:
    piece = die()
    piece.rest(np.random.default_rng(2))
    piece.ground(18.0)
    assert piece.points()[:, 2].min() == pytest.approx(18.0)


def test_sizes_are_those_of_the_style() -> None:
    rng = np.random.default_rng(5)
    sizes = [np.ptp(Die("d6", STYLE, rng).solid.vertices[:, 0]) for _ in range(30)]
    assert min(sizes) >= 15.0
    assert max(sizes) <= 16.5
    assert len(set(np.round(sizes, 2))) > 3


def test_all_of_its_surface_is_its_own() -> None:
    scene, piece = Assembly(blank_atlas()), die("d20")
    piece.put_into(scene, 7)
    owners = scene.gathered(GLOSSY).owners
    assert (owners == 7).sum() == len(piece.surface.triangles)
