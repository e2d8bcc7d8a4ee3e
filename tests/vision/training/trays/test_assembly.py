import numpy as np
import pytest

from tests.vision.training.trays.studio import blank_atlas
from vision.training.trays.assembly import GLOSSY, MATTE, SPECK, Assembly
from vision.training.trays.atlas import Atlas, on_screen
from vision.training.trays.mesh import Mesh

TRIANGLE = Mesh(np.eye(3), np.eye(3), np.zeros((3, 2)), np.array([[0, 1, 2]]))


def test_no_material_is_ever_empty() -> None:
    scene = Assembly(blank_atlas())
    assert [scene.gathered(m).owners.tolist() for m in (GLOSSY, MATTE)] == [[SPECK], [SPECK]]


def test_triangles_keep_their_points_and_owners() -> None:
    scene = Assembly(blank_atlas())
    scene.add(TRIANGLE, 4)
    scene.add(TRIANGLE, 5)
    gathered = scene.gathered(MATTE)
    assert gathered.owners.tolist() == [SPECK, 4, 5]
    assert (gathered.mesh.positions[gathered.mesh.triangles[2]] == np.eye(3)).all()


def test_assembly_places_stay_in_their_cell() -> None:
    atlas = Atlas(np.zeros((200, 400, 3), np.float32), {("pen",): (100, 50, 40, 20)})
    places = atlas.paint(("pen",), np.array([[-1, 1], [0, 0], [1, -1], [9, 9.0]])) * (400, 200)
    assert places[1] == pytest.approx([120, 60])
    assert places[0] == pytest.approx([101.5, 51.5])
    assert places[2] == pytest.approx([138.5, 68.5])
    assert places[3] == pytest.approx([138.5, 51.5])


def test_linear_light_is_shown_as_a_screen_shows_it() -> None:
    assert on_screen(np.array([0.0, 0.214, 1.0, 2.0])).tolist() == [0, 127, 255, 255]
