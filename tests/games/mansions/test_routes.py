"""Where an investigator can go."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.games.mansions.content import Room
from companion.games.mansions.rules.actions.barricades_and_fire import barred
from companion.games.mansions.rules.actions.costs_and_moves import ways_from
from companion.games.mansions.rules.map import way_refused
from companion.games.mansions.state import Barricade, Space, Tokens
from tests.games.mansions.manor import RAT, hall

RING = MappingProxyType({"A": Space(("B", "C")), "B": Space(("D",)), "C": Space(("D",)), "D": Space()})


def test_the_way_avoids_fire_and_monsters_where_it_can():
    state = hall(spaces=RING, tokens=Tokens(fire=("B",)))
    assert ways_from(state, "A", 2)["D"] == ("C", "D")
    state = hall(replace(RAT, space="C"), spaces=RING)
    assert ways_from(state, "A", 2)["D"] == ("B", "D")


def test_a_space_whose_tile_does_not_lie_there_cannot_be_entered():
    rooms = {"A1": Room("Hall", "", 0, 0, 1, 1, ("A2",)), "A2": Room("Attic", "TileAttic", 1, 0, 1, 1)}
    state = hall(scenario={"rooms": MappingProxyType(rooms)})
    assert way_refused(state, "A1", "A2").code == "NOT_EXPLORED"
    laid = replace(state, story=replace(state.story, board=("TileAttic",)))
    assert way_refused(laid, "A1", "A2") is None


def test_a_barricade_counts_where_it_can_be_reached():
    own = Barricade(frozenset(("A1", "A2")), "A1", blocking=False)
    assert barred(hall(tokens=Tokens(barricades=(own,))), "A1") == (("A1", "A2"),)
    assert barred(hall(tokens=Tokens(barricades=(own,))), "A2") == ()
    assert barred(hall(tokens=Tokens(barricades=(own,))), "A3") == ()
