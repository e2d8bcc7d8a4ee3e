import itertools

import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, die
from vision.training.trays.arrangement import draw_card, draw_token, lay_flat
from vision.training.trays.flats import coin, token
from vision.training.trays.outlines import is_overlapping
from vision.training.trays.placer import Placer
from vision.training.trays.tray import EDGES
from vision.training.trays.values import DICE

pytestmark = pytest.mark.slow


def laid(seed: int, is_touching: bool, count: int = 14) -> Placer:
    rng = np.random.default_rng(seed)
    placer = Placer(rng)
    for i in range(count):
        piece = draw_card(rng) if i == 0 else draw_token(STYLE, rng)
        piece.rest(rng)
        placer.place(piece, is_touching)
    return placer


@pytest.mark.parametrize("is_touching", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_no_piece_overlaps_another(seed: int, is_touching: bool) -> None:
    placer = laid(seed, is_touching)
    assert len(placer.pieces) > 8
    for one, other in itertools.combinations(placer.footprints, 2):
        assert not is_overlapping(one, other, 0.05)


@pytest.mark.usefixtures("scipy")
@pytest.mark.parametrize("seed", range(3))
def test_no_die_overlaps_another(seed: int) -> None:
    rng = np.random.default_rng(seed)
    placer = Placer(rng)
    for i in range(15):
        piece = die(DICE[i % 5], seed + i)
        lay_flat(piece, rng)
        placer.place(piece, is_touching=seed > 0, region=0.6)
    for one, other in itertools.combinations(placer.footprints, 2):
        assert not is_overlapping(one, other, 0.05)


def test_pieces_pushed_together_are_near() -> None:
    placer = laid(3, is_touching=True)
    gaps = [
        min(gap for gap in np.arange(0.1, 12, 0.1) if is_overlapping(a, b, gap))
        for a, b in itertools.pairwise(placer.footprints)
        if is_overlapping(a, b, 11.9)
    ]
    assert min(gaps) < 0.3


def test_pieces_stay_on_the_felt_and_off_the_markers() -> None:
    placer = laid(1, is_touching=False)
    corners = np.vstack(placer.footprints)
    assert (np.abs(corners) <= EDGES - 2).all()
    assert not (np.abs(corners) > EDGES - 27).all(1).any()


def test_a_thing_takes_up_space_but_is_no_piece() -> None:
    placer = Placer(np.random.default_rng(1))
    assert placer.reserve(coin(12.0))
    assert placer.pieces == []
    assert len(placer.footprints) == 1


def test_a_full_tray_takes_no_more() -> None:
    placer = Placer(np.random.default_rng(1))
    placer.footprints.append(np.array([[-150, -110], [150, -110], [150, 110], [-150, 110.0]]))
    assert not placer.place(token("0", STYLE))
    assert placer.pieces == []
