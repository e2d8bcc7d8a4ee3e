import numpy as np
import pytest

from vision.training.trays.mesh import Mesh, capsule
from vision.training.trays.turns import turn_about


def test_a_capsule_reaches_a_radius_beyond_its_ends() -> None:
    positions, normals, _ = capsule((10, 0, 0), (10, 0, 50), 4, 6)
    assert positions[:, 2].min() == pytest.approx(-4)
    assert positions[:, 2].max() == pytest.approx(56)
    assert np.linalg.norm(normals, axis=1) == pytest.approx(np.ones(len(normals)))


def test_a_capsule_may_point_anywhere() -> None:
    positions, _, _ = capsule((0, 0, 0), (-30, 0, 0), 5, 5)
    assert positions[:, 0].min() == pytest.approx(-35)
    assert positions[:, 0].max() == pytest.approx(5)


def test_a_moved_mesh_is_turned_first() -> None:
    mesh = Mesh(np.array([[1.0, 0, 0]]), np.array([[1.0, 0, 0]]), np.zeros((1, 2)), np.zeros((0, 3), int))
    moved = mesh.moved(turn_about((0, 0, 1), np.pi / 2), np.array([5.0, 0, 0]))
    assert moved.positions[0] == pytest.approx([5, 1, 0])
    assert moved.normals[0] == pytest.approx([0, 1, 0])
