import numpy as np
import pytest

from vision.training.trays.canvas import Canvas, clouds, curve, star


def test_a_circle_has_its_area() -> None:
    assert Canvas(100).circle((0, 0), 0.5).mask().mean() == pytest.approx(np.pi * 0.25 / 4, rel=0.02)


def test_y_points_up() -> None:
    mask = Canvas(100).circle((0.5, 0.5), 0.2).mask()
    assert mask[25, 75] == 1
    assert mask[75, 25] == 0


def test_ink_can_be_taken_away() -> None:
    ring = Canvas(100).circle((0, 0), 0.8).circle((0, 0), 0.4, erase=True).mask()
    assert ring[50, 50] == 0
    assert ring[50, 80] == 1


def test_canvas_ring_keeps_its_inside() -> None:
    mask = Canvas(100).circle((0, 0), 0.2).ring((0, 0), 0.7, 0.1).mask()
    assert mask[50, 50] == 1
    assert mask[50, 72] == 0
    assert mask[50, 85] == 1


def test_the_shorter_side_sets_the_unit() -> None:
    mask = Canvas(width=60, height=120).polygon([(-1, -1), (1, -1), (1, 1), (-1, 1)]).mask()
    assert mask[:29].max() == 0
    assert mask[31:89].min() == 1


def test_lines_may_end_flat() -> None:
    lines = [Canvas(100).line([(-0.5, 0), (0.5, 0)], 0.2, capped=capped).mask().sum() for capped in (True, False)]
    assert lines[0] > lines[1] == pytest.approx(50 * 10, rel=0.05)


def test_a_stamp_is_as_large_as_asked_for() -> None:
    mark = np.full((256, 256), 255, np.uint8)
    mask = Canvas(100).stamp(mark, 0.5, (0.2, 0)).mask()
    assert mask.mean() == pytest.approx(0.25, rel=0.05)
    assert mask[50, 84] == 1


@pytest.mark.usefixtures("fonts")
def test_text_is_centred_and_never_wider_than_allowed() -> None:
    _, xs = np.nonzero(Canvas(100).text("-8888", "", 0.9, most=1.0).mask() > 0.5)
    assert np.ptp(xs) <= 51
    assert xs.mean() == pytest.approx(50, abs=4)


def test_a_star_has_points_and_dents() -> None:
    points = star(5, 1.0, 0.4)
    assert np.linalg.norm(points, axis=1) == pytest.approx([1.0, 0.4] * 5)
    assert points[0] == pytest.approx([0, 1])


def test_a_curve_runs_from_its_start_to_its_end() -> None:
    points = curve((0, 0), (1, 2), (2, 0))
    assert (points[0] == (0, 0)).all()
    assert (points[-1] == (2, 0)).all()
    assert points[:, 1].max() == pytest.approx(1, abs=0.05)


def test_clouds_reach_from_nothing_to_one() -> None:
    sky = clouds(64, np.random.default_rng(1))
    assert (sky.min(), sky.max()) == (0, 1)
    assert 0.2 < sky.mean() < 0.8
