"""Through a corridor by its number."""

from __future__ import annotations

from dataclasses import replace

from companion.engine import Play
from companion.games.nemesis.facts import apply
from companion.games.nemesis.rules.intruders.attacks import prowl, token_of
from tests.games.nemesis.ship import page, with_intruder


def prowled(number, **corridor):
    """An adult in the lab; c2 leads to the nest."""
    s = with_intruder(page(), "lab")
    way = replace(s.corridors["c2"], **corridor)
    g = Play(replace(s, corridors={**s.corridors, "c2": way}), apply)
    prowl(g, "adult", number)
    return g.state


def test_an_intruder_goes_through_the_corridor_of_a_number():
    assert prowled("2").intruders["adult"].room == "nest"


def test_where_no_corridor_has_the_number_it_stays():
    assert prowled("7").intruders["adult"].room == "lab"


def test_a_closed_door_breaks_and_stops_it():
    s = prowled("2", closed=True)
    assert s.intruders["adult"].room == "lab"
    assert (s.corridors["c2"].closed, s.corridors["c2"].broken) == (False, True)


def test_a_technical_corridor_takes_it_off_the_ship_and_its_token_goes_back():
    s = prowled("2", technical=True)
    assert s.intruders == {}
    assert s.bag.inside == (*page().bag.inside, token_of(s, "adult"))


def test_a_token_of_a_kind_is_as_the_box_has_it():
    assert (token_of(page(), "larva"), token_of(page(), "breeder")) == ("larva-1", "breeder")
