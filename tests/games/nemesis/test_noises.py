"""Noise markers by an effect (NEM-NOISE-1)."""

from __future__ import annotations

from companion.games.nemesis.content.ship import Effect
from companion.games.nemesis.rules.effects import cannot
from tests.games.nemesis.doing import done
from tests.games.nemesis.ship import ANN, noisy, page, with_character, with_noise


def in_the_lab(*corridors):
    return with_noise(with_character(page(), ANN, room="lab"), *corridors)


def test_a_marker_goes_into_a_corridor_of_ones_choice():
    assert noisy(done(in_the_lab(), "noise", answers=("c2",))) == {"c2"}


def test_where_every_corridor_has_one_nothing_is_put():
    assert done(in_the_lab("c1", "c2", "c3"), "noise").facts == ()


def test_all_corridors_of_the_room_get_one():
    assert noisy(done(in_the_lab("c2"), "noise_all")) == {"c1", "c2", "c3"}


def test_markers_are_taken_of_ones_choice():
    run = done(in_the_lab("c1", "c2", "c3"), Effect("quiet", 2), answers=(("c1", "c3"),))
    assert noisy(run) == {"c2"}


def test_where_it_is_quiet_already_there_is_nothing_to_take():
    assert cannot(in_the_lab(), ANN, (Effect("quiet"),)).code == "NO_NOISE"
