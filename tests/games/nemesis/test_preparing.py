"""What chance lays out before the first turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.engine import GameSetup, Run, face_text
from companion.games.nemesis import GAME
from companion.games.nemesis.content.ship import Objective, Tile
from companion.games.nemesis.facts import EngineLaid
from companion.games.nemesis.rules.preparation import prepare
from companion.games.nemesis.state import Room
from companion.schema import HOUSE
from tests.games.course import alone, begin, by_chance, give
from tests.games.nemesis.ship import ANN, BEN, page, with_character

TILES = (Tile("hall", "Hall"), Tile("oven", "Oven", always=True), Tile("well", "Well"), Tile("loft", "Loft"))
ROOMS = {"r1": Room("Hall", tile="hall"), "r2": Room("", explored=False), "r3": Room("", explored=False)}


def preparing(**changes):
    return page(phase="preparing", **{"rooms": ROOMS, **changes})


def prepared(state, *answers):
    """One procedure of the preparations."""
    run = alone(GAME, state, prepare)
    for values in answers:
        give(run, *values)
    return run


def test_a_whole_ship_is_laid_out_before_the_first_action():
    for run, answer in by_chance(GAME, 3, 60):
        if run.state.phase == "players":
            break
        assert all(prompt.seat == HOUSE for prompt in run.open), answer
    s = run.state
    assert all(room.tile for room in s.rooms.values())
    assert Counter(room.tile for room in s.rooms.values()).most_common(1)[0][1] == 1
    assert sorted(s.engines) == sorted(tile.engine for tile in s.ship.tiles if tile.engine)
    assert sorted(s.course.planets.values()) == sorted(s.ship.planets)
    assert all(len(c.objectives) == 2 and len(c.hand) == 5 for c in s.characters.values())
    dealt = [name for c in s.characters.values() for name in c.objectives]
    assert len(set(dealt)) == len(dealt)


def test_a_room_that_is_always_there_is_laid_and_chance_picks_the_others():
    run = prepared(preparing(tiles=TILES))
    assert [option.id for option in run.open[0].options] == ["well", "loft"]
    give(run, "loft")
    assert sorted(option.id for option in run.open[0].options) == ["loft", "oven"]
    give(run, "loft", "oven")
    assert {name: room.tile for name, room in run.state.rooms.items()} == {"r1": "hall", "r2": "loft", "r3": "oven"}
    assert run.state.rooms["r2"].title == ""  # nobody has seen it


def test_of_too_few_tiles_the_first_places_get_one():
    run = prepared(preparing(tiles=TILES[:2]), ["oven"])
    assert {name: room.tile for name, room in run.state.rooms.items()} == {"r1": "hall", "r2": "oven", "r3": ""}


@pytest.mark.parametrize("token", ["works", "broken"])
def test_of_each_engine_chance_says_whether_it_works(token):
    tiles = (Tile("hall", "Hall"), Tile("port", "Port", engine="1"), Tile("well", "Well"))
    rooms = {name: Room("", tile=tile.id) for name, tile in zip(("r1", "r2", "r3"), tiles, strict=True)}
    run = prepared(preparing(tiles=tiles, rooms=rooms), [token])
    assert run.facts == (EngineLaid("1", token == "works"),)


def test_the_course_says_which_letter_leads_where():
    run = prepared(preparing(tiles=(), planets=("Home", "Rock", "Void")), ["Void", "Home", "Rock"])
    assert dict(run.state.course.planets) == {"A": "Void", "B": "Home", "C": "Rock"}


OBJECTIVES = tuple(
    Objective(name, name.upper(), "", kind, ()) for name, kind in (("c1", "company"), ("c2", "company"), ("o1", "own"))
)


def test_everybody_gets_one_objective_of_the_company_and_one_of_their_own():
    run = prepared(preparing(tiles=(), objectives=OBJECTIVES), ["c2"], ["o1"])
    assert run.state.characters[ANN].objectives == ("c2", "o1")
    again = prepared(run.state)
    assert [[option.id for option in prompt.options] for prompt in again.open] == [["c1"], ["o1"]]  # too few own ones


def test_the_first_hands_come_off_the_decks():
    s = with_character(preparing(tiles=()), ANN, hand=(), deck=("Aim", "Rest", "Weld"))
    run = prepared(with_character(s, BEN, deck=()), ["Weld", "Aim", "Rest"])
    assert run.state.characters[ANN].hand == ("Weld", "Aim", "Rest")


def test_without_anything_to_lay_out_the_first_turn_begins_at_once():
    run = Run(GAME, page(phase="preparing", tiles=()))
    assert run.state.phase == "players"
    assert str(run.open[0].title) == "choose an action, 2 actions left"


def test_with_decks_of_the_box_only_hands_are_dealt():
    run = begin(GAME, GameSetup(("1", "2"), {}, {"decks": "box"}))
    while run.state.phase == "preparing":
        give(run, *(option.id for option in run.open[0].options[: run.open[0].most]))
    assert {type(fact).__name__ for fact in run.facts} == {"CardsDrawn", "PhaseBegan"}


def test_a_title_of_the_preparations_says_nothing():
    for run, _ in by_chance(replace(GAME), 5, 40):
        for prompt in run.open:
            if prompt.seat == HOUSE:
                words = str(prompt.title).lower()
                assert not any(str(face_text(option.id)).lower() in words for option in prompt.options)
