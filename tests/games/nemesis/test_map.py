"""Exploration, doors, markers, and the reach of effects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Effect, Exploration, Settings, Tile
from companion.games.nemesis.rules.map.exploration import explore
from companion.games.nemesis.state import Room, neighbours
from tests.games.course import alone, give
from tests.games.nemesis.doing import done
from tests.games.nemesis.ship import ANN, page, state, told, unasked, with_character, with_corridor

TILES = (Tile("den", "Den", nest=True), Tile("store", "Store"), Tile("loft", "Loft"))
TOKENS = (Exploration("malfunction", 2), Exploration("slime", 1), Exploration("fire", 3), Exploration("doors", 1))


def unknown(s, tile="store"):
    """Return a state with Ann in an unexplored lab."""
    lab = Room("", explored=False, tile=tile)
    return with_character(replace(s, rooms={**s.rooms, "lab": lab}), ANN, room="lab")


def explored(s, *answers):
    run = alone(GAME, s, lambda g: explore(g, ANN, "hall"))
    for answer in answers:
        give(run, answer)
    return run


def test_exploration_token_sets_mark_and_items():  # NEM-X-ENTER-1
    run = explored(unknown(page(tiles=TILES, explorations=TOKENS)), "malfunction-2")
    lab = run.state.rooms["lab"]
    assert (lab.title, lab.explored, lab.marks, lab.items) == ("Store", True, ("malfunction",), 2)


@pytest.mark.parametrize(
    ("token", "what"), [("slime-1", (True, ())), ("fire-3", (False, ("fire",))), ("doors-1", (False, ()))]
)
def test_exploration_token_takes_effect(token, what):
    run = explored(unknown(page(tiles=TILES, explorations=TOKENS)), token)
    assert (run.state.characters[ANN].slime, run.state.rooms["lab"].marks) == what
    assert run.state.corridors["c1"].closed is (token == "doors-1")


def test_exploration_of_the_nest_finds_no_items():
    run = explored(unknown(page(tiles=TILES, explorations=TOKENS), "den"), "malfunction-2")
    assert (run.state.rooms["lab"].items, run.state.rooms["lab"].marks) == (0, ())


@pytest.mark.parametrize(
    ("tile", "token", "title", "text"),
    [
        ("store", "malfunction-2", "Store", "Something is out of order here."),
        ("store", "slime-1", "Store", "Slime drips from above."),
        ("den", "malfunction-2", "Den", "Nothing else to see."),
        ("", "fire-3", "A new room", "Fire!"),
    ],
)
def test_exploration_is_shown_to_all(tile, token, title, text):
    run = explored(unknown(page(tiles=TILES, explorations=TOKENS), tile), token)
    assert told(run.state) == (title, text)


def test_exploration_does_not_rename_a_real_room():
    s = unknown(state(settings=Settings(decks="box"), tiles=TILES), "")
    named = replace(s, rooms={**s.rooms, "lab": Room("lab", explored=False)})
    assert str(explored(named).open[0].title) == "this is the lab. What does its token say?"


def test_exploration_token_does_not_close_a_broken_door():
    s = unknown(page(tiles=TILES, explorations=TOKENS))
    broken = {**s.corridors, "c1": replace(s.corridors["c1"], broken=True)}
    assert not explored(replace(s, corridors=broken), "doors-1").state.corridors["c1"].closed


def test_exploration_asks_for_a_real_tile():
    s = unknown(state(settings=Settings(decks="box"), tiles=TILES), "")
    run = explored(s)
    assert str(run.open[0].title) == "turn the tile of unexplored room lab. Which room is it?"
    give(run, "loft")
    assert (run.state.rooms["lab"].title, run.state.rooms["lab"].tile) == ("Loft", "loft")
    assert str(run.open[0].title) == "this is the Loft. What does its token say?"


def test_exploration_skips_a_known_room():
    s = with_character(page(explorations=TOKENS), ANN, room="lab")
    assert unasked(s, lambda g: explore(g, ANN, "hall")).facts == []


SEARCH_BESIDE_A_COMPUTER = (Effect("send_signal", where="computer"),)


def in_the_lab(**doors):
    s = with_character(page(), ANN, room="lab")
    for name, change in doors.items():
        s = with_corridor(s, name, **{change: True})
    return s


def test_door_of_the_room_is_closed_and_opened():
    run = done(in_the_lab(), "close_door", answers=("c2",))
    assert neighbours(run.state, "lab") == ("hall", "engine")
    assert not done(run.state, "open_door").state.corridors["c2"].closed


def test_broken_door_does_not_close_by_effect():
    assert done(in_the_lab(c1="broken", c2="closed"), "close_door").state.corridors["c3"].closed


def test_door_effect_may_reach_any_door():
    s = with_character(in_the_lab(c2="closed", c3="closed"), ANN, room="hall")
    run = done(s, Effect("open_door", what="any"), answers=("c3",))
    assert [run.state.corridors[name].closed for name in ("c2", "c3")] == [True, False]


def test_distant_door_is_named_by_its_rooms():
    s = with_character(in_the_lab(), ANN, room="hall")
    texts = [str(option.text) for option in done(s, Effect("close_door", what="any")).open[0].options]
    assert texts == ["Corridor 1 to the lab", "Lab - nest", "Lab - engine"]
