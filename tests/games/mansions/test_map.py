"""The map: spaces, light and reach, and the blocks of tiles, tokens, borders, monsters, figures and overlays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from companion.games.mansions import GAME
from companion.games.mansions import content as c
from companion.games.mansions.content.toml_scenarios import names, shipped
from companion.games.mansions.content.valkyrie.container import from_folder
from companion.games.mansions.content.valkyrie.record import record_of, scenario_of
from companion.games.mansions.facts import ActionsGiven, BarricadeMoved, PiecesPlaced, PiecesRemoved
from companion.games.mansions.rules.actions.costs_and_moves import ways_from
from companion.games.mansions.rules.actions.monster_drawer import drawer_ways
from companion.games.mansions.rules.actions.tokens import token_ways
from companion.games.mansions.rules.map import are_adjacent, same_space, way_refused
from companion.games.mansions.rules.map.spaces import stands_in_fire
from companion.games.mansions.state import Barricade, Space, State, Story, Tokens
from companion.games.mansions.views import log_sentence
from companion.games.mansions.views.map import board, borders, foes, overlay
from tests.games.course import alone, give
from tests.games.mansions.manor import RAT, dark, hall, seat, situation, start, tap, tiles


def test_border_is_shared():
    assert are_adjacent(situation(spaces={"A1": Space(impassable=("A2",))}), "A2", "A1")


def test_path_avoids_fire_and_monsters():
    ring = MappingProxyType({"A": Space(("B", "C")), "B": Space(("D",)), "C": Space(("D",)), "D": Space()})
    assert ways_from(hall(spaces=ring, tokens=Tokens(fire=("B",))), "A", 2)["D"] == ("C", "D")
    assert ways_from(hall(replace(RAT, space="C"), spaces=ring), "A", 2)["D"] == ("B", "D")


def test_space_without_its_tile_cannot_be_entered():
    rooms = {"A1": c.Room("Hall", "", 0, 0, 1, 1, ("A2",)), "A2": c.Room("Attic", "TileAttic", 1, 0, 1, 1)}
    state = hall(scenario={"rooms": MappingProxyType(rooms)})
    assert way_refused(state, "A1", "A2").code == "NOT_EXPLORED"
    assert way_refused(replace(state, story=replace(state.story, board=("TileAttic",))), "A1", "A2") is None


def ask(rule, state):
    """Return the run of a rule for Ann, and its results."""
    results = []

    def procedure(g):
        results.append((yield from rule(g, "1")))
        g.emit(ActionsGiven("1", 0))  # a procedure must establish a fact

    return alone(GAME, state, procedure), results


def test_same_space_implies_the_same_tile():
    run, _results = ask(same_space, tiles(replace(RAT, space=""), ann=seat("Ann", space="TileAttic")))
    give(run, "yes")
    assert run.state.monsters["Rat"].space == "TileAttic"


def test_fire_on_the_same_tile_asks_whether_it_burns():
    run, results = ask(stands_in_fire, tiles(ann=seat("Ann", space="TileFoyer"), tokens=Tokens(fire=("TileFoyer",))))
    give(run, "yes")
    assert results == [True]
    _run, results = ask(stands_in_fire, tiles(ann=seat("Ann", space="TileAttic"), tokens=Tokens(fire=("TileFoyer",))))
    assert results == [False]


@pytest.mark.parametrize(
    ("part", "tokens"),
    [
        (c.TokenPart("TokenFire", "A1"), Tokens(fire=("A1",))),
        (c.TokenPart("TokenDarkness", "A1"), dark("A1")),
        (c.TokenPart("TokenLight", "A1"), Tokens(light_sources=("A1",))),
        (c.TokenPart("TokenSecretPassage", "A1"), Tokens(passages=("A1",))),
        (c.TokenPart("TokenBarricade", between=("A1", "A2")), Tokens(barricades=(Barricade(frozenset(("A1", "A2")), "A1"),))),
        (c.TokenPart("TokenSearch", "A1"), Tokens()),
    ],
)  # fmt: skip
def test_token_acts_on_its_space_until_it_leaves(part, tokens):
    before = hall(scenario={"components": MappingProxyType({"TokenX": c.Component("TokenX", "token", part=part)})})
    placed = GAME.apply(before, PiecesPlaced(("TokenX",)))
    assert placed.tokens == tokens
    assert GAME.apply(placed, PiecesRemoved(("TokenX",))).tokens == Tokens()


# --- rectangles of tiles ----------------------------------------------------------------------------------------------


def tile(turned: float = 0, at=(0, 0), name: str = "TileA", w: float = 7, h: float = 3.5) -> c.Component:
    return c.Component(name, "tile", at=at, part=c.TilePart("", turned, w=w, h=h))


@pytest.mark.parametrize(
    ("component", "covered"),
    [
        (tile(0, (10, 20)), (10, -20, 7, 3.5)),
        (tile(90, (10, 20)), (10, -27, 3.5, 7)),
        (tile(180, (10, 20)), (3, -23.5, 7, 3.5)),
        (tile(-90, (10, 20)), (6.5, -20, 3.5, 7)),
        (tile(360, (10, 20)), (10, -20, 7, 3.5)),
        (tile(45, w=2, h=2), (0, -1.4142, 2.8284, 2.8284)),
        (c.Component("TileA", "tile", at=(0, 0), part=c.TilePart("TileSideDiner")), (0, 0, 10.5, 7)),
        (c.Component("TokenA", "token", at=(1, 2), part=c.TokenPart("TokenSearch")), (1, -2, 0, 0)),
    ],
)
def test_tile_turns_about_its_top_left_corner(component, covered):
    assert c.rect(component) == covered


# --- the board --------------------------------------------------------------------------------------------------------

HALL, ATTIC = c.Room("Hall", "house", 0, 0, 6, 6, doors=("Attic",)), c.Room("Attic", "roof", 6, 0, 6, 6)
WALLED = c.Room("Yard", "yard", 0, -6, 6, 6, impassable=("Hall",))
OURS = (
    c.Component("house", "tile", at=(0, 0), part=c.TilePart(title="The house", w=6, h=6)),
    c.Component("roof", "tile", at=(6, 0), part=c.TilePart(title="The roof", w=6, h=6)),
    c.Component("desk", "token", title="The desk", at=(1.5, -4), part=c.TokenPart("TokenSearch", "Hall")),
    c.Component(
        "planks", "token", at=(6, -3), part=c.TokenPart("TokenBarricade", between=("Hall", "Attic"), turned=90)
    ),
    c.Component("flames", "token", at=(2, -2), part=c.TokenPart("TokenFire", "Hall")),
    c.Component("way", "token", "Down.", "A way", at=(1, -1), part=c.TokenPart("TokenSecretPassage", "Hall")),
)
PRINTED = (
    c.Component("TileFoyer", "tile", at=(0, 0), part=c.TilePart("TileSideFoyer")),
    c.Component("TokenMap", "token", at=(1, -1), part=c.TokenPart("TokenSight")),
    c.Component("TokenWall", "token", at=(7, -1.75), part=c.TokenPart("TokenWallOutside", turned=90)),
)


def scenario(parts: tuple[c.Component, ...], **changes) -> c.Scenario:
    return c.Scenario("A test", components=MappingProxyType({one.name: one for one in parts}), **changes)


def ours(*lying: str, **changes) -> State:
    """Ann in the hall of a map with spaces."""
    rooms = MappingProxyType({"Hall": HALL, "Attic": ATTIC, "Yard": WALLED})
    story = Story(scenario(OURS, rooms=rooms), board=lying)
    spaces = MappingProxyType({"Hall": Space(doors=("Attic",)), "Attic": Space()})
    ann = changes.pop("ann", seat("Ann", space="Hall"))
    return situation(ann, seat("Bob", space="Attic"), story=story, spaces=spaces, **changes)


def printed(*lying: str, fresh: tuple[str, ...] = ()) -> State:
    """Ann on the foyer of a map without spaces."""
    story = Story(scenario(PRINTED), board=lying, fresh=fresh)
    return situation(seat("Ann", space="TileFoyer"), seat("Bob", space=""), story=story, spaces={})


def test_map_draws_a_border_once_and_hides_the_room_behind():
    found = [(str(one.title), one.x, one.y, one.turned) for one in borders(ours("house", "roof", "yard"))]
    assert found == [("Door, Hall and Attic", 6, 3, 90), ("Wall, Yard and Hall", 3, 6, 0)]
    assert str(next(borders(ours("house"))).title) == "Door, Hall"
    assert "Attic" not in str(log_sentence(ours("house"), BarricadeMoved(("Attic", "Hall"), True), "1"))


@pytest.mark.parametrize("stands", [True, False])
def test_map_draws_a_barricade_until_destroyed(stands: bool):
    there = (Barricade(frozenset(("Hall", "Attic")), "Hall"),) if stands else ()
    drawn = board(ours("house", "planks", tokens=Tokens(barricades=there)))
    assert ("planks" in [one.id for one in drawn.pieces]) == stands


def test_map_lists_pieces_to_place():
    tile, token = map(str, board(printed("TileFoyer", "TokenMap", "TokenWall", fresh=("TileFoyer", "TokenMap"))).place)
    assert tile.startswith("Tile: Foyer (")
    assert token == "Sight token, Foyer"


def undrawn(scenario: c.Scenario) -> set[str]:
    """Return the options that no part of the page has, with every piece of a scenario placed at once."""
    laid = tuple(one.name for one in scenario.components.values() if one.kind in ("tile", "token", "door", "ui"))
    spaces = MappingProxyType({name: Space(r.adjacent, r.doors, r.impassable) for name, r in scenario.rooms.items()})
    state = situation(story=Story(scenario, board=laid, fresh=laid), spaces=spaces)
    drawn, over = board(state), overlay(state)
    assert len(drawn.place) == sum(one.kind in ("tile", "token") for one in scenario.components.values())
    parts = (*drawn.tiles, *drawn.spaces, *drawn.pieces, *(over.elements if over else ()))
    return {option.id for way in token_ways(state) for option in way.prompt.options} - {part.option for part in parts}


@pytest.mark.parametrize("name", names())
def test_shipped_scenario_can_be_tapped_whole(name: str):
    assert not undrawn(shipped(name))


@pytest.mark.slow
def test_community_scenario_can_be_tapped_whole(shared: Path):
    for quest in sorted((shared / "formats" / "scenarios").rglob("quest.ini")):
        assert not undrawn(scenario_of(record_of(from_folder(quest.parent), quest.parent.name))), quest


# --- overlays ---------------------------------------------------------------------------------------------------------

WORDS = c.Component("UIWords", "ui", part=c.OverlayPart(words="By {var:hours} it is dark.", size=0.3))
BUTTON = c.Component("UIOpenBox", "ui", buttons=(c.Button(next=("EventBox",)),), part=c.OverlayPart("box.png"))
PICTURE = c.Component("UIHouse", "ui", part=c.OverlayPart("house.jpg"))


def lying(*parts: c.Component, pictures: dict[str, str] | None = None) -> State:
    there = scenario(parts, pictures=MappingProxyType(pictures or {}))
    board = tuple(there.components)
    return situation(story=Story(there, board=board, variables=MappingProxyType({"hours": 5.0})))


def test_overlay_has_words_buttons_and_known_pictures():
    elements = overlay(lying(WORDS, BUTTON, PICTURE)).elements
    assert [(one.option, str(one.text)) for one in elements] == [("", "By 5 it is dark."), ("UIOpenBox", "Open Box")]
    (element,) = overlay(lying(PICTURE, pictures={"house.jpg": "ab12"})).elements
    assert (element.picture, element.h) == ("ab12", 0)


# --- the monster drawer -----------------------------------------------------------------------------------------------

HOUND = replace(RAT, name="Hound 2", damage=1)


def test_foe_has_its_numbers_and_each_option_of_the_drawer():
    state = hall(HOUND)
    (foe,) = foes(state).foes
    assert (str(foe.title), foe.health, foe.damage, foe.icon) == ("Hound 2", 4, 1, "beast")
    assert str(foe.note) == "{awareness} 3 · {horror} 2 · {brawn} 2"
    ways = {option.id for way in drawer_ways(state) for option in way.prompt.options}
    assert ways == {foe.more, foe.less, foe.option}
    run = start(hall(HOUND, replace(RAT, name="Ghoul", space="A3")))
    tap(run, "card")  # the evade check reads about the one that is here
    assert {foe.id: foe.now for foe in foes(run.state).foes} == {"Hound 2": True, "Ghoul": False}
