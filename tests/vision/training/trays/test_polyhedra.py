import numpy as np
import pytest

from vision.training.trays.polyhedra import corners, polyhedron

pytestmark = pytest.mark.usefixtures("scipy")
FACES = {"mom_d8": (8, 3), "nemesis_noise": (10, 4), "nemesis_combat": (6, 4), "d6": (6, 4), "d20": (20, 3)}
KINDS = pytest.mark.parametrize("kind", FACES)


@KINDS
def test_a_die_has_its_faces(kind: str) -> None:
    solid = polyhedron(kind, 15.0)
    assert [len(face) for face in solid.faces] == [FACES[kind][1]] * FACES[kind][0]


@KINDS
def test_normals_point_outward_and_faces_are_plane(kind: str) -> None:
    solid = polyhedron(kind, 15.0)
    for normal, face, frame in zip(solid.normals, solid.faces, solid.frames, strict=True):
        heights = solid.vertices @ normal
        assert heights[face] == pytest.approx(heights.max())
        assert frame.centre @ normal > 0
        assert np.linalg.norm(normal) == pytest.approx(1)


@KINDS
def test_face_corners_are_counterclockwise(kind: str) -> None:
    solid = polyhedron(kind, 15.0)
    for face, frame in zip(solid.faces, solid.frames, strict=True):
        x, y = frame.flat(solid.vertices[face]).T
        assert (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() > 0


@KINDS
def test_print_is_in_the_plane_of_its_face(kind: str) -> None:
    solid = polyhedron(kind, 15.0)
    for normal, frame in zip(solid.normals, solid.frames, strict=True):
        assert np.cross(frame.right, frame.up) == pytest.approx(normal)
        assert frame.up @ normal == pytest.approx(0, abs=1e-9)


@KINDS
def test_the_face_opposite_the_opposite_face_is_the_face(kind: str) -> None:
    solid = polyhedron(kind, 15.0)
    for face, normal in enumerate(solid.normals):
        assert solid.normals[solid.opposite(face)] == pytest.approx(-normal)
        assert solid.opposite(solid.opposite(face)) == face


@pytest.mark.parametrize(("kind", "directions"), [("d6", 3), ("mom_d8", 6), ("d20", 15)])
def test_parallel_edges_count_once(kind: str, directions: int) -> None:
    assert len(polyhedron(kind, 15.0).edge_directions) == directions


def test_size_is_the_edge() -> None:
    solid = polyhedron("d20", 14.0)
    face = solid.vertices[solid.faces[0]]
    assert np.linalg.norm(face - np.roll(face, 1, 0), axis=1) == pytest.approx([14.0] * 3)


def test_an_unknown_die_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="d7"):
        corners("d7")
