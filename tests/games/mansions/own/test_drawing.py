"""The drawing of a map."""

import pytest

from companion.errors import ContentError
from companion.games.mansions.content.toml_scenarios.map_drawing import Rect, around, border, drawn

MAP = """\
aabb
aabb
..cc"""


def test_a_cell_is_one_wide_and_two_high_and_y_goes_up():
    assert drawn(MAP, "here") == {"a": Rect(0, 0, 2, 4), "b": Rect(2, 0, 2, 4), "c": Rect(2, -4, 2, 2)}


def test_a_space_that_is_no_rectangle_is_told():
    with pytest.raises(ContentError, match="here: the a in the map are no rectangle"):
        drawn("aa\na.", "here")


def test_two_patches_of_one_sign_are_no_rectangle():
    with pytest.raises(ContentError, match="no rectangle"):
        drawn("a.a", "here")


def test_what_touches_along_a_line_has_a_border_there():
    rects = drawn(MAP, "here")
    assert border(rects["a"], rects["b"]) == Rect(2, 0, 0, 4)
    assert border(rects["b"], rects["c"]) == Rect(2, -4, 2, 0)


def test_what_touches_in_a_corner_only_has_none():
    rects = drawn(MAP, "here")
    assert border(rects["a"], rects["c"]) is None


def test_a_tile_is_as_large_as_all_its_spaces():
    rects = drawn(MAP, "here")
    assert around(list(rects.values())) == Rect(0, 0, 4, 6)


def test_the_middle_lies_below_the_top_left_corner():
    assert Rect(2, -4, 2, 2).middle == (3, -5)
