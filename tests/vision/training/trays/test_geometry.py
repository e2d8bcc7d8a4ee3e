"""Meshes and outlines of the pieces."""

import cv2
import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, blank_atlas, die
from vision.training.trays.assembly import Assembly
from vision.training.trays.flats import card, coin, rectangle, token
from vision.training.trays.geometry import hull, is_overlapping, turn_upward
from vision.training.trays.polyhedra import polyhedron
from vision.training.trays.tray import DICE

SQUARE = np.array([[0, 0], [10, 0], [10, 10], [0, 10.0]])


@pytest.mark.parametrize("seed", range(20))
def test_a_hull_has_the_area_that_opencv_finds(seed: int) -> None:
    points = np.random.default_rng(seed).normal(0, 20, (30, 2))
    own, other = hull(points), cv2.convexHull(points.astype(np.float32))
    assert len(own) == len(other)
    assert cv2.contourArea(own.astype(np.float32)) == pytest.approx(cv2.contourArea(other), rel=1e-5)


@pytest.mark.parametrize(("apart", "is_near"), [(9, True), (10.4, True), (10.6, False), (30, False)])
def test_squares_overlap_up_to_the_gap(apart: float, is_near: bool) -> None:
    aside = SQUARE + np.array([apart, 3])
    assert is_overlapping(SQUARE, aside, 0.5) is is_near
    assert is_overlapping(aside, SQUARE, 0.5) is is_near


@pytest.mark.parametrize("direction", [(0, 0, 1), (0, 0, -1), (1, 0, 0), (1, -2, 3), (0, 1e-12, -1)], ids=str)
def test_any_direction_can_be_turned_upward(direction: tuple[float, ...]) -> None:
    turn = turn_upward(np.array(direction, float))
    assert turn @ np.array(direction) / np.linalg.norm(direction) == pytest.approx([0, 0, 1])
    assert np.linalg.det(turn) == pytest.approx(1)


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


@pytest.mark.usefixtures("scipy")
@pytest.mark.parametrize("kind", ["d6", "d20"])
@pytest.mark.parametrize("seed", range(6))
def test_opposite_numbers_sum_to_one_more_than_the_faces(kind: str, seed: int) -> None:
    piece = die(kind, seed)
    for face, value in enumerate(piece.values):
        assert int(value) + int(piece.values[piece.solid.opposite(face)]) == len(piece.values) + 1


def test_flat_pieces_have_their_size() -> None:
    piece = token("skull", STYLE)
    piece.rest(np.random.default_rng(1))
    assert np.linalg.norm(piece.footprint(), axis=1) == pytest.approx([12.5] * len(piece.footprint()))
    assert np.ptp(piece.points()[:, 2]) == pytest.approx(STYLE.token.thick)
    assert np.ptp(card("10H").footprint(), axis=0) == pytest.approx([63, 88])
    assert np.abs(rectangle(63, 88, 3.2).corners).sum(1).max() < 31.5 + 44 - 1


@pytest.mark.parametrize("piece", [card("AS"), token("-3", STYLE), coin(11.0)], ids=lambda piece: piece.kind)
def test_its_surface_is_closed_and_faces_outward(piece) -> None:
    scene = Assembly(blank_atlas())
    piece.put_into(scene, 3)
    parts = [scene.gathered(material) for material in ("gloss", "matte")]
    volume = 0.0
    for part in parts:
        a, b, c = (part.mesh.positions[part.mesh.triangles[part.owners == 3][:, i]] for i in range(3))
        volume += (np.cross(a, b) * c).sum() / 6
    corners = piece.outline.corners
    (x, y), (u, v) = corners.T, np.roll(corners, -1, 0).T
    assert volume == pytest.approx(piece.thick * (x * v - y * u).sum() / 2, rel=0.02)
