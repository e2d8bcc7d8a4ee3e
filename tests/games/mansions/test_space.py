"""Spaces, light and reach."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from companion.games.mansions import GAME
from companion.games.mansions.content import Room
from companion.games.mansions.facts import ActionsGiven
from companion.games.mansions.rules.actions.barricades_and_fire import barred
from companion.games.mansions.rules.actions.costs_and_moves import ways_from
from companion.games.mansions.rules.map import adjacent, companions, in_darkness, places, same_space, way_refused
from companion.games.mansions.rules.map.spaces import in_fire
from companion.games.mansions.rules.story import place_title
from companion.games.mansions.state import Barricade, Space, Tokens
from tests.games.course import alone, give
from tests.games.mansions.manor import RAT, TILES, dark, hall, seat, situation, tiles


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (situation(tokens=dark("A1")), True),
        (situation(tokens=dark("A2")), False),
        (situation(tokens=dark("A1", fire=("A1",))), False),
        (situation(tokens=dark("A1", fire=("A2",))), False),
        (situation(tokens=dark("A1", fire=("A3",))), True),
        (situation(tokens=dark("A1", light_sources=("A2",))), False),
        (situation(bob=seat("Bob", possessions=("Lantern",)), tokens=dark("A1")), False),
        (situation(bob=seat("Bob", possessions=("Lantern",), space="A2"), tokens=dark("A1")), False),
        (situation(bob=seat("Bob", possessions=("Lantern",), space="A3"), tokens=dark("A1")), True),
    ],
)
def test_darkness_is_cancelled_by_near_light_or_fire(state, counts):
    assert in_darkness(state, "A1") is counts


def test_border_is_shared():
    assert adjacent(situation(spaces={"A1": Space(impassable=("A2",))}), "A2", "A1")


RING = MappingProxyType({"A": Space(("B", "C")), "B": Space(("D",)), "C": Space(("D",)), "D": Space()})


def test_path_avoids_fire_and_monsters():
    state = hall(spaces=RING, tokens=Tokens(fire=("B",)))
    assert ways_from(state, "A", 2)["D"] == ("C", "D")
    state = hall(replace(RAT, space="C"), spaces=RING)
    assert ways_from(state, "A", 2)["D"] == ("B", "D")


def test_space_without_its_tile_cannot_be_entered():
    rooms = {"A1": Room("Hall", "", 0, 0, 1, 1, ("A2",)), "A2": Room("Attic", "TileAttic", 1, 0, 1, 1)}
    state = hall(scenario={"rooms": MappingProxyType(rooms)})
    assert way_refused(state, "A1", "A2").code == "NOT_EXPLORED"
    laid = replace(state, story=replace(state.story, board=("TileAttic",)))
    assert way_refused(laid, "A1", "A2") is None


def test_barricade_is_in_reach_on_its_side():
    own = Barricade(frozenset(("A1", "A2")), "A1", blocking=False)
    assert barred(hall(tokens=Tokens(barricades=(own,))), "A1") == (("A1", "A2"),)
    assert barred(hall(tokens=Tokens(barricades=(own,))), "A2") == ()
    assert barred(hall(tokens=Tokens(barricades=(own,))), "A3") == ()


OWL = replace(RAT, name="Owl", space="A2")


def asked(rule, state):
    """Return the run of a rule for Ann, and its results."""
    told = []

    def procedure(g):
        told.append((yield from rule(g, "1")))
        g.emit(ActionsGiven("1", 0))  # a procedure must establish a fact

    return alone(GAME, state, procedure), told


def names(monsters) -> list[str]:
    return [monster.name for monster in monsters]


def test_same_space_implies_the_same_tile():
    run, _ = asked(same_space, tiles(replace(RAT, space=""), ann=seat("Ann", space="TileAttic")))
    give(run, "yes")
    assert run.state.monsters["Rat"].space == "TileAttic"
    assert str(GAME.tell(run.state, run.facts[0], "1")) == "Rat stands in Attic."


def test_same_space_asks_for_any_number_of_monsters():
    run, told = asked(same_space, tiles(replace(RAT, space=""), replace(OWL, space="")))
    assert (run.open[0].least, run.open[0].most) == (0, 2)
    give(run, "Owl")
    assert names(told[0]) == ["Owl"]


def test_fire_on_the_same_tile_asks_whether_it_burns():
    run, told = asked(in_fire, tiles(ann=seat("Ann", space="TileFoyer"), tokens=Tokens(fire=("TileFoyer",))))
    give(run, "no")
    assert told == [False]
    _, told = asked(in_fire, tiles(ann=seat("Ann", space="TileAttic"), tokens=Tokens(fire=("TileFoyer",))))
    assert told == [False]


def test_places_are_spaces_or_tiles_and_have_names():
    assert (places(hall()), places(tiles())) == (("A1", "A2", "A3"), TILES)
    assert str(place_title(hall(), "A2")) == "Kitchen"
    assert str(place_title(tiles(), "TileAttic")) == "Attic"


def test_companions_are_those_who_may_be_here():
    assert companions(hall(), "1") == ("2",)
    assert companions(hall(bob=seat("Bob", space="A2")), "1") == ()
    assert companions(tiles(), "1") == ("2",)
    away = tiles(ann=seat("Ann", space="TileFoyer"), bob=seat("Bob", space="TileAttic"))
    assert companions(away, "1") == ()
