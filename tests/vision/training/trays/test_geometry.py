"""Meshes and outlines of the pieces."""

import numpy as np
import pytest

from tests.vision.training.trays.studio import die
from vision.training.trays.shapes.polyhedra import polyhedron
from vision.training.trays.shapes.tray import DICE

FACES = {"mom_d8": (8, 3), "nemesis_noise": (10, 4), "nemesis_combat": (6, 4), "d6": (6, 4), "d20": (20, 3)}
KINDS = pytest.mark.parametrize("kind", FACES)


@pytest.mark.usefixtures("scipy")
@KINDS
def test_normals_point_outward_and_faces_are_plane(kind: str) -> None:
    solid = polyhedron(kind, 15.0)
    for normal, face, frame in zip(solid.normals, solid.faces, solid.frames, strict=True):
        heights = solid.vertices @ normal
        assert heights[face] == pytest.approx(heights.max())
        assert frame.centre @ normal > 0
        assert np.linalg.norm(normal) == pytest.approx(1)


DICE_KINDS = pytest.mark.parametrize("kind", DICE)


@pytest.mark.usefixtures("scipy")
@DICE_KINDS
def test_die_rests_with_the_wanted_face_up(kind: str) -> None:
    piece, rng = die(kind), np.random.default_rng(3)
    for face in range(len(piece.values)):
        piece.rest(rng, face)
        assert piece.top == face
        assert piece.value == piece.values[face]
        assert piece.tilt == pytest.approx(0, abs=1e-4)
        assert piece.points()[:, 2].min() == pytest.approx(0, abs=1e-9)
        assert piece.top_normal == pytest.approx([0, 0, 1])
