"""Who is where: known, or asked of the people."""

from __future__ import annotations

from dataclasses import replace

from companion.games.mansions import GAME
from companion.games.mansions.facts import ActionsGiven
from companion.games.mansions.rules.map import companions, monsters_in_range, places, same_space
from companion.games.mansions.rules.map.spaces import in_fire
from companion.games.mansions.rules.story import place_title
from companion.games.mansions.state import Tokens
from tests.games.course import alone, give
from tests.games.mansions.manor import RAT, TILES, hall, tiles
from tests.games.mansions.table import request, seat

OWL = replace(RAT, name="Owl", space="A2")


def asked(rule, state):
    """What a rule of Ann's tells in the end, and the run."""
    told = []

    def procedure(g):
        told.append((yield from rule(g, "1")))
        g.emit(ActionsGiven("1", 0))  # a course establishes something

    return alone(GAME, state, procedure), told


def names(monsters) -> list[str]:
    return [monster.name for monster in monsters]


def test_known_spaces_need_no_question():
    _, told = asked(same_space, hall(RAT, OWL))
    assert names(told[0]) == ["Rat"]
    _, told = asked(monsters_in_range, hall(RAT, OWL))
    assert names(told[0]) == ["Rat", "Owl"]


def test_a_monster_on_another_tile_is_not_asked_about():
    far = tiles(replace(RAT, space="TileAttic"), ann=seat("Ann", space="TileFoyer"))
    _, told = asked(same_space, far)
    assert told == [()]


def test_one_monster_is_a_yes_or_a_no():
    run, told = asked(same_space, tiles(replace(RAT, space="")))
    assert request(run) == "Ann: is Rat in the same space as Ann?"
    give(run, "yes")
    assert names(told[0]) == ["Rat"]


def test_who_is_in_the_same_space_is_on_the_same_tile():
    run, _ = asked(same_space, tiles(replace(RAT, space=""), ann=seat("Ann", space="TileAttic")))
    give(run, "yes")
    assert run.state.monsters["Rat"].space == "TileAttic"
    assert str(GAME.tell(run.state, run.facts[0], "1")) == "Rat stands in Attic."


def test_of_several_any_number_may_be_there():
    run, told = asked(same_space, tiles(replace(RAT, space=""), replace(OWL, space="")))
    assert (run.open[0].least, run.open[0].most) == (0, 2)
    give(run, "Owl")
    assert names(told[0]) == ["Owl"]


def test_fire_on_the_same_tile_may_burn():
    run, told = asked(in_fire, tiles(ann=seat("Ann", space="TileFoyer"), tokens=Tokens(fire=("TileFoyer",))))
    give(run, "no")
    assert told == [False]
    _, told = asked(in_fire, tiles(ann=seat("Ann", space="TileAttic"), tokens=Tokens(fire=("TileFoyer",))))
    assert told == [False]


def test_places_are_spaces_or_tiles_and_have_names():
    assert (places(hall()), places(tiles())) == (("A1", "A2", "A3"), TILES)
    assert str(place_title(hall(), "A2")) == "Kitchen"
    assert str(place_title(tiles(), "TileAttic")) == "Attic"


def test_only_who_may_be_here_is_a_companion():
    assert companions(hall(), "1") == ("2",)
    assert companions(hall(bob=seat("Bob", space="A2")), "1") == ()
    assert companions(tiles(), "1") == ("2",)
    away = tiles(ann=seat("Ann", space="TileFoyer"), bob=seat("Bob", space="TileAttic"))
    assert companions(away, "1") == ()
