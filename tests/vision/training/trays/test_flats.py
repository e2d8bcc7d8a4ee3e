import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, blank_atlas
from vision.training.trays.assembly import MATTE, Assembly
from vision.training.trays.flats import card, coin, disc, rectangle, token


def test_a_token_is_a_disc() -> None:
    piece = token("skull", STYLE)
    piece.rest(np.random.default_rng(1))
    assert np.linalg.norm(piece.footprint(), axis=1) == pytest.approx([12.5] * len(piece.footprint()))
    assert np.ptp(piece.points()[:, 2]) == pytest.approx(STYLE.token.thick)


def test_a_card_has_its_size_and_round_corners() -> None:
    assert np.ptp(card("10H").footprint(), axis=0) == pytest.approx([63, 88])
    assert np.abs(rectangle(63, 88, 3.2).corners).sum(1).max() < 31.5 + 44 - 1


def test_outlines_go_round_to_the_left() -> None:
    for outline in (disc(5), rectangle(20, 30, 2)):
        x, y = outline.corners.T
        assert (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() > 0
        assert np.abs(outline.printed).max() == pytest.approx(1)


def test_a_tilted_token_says_so() -> None:
    piece = token("0", STYLE)
    piece.turn = np.array([[1, 0, 0], [0, 0.8, -0.6], [0, 0.6, 0.8]])
    assert piece.tilt == pytest.approx(36.87, abs=0.01)
    piece.ground(2.0)
    assert piece.points()[:, 2].min() == pytest.approx(2.0)


def test_the_top_is_the_upper_side() -> None:
    assert token("0", STYLE).top_outline[:, 2] == pytest.approx([2.0] * 12)


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


def test_a_token_is_matte() -> None:
    scene = Assembly(blank_atlas())
    token("0", STYLE).put_into(scene, 0)
    assert 0 in scene.gathered(MATTE).owners
