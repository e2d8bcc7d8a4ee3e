"""The map as blocks: tiles, spaces, tokens, borders, marks, monsters and figures."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.games.mansions.content import Button, Component, OverlayPart, Room, Scenario, TilePart, TokenPart
from companion.games.mansions.facts import BarricadeMoved
from companion.games.mansions.rules.actions.tokens import token_ways
from companion.games.mansions.state import Barricade, Monster, Space, State, Story, Tokens
from companion.games.mansions.views import log_sentence
from companion.games.mansions.views.map import WIDE, between, board, borders, color, frame, overlay
from tests.games.mansions.manor import hall, seat, situation

HALL, ATTIC = Room("Hall", "house", 0, 0, 6, 6, doors=("Attic",)), Room("Attic", "roof", 6, 0, 6, 6)
OURS = (
    Component("house", "tile", at=(0, 0), part=TilePart(title="The house", w=6, h=6)),
    Component("roof", "tile", at=(6, 0), part=TilePart(title="The roof", w=6, h=6)),
    Component("desk", "token", title="The desk", at=(1.5, -4), part=TokenPart("TokenSearch", "Hall")),
    Component("planks", "token", at=(6, -3), part=TokenPart("TokenBarricade", between=("Hall", "Attic"), turned=90)),
    Component("flames", "token", at=(2, -2), part=TokenPart("TokenFire", "Hall")),
)
PRINTED = (
    Component("TileFoyer", "tile", at=(0, 0), part=TilePart("TileSideFoyer")),
    Component("TokenMap", "token", at=(1, -1), part=TokenPart("TokenSight")),
    Component("TokenWall", "token", at=(7, -1.75), part=TokenPart("TokenWallOutside", turned=90)),
)


def scenario(parts: tuple[Component, ...], **changes) -> Scenario:
    return Scenario("A test", components=MappingProxyType({one.name: one for one in parts}), **changes)


def ours(*lying: str, **changes) -> State:
    """Ann in the hall of a map with spaces."""
    rooms = MappingProxyType({"Hall": HALL, "Attic": ATTIC})
    story = Story(scenario(OURS, rooms=rooms), board=lying)
    spaces = MappingProxyType({"Hall": Space(doors=("Attic",)), "Attic": Space()})
    return situation(seat("Ann", space="Hall"), seat("Bob", space="Attic"), story=story, spaces=spaces, **changes)


def printed(*lying: str, **changes) -> State:
    """Ann on the foyer of a map without spaces."""
    story = Story(scenario(PRINTED), board=lying, fresh=changes.pop("fresh", ()))
    return situation(seat("Ann", space="TileFoyer"), seat("Bob", space=""), story=story, spaces={}, **changes)


def piece(state: State, name: str):
    return next(one for one in board(state).pieces if one.id == name)


def test_map_draws_only_placed_pieces() -> None:
    drawn = board(ours("house"))
    assert [str(tile.title) for tile in drawn.tiles] == ["The house"]
    assert [str(space.title) for space in drawn.spaces] == ["Hall"]


def test_map_shows_figures_in_spaces_or_tiles() -> None:
    assert board(ours("house")).spaces[0].here == ("1",)
    assert board(printed("TileFoyer")).tiles[0].here == ("1",)


def test_map_hides_eliminated_investigators() -> None:
    gone = ours("house").with_seat("1", seat("Ann", space="Hall", eliminated=True))
    assert board(gone).spaces[0].here == ()


def test_map_token_has_title_and_option() -> None:
    desk = piece(ours("house", "desk"), "desk")
    assert (str(desk.title), desk.icon, desk.option) == ("The desk, Hall", "search", "desk")


def test_map_draws_a_door_once_on_its_border() -> None:
    doors = [one for one in board(ours("house", "roof")).pieces if one.icon == "door"]
    assert [(one.x, one.y, one.turned) for one in doors] == [(6, 3, 90)]


def test_map_draws_a_level_bar_at_horizontal_borders() -> None:
    assert between(HALL, replace(ATTIC, x=0, y=-6)) == (3, 6, 0)


def test_map_draws_fire_as_a_mark() -> None:
    drawn = board(ours("house", "flames", tokens=Tokens(fire=("Hall",))))
    assert drawn.spaces[0].marks == ("fire",)
    assert "flames" not in [one.id for one in drawn.pieces]


@pytest.mark.parametrize("stands", [True, False])
def test_map_draws_a_barricade_until_destroyed(stands: bool) -> None:
    there = (Barricade(frozenset(("Hall", "Attic")), "Hall"),) if stands else ()
    drawn = board(ours("house", "planks", tokens=Tokens(barricades=there)))
    assert ("planks" in [one.id for one in drawn.pieces]) == stands


def test_map_draws_a_passage_as_an_arch() -> None:
    way = Component("way", "token", "Down.", "A way", at=(1, -1), part=TokenPart("TokenSecretPassage", "Hall"))
    state = ours("house", "way")
    story = replace(state.story, scenario=scenario((*OURS, way), rooms=state.story.scenario.rooms))
    drawn = piece(replace(state, story=story), "way")
    assert (drawn.icon, drawn.option) == ("passage", "way")


def test_map_monster_opens_its_sheet() -> None:
    state = ours("house", monsters=MappingProxyType({"Hound": Monster("Hound", "Hall", traits=("beast",))}))
    hound = piece(state, "Hound")
    assert (str(hound.title), hound.icon, hound.option) == ("Hound, Hall", "beast", "foe:Hound")


def test_map_lists_pieces_to_place() -> None:
    state = printed("TileFoyer", "TokenMap", "TokenWall", fresh=("TileFoyer", "TokenMap"))
    tile, token = map(str, board(state).place)
    assert tile.startswith("Tile: Foyer (")
    assert token == "Sight token, Foyer"


ROOMS = MappingProxyType(
    {
        "hall": Room("Hall", "TileHall", 0, 0, 1, 1, doors=("crypt",), impassable=("lawn",)),
        "crypt": Room("Crypt of the Count", "TileCrypt", 1, 0, 1, 1),
        "lawn": Room("Lawn", "TileHall", 0, 1, 1, 1),
    }
)
PARTS = MappingProxyType({name: Component(name, "tile", part=TilePart()) for name in ("TileHall", "TileCrypt")})


def house(*board: str):
    return hall(scenario={"rooms": ROOMS, "components": PARTS}, story={"board": board})


def test_map_door_is_named_by_both_rooms():
    assert [str(one.title) for one in borders(house("TileHall", "TileCrypt"))] == [
        "Door, Hall and Crypt of the Count",
        "Wall, Hall and Lawn",
    ]


def test_map_door_hides_the_room_behind():
    assert str(next(borders(house("TileHall"))).title) == "Door, Hall"


def test_log_hides_the_room_behind_a_barricade():
    assert "Crypt" not in str(log_sentence(house("TileHall"), BarricadeMoved(("crypt", "hall"), True), "1"))


WORDS = Component("UIWords", "ui", part=OverlayPart(words="By {var:hours} it is dark.", size=0.3))
BUTTON = Component("UIOpenBox", "ui", buttons=(Button(next=("EventBox",)),), part=OverlayPart("box.png"))
PICTURE = Component("UIHouse", "ui", part=OverlayPart("house.jpg"))


def lying(*parts: Component, pictures: dict[str, str] | None = None) -> State:
    names = {one.name: one for one in parts}
    scenario = Scenario("A test", components=MappingProxyType(names), pictures=MappingProxyType(pictures or {}))
    return situation(story=Story(scenario, board=tuple(names), variables=MappingProxyType({"hours": 5.0})))


def test_overlay_has_words_buttons_and_known_pictures() -> None:
    found = overlay(lying(WORDS, BUTTON, PICTURE))
    assert found is not None
    assert [(element.option, str(element.text)) for element in found.elements] == [
        ("", "By 5 it is dark."),
        ("UIOpenBox", "Open Box"),
    ]
    found = overlay(lying(PICTURE, pictures={"house.jpg": "ab12"}))
    assert found is not None
    assert (found.elements[0].picture, found.elements[0].h) == ("ab12", 0)


def at(part: OverlayPart, x: float = 0.0, y: float = 0.0) -> tuple[float, float, float, float]:
    return frame(Component("UIX", "ui", at=(x, y), part=part), part)


def test_overlay_size_is_a_share_of_the_width() -> None:
    assert at(OverlayPart(size=0.5, aspect=2), 0.1, 0.1) == pytest.approx((0.1, 0.1 * WIDE, 0.5, 0.25 * WIDE))


def test_overlay_frame_is_centred_by_its_middle() -> None:
    x, y, _, _ = at(OverlayPart(size=0.5, across="center", down="center"))
    assert (x, y) == pytest.approx((0.25, 0.5))


@pytest.mark.parametrize(("told", "taken"), [("#10203040", "#10203040"), ("White", "White"), ("url(/x)", ""), ("", "")])
def test_overlay_accepts_only_colours(told: str, taken: str) -> None:
    assert color(told) == taken


def test_overlay_frame_without_a_successor_is_no_option() -> None:
    framed = Component("UIFrame", "ui", display=False, buttons=(Button(),), part=OverlayPart("frame.png"))
    assert overlay(lying(framed)) is None
    assert not token_ways(lying(framed))
