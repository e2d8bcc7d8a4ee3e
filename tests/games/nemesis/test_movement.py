"""Movement in company and by care, as the table decides it (NEM-AMB-3)."""

from __future__ import annotations

from companion.games.nemesis.content.ship import Settings
from tests.games.nemesis.doing import played
from tests.games.nemesis.ship import ANN, BEN, noisy, state, with_character, with_intruder, with_noise


def joining(*, marker, corridors=()):
    s = state(settings=Settings(decks="none", careful_in_company=marker))
    return with_noise(with_character(s, BEN, room="lab"), *corridors)


def test_care_leaves_a_marker_also_where_somebody_is():
    assert noisy(played(joining(marker=True), "careful_move:lab", ("Search", "Rest"), "c2")) == {"c2"}


def test_where_the_table_plays_so_it_leaves_none_in_company():
    run = played(joining(marker=False), "careful_move:lab", ("Search", "Rest"))
    assert run.over
    assert noisy(run) == set()
    assert run.state.characters[ANN].room == "lab"


def test_then_full_corridors_do_not_stand_in_the_way():
    run = played(joining(marker=False, corridors=("c1", "c2", "c3")), "careful_move:lab", ("Search", "Rest"))
    assert run.state.characters[ANN].room == "lab"


def test_a_larva_that_clings_while_one_flees_leaves_the_way_free():
    s = with_intruder(state(settings=Settings()), "hall", "larva")
    run = played(s, "move:lab", "Search", "silence")
    ann = run.state.characters[ANN]
    assert (ann.room, ann.larva) == ("lab", True)


def test_who_dies_on_the_flight_stays_where_it_happened():
    s = with_character(with_intruder(state(settings=Settings()), "hall", "larva"), ANN, larva=True)
    run = played(s, "move:lab", "Search")
    ann = run.state.characters[ANN]
    assert (ann.room, ann.fate) == ("hall", "dead")
    assert run.over
