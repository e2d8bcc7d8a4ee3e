"""Movement by an effect, and a look into the next room."""

from __future__ import annotations

from dataclasses import replace

from companion.games.nemesis.content.ship import Effect
from companion.games.nemesis.rules.effects import cannot
from tests.games.nemesis.doing import answered, done
from tests.games.nemesis.ship import ANN, noisy, page, with_character, with_intruder, with_noise


def unknown(*rooms):
    s = page()
    dark = {name: replace(s.rooms[name], explored=False) for name in rooms}
    return replace(s, rooms={**s.rooms, **dark})


def test_a_free_movement_has_all_that_belongs_to_it():
    run = done(page(), "move", answers=("lab",))
    assert run.open[0].of == ("nemesis_noise",)
    assert run.state.characters[ANN].actions == 2


def test_after_the_first_of_two_one_may_stay():
    run = done(page(), Effect("move", 2), answers=("lab", "silence"))
    assert [option.id for option in run.open[0].options] == ["hall", "nest", "engine", "stay"]
    answered(run, "stay")
    assert run.state.characters[ANN].room == "lab"


def test_a_free_careful_movement_puts_its_marker():
    run = done(page(), "careful_move", answers=("lab", "c3"))
    assert noisy(run) == {"c3"}


def test_nobody_is_careful_in_combat():
    assert cannot(with_intruder(page(), "hall"), ANN, (Effect("careful_move"),)).code == "OUT_OF_COMBAT_ONLY"


def test_where_every_corridor_is_noisy_care_is_impossible():
    s = with_noise(page(), "c1", "c2", "c3")
    assert cannot(s, ANN, (Effect("careful_move"),)).code == "ALL_CORRIDORS_NOISY"


def test_behind_closed_doors_nobody_walks():
    s = page()
    shut = {name: replace(c, closed=True) for name, c in s.corridors.items()}
    assert cannot(replace(s, corridors=shut), ANN, (Effect("move"),)).code == "NO_WAY"


def test_the_next_room_is_turned_up_from_outside_and_nobody_moves():
    run = done(unknown("lab"), "explore", answers=("lab",))
    assert run.state.rooms["lab"].explored
    assert run.state.characters[ANN].room == "hall"


def test_where_all_is_known_there_is_nothing_to_look_at():
    assert cannot(unknown("nest"), ANN, (Effect("explore"),)).code == "NOTHING_UNKNOWN"


def test_who_dies_on_the_way_does_not_go_on():
    s = with_character(with_intruder(page(), "hall", "larva"), ANN, larva=True)
    run = done(s, "move", answers=("lab",))
    assert run.state.characters[ANN].fate == "dead"
    assert not run.open
