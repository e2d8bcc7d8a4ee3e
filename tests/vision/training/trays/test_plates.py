import numpy as np
import pytest

from tests.vision.training.trays.studio import STYLE, Studio, blank_atlas, view
from vision.training.trays.assembly import Assembly
from vision.training.trays.lights import LIGHT_NAMES
from vision.training.trays.plates import Plates, draw_view, furnish


def test_lights_and_felts_take_turns() -> None:
    views = [view(number=number) for number in range(20)]
    assert [seen.light for seen in views[:5]] == list(LIGHT_NAMES)
    assert {seen.setting.felt for seen in views} == set(STYLE.felts)


def test_plate_views_keep_tilt_and_scale() -> None:
    views = [view(seed) for seed in range(30)]
    assert max(seen.tilt for seen in views) <= 15
    assert all(2.85 <= seen.px_per_mm <= 3.25 for seen in views)
    assert {seen.has_markers for seen in views} == {True, False}


def test_one_view_in_thirteen_is_cut() -> None:
    assert [number for number in range(26) if view(number=number).is_cut] == [11, 24]


def test_smaller_pictures_see_as_much() -> None:
    small = draw_view(STYLE, np.random.default_rng(1), 0, (640, 360))
    assert small.px_per_mm == pytest.approx(view(1).px_per_mm / 2)


def test_plates_refuse_markers_under_pieces() -> None:
    inside = [view(seed) for seed in range(30)]
    assert all(seen.blocks_corners == (seen.has_markers and seen.has_markers_inside) for seen in inside)


def test_a_tray_is_furnished_the_same_each_time() -> None:
    seen = next(v for v in (view(seed) for seed in range(30)) if v.clutter and v.has_markers)
    one, other = Assembly(blank_atlas()), Assembly(blank_atlas())
    assert list(furnish(one, seen)) == list(furnish(other, seen)) == [0, 1, 2, 3]
    assert (one.gathered("matte").mesh.positions == other.gathered("matte").mesh.positions).all()


@pytest.mark.usefixtures("scipy")
def test_a_plate_is_rendered_once() -> None:
    studio = Studio()
    plates = Plates(studio, 1, 2, (320, 180))
    drawn = [plates.draw(np.random.default_rng(seed)) for seed in range(8)]
    assert len({id(plate) for plate in drawn}) == len(studio.shown) == 2
