import numpy as np
import pytest

from tests.vision.training.trays.studio import blank_atlas
from vision.training.trays.assembly import MARKER, MATTE, Assembly
from vision.training.trays.furniture import felt_mesh, put_markers, table_mesh
from vision.training.trays.mesh import Mesh
from vision.training.trays.tray import CORNERS, EDGES, TABLE_Z


def facing(mesh: Mesh) -> np.ndarray:
    a, b, c = (mesh.positions[mesh.triangles[:, i]] for i in range(3))
    return np.cross(b - a, c - a)


def test_the_felt_is_the_plane_between_its_corners() -> None:
    assert {tuple(p) for p in felt_mesh().positions} == {tuple(c) for c in CORNERS}
    assert (facing(felt_mesh())[:, 2] > 0).all()


def test_rim_has_its_height_outside_the_felt() -> None:
    mesh = table_mesh(17.5)
    rim = mesh.positions[np.isclose(mesh.positions[:, 2], 17.5)]
    assert len(rim) == 4 * 12
    assert (np.abs(rim[:, :2]) >= EDGES - 1e-9).any(1).all()


def test_all_sides_face_outward() -> None:
    mesh = table_mesh(15.0)
    assert ((facing(mesh) * mesh.normals[mesh.triangles[:, 0]]).sum(1) > 0).all()


@pytest.mark.parametrize("is_inside", [True, False])
def test_markers_go_round_from_far_left(is_inside: bool) -> None:
    scene = Assembly(blank_atlas())
    corners = put_markers(scene, is_inside)
    assert (scene.gathered(MATTE).owners == MARKER).sum() == 8
    middles = np.array([corners[i].mean(0) for i in range(4)])
    assert np.sign(middles[:, :2]).tolist() == [[-1, 1], [1, 1], [1, -1], [-1, -1]]
    assert (np.abs(middles[:, 0]) < EDGES[0]).all() == is_inside
    assert middles[:, 2] == pytest.approx([0.15 if is_inside else TABLE_Z + 0.2] * 4)


def test_a_pattern_is_smaller_than_its_paper() -> None:
    corner = put_markers(Assembly(blank_atlas()), True)[0]
    assert corner[1, 0] - corner[0, 0] == pytest.approx(24 * 108 / 157)
    assert corner[0, 1] > corner[3, 1]
