import itertools
from collections import Counter

import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, Studio, view
from vision.training.trays.outlines import is_overlapping
from vision.training.trays.plates import Plates
from vision.training.trays.stills import COUNTS, arrange, rounds, take

KINDS = pytest.mark.parametrize("kind", COUNTS)


def test_every_first_part_of_the_rounds_is_balanced() -> None:
    assert Counter(rounds(tuple(COUNTS), 250)) == COUNTS
    assert Counter(rounds(("d6", "d20"), 16)) == {"d6": 8, "d20": 8}
    assert rounds(tuple(COUNTS), 30) == rounds(tuple(COUNTS), 100)[:30]


@pytest.mark.slow
@KINDS
@pytest.mark.usefixtures("scipy")
def test_calm_trays_have_nothing_unusual(kind: str) -> None:
    for seed in range(2):
        tray = arrange(STYLE, kind, np.random.default_rng(seed), view(seed), is_calm=True)
        assert tray.special == ()
        assert tray.distractors == ()
        assert not any(piece.is_cocked for piece in tray.pieces)
        assert all(piece.tilt < 0.1 for piece in tray.pieces)


@pytest.mark.slow
@pytest.mark.usefixtures("scipy")
def test_other_trays_have_all_that_is_unusual_now_and_then() -> None:
    trays = [arrange(STYLE, "mixed", np.random.default_rng(seed), view(1), is_calm=False) for seed in range(20)]
    assert len({name for tray in trays for name in tray.special}) >= 2
    assert {thing.name for tray in trays for thing in tray.distractors} == {"coin", "pen", "hand"}


@KINDS
@pytest.mark.usefixtures("scipy")
def test_stills_separate_their_pieces(kind: str) -> None:
    for seed in range(2):
        tray = arrange(STYLE, kind, np.random.default_rng(seed), view(seed), is_calm=False)
        level = [piece.footprint() for piece in tray.pieces if not piece.is_cocked]
        assert not any(is_overlapping(a, b, 0.05) for a, b in itertools.combinations(level, 2))


def test_still_is_fully_labelled_and_reproducible(studio: Studio) -> None:
    plates = Plates(studio, 5, 1, (640, 360))
    picture, again = (take(plates, "mom_d8", np.random.default_rng(4), is_calm=True) for _ in range(2))
    assert picture.entry == again.entry
    assert (picture.image == again.image).all()
    scene, objects = picture.entry["scene"], picture.entry["objects"]
    assert picture.image.shape == (360, 640, 3)
    assert 52 <= picture.quality == scene["jpeg"] < 90
    assert {"camera", "tray_corners", "marker_corners", "light", "felt", "blur_px", "calm"} <= set(scene)
    assert {told["kind"] for told in objects} == {"mom_d8"}
    assert all(told["value"] == told["nearest_up"] and len(told["normal"]) == 3 for told in objects)
    assert all(told["visible"] > 0.9 and "contrast" in told for told in objects)
