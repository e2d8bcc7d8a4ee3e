import itertools

import numpy as np
import pytest

from vision.training.trays.canvas import Canvas
from vision.training.trays.mark_shapes import KINDS, LINES, OUTLINES, composition
from vision.training.trays.marks import SIDE, draw_set, fit, is_readable, likeness, shape_mark, turned


def page() -> Canvas:
    return Canvas(64)


def test_a_fitted_mark_fills_its_circle() -> None:
    mark = fit(page().circle((0.5, 0.5), 0.2).ink)
    assert mark.shape == (SIDE, SIDE)
    ys, xs = np.nonzero(mark > 127)
    assert np.hypot(xs - 128, ys - 128).max() == pytest.approx(0.98 * 128, abs=2)


def test_next_to_no_ink_is_no_mark() -> None:
    assert fit(page().ink) is None


def test_a_solid_blob_and_a_hair_cannot_be_read() -> None:
    assert not is_readable(fit(page().circle((0, 0), 0.9).ink))
    assert not is_readable(fit(page().line([(-1, 0), (1, 0)], 0.03).ink))
    assert is_readable(fit(page().line([(-0.8, -0.6), (0.8, -0.6), (0, 0.8), (-0.8, -0.6)], 0.25).ink))


def test_a_mark_is_like_itself_in_any_turn() -> None:
    mark = fit(page().line([(-0.8, 0), (0.8, 0), (0.8, 0.6)], 0.25).ink)
    other = fit(page().line([(-0.8, 0), (0.8, 0), (0.8, 0.6)], 0.25).ink[:, ::-1].T.copy())
    assert likeness(turned(mark)[0], turned(mark)) == 1
    assert likeness(turned(mark)[0], turned(other)) > 0.8


def test_every_shape_can_be_drawn() -> None:
    assert set(KINDS) == set(OUTLINES) | set(LINES)
    assert len(KINDS) == 13


def test_compositions_differ_and_can_be_repeated() -> None:
    first, again, other = (composition(np.random.default_rng(seed)).ink for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()
    assert shape_mark(np.random.default_rng(1)).shape == (SIDE, SIDE)


@pytest.mark.usefixtures("fonts")
def test_marks_of_a_set_differ() -> None:
    marks = draw_set(np.random.default_rng(3), ["a", "b", "c", "d", "e"])
    assert all(is_readable(mark) for mark in marks.values())
    for one, other in itertools.combinations(marks.values(), 2):
        assert likeness(turned(one)[0], turned(other)) < 0.7
