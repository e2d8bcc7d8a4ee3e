"""Whole trays and desks, rendered as outlines."""

import itertools
from collections import Counter

import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, Studio, blank_atlas, view
from vision.training.trays.pieces.assembly import HAND, THING, Assembly
from vision.training.trays.pieces.distractors import lay_about
from vision.training.trays.pieces.furniture import felt_mesh, table_mesh
from vision.training.trays.pieces.placer import Placer
from vision.training.trays.scenes.crowds import arrange, take
from vision.training.trays.scenes.desks import arrange as arrange_desk
from vision.training.trays.scenes.plates import NEARNESS, Plates, View, draw_desk, furnish
from vision.training.trays.scenes.stills import COUNTS, rounds
from vision.training.trays.scenes.stills import arrange as arrange_still
from vision.training.trays.scenes.stills import take as take_still
from vision.training.trays.shapes.geometry import Mesh, is_overlapping
from vision.training.trays.shapes.tray import CORNERS, EDGES


@pytest.mark.slow
@pytest.mark.usefixtures("scipy")
@pytest.mark.parametrize("seed", range(2))
def test_a_crowd_is_a_crowd(seed: int) -> None:
    tray = arrange(STYLE, np.random.default_rng(seed), view(seed))
    assert len(tray.pieces) >= 6
    assert any(piece.is_cocked for piece in tray.pieces)
    assert tray.special
    level = [piece.footprint() for piece in tray.pieces if not piece.is_cocked]
    assert not any(is_overlapping(a, b, 0.05) for i, a in enumerate(level) for b in level[:i])


@pytest.mark.slow
def test_one_tray_is_developed_twice(studio: Studio) -> None:
    one, other = take(Plates(studio, 5, 1, (640, 360)), np.random.default_rng(4))
    assert one.entry["objects"] == other.entry["objects"]
    assert (one.image != other.image).any()
    assert one.entry["scene"]["camera"] == other.entry["scene"]["camera"]
    cocked = [told for told in one.entry["objects"] if told["cocked"]]
    up = one.entry["scene"]["camera"]["up"]
    assert cocked
    assert all(np.dot(told["normal"], up) < 0.999 for told in cocked)


def desk_view(seed: int) -> View:
    return draw_desk(STYLE, np.random.default_rng(seed), seed)


@pytest.mark.usefixtures("scipy")
@pytest.mark.parametrize("seed", range(4))
def test_desk_objects_are_level(seed: int) -> None:
    desk = arrange_desk(STYLE, np.random.default_rng(seed), desk_view(seed))
    assert 1 <= len(desk.pieces) <= 9
    assert not any(piece.is_cocked for piece in desk.pieces)
    assert len({piece.kind for piece in desk.pieces} - {"token"}) <= 2


@pytest.mark.slow
def test_a_desk_is_seen_by_its_own_camera(studio: Studio) -> None:
    plates = Plates(studio, 5, 1, (640, 360), draw_desk)
    one, other = take(plates, np.random.default_rng(2), arrange_desk)
    assert one.entry["scene"]["px_per_mm"] >= NEARNESS[0] / 2
    assert one.entry["objects"] == other.entry["objects"]


KINDS = pytest.mark.parametrize("kind", COUNTS)


@pytest.mark.slow
@KINDS
@pytest.mark.usefixtures("scipy")
def test_calm_trays_have_nothing_unusual(kind: str) -> None:
    for seed in range(2):
        tray = arrange_still(STYLE, kind, np.random.default_rng(seed), view(seed), is_calm=True)
        assert tray.special == ()
        assert tray.distractors == ()
        assert not any(piece.is_cocked for piece in tray.pieces)
        assert all(piece.tilt < 0.1 for piece in tray.pieces)


@pytest.mark.slow
def test_still_is_fully_labelled_and_reproducible(studio: Studio) -> None:
    plates = Plates(studio, 5, 1, (640, 360))
    picture, again = (take_still(plates, "mom_d8", np.random.default_rng(4), is_calm=True) for _ in range(2))
    assert picture.entry == again.entry
    assert (picture.image == again.image).all()
    scene, objects = picture.entry["scene"], picture.entry["objects"]
    assert picture.image.shape == (360, 640, 3)
    assert 52 <= picture.quality == scene["jpeg"] < 90
    assert {"camera", "tray_corners", "marker_corners", "light", "felt", "blur_px", "calm"} <= set(scene)
    assert {told["kind"] for told in objects} == {"mom_d8"}
    assert all(told["value"] == told["nearest_up"] and len(told["normal"]) == 3 for told in objects)
    assert all(told["visible"] > 0.9 and "contrast" in told for told in objects)


def test_a_tray_is_furnished_the_same_each_time() -> None:
    seen = next(v for v in (view(seed) for seed in range(30)) if v.clutter and v.has_markers)
    one, other = Assembly(blank_atlas()), Assembly(blank_atlas())
    assert list(furnish(one, seen)) == list(furnish(other, seen)) == [0, 1, 2, 3]
    assert (one.gathered("matte").mesh.positions == other.gathered("matte").mesh.positions).all()


def laid(name: str, seed: int):
    rng = np.random.default_rng(seed)
    return lay_about([name], Placer(rng), rng)[0]


@pytest.mark.parametrize("seed", range(5))
def test_a_hand_reaches_over_the_rim_from_outside(seed: int) -> None:
    points = np.vstack(laid("hand", seed).points())
    assert (np.abs(points[:, :2]) < EDGES).all(1).any()
    assert (np.abs(points[:, :2]) > EDGES + 100).any()
    assert points[:, 2].min() > 0


@pytest.mark.parametrize(("name", "owner"), [("hand", HAND), ("coin", THING), ("pen", THING)])
def test_distractors_have_no_label(name: str, owner: int) -> None:
    scene = Assembly(blank_atlas())
    laid(name, 3).put_into(scene)
    owners = set(scene.gathered("gloss").owners) | set(scene.gathered("matte").owners)
    assert owners == {owner, -9}


def facing(mesh: Mesh) -> np.ndarray:
    a, b, c = (mesh.positions[mesh.triangles[:, i]] for i in range(3))
    return np.cross(b - a, c - a)


def test_all_sides_face_outward() -> None:
    mesh = table_mesh(15.0)
    assert ((facing(mesh) * mesh.normals[mesh.triangles[:, 0]]).sum(1) > 0).all()


def test_rounds_of_stills_are_balanced() -> None:
    assert Counter(rounds(tuple(COUNTS), 250)) == COUNTS
    assert rounds(tuple(COUNTS), 30) == rounds(tuple(COUNTS), 100)[:30]


def test_felt_is_the_plane_between_its_corners() -> None:
    assert {tuple(p) for p in felt_mesh().positions} == {tuple(c) for c in CORNERS}
    assert (facing(felt_mesh())[:, 2] > 0).all()


@pytest.mark.slow
@KINDS
@pytest.mark.usefixtures("scipy")
def test_stills_separate_their_pieces(kind: str) -> None:
    for seed in range(2):
        tray = arrange_still(STYLE, kind, np.random.default_rng(seed), view(seed), is_calm=False)
        level = [piece.footprint() for piece in tray.pieces if not piece.is_cocked]
        assert not any(is_overlapping(a, b, 0.05) for a, b in itertools.combinations(level, 2))
