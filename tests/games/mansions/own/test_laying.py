"""Map drawings and the places of tokens."""

import pytest

from companion.errors import ContentError
from companion.games.mansions.content.toml_scenarios.map_drawing import Rect, border, drawn, lay, places
from companion.games.mansions.content.toml_scenarios.records import Room, Token

ROOMS = {"Hall": Room("h", "ground", doors=("Den",)), "Den": Room("d", "ground"), "Loft": Room("l", "roof")}
MAP = "hhdd\nhhdd\nll.."


def laid(**changes):
    return lay({**ROOMS, **changes}, MAP, "here")


def test_tile_holds_its_spaces():
    assert laid().tile("ground") == Rect(0, 0, 4, 4)
    assert laid().tile("cellar") is None


def test_tokens_share_a_space_side_by_side():
    told = places(laid(), {"a": Token("search", "Hall"), "b": Token("sight", "Hall")}, "here")
    (ax, ay, _), (bx, by, _) = told["a"], told["b"]
    assert ay == by
    assert 0 < ax < bx < 2


def test_token_between_spaces_is_on_their_border():
    told = places(
        laid(), {"a": Token("explore", between=("Hall", "Den")), "b": Token("wall", between=("Hall", "Loft"))}, "here"
    )
    assert told == {"a": (2, -2, 90.0), "b": (1, -4, 0.0)}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"Attic": Room("x", "roof")}, "room.Attic has the sign 'x', which the map does not show"),
        ({"Attic": Room("l", "roof")}, "have the same sign 'l'"),
        ({"Den": Room("d", "ground", adjacent=("Loft",))}, "room.Den: Den and Loft do not touch on the map"),
        ({"Den": Room("d", "ground", adjacent=("Cave",))}, "there is no space 'Cave'; there are Hall, Den, Loft"),
    ],
)
def test_rooms_must_fit_the_drawing(changes, sentence):
    with pytest.raises(ContentError, match=sentence):
        laid(**changes)


def test_drawing_refuses_a_sign_without_a_room():
    with pytest.raises(ContentError, match="the map shows l, which is the sign of no room"):
        lay({name: room for name, room in ROOMS.items() if name != "Loft"}, MAP, "here")


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        (Token("search", "Cave"), "token.a lies in the space 'Cave'; there are Hall, Den, Loft"),
        (Token("search"), "token.a lies in the space ''"),
        (Token("explore", between=("Hall",)), "between names two spaces"),
        (Token("explore", between=("Den", "Loft")), "Den and Loft do not touch"),
    ],
)
def test_token_needs_a_known_place(token, sentence):
    with pytest.raises(ContentError, match=sentence):
        places(laid(), {"a": token}, "here")


DRAWING = """\
aabb
aabb
..cc"""


def test_drawing_cell_is_one_by_two_with_y_up():
    assert drawn(DRAWING, "here") == {"a": Rect(0, 0, 2, 4), "b": Rect(2, 0, 2, 4), "c": Rect(2, -4, 2, 2)}


def test_drawing_refuses_a_space_without_rectangle():
    with pytest.raises(ContentError, match="here: the a in the map are no rectangle"):
        drawn("aa\na.", "here")


def test_rects_that_touch_share_a_border():
    rects = drawn(DRAWING, "here")
    assert border(rects["a"], rects["b"]) == Rect(2, 0, 0, 4)
    assert border(rects["b"], rects["c"]) == Rect(2, -4, 2, 0)
    assert border(rects["a"], rects["c"]) is None  # a corner is no border
