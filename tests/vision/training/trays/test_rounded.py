import numpy as np
import pytest

from vision.training.trays.polyhedra import polyhedron
from vision.training.trays.rounded import rounded

pytestmark = pytest.mark.usefixtures("scipy")
KINDS = pytest.mark.parametrize("kind", ["mom_d8", "nemesis_noise", "d6", "d20"])


@KINDS
def test_rounded_die_stays_inside_the_sharp_one(kind: str) -> None:
    solid, mesh = polyhedron(kind, 14.0), rounded(kind, 14.0, 1.0)
    beyond = mesh.positions @ solid.normals.T - (solid.vertices @ solid.normals.T).max(0)
    assert beyond.max() == pytest.approx(0, abs=1e-9)
    assert beyond.max(0) == pytest.approx(np.zeros(len(solid.normals)), abs=1e-9)
    assert np.linalg.norm(mesh.positions, axis=1).max() < np.linalg.norm(solid.vertices, axis=1).max()


@KINDS
def test_normals_are_the_normal_of_the_face_in_its_middle(kind: str) -> None:
    solid, mesh = polyhedron(kind, 14.0), rounded(kind, 14.0, 1.0)
    middle = np.linalg.norm(mesh.on_face, axis=1) < 1e-9
    assert mesh.normals[middle] == pytest.approx(solid.normals[mesh.face_of[middle]])
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(np.ones(len(mesh.normals)))


def test_triangles_face_outward() -> None:
    mesh = rounded("d6", 16.0, 1.5)
    a, b, c = (mesh.positions[mesh.triangles[:, i]] for i in range(3))
    facing = np.cross(b - a, c - a)
    is_real = np.linalg.norm(facing, axis=1) > 1e-6
    assert ((facing * a).sum(1)[is_real] > 0).all()


def test_neighbouring_faces_meet_without_a_step() -> None:
    mesh = rounded("d6", 16.0, 1.5)
    edge = np.abs(mesh.on_face).max(1) > 0.7071
    points = mesh.positions[edge]
    other = mesh.face_of[edge]
    for point, face in zip(points[::37], other[::37], strict=True):
        assert np.linalg.norm(points[other != face] - point, axis=1).min() < 0.4
