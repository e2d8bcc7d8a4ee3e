import math

import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, die
from vision.training.trays.cocked import (
    LEAST_TILT,
    lay_over_rim,
    lean,
    lean_on_die,
    lean_on_rim,
    lean_on_token,
    separation,
)
from vision.training.trays.flats import card, token
from vision.training.trays.placer import Placer
from vision.training.trays.tray import EDGES
from vision.training.trays.turns import toward
from vision.training.trays.values import DICE

pytestmark = pytest.mark.usefixtures("scipy")
KINDS = pytest.mark.parametrize("kind", DICE)


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


def test_cocked_die_leans_in_the_given_direction() -> None:
    piece = die("d6")
    piece.rest(np.random.default_rng(1))
    lean(piece, math.radians(20), toward(0.7))
    assert piece.tilt == pytest.approx(20)
    assert piece.top_normal[:2] == pytest.approx(math.sin(math.radians(20)) * toward(0.7))


@pytest.mark.parametrize("seed", range(5))
def test_a_die_against_the_rim_touches_it(seed: int) -> None:
    placer, piece = Placer(np.random.default_rng(seed)), die(DICE[seed % 5], seed)
    assert lean_on_rim(placer, piece)
    assert placer.pieces == [piece]
    to_rim = (EDGES - np.abs(piece.points()[:, :2])).min()
    assert 0 <= to_rim < 0.06
    assert piece.tilt >= LEAST_TILT


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_die_on_another_touches_but_does_not_enter_it(seed: int) -> None:
    placer, piece, support = Placer(np.random.default_rng(seed)), die(DICE[seed % 5], seed), die("d6", seed)
    assert lean_on_die(placer, piece, support)
    assert 0.04 < separation(piece, support) < 0.1
    assert not support.is_cocked


@pytest.mark.parametrize("seed", range(5))
def test_a_die_on_a_token_is_tilted_by_its_thickness(seed: int) -> None:
    placer, piece, under = Placer(np.random.default_rng(seed)), die("d6", seed), token("0", STYLE)
    assert lean_on_token(placer, piece, under)
    assert 9 < piece.tilt < 13.5
    assert placer.pieces == [piece, under]


def test_separation_is_the_distance_of_two_cubes() -> None:
    one, other = die("d6", 1), die("d6", 1)
    side = np.ptp(one.solid.vertices[:, 0])
    other.at = np.array([side + 2.5, 0, 0])
    assert separation(one, other) == pytest.approx(2.5)
    other.at = np.array([side - 1, 0, 0])
    assert separation(one, other) == pytest.approx(-1)


@pytest.mark.parametrize(("piece", "inward"), [(token("0", STYLE), 0.8), (card("AS"), 0.45)], ids=["token", "card"])
@pytest.mark.parametrize("side", [-1, 1])
def test_a_flat_piece_over_the_rim_rests_on_its_edge(piece, inward: float, side: int) -> None:
    piece.rest(np.random.default_rng(2))
    lay_over_rim(piece, np.random.default_rng(2), side, 18.0, inward)
    lower = piece.points()[: len(piece.outline.corners)]
    assert piece.is_cocked
    assert piece.points()[:, 2].min() == pytest.approx(0, abs=1e-9)
    assert lower[np.argmax(side * lower[:, 0])][2] > 18.0
