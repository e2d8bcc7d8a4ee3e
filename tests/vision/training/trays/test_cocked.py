import itertools
import math

import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, die
from vision.training.trays.pieces.cocked import lean
from vision.training.trays.pieces.flats import token
from vision.training.trays.pieces.placer import Placer
from vision.training.trays.scenes.arrangement import draw_card, draw_token
from vision.training.trays.shapes.geometry import is_overlapping, toward
from vision.training.trays.shapes.tray import DICE, EDGES

KINDS = pytest.mark.parametrize("kind", DICE)


@pytest.mark.usefixtures("scipy")
@KINDS
def test_a_leaning_die_stands_on_an_edge_at_the_felt(kind: str) -> None:
    piece, rng = die(kind), np.random.default_rng(4)
    for angle in (12, 25, 40):
        piece.rest(rng)
        lean(piece, math.radians(angle), toward(rng.uniform(0, 6)))
        heights = np.sort(piece.points()[:, 2])
        assert heights[:2] == pytest.approx([0, 0], abs=1e-9)
        assert heights[2] > 0.1
        assert piece.is_cocked


def laid(seed: int, is_touching: bool, count: int = 14) -> Placer:
    rng = np.random.default_rng(seed)
    placer = Placer(rng)
    for i in range(count):
        piece = draw_card(rng) if i == 0 else draw_token(STYLE, rng)
        piece.rest(rng)
        placer.place(piece, is_touching)
    return placer


@pytest.mark.slow
@pytest.mark.parametrize("is_touching", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_no_piece_overlaps_another(seed: int, is_touching: bool) -> None:
    placer = laid(seed, is_touching)
    assert len(placer.pieces) > 8
    for one, other in itertools.combinations(placer.footprints, 2):
        assert not is_overlapping(one, other, 0.05)


@pytest.mark.slow
def test_pieces_stay_on_the_felt_and_off_the_markers() -> None:
    placer = laid(1, is_touching=False)
    corners = np.vstack(placer.footprints)
    assert (np.abs(corners) <= EDGES - 2).all()
    assert not (np.abs(corners) > EDGES - 27).all(1).any()


@pytest.mark.slow
def test_a_full_tray_takes_no_more() -> None:
    placer = Placer(np.random.default_rng(1))
    placer.footprints.append(np.array([[-150, -110], [150, -110], [150, 110], [-150, 110.0]]))
    assert not placer.place(token("0", STYLE))
    assert placer.pieces == []
